"""Reads the plain text database files of WordNet 3.0: synsets, senses and exception lists.

The format is that of WordNet's manual pages wndb(5WN) and cntlist(5WN). `vocabulary` chooses the
words.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path


class PartOfSpeech(Enum):
    """A part of speech, by the suffix of its files' names."""

    NOUN = "noun"
    VERB = "verb"
    ADJECTIVE = "adj"
    ADVERB = "adv"


SynsetId = tuple[PartOfSpeech, str]
"""The part of speech and the eight-digit offset, which is unique only within it."""

# Satellite adjectives ("s") are in the adjective files.
_LETTERS: Mapping[str, PartOfSpeech] = {
    "n": PartOfSpeech.NOUN,
    "v": PartOfSpeech.VERB,
    "a": PartOfSpeech.ADJECTIVE,
    "s": PartOfSpeech.ADJECTIVE,
    "r": PartOfSpeech.ADVERB,
}
_TYPE_DIGITS: Mapping[str, PartOfSpeech] = {
    "1": PartOfSpeech.NOUN,
    "2": PartOfSpeech.VERB,
    "3": PartOfSpeech.ADJECTIVE,
    "4": PartOfSpeech.ADVERB,
    "5": PartOfSpeech.ADJECTIVE,
}


@dataclass(frozen=True, slots=True)
class Synset:
    """One meaning: its words as written ("hot_dog", "Siemens"), related synsets and gloss."""

    id: SynsetId
    words: tuple[str, ...]
    related: tuple[SynsetId, ...]
    gloss: str


@dataclass(frozen=True, slots=True)
class Sense:
    """One meaning of a lemma: its rank from 1, its count in SemCor, its synset."""

    rank: int
    count: int
    synset: SynsetId


@dataclass(frozen=True, slots=True)
class WordNet:
    """The database: synsets by id, senses by lower-case lemma, irregular forms."""

    synsets: Mapping[SynsetId, Synset]
    senses: Mapping[PartOfSpeech, Mapping[str, tuple[Sense, ...]]]
    exceptions: Mapping[PartOfSpeech, Mapping[str, tuple[str, ...]]]

    def of(self, lemma: str) -> tuple[Sense, ...]:
        """Return all senses of a lemma: nouns, then verbs, adjectives, adverbs."""
        return tuple(sense for part in PartOfSpeech for sense in self.senses[part].get(lemma, ()))


def read_wordnet(folder: Path) -> WordNet:
    """Return the database in `folder`; raises FileNotFoundError if a file is missing."""
    counts = parse_counts(_lines(folder / "cntlist.rev"))
    synsets: dict[SynsetId, Synset] = {}
    senses: dict[PartOfSpeech, Mapping[str, tuple[Sense, ...]]] = {}
    exceptions: dict[PartOfSpeech, Mapping[str, tuple[str, ...]]] = {}
    for part in PartOfSpeech:
        synsets.update((s.id, s) for s in parse_synsets(_lines(folder / f"data.{part.value}")))
        senses[part] = parse_index(_lines(folder / f"index.{part.value}"), part, counts)
        exceptions[part] = parse_exceptions(_lines(folder / f"{part.value}.exc"))
    return WordNet(synsets, senses, exceptions)


def parse_synsets(lines: Iterable[str]) -> Iterator[Synset]:
    """Yield the synsets of a data file; two spaces indent the licence at its top."""
    return (_synset(line) for line in lines if not line.startswith(" "))


def _synset(line: str) -> Synset:
    frame, _, gloss = line.partition(" | ")
    fields = frame.split()
    offset, letter, word_count = fields[0], fields[2], int(fields[3], 16)
    words = tuple(_without_marker(word) for word in fields[4 : 4 + 2 * word_count : 2])
    pointers = fields[5 + 2 * word_count :]
    pointer_count = int(fields[4 + 2 * word_count])
    related = tuple(
        (_LETTERS[pointers[4 * i + 2]], pointers[4 * i + 1]) for i in range(pointer_count)
    )
    return Synset((_LETTERS[letter], offset), words, related, gloss.strip())


def _without_marker(word: str) -> str:
    """Return the word without an adjective's syntactic marker: "(a)", "(p)" or "(ip)"."""
    return word.partition("(")[0]


def parse_counts(lines: Iterable[str]) -> Mapping[tuple[PartOfSpeech, str, int], int]:
    """Return SemCor's counts by (part of speech, lemma, sense number)."""
    counts = {}
    for line in lines:
        key, number, count = line.split()
        lemma, _, rest = key.rpartition("%")
        counts[_TYPE_DIGITS[rest[0]], lemma, int(number)] = int(count)
    return counts


def parse_index(
    lines: Iterable[str],
    part: PartOfSpeech,
    counts: Mapping[tuple[PartOfSpeech, str, int], int],
) -> Mapping[str, tuple[Sense, ...]]:
    """Return the senses of each lemma of an index file, most frequent first."""
    senses = {}
    for line in lines:
        if line.startswith(" "):
            continue
        lemma, _, synset_count, *rest = line.split()
        offsets = rest[-int(synset_count) :]
        senses[lemma] = tuple(
            Sense(rank, counts.get((part, lemma, rank), 0), (part, offset))
            for rank, offset in enumerate(offsets, start=1)
        )
    return senses


def parse_exceptions(lines: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """Return irregular form -> lemmas of an exception list ("mice mouse")."""
    split = (line.split() for line in lines)
    return {form: tuple(lemmas) for form, *lemmas in split}


def _lines(path: Path) -> list[str]:
    # The database is Latin-1: a few glosses hold accented letters.
    return path.read_text(encoding="latin-1").splitlines()

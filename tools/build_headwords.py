"""Builds the list of headwords of the associations: `python -m tools.build_headwords`.

Chooses words of four groups from the embedded word lists, by the rule in docs/DATA.md, and deals
them into slices for writing. It reads no associations. Word frequencies (PyPI `wordfreq`) choose
the words, but are not written.
"""

import argparse
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from core.words.english import singulars
from core.words.lexicon import default_lexicon
from tools.build_lexicon import DATA, LEFT_OUT, board_words, listed
from tools.lexicon.vocabulary import has_plain_sense
from tools.lexicon.wordnet import SynsetId, WordNet, read_wordnet
from tools.spellings.english import Amendment, parse_amendments, parse_files

FOLDER = Path(__file__).parent / "lexicon" / "associations"
HEADWORDS = FOLDER / "headwords.txt"
CHOICES = FOLDER / "choices.txt"
SEED = 20061206

CARDS, MORE, CLUES, NAMES = "cards", "more", "clues", "names"
SIZES: Mapping[str, int] = {MORE: 1500, CLUES: 3000, NAMES: 1500}
"""The number of headwords in each limited group; every card is a headword."""

ASKED: Mapping[str, int] = {CARDS: 80, MORE: 50, CLUES: 25, NAMES: 20}
"""The wanted associations of a headword in each group: about 260,000 in all."""

SLICE = 5000
"""The approximate number of associations in a slice."""

HEADER = """\
# The headwords of the associations: the word, its group, how many associations it is to have, and
# its slice. Written by tools/build_headwords.py; docs/DATA.md has the rule.
"""

CARD_FILES = frozenset({4, 5, 6, 8, 11, 13, 14, 15, 17, 18, 19, 20, 25, 27})
"""The lexicographer files of acts, living things, artifacts, events, groups, places and matter."""

PLACE_FILES = frozenset({15, 17})
"""The lexicographer files of places, and of rivers, mountains and stars."""

SHORTEST_PLACE = 4
"""The fewest letters of a place: shorter ones are abbreviations ("pa") or other words ("ore")."""

HALF = 0.5
"""The share of a word's uses that make it a noun, and a noun of the files above."""

DERIVED_ENDINGS = (
    *("ing", "tion", "sion", "ment", "ness", "ity", "ance", "ence", "ency", "ancy"),
    *("ship", "ism"),
)
"""Endings of nouns for the action or quality of another word."""


@dataclass(frozen=True, slots=True)
class Sources:
    """The candidates for headwords, and the data for choosing.

    - `cards`: the board words of every English pack
    - `known`: the clue words that people know and say, `heard` the words that bots only understand
    - `excluded`: words that, like their plurals, must not be headwords
    - `commonness`: a word's frequency, for comparing
    - `choices`: choices against the rules, by group
    - `files`: the lexicographer file of each noun synset, by its id
    - `places`: the names of single places
    """

    cards: Set[str]
    known: Set[str]
    heard: Set[str]
    excluded: Set[str]
    commonness: Callable[[str], float]
    choices: Mapping[str, Amendment]
    wordnet: WordNet
    files: Mapping[SynsetId, int]
    places: Set[str]


@dataclass(frozen=True, slots=True)
class Headword:
    """A headword with its group, its number of associations and its slice from 1."""

    word: str
    group: str
    asked: int
    slice: int

    @property
    def line(self) -> str:
        """The line of the list."""
        return f"{self.word} {self.group} {self.asked} {self.slice:02}\n"


def main(arguments: Sequence[str] | None = None) -> None:
    """Choose and write the headwords, and print the size of each group."""
    parser = argparse.ArgumentParser(prog="python -m tools.build_headwords", description=__doc__)
    parser.add_argument("--wordnet", type=Path, default=Path("/usr/share/wordnet"))
    parser.add_argument("--out", type=Path, default=HEADWORDS)
    given = parser.parse_args(arguments)
    groups = choose(read_sources(given.wordnet))
    dealt = deal(groups)
    given.out.write_text(HEADER + "".join(one.line for one in dealt), encoding="utf-8")
    pairs = sum(one.asked for one in dealt)
    print(", ".join(f"{group}: {len(words)}" for group, words in groups.items()))
    print(f"{pairs} associations in {dealt[-1].slice} slices")


def read_headwords(path: Path = HEADWORDS) -> Mapping[str, Headword]:
    """Return the headwords of a list, by word."""
    rows = (line.split() for line in listed(path))
    return {row[0]: Headword(row[0], row[1], int(row[2]), int(row[3])) for row in rows}


def read_sources(wordnet: Path) -> Sources:
    """Return the sources: the embedded words, WordNet in a folder, and wordfreq's frequencies."""
    lexicon = default_lexicon()
    common = zip(lexicon.words, lexicon.common, strict=True)
    nouns = (wordnet / "data.noun").read_text(encoding="latin-1").splitlines()
    function_words = (word for line in listed(LEFT_OUT) for word in line.split())
    frequencies = import_module("wordfreq").get_frequency_dict("en", wordlist="best")
    return Sources(
        cards=frozenset(board_words(DATA)),
        known=frozenset(word for word, is_common in common if is_common),
        heard=frozenset(line.split()[0] for line in listed(DATA / "receptive_words.txt")),
        excluded=forbidden_words().union(function_words),
        commonness=lambda word: frequencies.get(word, 0.0),
        choices=parse_amendments(listed(CHOICES)),
        wordnet=read_wordnet(wordnet),
        files=parse_files(nouns),
        places=frozenset(place_names(nouns)),
    )


def forbidden_words() -> frozenset[str]:
    """Return the words that no bot says, and those of the family filter."""
    return frozenset((*listed(DATA / "block.txt"), *listed(DATA / "family.txt")))


def place_names(lines: Iterable[str]) -> Iterable[str]:
    """Yield the lower-case one-word names of WordNet's instances of places (wndb(5WN))."""
    for line in lines:
        fields = line.partition(" | ")[0].split()
        if not line.startswith(" ") and int(fields[1]) in PLACE_FILES and "@i" in fields:
            count = int(fields[3], 16)
            yield from (name.lower() for name in fields[4 : 4 + 2 * count : 2] if name.isalpha())


def choose(sources: Sources) -> Mapping[str, Sequence[str]]:
    """Return the headwords of each group, most common first; each word is in one group."""
    cards = _by_commonness(sources.cards, sources)
    free = frozenset(
        word for word in sources.known - sources.cards if not is_excluded(word, sources.excluded)
    )
    more = _cut(MORE, frozenset(word for word in free if is_card(word, sources)), free, sources)
    rest = frozenset(word for word in free.difference(more) if not is_gerund(word))
    heard = frozenset(
        word for word in sources.heard - sources.cards if not is_excluded(word, sources.excluded)
    )
    names = frozenset(word for word in heard if is_place(word, sources))
    return {
        CARDS: cards,
        MORE: more,
        CLUES: _cut(CLUES, rest, rest, sources),
        NAMES: _cut(NAMES, names, heard, sources),
    }


def is_excluded(word: str, excluded: Set[str]) -> bool:
    """Return whether a word or its singular is excluded."""
    return not excluded.isdisjoint((word, *singulars(word)))


def is_card(word: str, sources: Sources) -> bool:
    """Return whether a word is mainly a noun for a thing, a place, a person or an act."""
    if word.endswith(DERIVED_ENDINGS) and _comes_from_another(word):
        return False
    uses = _uses(word, sources)
    nouns = sum(share for file, share in uses.items() if file is not None)
    named = sum(share for file, share in uses.items() if file in CARD_FILES)
    return nouns >= HALF and named >= HALF


def is_gerund(word: str) -> bool:
    """Return whether a word only names a verb's action ("keeping")."""
    return word.endswith("ing") and _comes_from_another(word)


def is_place(word: str, sources: Sources) -> bool:
    """Return whether a word is mainly the name of a single place."""
    return (
        word in sources.places
        and len(word) >= SHORTEST_PLACE
        and not has_plain_sense(word, sources.wordnet)
    )


def _comes_from_another(word: str) -> bool:
    english = default_lexicon().english
    return not english.words.isdisjoint(english.bases(word) - {word})


def _uses(word: str, sources: Sources) -> Mapping[int | None, float]:
    """Return the shares of a word's uses by lexicographer file, None for those that are not nouns.

    The weight of a sense is its count in SemCor plus 1/rank, so that unseen ones count.
    """
    uses: defaultdict[int | None, float] = defaultdict(float)
    for sense in sources.wordnet.of(word):
        uses[sources.files.get(sense.synset)] += sense.count + 1 / sense.rank
    total = sum(uses.values()) or 1.0
    return {file: share / total for file, share in uses.items()}


def _cut(group: str, chosen: Set[str], words: Set[str], sources: Sources) -> Sequence[str]:
    """Return the words of a group: those that the choices add, then the most common chosen ones.

    Raises ValueError for a choice without effect: an addition that is not one of `words`, or an
    omission of a word that was not chosen.
    """
    choices = sources.choices.get(group, Amendment())
    vain = (choices.added - words) | (choices.left_out - chosen)
    if vain:
        raise ValueError(f"choices in vain for {group}: {', '.join(sorted(vain))}")
    ordered = _by_commonness(chosen - choices.left_out - choices.added, sources)
    size = SIZES[group]
    return _by_commonness((*choices.added, *ordered[: size - len(choices.added)]), sources)


def _by_commonness(words: Iterable[str], sources: Sources) -> Sequence[str]:
    return sorted(words, key=lambda word: (-sources.commonness(word), word))


def deal(groups: Mapping[str, Sequence[str]]) -> Sequence[Headword]:
    """Return the headwords in the order of their slices, each with its share of every group."""
    shuffler = random.Random(SEED)  # noqa: S311  the seed is part of the rule
    total = sum(ASKED[group] * len(words) for group, words in groups.items())
    count = max(1, round(total / SLICE))
    slices: list[list[Headword]] = [[] for _ in range(count)]
    turn = 0
    for group, words in groups.items():
        for word in shuffler.sample(sorted(words), len(words)):
            slices[turn % count].append(Headword(word, group, ASKED[group], turn % count + 1))
            turn += 1
    for one in slices:
        shuffler.shuffle(one)
    return [headword for one in slices for headword in one]


if __name__ == "__main__":
    main()

"""The English words of hangman, by category.

All words are from a plain spelling list. A noun's category is the WordNet lexicographer file of
most of its uses, corrected by hand in `topics.txt`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from core.words.english import singulars
from tools.lexicon.morphology import bases
from tools.lexicon.vocabulary import VOWEL, is_inflection, is_numeral
from tools.lexicon.wordnet import PartOfSpeech, SynsetId, WordNet

SPELLING = re.compile(r"[a-z]{2,14}")
SHORTEST_NOUN = 3

FILES: Mapping[str, frozenset[int]] = {
    "animals": frozenset({5}),
    "body": frozenset({8}),
    "food": frozenset({13}),
    "plants": frozenset({20}),
    "nature": frozenset({17, 19}),
    "things": frozenset({6}),
    "people": frozenset({18}),
}
"""The lexicographer files of each category, by their numbers in lexnames(5WN)."""

MOSTLY = 0.6
"""The share of a word's uses that must be in the files of its category."""


@dataclass(frozen=True, slots=True)
class Amendment:
    """People's omissions from a category and additions to it."""

    left_out: frozenset[str] = frozenset()
    added: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class English:
    """The sources of English lists, and the data that select from them.

    `files` has the lexicographer file of each noun synset; `amendments` are by category; those of
    "words" apply to all.
    """

    spellings: Set[str]
    wordnet: WordNet
    files: Mapping[SynsetId, int]
    blocked: Set[str]
    amendments: Mapping[str, Amendment]


def parse_files(lines: Iterable[str]) -> Mapping[SynsetId, int]:
    """Return the lexicographer file of each synset of WordNet's data.noun."""
    fields = (line.split(maxsplit=2) for line in lines if not line.startswith(" "))
    return {(PartOfSpeech.NOUN, offset): int(number) for offset, number, _ in fields}


def parse_amendments(lines: Iterable[str]) -> Mapping[str, Amendment]:
    """Return the amendments by category, of lines like "animals: -feeder +tiger".

    Raises ValueError for a word with neither sign.
    """
    amendments: dict[str, Amendment] = {}
    for line in lines:
        category, _, rest = line.partition(":")
        words = rest.split()
        unsigned = [word for word in words if word[0] not in "+-"]
        if unsigned:
            raise ValueError(f"neither + nor -: {', '.join(unsigned)}")
        old = amendments.get(category, Amendment())
        amendments[category] = Amendment(
            old.left_out.union(word[1:] for word in words if word[0] == "-"),
            old.added.union(word[1:] for word in words if word[0] == "+"),
        )
    return amendments


def choose_words(english: English) -> tuple[str, ...]:
    """Return the words of all kinds and forms, sorted, without numerals and abbreviations.

    Raises ValueError as `amended` does.
    """
    chosen = frozenset(
        word
        for word in english.spellings
        if SPELLING.fullmatch(word)
        and VOWEL.search(word)
        and not is_numeral(word)
        and not is_blocked(word, english)
    )
    return amended("words", chosen, english.spellings, english)


def is_blocked(word: str, english: English) -> bool:
    """Return whether a word, or a lemma of it, is on the block list."""
    if any(form in english.blocked for form in (word, *singulars(word))):
        return True
    wordnet = english.wordnet
    return is_inflection(word, wordnet) and any(b in english.blocked for b in bases(word, wordnet))


def choose_topic(category: str, words: Sequence[str], english: English) -> tuple[str, ...]:
    """Return those of `words` that name something of the category, sorted.

    Raises ValueError as `amended` does.
    """
    chosen = frozenset(word for word in words if is_in(word, FILES[category], english))
    return amended(category, chosen, frozenset(words), english)


def amended(category: str, chosen: Set[str], words: Set[str], english: English) -> tuple[str, ...]:
    """Return the words of a category after its amendments, sorted.

    Raises ValueError for an amendment without effect: an addition that `words` lacks or the rules
    chose anyway, or an omission that they did not choose.
    """
    amendment = english.amendments.get(category, Amendment())
    idle = (amendment.left_out - chosen) | (amendment.added & chosen) | (amendment.added - words)
    if idle:
        raise ValueError(f"{category}: amended in vain: {', '.join(sorted(idle))}")
    return tuple(sorted((chosen - amendment.left_out) | amendment.added))


def is_in(word: str, files: Set[int], english: English) -> bool:
    """Return whether a word is a noun lemma with most uses in these files.

    The weight of a sense is its count in SemCor plus 1/rank, so that unseen ones count.
    """
    wordnet = english.wordnet
    nouns = wordnet.senses[PartOfSpeech.NOUN].get(word, ())
    if len(word) < SHORTEST_NOUN or not nouns or is_inflection(word, wordnet):
        return False
    first = nouns[0].synset
    if english.files[first] not in files or word not in wordnet.synsets[first].words:
        return False
    weights = {sense.synset: sense.count + 1 / sense.rank for sense in wordnet.of(word)}
    inside = sum(w for synset, w in weights.items() if english.files.get(synset) in files)
    return inside / sum(weights.values()) >= MOSTLY

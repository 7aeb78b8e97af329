"""The English words that bots understand beside their clue words: clues that people may give.

Everyday words and their forms, function words, and names of people, places, brands and works. A
word is taken if it is used often enough; one that no dictionary has and that reads like a slip of
a far more usual word is left to the spelling. How often a word is used only chooses.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from core.agents.slips import slips
from tools.lexicon.morphology import bases
from tools.lexicon.wordnet import WordNet

SPELLING = re.compile(r"[a-z]{2,20}")

LEAST_USED = 1.7
"""The Zipf frequency (log10 of uses in 10^9 words) of a word that a dictionary has."""

LEAST_USED_NAME = 2.1
"""The same of a word that none has: a name, a brand, slang."""

SHORT_USED: Mapping[int, float] = {2: 4.1, 3: 3.2, 4: 2.2}
"""The same by length of short ones, of which many are abbreviations that few know."""

SLIP = 1.5
"""A slip is 10^SLIP times rarer than the word that was meant."""

SURELY_USED = 3.5
"""So often used, a word is no slip."""

SHORTEST_SLIP = 5
TWO = 2
LONG_SLIP = 7
CHEAPEST_SLIP = 0.6
CHEAP_SLIP = 0.7
"""Costs of slips that are looked for, by `core.agents.slips.slips`."""


@dataclass(frozen=True, slots=True)
class HeardSource:
    """The sources of the words.

    - `uses`: word -> Zipf frequency
    - `dictionaries`: word lists from small to large, in lower case
    - `pieces`: the whole pieces of the encoder by their rows, which are sorted by frequency
    - `clue_words`: what bots say, which is left out
    - `left_out`: what is taken in no case
    """

    uses: Mapping[str, float]
    dictionaries: Sequence[Set[str]]
    pieces: Mapping[str, int]
    wordnet: WordNet
    clue_words: Set[str]
    left_out: Set[str]


@dataclass(frozen=True, slots=True)
class HeardWord:
    """A word, the clue word that it is a form of or "", and whether WordNet has an entry for it."""

    word: str
    base: str
    listed: bool


def choose(source: HeardSource) -> tuple[HeardWord, ...]:
    """Return the words, the most common first."""
    lemmas = {lemma for senses in source.wordnet.senses.values() for lemma in senses}
    known = lemmas.union(source.pieces, *source.dictionaries)
    taken = (
        word
        for word, uses in source.uses.items()
        if SPELLING.fullmatch(word)
        and word not in source.clue_words
        and word not in source.left_out
        and uses >= _least(word, source, known)
        and not (word not in known and _is_slip(word, source))
    )
    ordered = sorted(taken, key=lambda word: (_rank(word, source), word))
    return tuple(HeardWord(word, _base(word, source), word in lemmas) for word in ordered)


def _least(word: str, source: HeardSource, known: Set[str]) -> float:
    """Return how often a word must be used to be taken."""
    small, usual, *_ = source.dictionaries
    if len(word) in SHORT_USED and word not in (small if len(word) == min(SHORT_USED) else usual):
        return SHORT_USED[len(word)]
    return LEAST_USED if word in known else LEAST_USED_NAME


def _is_slip(word: str, source: HeardSource) -> bool:
    """Return whether a word that no dictionary has is a misspelling of a usual one."""
    uses = source.uses[word]
    if len(word) < SHORTEST_SLIP or uses >= SURELY_USED:
        return False
    usual = source.dictionaries[1]
    meant = (one for one in _likely_slips(word) if one in usual or one in source.clue_words)
    return any(source.uses.get(one, 0) - uses >= SLIP for one in meant)


def _likely_slips(word: str) -> Iterator[str]:
    """Yield words of which this may well be a slip, in a long one of two."""
    cheap = CHEAP_SLIP if len(word) >= LONG_SLIP else CHEAPEST_SLIP
    for meant, cost in slips(word):
        if cost <= cheap:
            yield meant
            if len(word) >= LONG_SLIP:
                yield from (second for second, more in slips(meant) if more <= CHEAPEST_SLIP)


def _rank(word: str, source: HeardSource) -> int:
    """Return the place of a word by commonness: the encoder's pieces, then the dictionaries."""
    if word in source.pieces:
        return source.pieces[word]
    lists = enumerate(source.dictionaries, start=len(source.pieces))
    return next((number for number, words in lists if word in words), 2 * len(source.pieces))


def _base(word: str, source: HeardSource) -> str:
    found: Iterable[str] = bases(word, source.wordnet)
    return next((base for base in found if base in source.clue_words), "")


def collocation_lines(wordnet: WordNet, known: Set[str]) -> Iterator[str]:
    """Yield lines of a word and, sorted, those that follow it in a lemma of two known words."""
    lemmas = {lemma for senses in wordnet.senses.values() for lemma in senses}
    followers: defaultdict[str, set[str]] = defaultdict(set)
    for lemma in lemmas:
        words = lemma.replace("-", "_").split("_")
        if len(words) == TWO and all(word in known for word in words):
            followers[words[0]].add(words[1])
    for first, others in sorted(followers.items()):
        yield " ".join((first, *sorted(others)))


def lines_of(words: Iterable[HeardWord]) -> Iterator[str]:
    """Yield the lines of the shipped file: the word, its base, and `*` for an entry of its own."""
    for one in words:
        yield " ".join(part for part in (one.word, one.base, "*" if one.listed else "") if part)

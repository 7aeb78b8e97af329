"""The English words that bots understand in addition to their clue words, as people's clues.

Everyday words and their forms, function words, and names of people, places, brands and works. A
word must be frequent enough. Words outside all dictionaries that look like misspellings of far more
frequent words are omitted: the spelling correction handles them. The result has no frequencies.
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
"""The least Zipf frequency (log10 of uses in 10^9 words) of a dictionary word."""

LEAST_USED_NAME = 2.1
"""The same for a word outside all dictionaries: a name, a brand, slang."""

SHORT_USED: Mapping[int, float] = {2: 4.1, 3: 3.2, 4: 2.2}
"""The same for short ones by length; many are obscure abbreviations."""

SLIP = 1.5
"""A slip is at least 10^SLIP times rarer than the intended word."""

SURELY_USED = 3.5
"""The Zipf frequency above which a word is not a slip."""

SHORTEST_SLIP = 5
TWO = 2
LONG_SLIP = 7
CHEAPEST_SLIP = 0.6
CHEAP_SLIP = 0.7
"""The greatest cost of a slip, by `core.agents.slips.slips`."""


@dataclass(frozen=True, slots=True)
class HeardSource:
    """The sources of the words.

    - `uses`: word -> Zipf frequency
    - `dictionaries`: word lists from small to large, in lower case
    - `pieces`: the whole pieces of the encoder by their rows, which are in order of frequency
    - `clue_words`: the clue words, which are omitted
    - `left_out`: words that are always omitted
    """

    uses: Mapping[str, float]
    dictionaries: Sequence[Set[str]]
    pieces: Mapping[str, int]
    wordnet: WordNet
    clue_words: Set[str]
    left_out: Set[str]


@dataclass(frozen=True, slots=True)
class HeardWord:
    """A word, its base form among the clue words or "", and whether WordNet has an entry."""

    word: str
    base: str
    listed: bool


def choose(source: HeardSource) -> tuple[HeardWord, ...]:
    """Return the words, most common first."""
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
    """Return the least frequency for a word to be chosen."""
    small, usual, *_ = source.dictionaries
    if len(word) in SHORT_USED and word not in (small if len(word) == min(SHORT_USED) else usual):
        return SHORT_USED[len(word)]
    return LEAST_USED if word in known else LEAST_USED_NAME


def _is_slip(word: str, source: HeardSource) -> bool:
    """Return whether a word outside all dictionaries is a misspelling of a frequent one."""
    uses = source.uses[word]
    if len(word) < SHORTEST_SLIP or uses >= SURELY_USED:
        return False
    usual = source.dictionaries[1]
    meant = (one for one in _likely_slips(word) if one in usual or one in source.clue_words)
    return any(source.uses.get(one, 0) - uses >= SLIP for one in meant)


def _likely_slips(word: str) -> Iterator[str]:
    """Yield the probable corrections of a misspelling; a long one may have two slips."""
    cheap = CHEAP_SLIP if len(word) >= LONG_SLIP else CHEAPEST_SLIP
    for meant, cost in slips(word):
        if cost <= cheap:
            yield meant
            if len(word) >= LONG_SLIP:
                yield from (second for second, more in slips(meant) if more <= CHEAPEST_SLIP)


def _rank(word: str, source: HeardSource) -> int:
    """Return a word's rank by commonness: the encoder's pieces, then the dictionaries."""
    if word in source.pieces:
        return source.pieces[word]
    lists = enumerate(source.dictionaries, start=len(source.pieces))
    return next((number for number, words in lists if word in words), 2 * len(source.pieces))


def _base(word: str, source: HeardSource) -> str:
    found: Iterable[str] = bases(word, source.wordnet)
    return next((base for base in found if base in source.clue_words), "")


def collocation_lines(wordnet: WordNet, known: Set[str]) -> Iterator[str]:
    """Yield lines of a word and its sorted successors in lemmas of two known words."""
    lemmas = {lemma for senses in wordnet.senses.values() for lemma in senses}
    followers: defaultdict[str, set[str]] = defaultdict(set)
    for lemma in lemmas:
        words = lemma.replace("-", "_").split("_")
        if len(words) == TWO and all(word in known for word in words):
            followers[words[0]].add(words[1])
    for first, others in sorted(followers.items()):
        yield " ".join((first, *sorted(others)))


def lines_of(words: Iterable[HeardWord]) -> Iterator[str]:
    """Yield the lines of the embedded file: the word, its base, and `*` for its own entry."""
    for one in words:
        yield " ".join(part for part in (one.word, one.base, "*" if one.listed else "") if part)

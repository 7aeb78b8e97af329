"""The English words that a bot may use as clues, and the common ones among them.

A clue word is a lower-case word of a plain spelling list that WordNet has as a noun, verb or
adjective lemma: not a name, an inflection, a function word, or on the block list. SemCor's counts
and MiniLM's vocabulary, whose licences allow it, decide which words are rare.
"""

import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass

from tools.lexicon.morphology import bases
from tools.lexicon.wordnet import PartOfSpeech, Sense, WordNet

SPELLING = re.compile(r"[a-z]{3,14}")
ROMAN_NUMERAL = re.compile(r"m{0,3}(c[md]|d?c{0,3})(x[cl]|l?x{0,3})(i[xv]|v?i{0,3})")
# Real words that only look like numerals.
NOT_NUMERALS = frozenset({"mix", "mil", "mild", "dim", "mid", "lid", "civil", "civic", "livid"})
# "rpm" is spelled, not said.
VOWEL = re.compile(r"[aeiouy]")
CONTENT = (PartOfSpeech.NOUN, PartOfSpeech.VERB, PartOfSpeech.ADJECTIVE)

COMMON_COUNT = 3
"""A word with this count in SemCor is common even if MiniLM splits it."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The clue words in alphabetical order, and whether each is common."""

    words: tuple[str, ...]
    common: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """The sources of words, and the data for choosing."""

    spellings: Set[str]
    wordnet: WordNet
    pieces: Set[str]
    left_out: Set[str]
    blocked: Set[str]


def choose(source: Source, board: Iterable[str]) -> Vocabulary:
    """Return the clue words, including every board word despite the rules."""
    wanted = {word for word in source.spellings if is_clue_word(word, source)}
    words = tuple(sorted((wanted | set(board)) - source.blocked))
    on_board = set(board)
    return Vocabulary(words, tuple(w in on_board or is_common(w, source) for w in words))


def is_clue_word(word: str, source: Source) -> bool:
    """Return whether a word of the spelling list passes every rule."""
    return (
        SPELLING.fullmatch(word) is not None
        and word not in source.left_out
        and word not in source.blocked
        and has_plain_sense(word, source.wordnet)
        and VOWEL.search(word) is not None
        and not is_numeral(word)
        and not is_inflection(word, source.wordnet)
        and (word in source.pieces or semcor_count(word, source.wordnet) >= 1)
    )


def is_common(word: str, source: Source) -> bool:
    """Return whether people probably know the word."""
    return word in source.pieces or semcor_count(word, source.wordnet) >= COMMON_COUNT


def semcor_count(word: str, wordnet: WordNet) -> int:
    """Return SemCor's count of the lemma as a noun, verb or adjective."""
    return sum(sense.count for sense in _content_senses(word, wordnet))


def has_plain_sense(word: str, wordnet: WordNet) -> bool:
    """Return whether the word is a content lemma and not mainly a name.

    The weight of every sense is one more than its count, so that senses outside SemCor count.
    """
    plain = named = 0
    for sense in _content_senses(word, wordnet):
        if word in wordnet.synsets[sense.synset].words:
            plain += 1 + sense.count
        else:
            named += 1 + sense.count
    return plain > 0 and plain >= named


def is_inflection(word: str, wordnet: WordNet) -> bool:
    """Return whether the word is a form of another lemma and not a common noun ("building")."""
    nouns = wordnet.senses[PartOfSpeech.NOUN].get(word, ())
    in_use = any(sense.count for sense in nouns)
    return not in_use and any(base != word for base in bases(word, wordnet))


def is_numeral(word: str) -> bool:
    """Return whether the word is a Roman numeral ("xiii"), which WordNet lists as a lemma."""
    return word not in NOT_NUMERALS and ROMAN_NUMERAL.fullmatch(word) is not None


def _content_senses(word: str, wordnet: WordNet) -> Iterator[Sense]:
    return (sense for part in CONTENT for sense in wordnet.senses[part].get(word, ()))

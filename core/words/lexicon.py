"""Facts about English words beside their vectors: common, irregular, not to be said.

The files are package data; docs/DATA.md tells how they came about.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.words.english import English
from core.words.ensemble import clue_words

_WHOLE_ES: Final = ("ses", "xes", "zes", "ches", "shes", "oes")
"""Where -es may be all that a plural adds: to box, church, hero. Elsewhere the e is the word's."""

LEXICONS_KEPT: Final = 8
"""Lexicons whose English is kept: a process has one, and tests a few."""

_FOLDER: Final = Path(__file__).with_name("data")


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """The clue words of the embedded models and what bots must know of words.

    - `words`: the clue words, in the order of the models' rows
    - `common`: which of them people know and would say as a clue, read-only bool (V,)
    - `irregular`: form -> the word it comes from, where no ending tells ("mice": "mouse")
    - `blocked`: what no bot says, whatever its vocabulary
    - `simple`: words that only look like a form or a compound of others
    """

    words: tuple[str, ...]
    common: NDArray[np.bool_]
    irregular: Mapping[str, str]
    blocked: frozenset[str]
    simple: frozenset[str]

    @property
    def english(self) -> English:
        """The words that tell what English words come from: always the same object."""
        return _english(self)

    def blocks(self, word: str) -> bool:
        """Return whether no bot says the word: it or its singular is on the list.

        >>> default_lexicon().blocks("Corpses")
        True
        """
        plain = word.casefold()
        return not self.blocked.isdisjoint((plain, *singulars(plain)))


def singulars(word: str) -> Iterator[str]:
    """Yield what an English word in small letters may be the regular plural of.

    Source: the endings that WordNet's morphy(7WN) takes off nouns, and -oes.

    >>> list(singulars("hives")), list(singulars("torches")), list(singulars("cities"))
    (['hive'], ['torche', 'torch'], ['citie', 'city'])
    """
    if word.endswith("s") and not word.endswith("ss"):
        yield word[:-1]
        if word.endswith(_WHOLE_ES):
            yield word[:-2]
        if word.endswith("ies"):
            yield word[:-3] + "y"


@lru_cache(maxsize=LEXICONS_KEPT)
def _english(lexicon: Lexicon) -> English:
    # What is remembered of words is found by it; equal ones would be compared word by word.
    return English(lexicon.irregular, frozenset(lexicon.words), lexicon.simple)


@cache
def default_lexicon() -> Lexicon:
    """Return the embedded English lexicon."""
    words = clue_words()
    rare = frozenset((*_lines("rare_words.txt"), *_lines("unsaid_words.txt")))
    common = np.array([word not in rare for word in words])
    common.flags.writeable = False
    irregular: dict[str, str] = dict(map(str.split, _lines("irregular.txt")))
    blocked, simple = frozenset(_lines("block.txt")), frozenset(_lines("simple.txt"))
    return Lexicon(words, common, MappingProxyType(irregular), blocked, simple)


def _lines(name: str) -> list[str]:
    """Return the lines of a data file without comments and blank lines."""
    lines = (_FOLDER / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]

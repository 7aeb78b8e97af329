"""Facts about English words besides their vectors: common, irregular, blocked.

The files are package data; docs/DATA.md describes their origin.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from core.words.embedded import embedded_lines
from core.words.english import English, singulars
from core.words.ensemble import clue_words


@dataclass(frozen=True, eq=False)
class Lexicon:
    """The clue words of the embedded models, and facts about words.

    - `words`: the clue words, in the order of the models' rows
    - `common`: whether people know a word and would give it as a clue, read-only bool (V,)
    - `irregular`: form -> base, for forms without a rule ("mice": "mouse")
    - `blocked`: words that no bot says, with any vocabulary
    - `simple`: words that only look like a form or a compound of others
    - `names`: names that bots may give as clues, besides `words`
    """

    words: tuple[str, ...]
    common: NDArray[np.bool_]
    irregular: Mapping[str, str]
    blocked: frozenset[str]
    simple: frozenset[str]
    names: tuple[str, ...] = ()

    @cached_property
    def english(self) -> English:
        """The word formation of these words, cached."""
        return English(self.irregular, frozenset(self.words), self.simple)

    def blocks(self, word: str) -> bool:
        """Return whether the word or its singular is blocked.

        >>> default_lexicon().blocks("Corpses")
        True
        """
        plain = word.casefold()
        return not self.blocked.isdisjoint((plain, *singulars(plain)))


@cache
def default_lexicon() -> Lexicon:
    """Return the embedded English lexicon."""
    words = clue_words()
    rare = frozenset((*embedded_lines("rare_words.txt"), *embedded_lines("unsaid_words.txt")))
    common = np.array([word not in rare for word in words])
    common.flags.writeable = False
    irregular: dict[str, str] = dict(map(str.split, embedded_lines("irregular.txt")))
    blocked, simple = (frozenset(embedded_lines(f"{name}.txt")) for name in ("block", "simple"))
    names = tuple(embedded_lines("clue_names.txt"))
    return Lexicon(words, common, MappingProxyType(irregular), blocked, simple, names)

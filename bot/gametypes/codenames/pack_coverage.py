"""Warnings of packs whose words bots do not know."""

from functools import lru_cache
from typing import Final

from core.agents.associations import parts_of
from core.view import Phrase, phrase
from core.words.ensemble import clue_words
from core.words.packs import Pack

PART: Final = 4
"""A pack of which more than one word in four is unknown gives bots little to play with."""

PACKS_REMEMBERED: Final = 64
"""Packs whose counts of unknown words are cached."""


def pack_warnings(pack: Pack) -> tuple[Phrase, ...]:
    """Return a warning of a pack of which bots know too little; nothing of most packs."""
    words, found = len(pack.words), _unknown_words(pack.words)
    return (phrase("pack-strange", strange=found, words=words),) if found * PART > words else ()


@lru_cache(maxsize=PACKS_REMEMBERED)
def _unknown_words(words: tuple[str, ...]) -> int:
    """Return the number of words of which no bot knows even a part."""
    known = _known()
    return sum(known.isdisjoint(parts_of(word)) for word in words)


@lru_cache(maxsize=1)
def _known() -> frozenset[str]:
    return frozenset(clue_words())

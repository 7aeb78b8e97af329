"""What bots know of the words that a table plays with."""

from functools import lru_cache
from typing import Final

from core.agents.associations import parts_of
from core.codenames.rules import Codenames
from core.view import Phrase, phrase
from core.words.ensemble import clue_words
from core.words.packs import Pack

PART: Final = 4
"""A pack of which more than one word in four is strange gives bots little to play with."""

REMEMBERED: Final = 64
"""Packs whose words were looked up that are remembered."""


def remarks_on(pack: Pack) -> tuple[Phrase, ...]:
    """Return what people who play beside bots should know of a pack; nothing of most."""
    words, found = len(pack.words), _strange(pack.words)
    return (phrase("pack-strange", strange=found, words=words),) if found * PART > words else ()


def remarks(rules: Codenames) -> tuple[Phrase, ...]:
    """Return what people should know before they begin a game beside bots."""
    return remarks_on(rules.supply.pack)


@lru_cache(maxsize=REMEMBERED)
def _strange(words: tuple[str, ...]) -> int:
    """Return of how many words no bot knows even a part."""
    known = _known()
    return sum(known.isdisjoint(parts_of(word)) for word in words)


@lru_cache(maxsize=1)
def _known() -> frozenset[str]:
    return frozenset(clue_words())

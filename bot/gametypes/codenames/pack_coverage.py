"""Warnings of packs whose words bots do not know."""

from functools import lru_cache
from typing import Final

from core.agents.japanese import understanding_of
from core.view import Phrase, phrase
from core.words.packs import Pack

PART: Final = 10
"""Bots warn of a pack where the chance that a card is unknown exceeds one in so many."""

SAMPLE: Final = 1_000
"""Words from which on a part of a pack is looked up, evenly spread over it."""

NAMED: Final = 8
"""Unknown words that a sentence names."""

PACKS_REMEMBERED: Final = 64
"""Packs whose unknown words are cached."""


def pack_warnings(pack: Pack) -> tuple[Phrase, ...]:
    """Return a warning of a pack of which bots know too little; nothing of most packs.

    Every card is as likely to be dealt to a team, so the chance that one of its cards is unknown
    is the share of unknown words. Of a large pack a sample is looked up: each lobby that is shown
    asks for this, in the event loop.
    """
    sample = pack.words[:: 1 + len(pack.words) // SAMPLE]
    if len(unknown_cards(sample)) * PART <= len(sample):
        return ()
    key = "pack-strange" if len(sample) == len(pack.words) else "pack-strange-sample"
    return (_naming(key, sample),)


def unknown_words(pack: Pack) -> tuple[Phrase, ...]:
    """Return which words of a pack bots do not know, for its owner; nothing where they know all."""
    unknown = len(unknown_cards(pack.words))
    if not unknown:
        return ()
    is_strange = unknown * PART > len(pack.words)
    return (_naming("pack-strange" if is_strange else "pack-unknown", pack.words),)


def _naming(key: str, words: tuple[str, ...]) -> Phrase:
    """Return a sentence that names the first unknown ones of some words and counts the others."""
    unknown = unknown_cards(words)
    named = unknown[:NAMED]
    more = len(unknown) - len(named)
    return phrase(key, strange=len(unknown), words=len(words), named=named, more=more)


@lru_cache(maxsize=PACKS_REMEMBERED)
def unknown_cards(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cards of which no bot knows even a part: none ever means them."""
    known = understanding_of(words)
    return tuple(word for word in words if not known.knows_card(word))

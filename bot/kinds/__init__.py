"""The games that can be played at a table, and what the application must know of each."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from bot.kinds.codenames import codenames_kind
from bot.kinds.hangman import hangman_kind
from bot.kinds.kind import Kind
from bot.thinker import Castings
from core.rules import Refusal
from core.words.ensemble import MODELS

__all__ = [
    "Kind",
    "UnknownGame",
    "all_kinds",
    "castings_of",
    "codenames_kind",
    "find_kind",
    "hangman_kind",
]


def all_kinds(ensemble: Sequence[str] = MODELS) -> Mapping[str, Kind]:
    """Return every game that there is, by its name; `ensemble` are the models ACE listens to."""
    kinds = (codenames_kind(ensemble=ensemble), hangman_kind())
    return MappingProxyType({kind.name: kind for kind in kinds})


def castings_of(kinds: Mapping[str, Kind]) -> Castings:
    """Return what loads the bots of each game."""
    return {name: kind.bots.casting for name, kind in kinds.items()}


class UnknownGame(Refusal):
    """A game that there is not."""


def find_kind(kinds: Mapping[str, Kind], name: str) -> Kind:
    """Return the game of this name; raises UnknownGame."""
    if name not in kinds:
        raise UnknownGame("game-unknown", name=name, known=tuple(kinds))
    return kinds[name]

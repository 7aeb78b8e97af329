"""What a spymaster sees of a board, as arrays, whatever game and rules it came from."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray


class Kind(IntEnum):
    """Whose a card is, from the side of the team that plays."""

    OWN = 0
    OPPONENT = 1
    BYSTANDER = 2
    ASSASSIN = 3


@dataclass(frozen=True, slots=True)
class Board:
    """The cards of one game in board order and what the key says of them, which is not printed."""

    cards: tuple[str, ...]
    kinds: tuple[Kind, ...] = field(repr=False)

    def places(self, *kinds: Kind) -> tuple[int, ...]:
        """Return the places of the cards of these kinds, in board order."""
        return tuple(place for place, kind in enumerate(self.kinds) if kind in kinds)


@dataclass(frozen=True, slots=True)
class Position:
    """A board and the places on it that are still covered."""

    board: Board
    covered: frozenset[int]

    def own(self) -> tuple[int, ...]:
        """Return the places of the team's covered cards, in board order."""
        return self._covered(Kind.OWN)

    def bad(self) -> tuple[int, ...]:
        """Return the places of all other covered cards, in board order."""
        return self._covered(Kind.OPPONENT, Kind.BYSTANDER, Kind.ASSASSIN)

    def uncover(self, places: Iterable[int]) -> "Position":
        """Return the position after these cards were turned."""
        return Position(self.board, self.covered.difference(places))

    def _covered(self, *kinds: Kind) -> tuple[int, ...]:
        return tuple(place for place in self.board.places(*kinds) if place in self.covered)


def start(board: Board) -> Position:
    """Return the position in which every card is covered."""
    return Position(board, frozenset(range(len(board.cards))))


def rows(places: Iterable[int]) -> NDArray[np.intp]:
    """Return places as row indices, intp (number of places,)."""
    return np.fromiter(places, dtype=np.intp)

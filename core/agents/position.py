"""A spymaster's view of a board, independent of the game's rules."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray


class CardKind(IntEnum):
    """The owner of a card, relative to the team to move."""

    OWN = 0
    OPPONENT = 1
    BYSTANDER = 2
    ASSASSIN = 3


@dataclass(frozen=True, slots=True)
class KeyedBoard:
    """The cards of one game in board order, and their kinds by the key, which `repr` hides."""

    cards: tuple[str, ...]
    kinds: tuple[CardKind, ...] = field(repr=False)

    def places(self, *kinds: CardKind) -> tuple[int, ...]:
        """Return the places of the cards of these kinds, in board order."""
        return tuple(place for place, kind in enumerate(self.kinds) if kind in kinds)


@dataclass(frozen=True, slots=True)
class BoardPosition:
    """A board and its covered places."""

    board: KeyedBoard
    covered: frozenset[int]

    def own(self) -> tuple[int, ...]:
        """Return the places of the team's covered cards, in board order."""
        return self.places(CardKind.OWN)

    def bad(self) -> tuple[int, ...]:
        """Return the places of all other covered cards, in board order."""
        return self.places(CardKind.OPPONENT, CardKind.BYSTANDER, CardKind.ASSASSIN)

    def uncover(self, places: Iterable[int]) -> "BoardPosition":
        """Return the position with these cards uncovered."""
        return BoardPosition(self.board, self.covered.difference(places))

    def places(self, *kinds: CardKind) -> tuple[int, ...]:
        """Return the places of the covered cards of these kinds, in board order."""
        return tuple(place for place in self.board.places(*kinds) if place in self.covered)


def start_position(board: KeyedBoard) -> BoardPosition:
    """Return the position in which every card is covered."""
    return BoardPosition(board, frozenset(range(len(board.cards))))


def rows(places: Iterable[int]) -> NDArray[np.intp]:
    """Return places as row indices, intp (number of places,)."""
    return np.fromiter(places, dtype=np.intp)

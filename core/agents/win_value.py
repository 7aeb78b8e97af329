"""The chance to win a race to the last card, from the number of cards that each side has left.

In a solo game nobody races: a game is worth the less the more turns it takes.

Used to weigh risks: a team that is behind gains more from a bold clue than it loses by it. The
turns of each side are drawn from what it is expected to play: from turns that are typical of people
beside bots, or from what the turns of its people have been, as CoLT counts them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.agents.position import CardKind
from core.rating.colt import OUTCOME_COUNT, OUTCOMES, Ending, outcome_of

Turns: TypeAlias = tuple[float, ...]
"""How likely a turn is to have each of CoLT's outcomes, (36,), sum 1."""

_Array: TypeAlias = NDArray[np.float64]

MOST_LEFT: Final = 40
"""Cards of one side; more count as many."""

LEAST_CHANGE: Final = 1e-6
"""The largest change in a sweep after which the values stand still."""

MOST_ROUNDS: Final = 500
"""Sweeps at most: two sides that hardly ever find a card would be at it for long."""

TURN: Final = 0.85
"""The factor by which each turn of a solo game makes it worth less."""

RACES_KEPT: Final = 64
"""Races whose values are kept."""


def turns_of(shares: Mapping[str, float]) -> Turns:
    """Return the turns that have these shares by the codes of their outcomes, such as ``2010``.

    Raises KeyError for what is no outcome.
    """
    turns = [0.0] * OUTCOME_COUNT
    for code, share in shares.items():
        turns[outcome_of(code).index] = share
    return tuple(turns)


TYPICAL_TURNS: Final = turns_of(
    {
        "0100": 0.06,
        "0010": 0.09,
        "1000": 0.22,
        "1100": 0.06,
        "1010": 0.08,
        "1001": 0.01,
        "2000": 0.33,
        "2100": 0.02,
        "2010": 0.03,
        "3000": 0.10,
    }
)
"""Turns of people beside bots, taken as typical."""


@dataclass(frozen=True, slots=True)
class Race:
    """The turns that a team and its opponents are expected to play."""

    own: Turns = TYPICAL_TURNS
    others: Turns = TYPICAL_TURNS
    is_solo: bool = False
    """Whether no opponent moves: the chance to win is then discounted by `TURN` for each turn."""

    def after_turn(self, own: int, other: int, bad: CardKind | None = None) -> float:
        """Return the team's chance to win after a turn of its own that left so many cards.

        `bad` is the bad card that ended the turn.
        """
        if bad is CardKind.ASSASSIN:
            return 0.0
        if own <= 0:
            return 1.0
        left = other - (bad is CardKind.OPPONENT)
        if left <= 0:
            return 0.0
        if self.is_solo:
            return TURN * float(solo_values(self.own)[min(own, MOST_LEFT), min(left, MOST_LEFT)])
        _, values = win_values(self.own, self.others)
        return 1 - float(values[min(left, MOST_LEFT), min(own, MOST_LEFT)])


TYPICAL_RACE: Final = Race()


@lru_cache(maxsize=RACES_KEPT)
def win_values(first: Turns, second: Turns) -> tuple[_Array, _Array]:
    """Return the chances of each of two sides to win when it is to move.

    Each is float64 (cards that it has left, cards that the other has left). A side without cards
    left has won: row 0 is 1, column 0 is 0.
    """
    one = other = np.full((MOST_LEFT + 1, MOST_LEFT + 1), 0.5)
    mover, waiting = _Side.of(first), _Side.of(second)
    for _ in range(MOST_ROUNDS):
        before = one, other
        one, other = mover.moved(other), waiting.moved(one)
        if np.allclose((one, other), before, rtol=0, atol=LEAST_CHANGE):
            break
    one.flags.writeable = other.flags.writeable = False
    return one, other


@lru_cache(maxsize=RACES_KEPT)
def solo_values(turns: Turns) -> _Array:
    """Return the discounted chances of a team to win a solo game, float64 (its cards, the others').

    A team without cards left has won, and one that has uncovered all the others' cards has lost.
    """
    values, side = np.full((MOST_LEFT + 1, MOST_LEFT + 1), 0.5), _Side.of(turns)
    for _ in range(MOST_ROUNDS):
        before, values = values, side.moved(1 - TURN * values.T)
        if np.allclose(values, before, rtol=0, atol=LEAST_CHANGE):
            break
    values.flags.writeable = False
    return values


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """The turns of a side from every state: N outcomes that it may have, L = `MOST_LEFT` + 1."""

    won: _Array
    """The chance that the turn wins, or lets the game go on, (L, L)."""
    going: _Array
    """The chance of each outcome, 0 where it ends the game, (N, L, L)."""
    after: tuple[NDArray[np.intp], NDArray[np.intp]]
    """The other's view after each outcome: the cards that it has left, and the mover, (N, L, L)."""

    @classmethod
    def of(cls, turns: Turns) -> "_Side":
        """Return the side that has these turns."""
        possible = [(one, share) for one, share in zip(OUTCOMES, turns, strict=True) if share > 0]
        own, other = np.ogrid[: MOST_LEFT + 1, : MOST_LEFT + 1]
        hits = [one.ending is Ending.OPPONENT for one, _ in possible]
        mine, theirs = np.broadcast_arrays(
            np.stack([np.maximum(own - one.own, 0) for one, _ in possible]),
            np.stack([np.maximum(other - is_hit, 0) for is_hit in hits]),
        )
        shares = np.array([share for _, share in possible])[:, None, None]
        lost = np.array([one.ending is Ending.ASSASSIN for one, _ in possible])[:, None, None]
        going = shares * ((mine > 0) & (theirs > 0) & ~lost)
        return cls(going.sum(axis=0) + (shares * (mine == 0)).sum(axis=0), going, (theirs, mine))

    def moved(self, reply: _Array) -> _Array:
        """Return the chances of the mover, after whose turn those of the other are `reply`."""
        chances: _Array = self.won - (self.going * reply[self.after]).sum(axis=0)
        chances[:, 0], chances[0, :] = 0.0, 1.0
        return chances

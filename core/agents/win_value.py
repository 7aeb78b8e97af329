"""The chance to win a race to the last card, from the number of cards that each side has left.

Used to weigh risks: a team that is behind gains more from a bold clue than it loses by it. The
turns of both sides are drawn from one distribution, that of people who play with a bot.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.agents.position import CardKind

MOST_LEFT: Final = 40
"""Cards of one side; more count as many."""

ROUNDS: Final = 60
"""Sweeps after which the values stand still."""


@dataclass(frozen=True, slots=True)
class TurnShare:
    """A share of turns: own cards found, and the bad card at the end, None for none."""

    share: float
    found: int
    bad: CardKind | None = None


TYPICAL_TURNS: Final = (
    TurnShare(0.06, 0, CardKind.OPPONENT),
    TurnShare(0.09, 0, CardKind.BYSTANDER),
    TurnShare(0.22, 1),
    TurnShare(0.06, 1, CardKind.OPPONENT),
    TurnShare(0.08, 1, CardKind.BYSTANDER),
    TurnShare(0.33, 2),
    TurnShare(0.02, 2, CardKind.OPPONENT),
    TurnShare(0.03, 2, CardKind.BYSTANDER),
    TurnShare(0.10, 3),
    TurnShare(0.01, 1, CardKind.ASSASSIN),
)
"""Turns of people beside bots, taken as typical; they sum to 1."""


@cache
def win_values() -> NDArray[np.float64]:
    """Return the chance of the side to move to win, float64 (own left, others left).

    A side without cards left has won: row 0 is 1, column 0 is 0.
    """
    size = MOST_LEFT + 1
    own, other = np.ogrid[:size, :size]
    values = np.full((size, size), 0.5)
    for _ in range(ROUNDS):
        total = np.zeros((size, size))
        for turn in TYPICAL_TURNS:
            mine = np.maximum(own - turn.found, 0)
            theirs = np.maximum(other - (turn.bad is CardKind.OPPONENT), 0)
            after = 0.0 if turn.bad is CardKind.ASSASSIN else 1 - values[theirs, mine]
            total += turn.share * np.where(mine == 0, 1.0, np.where(theirs == 0, 0.0, after))
        total[:, 0], total[0, :] = 0.0, 1.0
        values = total
    values.flags.writeable = False
    return values


def after_turn(own: int, other: int, bad: CardKind | None = None) -> float:
    """Return the chance to win once a turn is over that left so many cards, `bad` the last one."""
    if bad is CardKind.ASSASSIN:
        return 0.0
    if own <= 0:
        return 1.0
    left = other - (bad is CardKind.OPPONENT)
    if left <= 0:
        return 0.0
    return 1 - float(win_values()[min(left, MOST_LEFT), min(own, MOST_LEFT)])

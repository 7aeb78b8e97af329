"""ACE and simpler agents on arrays, compiled: the choice of an expert, and learning.

`core.agents.ace` explains both variants of ACE; these make the same choices. Axes: A arms of an
agent, O outcomes, B cards of a board.
"""

from enum import IntEnum
from math import inf, log, sqrt
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.compiled import compiled
from core.rating.colt import OUTCOME_COUNT, WEIGHTS


class ArmRule(IntEnum):
    """The rule by which an agent chooses one of its experts each turn."""

    FIXED = 0
    """The agent has only one expert."""
    ACE = 1
    """ACE as in the authors' code."""
    ACE_PAPER = 2
    """ACE as in the paper."""
    ANY = 3
    """A random expert each turn: the paper's random ensemble, R."""


_FIXED, _ACE, _ACE_PAPER, _ANY = map(int, ArmRule)

_LOW_WORD: Final = 0xFFFFFFFF


class Seat(NamedTuple):
    """An agent in one chair, with its memory, which games update in place.

    `arms` int64 (A,) are its experts; `rule` int64 (1,) chooses one of them, with the constant
    `exploration` float64 (1,). `uses` float64 (A,), `counts` float64 (A, O) and `turns` int64 (1,)
    are the fields of `core.agents.memory.Memory`.
    """

    arms: NDArray[np.int64]
    rule: NDArray[np.int64]
    exploration: NDArray[np.float64]
    uses: NDArray[np.float64]
    counts: NDArray[np.float64]
    turns: NDArray[np.int64]


@compiled
def compares(seat: Seat) -> bool:
    """Return whether an agent asks all arms each turn, to credit those that agree."""
    return bool(seat.rule[0] == _ACE or seat.rule[0] == _ACE_PAPER)


@compiled
def choose_arm(seat: Seat, stream: NDArray[np.int64]) -> int:
    """Return the index of the arm to follow.

    `stream` int64 holds random 32-bit words and, last, the number of used ones.
    """
    size = len(seat.arms)
    if seat.rule[0] == _FIXED or size == 1:
        return 0
    if seat.rule[0] == _ANY:
        return below(size, stream)
    values = ratings(seat)
    spread = _spread(seat)
    for arm in range(size):
        values[arm] += _bonus(seat, arm, spread)
    best = np.flatnonzero(values == values.max())
    if seat.rule[0] == _ACE_PAPER and len(best) > 1:
        return int(best[below(len(best), stream)])
    return int(best[0])


@compiled
def ratings(seat: Seat) -> NDArray[np.float64]:
    """Return the CoLT (A,) of the turns credited to each arm; 0 for an unused arm."""
    values = np.zeros(len(seat.arms))
    for arm in range(len(seat.arms)):
        for outcome in range(OUTCOME_COUNT):
            values[arm] += seat.counts[arm, outcome] * WEIGHTS[outcome]
        if seat.uses[arm] > 0.0:
            values[arm] /= seat.uses[arm]
    return values


@compiled
def _spread(seat: Seat) -> float:
    """Return the logarithm in the confidence bound: of the turn's number, or of all uses."""
    if seat.rule[0] == _ACE:
        return log(seat.turns[0] + 1)
    total = 0.0
    for uses in seat.uses:
        total += uses
    return log(max(1.0, total))


@compiled
def _bonus(seat: Seat, arm: int, spread: float) -> float:
    """Return the upper confidence bound above the mean: infinite for an unused arm."""
    uses = seat.uses[arm]
    if uses == 0.0:
        return inf
    width = sqrt(spread / (uses if seat.rule[0] == _ACE_PAPER else uses + 1.0))
    return float(seat.exploration[0] * width)


@compiled
def below(size: int, stream: NDArray[np.int64]) -> int:
    """Return a random number below `size`, as numpy's `Generator.integers` draws it.

    A `size` of one uses no random word. Raises IndexError when no word is left. Source: Lemire,
    "Fast random integer generation in an interval", 2019.
    """
    if size == 1:
        return 0
    threshold = (_LOW_WORD + 1 - size) % size
    while True:
        if stream[-1] >= len(stream) - 1:
            raise IndexError("no random words are left")
        scaled = stream[stream[-1]] * size
        stream[-1] += 1
        if scaled & _LOW_WORD >= threshold:
            return int(scaled >> 32)


@compiled
def learn_clue(
    seat: Seat,
    chosen: int,
    columns: NDArray[np.int64],
    numbers: NDArray[np.int64],
    outcome: int,
) -> None:
    """Credit a turn to all arms (A,) that would have given its clue."""
    seat.turns[0] += 1
    if not compares(seat):
        return
    for arm in range(len(seat.arms)):
        is_same = numbers[arm] == numbers[chosen] or seat.rule[0] == _ACE
        if columns[arm] == columns[chosen] and is_same:
            _credit(seat, arm, 1.0, outcome)


@compiled
def learn_guesses(
    seat: Seat, chosen: int, lists: NDArray[np.int64], number: int, outcome: int
) -> None:
    """Credit a turn to each arm by the share of its guesses in the arm's own list, (A, B)."""
    seat.turns[0] += 1
    if not compares(seat):
        return
    for arm in range(len(seat.arms)):
        shared = shared_guesses(lists[arm], lists[chosen], number, seat.rule[0] == _ACE_PAPER)
        if shared > 0:
            _credit(seat, arm, shared / number, outcome)


@compiled
def shared_guesses(
    mine: NDArray[np.int64],
    theirs: NDArray[np.int64],
    number: int,
    in_order: bool,  # noqa: FBT001 - compiled functions take no keywords
) -> int:
    """Return the number of shared guesses; `in_order` counts all or none, in the same order."""
    shared = 0
    for place in range(number):
        if in_order and mine[place] != theirs[place]:
            return 0
        for other in range(number):
            shared += mine[other] == theirs[place]
    return shared


@compiled
def _credit(seat: Seat, arm: int, share: float, outcome: int) -> None:
    seat.uses[arm] += share
    seat.counts[arm, outcome] += share

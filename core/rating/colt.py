"""CoLT, a linear rating of a team by the outcomes of its turns.

Source: Archibald and Brosnahan, "Adapting to Teammates in a Cooperative Language Game", Table 1.
A turn has one of 36 outcomes: the number of own cards that the team turned, and the bad card, if
any, that ended the turn. A team is the distribution of its turns' outcomes (a (36,) vector), its
CoLT the dot product with the paper's 36 weights. sigma(CoLT difference) estimates one team's chance
to beat another; `core.rating.race` has the exact chance.

Two warnings. The zero is arbitrary: a constant added to all weights changes no difference, so a
negative CoLT does not mean a bad team. The weights do not always rise with the cards found (five
clean cards rate higher than eight), because the teams behind the fit hardly ever found so many. So
report win rate and turns to win with CoLT.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
"""An array of 64-bit floats."""

OWN_CARDS: Final = 9
"""The most own cards to turn in one turn: all those of the starting team."""


class Ending(IntEnum):
    """The card that ended a turn, in the order of the paper's outcome vector."""

    CLEAN = 0
    OPPONENT = 1
    BYSTANDER = 2
    ASSASSIN = 3


@dataclass(frozen=True, slots=True)
class TurnOutcome:
    """The own cards turned in a turn, and its ending."""

    own: int
    ending: Ending

    @property
    def code(self) -> str:
        """The cards turned by kind, in the paper's notation: ``2010`` is two own, a bystander."""
        bad = (int(self.ending is ending) for ending in list(Ending)[1:])
        return "".join(str(count) for count in (self.own, *bad))

    @property
    def index(self) -> int:
        """The index in the paper's outcome vector, 0..35."""
        return outcome_index(self.own, self.ending)


def outcome_index(own: int, ending: int) -> int:
    """Return the index of an outcome in the paper's vector: own count, then `Ending`, 0..35.

    Raises ValueError for a turn without cards or with more than all own cards.
    """
    index = len(Ending) * own + ending - 1
    if own < 0 or not 0 <= index < OUTCOME_COUNT:
        raise ValueError(f"no turn has {own} own cards and the ending {Ending(ending).name}")
    return index


# Every turn has a guess, and no bad card follows the last own one.
OUTCOMES: Final = tuple(
    TurnOutcome(own, ending)
    for own in range(OWN_CARDS + 1)
    for ending in Ending
    if (own > 0 if ending is Ending.CLEAN else own < OWN_CARDS)
)
OUTCOME_COUNT: Final = len(OUTCOMES)
OWN_FOUND: Final = np.array([outcome.own for outcome in OUTCOMES])
ENDED_BY: Final = np.array([outcome.ending for outcome in OUTCOMES])
_BY_CODE: Final = {outcome.code: outcome for outcome in OUTCOMES}


def by_outcome(*values: float) -> tuple[float, ...]:
    """Return the values of the first outcomes and zeros for the others, (36,).

    Write a line for each count of own cards: clean, opponent, bystander, assassin.
    """
    return values + (0.0,) * (OUTCOME_COUNT - len(values))


def read_only(values: Sequence[float]) -> Floats:
    """Return a read-only array of numbers."""
    array = np.array(values, dtype=np.float64)
    array.flags.writeable = False
    return array


WEIGHTS: Final = read_only(
    by_outcome(
        *(-4.695, -1.854, -9.740),
        *(1.706, -1.637, 0.007, -5.551),
        *(1.941, -0.404, 0.830, -4.567),
        *(2.274, 0.492, 1.468, -3.798),
        *(2.712, 1.109, 1.945, -2.892),
        *(3.022, 1.608, 1.960, -2.732),
        *(2.960, 1.792, 2.129, -2.573),
        *(2.950, 1.881, 2.110, -1.806),
        *(2.444, 1.120, 1.296, -1.136),
        1.528,
    )
)
"""The paper's weight of each outcome (Table 1), float64 (36,), read-only."""


def outcome_of(code: str) -> TurnOutcome:
    """Return the outcome with a `code` of the paper; raises KeyError."""
    return _BY_CODE[code]


def turns_of(shares: Mapping[str, float]) -> tuple[float, ...]:
    """Return the turns with these shares by outcome code, such as ``2010``.

    Raises KeyError for an unknown code.
    """
    turns = [0.0] * OUTCOME_COUNT
    for code, share in shares.items():
        turns[outcome_of(code).index] = float(share)
    return tuple(turns)


def counts_by_code(counts: Sequence[float]) -> dict[str, float]:
    """Return counts of turns by outcome code, from counts by outcome index (36,), without zeros."""
    found = zip(OUTCOMES, counts, strict=True)
    return {outcome.code: count for outcome, count in found if count}


def colt(distribution: Floats) -> float:
    """Return the CoLT of a distribution of turn outcomes (36,) that sums to one."""
    return float(distribution @ WEIGHTS)


def colt_of_counts(counts: Floats) -> float:
    """Return the CoLT of turns counted by outcome (36,); raises ValueError without a turn."""
    total = float(counts.sum())
    if total <= 0.0:
        raise ValueError("a team without a turn has no CoLT")
    return colt(counts / total)

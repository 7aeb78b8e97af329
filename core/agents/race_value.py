"""The chance to win a race for the last card, for two teams whose turns are known.

`core.agents.win_value` has one table, for people beside a bot. Here both teams' distributions of
turn outcomes (36,) are given, so that an agent can weigh risks by its own pair's turns. Bystanders
never run out, unlike in `core.rating.race`, which is exact and a thousand times slower.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.rating.colt import OUTCOME_COUNT, OUTCOMES, OWN_CARDS, Ending, outcome_of

Floats = NDArray[np.float64]

SWEEPS: Final = 30
"""Sweeps over the table after which its values stand still: most turns uncover a counted card."""

_SIZE: Final = OWN_CARDS + 1
_FOUND: Final = np.array([outcome.own for outcome in OUTCOMES])
_ENDING: Final = np.array([int(outcome.ending) for outcome in OUTCOMES])


def turns_of(shares: dict[str, float]) -> Floats:
    """Return a distribution of turn outcomes (36,), from shares by the paper's codes."""
    turns = np.zeros(OUTCOME_COUNT)
    for code, share in shares.items():
        turns[outcome_of(code).index] = share
    turns /= turns.sum()
    turns.flags.writeable = False
    return turns


MIDDLING: Final = turns_of(
    {
        "1000": 0.22,
        "2000": 0.38,
        "3000": 0.17,
        "4000": 0.04,
        "0100": 0.03,
        "1100": 0.03,
        "2100": 0.01,
        "1001": 0.01,
        "0010": 0.05,
        "1010": 0.04,
        "2010": 0.02,
    }
)
"""Turns of a team of middling strength, against which agents race: CoLT 1.5, near the mean of the
paper's 49 pairs. A constant, so that no agent is tuned to one opponent."""


@dataclass(frozen=True, slots=True, eq=False)
class RaceValues:
    """A team's chance to win by its own cards left and the others', float64 (10, 10) each.

    `to_move` before a turn of its own, `after` before the others' turn.
    """

    to_move: Floats
    after: Floats


def race_values(team: Floats, others: Floats) -> RaceValues:
    """Return the chances of a team against another, from their turns (36,).

    A turn that would find more cards than are left finds all, and wins. The values satisfy
    V(a, b) = sum over outcomes of p(outcome) X(a - found, b - opponent's card), and X likewise for
    the others' turns with 1 - V in their view, solved by repeated substitution.
    """
    safe, struck = _moves(team, Ending.CLEAN, Ending.BYSTANDER), _moves(team, Ending.OPPONENT)
    theirs = _moves(others, Ending.CLEAN, Ending.BYSTANDER)
    helped = _moves(others, Ending.OPPONENT)
    given = float(others[int(Ending.ASSASSIN) == _ENDING].sum())
    to_move = _bounded(np.full((_SIZE, _SIZE), 0.5))
    after = to_move.copy()
    for _ in range(SWEEPS):
        fewer = np.concatenate([np.zeros((_SIZE, 1)), after[:, :-1]], axis=1)
        fewer[0] = 1.0
        to_move = _bounded(safe @ after + struck @ fewer)
        nearer = np.concatenate([np.ones((1, _SIZE)), to_move[:-1]])
        after = _bounded(to_move @ theirs.T + nearer @ helped.T + given)
    return RaceValues(to_move, after)


def _moves(turns: Floats, *endings: Ending) -> Floats:
    """Return the chance (10, 10) to go from a cards left to a' in a turn with such an ending."""
    moves: Floats = (
        np.where(np.isin(_ENDING, [int(ending) for ending in endings]), turns, 0.0) @ _LEADS
    )
    return moves.reshape(_SIZE, _SIZE)


def _leads() -> Floats:
    """Return where each outcome leads from each count of cards, (36, 100): 1 at (a, a')."""
    leads = np.zeros((OUTCOME_COUNT, _SIZE, _SIZE))
    left = np.arange(_SIZE)
    for outcome, found in enumerate(_FOUND):
        leads[outcome, left, np.maximum(left - found, 0)] = 1.0
    return leads.reshape(OUTCOME_COUNT, -1)


_LEADS: Final = _leads()


def _bounded(values: Floats) -> Floats:
    """Return the values with those of finished races set: no own cards won, none of theirs lost."""
    values[:, 0] = 0.0
    values[0, :] = 1.0
    return values

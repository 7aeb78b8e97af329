"""The exact chance that one team's turns beat another's, in the two-team game behind CoLT.

The game is the one that the paper's training data were simulated with: the first team has nine
cards to find, the second eight, and seven bystanders lie between them. Teams alternate; a turn
is drawn from the team's distribution of outcomes (36,), restricted to what is possible with the
cards left and renormalised. A team that finds its last card has won; one that turns the assassin
or the other team's last card has lost.
"""

from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.rating.colt import OUTCOMES, OWN_CARDS, Ending

FIRST_CARDS: Final = OWN_CARDS
SECOND_CARDS: Final = 8
BYSTANDERS: Final = 7

_FOUND: Final = np.array([outcome.own for outcome in OUTCOMES])
_ENDING: Final = np.array([outcome.ending for outcome in OUTCOMES])
_OPPONENT: Final = (_ENDING == Ending.OPPONENT).astype(np.intp)
_BYSTANDER: Final = (_ENDING == Ending.BYSTANDER).astype(np.intp)
_CLEAN: Final = _ENDING == Ending.CLEAN
_SAFE: Final = _ENDING != Ending.ASSASSIN


def both_seatings(a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    """Return the chance that `a` beats `b`, the mean of `a` moving first and moving second."""
    return (win_probability(a, b) + 1.0 - win_probability(b, a)) / 2.0


def win_probability(first: NDArray[np.float64], second: NDArray[np.float64]) -> float:
    """Return the chance that the team that moves first, with nine cards to find, wins.

    Each team is a distribution of turn outcomes (36,). A team none of whose outcomes is possible
    because they all find more cards than are left finds those left, and wins. A team that is
    left with bystanders to turn and none on the table passes; where both pass, nobody can ever
    move again, and the game counts half for each.
    """
    chances = _chances((_turns(first), _turns(second)))
    return float(chances[0, FIRST_CARDS, SECOND_CARDS, BYSTANDERS])


def possible_turn(
    team: NDArray[np.float64], own: int, bystanders: int
) -> NDArray[np.float64] | None:
    """Return the team's distribution (36,) over what is possible, or None where it passes.

    Possible is what finds at most the `own` cards left, ends with no bad card if it finds them
    all, and turns a bystander only where there is one.
    """
    possible = (own > _FOUND) | ((own == _FOUND) & _CLEAN)
    if bystanders == 0:
        possible &= _BYSTANDER == 0
    weights = np.where(possible, team, 0.0)
    if not weights.any():
        weights = _all_left(team, own)
    total = float(weights.sum())
    return weights / total if total > 0.0 else None


def _all_left(team: NDArray[np.float64], own: int) -> NDArray[np.float64]:
    """Return the weight of finding more than is left, as that of finding all that is left."""
    exceeding = float(team[own <= _FOUND].sum())
    return np.where(_CLEAN & (own == _FOUND), exceeding, 0.0)


_Turns = dict[tuple[int, bool], NDArray[np.float64] | None]


def _turns(team: NDArray[np.float64]) -> _Turns:
    """Return the possible turns by (own cards left, whether a bystander is left)."""
    cases = product(range(1, FIRST_CARDS + 1), (False, True))
    return {(own, some): possible_turn(team, own, int(some)) for own, some in cases}


def _chances(teams: tuple[_Turns, _Turns]) -> NDArray[np.float64]:
    """Return the mover's chance to win, indexed by mover, own left, other's left, bystanders.

    A mover that has no card left has won (chance one), and one whose opponent has none left has
    lost (zero). Every turn uncovers a card, so states are solved in the order of cards left.
    """
    cards = range(1, FIRST_CARDS + 1)
    chances = np.zeros((2, FIRST_CARDS + 1, FIRST_CARDS + 1, BYSTANDERS + 1))
    chances[:, 0] = 1.0
    for state in sorted(product(cards, cards, range(BYSTANDERS + 1)), key=sum):
        _solve(chances, teams, *state)
    return chances


def _solve(
    chances: NDArray[np.float64], teams: tuple[_Turns, _Turns], own: int, other: int, left: int
) -> None:
    """Write the chance of either team to move with `own` cards left against `other`.

    The team not moving is looked up in its own view, with the counts exchanged. Where the mover
    passes, the chance is that of the other team's moving in the same state.
    """
    for mover in (0, 1):
        turn = teams[mover][own, left > 0]
        reply = teams[1 - mover][other, left > 0]
        if turn is not None:
            chances[mover, own, other, left] = turn @ _after(chances[1 - mover], own, other, left)
        elif reply is not None:
            after = reply @ _after(chances[mover], other, own, left)
            chances[mover, own, other, left] = 1.0 - after
        else:
            chances[mover, own, other, left] = 0.5


def _after(chances: NDArray[np.float64], own: int, other: int, left: int) -> NDArray[np.float64]:
    """Return the mover's chance (36,) after each outcome; `chances` are the next mover's.

    An impossible outcome has any value: its probability is zero.
    """
    own_left = np.maximum(own - _FOUND, 0)
    bystanders = np.maximum(left - _BYSTANDER, 0)
    return np.where(_SAFE, 1.0 - chances[other - _OPPONENT, own_left, bystanders], 0.0)

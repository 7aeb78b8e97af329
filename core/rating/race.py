"""The exact chance that one team's turns beat another's, in the two-team game behind CoLT.

The game is the one that the paper's training data were simulated with: the first team has nine
cards to find, the second eight, and seven bystanders lie between them. Teams alternate; a turn
is drawn from the team's distribution of outcomes (36,), restricted to what is possible with the
cards left and renormalised. A team that finds its last card has won; one that turns the assassin
or the other team's last card has lost.
"""

from dataclasses import dataclass
from itertools import product
from typing import Final, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.rating.colt import OUTCOMES, OWN_CARDS, Ending

FIRST_CARDS: Final = OWN_CARDS
SECOND_CARDS: Final = 8
BYSTANDERS: Final = 7

BLOCK: Final = 256
"""Pairs that are solved at once: their chances fit into a processor's cache."""

_FOUND: Final = np.array([outcome.own for outcome in OUTCOMES])
_ENDING: Final = np.array([outcome.ending for outcome in OUTCOMES])
_CLEAN: Final = _ENDING == Ending.CLEAN

_Array: TypeAlias = NDArray[np.float64]


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
    return float(win_probabilities(first[np.newaxis], second[np.newaxis])[0])


def win_probabilities(
    first: NDArray[np.float64], second: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the chances (n,) that each of the first teams (n, 36) beats its second (n, 36).

    Each is the `win_probability` of its pair, and all are computed together.
    """
    chances = np.empty(len(first))
    for begin in range(0, len(first), BLOCK):
        block = slice(begin, begin + BLOCK)
        chances[block] = _Race(first[block], second[block]).solved()
    return chances


def possible_turn(
    team: NDArray[np.float64], own: int, bystanders: int
) -> NDArray[np.float64] | None:
    """Return the team's distribution (36,) over what is possible, or None where it passes.

    Possible is what finds at most the `own` cards left, ends with no bad card if it finds them
    all, and turns a bystander only where there is one.
    """
    turn = possible_turns(team[np.newaxis], own, bystanders)[0]
    return turn if turn.any() else None


def possible_turns(teams: NDArray[np.float64], own: int, bystanders: int) -> NDArray[np.float64]:
    """Return the `possible_turn` of each team (n, 36); a row of zeros (36,) passes."""
    possible = (own > _FOUND) | ((own == _FOUND) & _CLEAN)
    if bystanders == 0:
        possible &= _ENDING != Ending.BYSTANDER
    weights = np.where(possible, teams, 0.0)
    stuck = ~weights.any(axis=1)
    weights[stuck] = _all_left(teams[stuck], own)
    totals = weights.sum(axis=1, keepdims=True)
    turns: NDArray[np.float64] = weights / np.where(totals > 0.0, totals, 1.0)
    return turns


def _all_left(teams: _Array, own: int) -> _Array:
    """Return the weights (n, 36) of finding more than is left, as of finding all that is left."""
    exceeding = teams[:, own <= _FOUND].sum(axis=1, keepdims=True)
    return np.where(_CLEAN & (own == _FOUND), exceeding, 0.0)


@dataclass(frozen=True, slots=True)
class _Turns:
    """The possible turns of n teams in one case of cards left.

    `found` holds probabilities by ending but the assassin, own cards found, and team (3, 10, n),
    `survival` (n,) their sums, and `passes` (n,) tells which teams have no turn.
    """

    found: _Array
    survival: _Array
    passes: NDArray[np.bool_]
    any_passes: bool

    @classmethod
    def of(cls, teams: _Array, own: int, bystanders: int) -> Self:
        """Return the turns of teams (n, 36)."""
        turns = possible_turns(teams, own, bystanders)
        table = np.zeros((len(Ending), OWN_CARDS + 1, len(turns)))
        table[_ENDING, _FOUND] = turns.T
        found = table[: Ending.ASSASSIN]
        passes = np.logical_not(turns.any(axis=1))
        return cls(found, found.sum(axis=(0, 1)), passes, bool(passes.any()))


class _Race:
    """Chances of n pairs to win, from every state that two teams can be in.

    `chances` are the mover's, by mover, own cards left, the other team's, bystanders, and pair. A
    mover that has no card left has won (chance one), and one whose opponent has none left has
    lost (zero). Every turn uncovers a card, so states are solved in the order of cards left.
    """

    def __init__(self, first: _Array, second: _Array) -> None:
        cases = list(product(range(1, FIRST_CARDS + 1), (False, True)))
        self._turns = tuple(
            {(own, some): _Turns.of(teams, own, int(some)) for own, some in cases}
            for teams in (first, second)
        )
        cards = FIRST_CARDS + 1
        self._chances = np.zeros((2, cards, cards, BYSTANDERS + 1, len(first)))
        self._chances[:, 0] = 1.0

    def solved(self) -> _Array:
        """Return the first teams' chances (n,) from the deal."""
        cards = range(1, FIRST_CARDS + 1)
        for state in sorted(product(cards, cards, range(BYSTANDERS + 1)), key=sum):
            for mover in (0, 1):
                self._chances[mover][state] = self._chance(mover, *state)
        chances: _Array = self._chances[0, FIRST_CARDS, SECOND_CARDS, BYSTANDERS]
        return chances

    def _chance(self, mover: int, own: int, other: int, left: int) -> _Array:
        """Return the chances (n,) of a mover.

        Where it passes, they are those of the other team's moving in the same state.
        """
        turns, reply = self._turns[mover][own, left > 0], self._turns[1 - mover][other, left > 0]
        chances = self._after(turns, self._chances[1 - mover], own, other, left)
        if turns.any_passes:
            after = 1.0 - self._after(reply, self._chances[mover], other, own, left)
            after[reply.passes] = 0.5
            chances[turns.passes] = after[turns.passes]
        return chances

    def _after(self, turns: _Turns, after: _Array, own: int, other: int, left: int) -> _Array:
        """Return the chances (n,) of a mover by its turns; `after` are the next mover's.

        The next mover is looked up in its own view, with the counts exchanged; the mover's cards
        left, fewer by each number of cards found, are the first axis of what is looked up.
        """
        clean, opponent, bystander = turns.found[:, : own + 1]
        chances = turns.survival - _expected(clean, after[other, own::-1, left])
        chances -= _expected(opponent, after[other - 1, own::-1, left])
        if left:
            chances -= _expected(bystander, after[other, own::-1, left - 1])
        return chances


def _expected(turns: _Array, chances: _Array) -> _Array:
    """Return the sums (n,) over cards found of probability (k, n) times chance (k, n)."""
    sums: _Array = np.einsum("kn,kn->n", turns, chances)
    return sums

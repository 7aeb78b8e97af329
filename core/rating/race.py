"""The chance that one team's turns beat another's, in a race to the last card.

Teams alternate, and each turn is a draw from the mover's distribution of CoLT's outcomes (36,). A
team that finds its last card wins; one that turns the assassin or the other team's last card loses.
One solver handles two games:

- `win_probabilities` are exact in the game behind CoLT and the paper's training data: nine cards
  against eight, and seven bystanders. Only turns that are possible with the remaining cards occur,
  with probabilities scaled to a sum of one.
- `win_values` weighs the risks of agents: a team that is behind gains more from a bold clue than it
  loses by it. Any number of cards may be left, and bystanders never run out. A turn that would find
  more cards than are left finds all. In a solo game no opponent moves, and each turn has a cost.

Axes: M = 2 movers, L cards left from 0, F own cards found in a turn from 0, W states with the same
sum of cards left, n races.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.rating.colt import ENDED_BY, OUTCOMES, OWN_CARDS, OWN_FOUND, Ending, Floats, by_outcome

Turns: TypeAlias = tuple[float, ...]
"""The chances of CoLT's outcomes in a turn, (36,), sum 1."""

FIRST_CARDS: Final = OWN_CARDS
SECOND_CARDS: Final = 8
BYSTANDERS: Final = 7

BLOCK: Final = 256
"""Pairs in one batch, whose chances fit into a processor's cache."""

MOST_LEFT: Final = 40
"""The most cards left to one side; more count as this many."""

SOLO_DISCOUNT: Final = 0.85
"""The factor on a solo game's value for each turn."""

RACES_KEPT: Final = 64
"""Races whose values are cached."""


_FOUND_COUNTS: Final = np.arange(OWN_CARDS + 1)[:, np.newaxis]
_OPPONENT_CARDS: Final = np.array([0, 1])[:, np.newaxis, np.newaxis]
"""The opponent's cards uncovered by a turn with the ending CLEAN, and with OPPONENT."""


TYPICAL_TURNS: Final = by_outcome(
    *(0.06, 0.09, 0.0),
    *(0.22, 0.06, 0.08, 0.01),
    *(0.33, 0.02, 0.03, 0.0),
    0.10,
)
"""Typical turns: those of people with bots."""

MIDDLING_TURNS: Final = by_outcome(
    *(0.03, 0.05, 0.0),
    *(0.22, 0.03, 0.04, 0.01),
    *(0.38, 0.01, 0.02, 0.0),
    *(0.17, 0.0, 0.0, 0.0),
    0.04,
)
"""Turns of a team of medium strength: CoLT 1.5, near the mean of the paper's 49 pairs.

It is a constant, so that no agent is tuned to one opponent.
"""


def both_seatings(a: Floats, b: Floats) -> float:
    """Return the chance that `a` beats `b` if a random team moves first."""
    moving_first, other = win_probabilities(np.stack([a, b]), np.stack([b, a]))
    return float((moving_first + 1.0 - other) / 2.0)


def win_probabilities(first: Floats, second: Floats) -> Floats:
    """Return the chances (n,) of the first teams (n, 36) against the second ones (n, 36).

    The first team moves first, with nine cards to find. A team that has only outcomes with more
    cards than are left finds the rest and wins. A team that has only outcomes with a bystander
    passes when none is left; if both teams pass, the game counts half for each.
    """
    chances = np.empty(len(first))
    for begin in range(0, len(first), BLOCK):
        block = slice(begin, begin + BLOCK)
        teams = np.stack([first[block], second[block]])
        values = _solved(_Moves.possible(teams, 0))
        moves = _Moves.possible(teams, BYSTANDERS)
        for _ in range(BYSTANDERS):
            values = _solved(moves, values)
        chances[block] = values[0, FIRST_CARDS, SECOND_CARDS]
    return chances


def possible_turns(teams: Floats, own: int, bystanders: int) -> Floats:
    """Return each team's distribution over its possible outcomes (n, 36); zeros mean a pass.

    A possible outcome finds at most the `own` cards left, ends without a bad card if it finds them
    all, and turns a bystander only if one is left.
    """
    finds_all = (own == OWN_FOUND) & (ENDED_BY == Ending.CLEAN)
    possible = (own > OWN_FOUND) | finds_all
    if bystanders == 0:
        possible &= ENDED_BY != Ending.BYSTANDER
    weights = np.where(possible, teams, 0.0)
    stuck = ~weights.any(axis=1)
    exceeding = teams[stuck][:, own <= OWN_FOUND].sum(axis=1, keepdims=True)
    weights[stuck] = np.where(finds_all, exceeding, 0.0)
    totals = weights.sum(axis=1, keepdims=True)
    return weights / np.where(totals > 0.0, totals, 1.0)


@dataclass(frozen=True, slots=True)
class Race:
    """The expected turns of a team and its opponents."""

    own: Turns = TYPICAL_TURNS
    others: Turns = TYPICAL_TURNS
    is_solo: bool = False
    """Whether no opponent moves; each turn then multiplies the chance by `SOLO_DISCOUNT`."""

    def after_turn(self, own: int, other: int, ending: Ending = Ending.CLEAN) -> float:
        """Return the team's chance to win after its own turn, with these cards left."""
        if ending is Ending.ASSASSIN:
            return 0.0
        if own <= 0:
            return 1.0
        left = other - (ending is Ending.OPPONENT)
        if left <= 0:
            return 0.0
        most = OWN_CARDS if max(own, left) <= OWN_CARDS else MOST_LEFT
        _, values = win_values(self.own, None if self.is_solo else self.others, most)
        return 1.0 - float(values[min(left, most), min(own, most)])


TYPICAL_RACE: Final = Race()


@lru_cache(maxsize=RACES_KEPT)
def win_values(first: Turns, second: Turns | None, most: int = MOST_LEFT) -> tuple[Floats, Floats]:
    """Return each of two sides' chances to win when it is to move.

    Each is float64 (its cards left, the other's cards left), up to `most`. A side without cards
    left has won: row 0 is 1, column 0 is 0. Without a second side it is a solo game, whose chances
    `SOLO_DISCOUNT` lowers with each turn.
    """
    one, other = _solved(_Moves.expected(first, second, most))[..., 0]
    one.flags.writeable = other.flags.writeable = False
    return one, other


@dataclass(frozen=True, slots=True, eq=False)
class _Moves:
    """The probabilities of a turn's effects, by the mover and its cards left."""

    going: Floats
    """The turn uncovers cards; the game goes on: by ending except the assassin, (3, F, M, L, n)."""
    won: Floats
    """The turn finds the last card, (M, L, n)."""
    idle: Floats
    """The turn leaves all counted cards covered, (M, L, n)."""

    @classmethod
    def possible(cls, teams: Floats, bystanders: int) -> Self:
        """Return the moves of teams (M, n, 36) in CoLT's game, in which a team may have to pass."""
        flat = teams.reshape(-1, len(OUTCOMES))
        left = range(OWN_CARDS + 1)
        turns = np.stack(
            [possible_turns(flat, own, bystanders).reshape(teams.shape) for own in left], axis=1
        )
        going, won = _split(turns)
        return cls(going, won, np.logical_not(turns.any(axis=-1)).astype(np.float64))

    @classmethod
    def expected(cls, first: Turns, second: Turns | None, most: int) -> Self:
        """Return the moves of two sides, or of one alone, with endless bystanders.

        The cost of a turn in a solo game is the chance that the game ends, lost, before it.
        """
        teams = np.array([first, second or first])[:, np.newaxis, np.newaxis]
        going, won = _split(np.broadcast_to(teams, (2, most + 1, 1, len(OUTCOMES))))
        going[Ending.CLEAN] += going[Ending.BYSTANDER]
        going[Ending.BYSTANDER] = 0.0
        idle = going[Ending.CLEAN, 0].copy()
        going[Ending.CLEAN, 0] = 0.0
        if second is None:
            going[:, :, 1] = 0.0
            won[1] = 1.0 - SOLO_DISCOUNT
            idle[1] = SOLO_DISCOUNT
        return cls(going, won, idle)

    def chances(
        self, own: NDArray[np.intp], other: NDArray[np.intp], values: Floats, fewer: Floats | None
    ) -> Floats:
        """Return the movers' chances (M, W, n) with these cards left (W,), from known `values`.

        Reversed, the states are those of the other mover. With c the chance to win by a turn that
        uncovers cards and i that of an idle one, a mover has V = c + i (1 - V') and the other V' =
        c' + i' (1 - V). If both are idle forever, the game counts half.
        """
        mine = slice(own[0], own[-1] + 1)
        left = np.maximum(own - _FOUND_COUNTS[: mine.stop], 0)
        going = self.going[:, : mine.stop, :, mine]
        replies = values[::-1, other - _OPPONENT_CARDS, left]
        chances = self.won[:, mine] + _expected(going[: Ending.BYSTANDER], replies)
        if fewer is not None:
            replies = fewer[::-1, other, left[np.newaxis]]
            chances += _expected(going[Ending.BYSTANDER :], replies)
        idle = self.idle[:, mine]
        if not idle.any():
            return chances
        both_idle = idle * idle[::-1, ::-1]
        chances += idle * (1.0 - chances[::-1, ::-1]) - both_idle
        half = np.full_like(chances, 0.5)
        return np.divide(chances, 1.0 - both_idle, out=half, where=both_idle < 1.0)


def _split(turns: Floats) -> tuple[Floats, Floats]:
    """Return the turns (M, L, n, 36) after which the game goes on, (3, F, M, L, n), or is won."""
    table = np.zeros((len(Ending), OWN_CARDS + 1, *turns.shape[:-1]))
    table[ENDED_BY, OWN_FOUND] = np.moveaxis(turns, -1, 0)
    finds_all = (np.arange(turns.shape[1]) <= _FOUND_COUNTS)[:, np.newaxis, :, np.newaxis]
    won = np.where(finds_all, table, 0.0).sum(axis=(0, 1))
    return np.where(finds_all, 0.0, table[: Ending.ASSASSIN]), won


def _solved(moves: _Moves, fewer: Floats | None = None) -> Floats:
    """Return the movers' chances (M, L, L, n) by own cards left and the other side's.

    A mover without cards left has won (row 0 is 1), and one whose opponent has none has lost. Every
    turn but an idle one uncovers counted cards, so states are solved in the order of cards left.
    `fewer` are the chances with one bystander fewer, if bystanders run out.
    """
    _, cards, races = moves.won.shape
    values = np.zeros((2, cards, cards, races))
    values[:, 0] = 1.0
    for total in range(2, 2 * cards - 1):
        own = np.arange(max(1, total - cards + 1), min(cards, total))
        values[:, own, total - own] = moves.chances(own, total - own, values, fewer)
    return values


def _expected(turns: Floats, replies: Floats) -> Floats:
    """Return the chances (M, W, n) to win by turns (E, F, M, W, n), with E endings.

    `replies` (M, E, F, W, n) are the other mover's chances after each turn.
    """
    sums: Floats = np.einsum("efmwn,mefwn->mwn", turns, 1.0 - replies)
    return sums

"""Pairs of teams and the first team's share of games won: the training data of CoLT.

Source: the code that Archibald and Brosnahan published with the paper. There every pair plays
1,000 games in which the first team moves first and has nine cards. The games of a pair are
independent, so the number of wins is binomial with the exact chance of `core.rating.race`; drawing
from it is equivalent to playing.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.rating.colt import ENDED_BY, OUTCOMES, OWN_FOUND, Ending, Floats, outcome_index
from core.rating.race import win_probabilities

GAMES_PER_PAIR: Final = 1000
"""Games of each pair in the paper."""

PAPER_SHAPE: Final = (7, 4, 9, 2)
"""The shape of all teams in the paper's data: scale, frequent, single and assassin.

Counts are uniform, from 0 to below a bound: the scale; for frequent outcomes (up to three cards),
scale times `frequent`; for a single clean card, scale times `single`, but from 1; for every outcome
with the assassin, `assassin`.

The published code draws a shape for each team, but the published pairs fit a single one. With these
bounds, both teams lack an outcome as often as in those pairs (one with the assassin in 1/4 of
them), and outcomes have the same deviations.
"""

LEAST_SHAPE: Final = (1, 1, 2, 1)
MOST_SHAPE: Final = (8, 4, 11, 7)
"""The bounds between which the published code draws a shape."""

FREQUENT_CARDS: Final = 3
"""The most cards of a frequent outcome; a single clean card is a class of its own."""

_SINGLE: Final = outcome_index(1, Ending.CLEAN)
_ASSASSIN: Final = ENDED_BY == Ending.ASSASSIN
_FREQUENT: Final = ~_ASSASSIN & (OWN_FOUND <= FREQUENT_CARDS)
_FREQUENT[_SINGLE] = False

DrawTeams: TypeAlias = Callable[[int, np.random.Generator], Floats]
"""Draws a number n of teams as distributions of outcomes (n, 36)."""


@dataclass(frozen=True, slots=True)
class TeamPairs:
    """Differences of n pairs' distributions (n, 36), and the first teams' share of games won (n,).

    `returned` (n,) is their share of the games in which the second team moves first, if any.
    """

    differences: Floats
    wins: Floats
    returned: Floats | None = None

    def __len__(self) -> int:
        return len(self.wins)

    def __getitem__(self, rows: slice) -> "TeamPairs":
        returned = None if self.returned is None else self.returned[rows]
        return TeamPairs(self.differences[rows], self.wins[rows], returned)

    @property
    def both(self) -> Floats:
        """The share of games won (n,) over both seatings; raises ValueError without the second."""
        if self.returned is None:
            raise ValueError("these pairs were seated in one way only")
        return (self.wins + self.returned) / 2.0


def paper_teams(count: int, rng: np.random.Generator) -> Floats:
    """Return random teams (count, 36) like those in the paper's data, all with one shape."""
    return _teams(np.tile(PAPER_SHAPE, (count, 1)), rng)


def varied_teams(count: int, rng: np.random.Generator) -> Floats:
    """Return random teams (count, 36), each with its own shape."""
    size = (count, len(LEAST_SHAPE))
    return _teams(rng.integers(LEAST_SHAPE, MOST_SHAPE, size, endpoint=True), rng)


def _teams(shapes: NDArray[np.int64], rng: np.random.Generator) -> Floats:
    """Return teams (n, 36) with these shapes (n, 4)."""
    scale, frequent, single, assassin = shapes.T[:, :, np.newaxis]
    high = np.repeat(scale, len(OUTCOMES), axis=1)
    high[:, _FREQUENT] *= frequent
    high[:, [_SINGLE]] *= single
    high[:, _ASSASSIN] = assassin
    least = np.zeros_like(high)
    least[:, _SINGLE] = 1
    counts = rng.integers(least, high)
    teams: Floats = counts / counts.sum(axis=1, keepdims=True)
    return teams


def population_teams(counts: Floats) -> DrawTeams:
    """Return a generator of teams like those with these Dirichlet parameters (m, 36).

    Each team draws one of the m at random, and its distribution from that posterior; an outcome
    with parameter zero never occurs.
    """

    def draw(count: int, rng: np.random.Generator) -> Floats:
        chosen = counts[rng.integers(len(counts), size=count)]
        shares = rng.standard_gamma(chosen)
        teams: Floats = shares / shares.sum(axis=1, keepdims=True)
        return teams

    return draw


def play_pairs(
    count: int,
    rng: np.random.Generator,
    teams: DrawTeams = paper_teams,
    games: int | None = GAMES_PER_PAIR,
) -> TeamPairs:
    """Return pairs of teams and their results in both seatings, exact if `games` is None."""
    first, second = teams(count, rng), teams(count, rng)
    chances = win_probabilities(first, second), 1.0 - win_probabilities(second, first)
    if games is not None:
        won = rng.binomial(games, np.clip(chances, 0.0, 1.0)) / games
        chances = won[0], won[1]
    return TeamPairs(first - second, *chances)

"""Statistics of runs with their intervals, and win rates over the boards of duels.

A run is `RUN_GAMES` consecutive games of an agent with one teammate. Learning makes its turns and
games depend on each other, so the unit is the run. Runs with the same number have the same boards
for all agents. In a duel the unit is the board: its two games, one in each seating, share the words
and the key. Axes: R (run), G (game of a run), L (number of first games left out), O (outcome).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from core.arena.tournament import RUN_GAMES, GameResults
from core.rating.colt import ENDED_BY, OUTCOMES, WEIGHTS, Ending, Floats, colt_of_counts
from core.rating.estimate import CONFIDENCE
from core.rating.race import both_seatings

LOST_TURNS: Final = 25.0
"""The turns to win for a run without a win, as in the paper's code."""

LEFT_OUT: Final = (0, 1, 2, 5, 10, 15, 30, 40)
"""The numbers of omitted first games in the paper's Table 5."""


@dataclass(frozen=True, slots=True, eq=False)
class RunFigures:
    """The statistics of each run, float64 (R,).

    `colt` pools all turns; `win_turns` is the mean of the games won; `assassins` is the share of
    games that the assassin ended. `without_first` (R, L) is CoLT without the first games of
    `LEFT_OUT`, `by_game` (R, G) the CoLT of every game; both may be empty.
    """

    colt: Floats
    win_rate: Floats
    win_turns: Floats
    assassins: Floats
    without_first: Floats
    by_game: Floats


def run_figures(results: GameResults) -> RunFigures:
    """Return the statistics of one pair's whole runs."""
    counts = results.counts().reshape(-1, RUN_GAMES, len(OUTCOMES))
    won = (results.winner == 0).reshape(-1, RUN_GAMES)
    turns = np.where(won, results.turns.reshape(-1, RUN_GAMES), 0)
    wins = won.sum(axis=1)
    return RunFigures(
        _colt(counts.sum(axis=1)),
        won.mean(axis=1),
        np.where(wins > 0, turns.sum(axis=1) / np.maximum(wins, 1), LOST_TURNS),
        counts[:, :, ENDED_BY == Ending.ASSASSIN].sum(axis=(1, 2)) / RUN_GAMES,
        np.stack([_colt(counts[:, games:].sum(axis=1)) for games in LEFT_OUT], axis=1),
        _colt(counts),
    )


def _colt(counts: NDArray[np.int64]) -> Floats:
    """Return the CoLT (...,) of counts of turns by outcome (..., O)."""
    colts: Floats = counts @ WEIGHTS / counts.sum(axis=-1)
    return colts


def half_gained(curve: Sequence[float], start: float, end: float) -> int | None:
    """Return the first index at which a curve is halfway from `start` to `end`, if it ever is.

    Source: the 50% marks of the paper's Table 5.
    """
    share = [(value - start) / (end - start) if end != start else 1.0 for value in curve]
    return next((place for place, gained in enumerate(share) if gained >= 0.5), None)


@dataclass(frozen=True, slots=True)
class MeanInterval:
    """A mean over runs and the ends of its interval, which are None for a single run."""

    mean: float
    low: float | None
    high: float | None
    runs: int

    @property
    def half_width(self) -> float | None:
        """Half the interval's width."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2.0

    def __str__(self) -> str:
        """Return the mean, with half the interval's width."""
        return f"{self.mean:.3f}" + ("" if self.half_width is None else f" ±{self.half_width:.3f}")

    def to_json(self) -> dict[str, object]:
        """Return the interval as plain JSON types."""
        return {"mean": self.mean, "ci95": [self.low, self.high], "runs": self.runs}


def mean_interval(values: Floats) -> MeanInterval:
    """Return the mean of runs (n,) with its 95% t-interval; raises ValueError without a run.

    Source: mean ± t(n - 1) · s / sqrt(n), s with n - 1 in its denominator (Student 1908).
    """
    runs = len(values)
    if runs == 0:
        raise ValueError("there is no mean without a run")
    mean = float(values.mean())
    if runs == 1:
        return MeanInterval(mean, None, None, runs)
    margin = float(stdtrit(runs - 1, 0.975)) * float(values.std(ddof=1)) / sqrt(runs)
    return MeanInterval(mean, mean - margin, mean + margin, runs)


def board_interval(wins: Sequence[int]) -> tuple[float, float]:
    """Return the 95% interval of a pair's win rate, from its wins (0, 1 or 2) on each board.

    It is Wilson's score interval for the number of independent games with the same variance as the
    boards: n = p(1 - p) / (s² / boards), with s² the variance of the boards' shares. If all boards
    end alike, n is the number of boards. Raises ValueError without a board. Sources: Wilson,
    "Probable inference" (1927); for the effective size, Kish, "Survey Sampling" (1965).
    """
    if not wins:
        raise ValueError("an interval over no boards")
    shares = np.array(wins, dtype=np.float64) / 2
    boards, rate = len(shares), float(shares.mean())
    variance = float(shares.var(ddof=1)) / boards if boards > 1 else 0.0
    size = rate * (1 - rate) / variance if variance > 0 else float(boards)
    return wilson(rate, size)


def wilson(rate: float, size: float) -> tuple[float, float]:
    """Return Wilson's 95% interval of a share from `size` independent games."""
    z = CONFIDENCE**2 / size
    middle = (rate + z / 2) / (1 + z)
    half = CONFIDENCE / (1 + z) * sqrt(rate * (1 - rate) / size + z / (4 * size))
    return max(0.0, middle - half), min(1.0, middle + half)


def forecast(blue: Floats, red: Floats) -> dict[str, float] | None:
    """Return blue's chance by two models, from counts of outcomes (36,); None without turns.

    `colt` is sigma(difference of CoLT); `exact` is the chance in a race between both distributions
    of turns, the mean of both seatings.
    """
    if not blue.any() or not red.any():
        return None
    difference = colt_of_counts(blue) - colt_of_counts(red)
    exact = both_seatings(blue / blue.sum(), red / red.sum())
    return {"colt": 1 / (1 + exp(-difference)), "exact": exact}

"""Means with intervals over independent runs, and win rates over the boards of duels.

Learning makes the turns and games of a run depend on each other, so the unit is the run (in the
paper, 50 games with one teammate). Runs with the same number have the same boards for all agents.
In a duel the unit is the board: its two games, one in each seating, share the words and the key.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt

import numpy as np
from scipy.special import stdtrit

from core.rating.colt import Floats, colt_of_counts
from core.rating.estimate import CONFIDENCE
from core.rating.race import both_seatings


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

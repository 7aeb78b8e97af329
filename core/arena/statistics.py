"""Means with intervals over independent runs.

Turns and games within a run depend on each other through what an agent learns, so the unit is the
run (in the paper, 50 games with one teammate). Runs of one number are on the same boards, whoever
plays.
"""

from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

CONFIDENCE_LEVEL: Final = 0.95


@dataclass(frozen=True, slots=True)
class MeanInterval:
    """A mean over runs and the ends of its interval; a single run has none, and they are None."""

    mean: float
    low: float | None
    high: float | None
    runs: int

    @property
    def half_width(self) -> float | None:
        """Half of the interval's width."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2.0

    def __str__(self) -> str:
        """Return the mean, with half of the interval's width."""
        return f"{self.mean:.3f}" + ("" if self.half_width is None else f" ±{self.half_width:.3f}")

    def to_json(self) -> dict[str, object]:
        """Return the interval as values for JSON."""
        return {"mean": self.mean, "ci95": [self.low, self.high], "runs": self.runs}


def mean_interval(values: NDArray[np.float64]) -> MeanInterval:
    """Return the mean of runs (n,) with its 95% t-interval; raises ValueError without a run.

    Source: mean ± t(n - 1) · s / sqrt(n), s with n - 1 in its denominator (Student 1908).
    """
    runs = len(values)
    if runs == 0:
        raise ValueError("there is no mean without a run")
    mean = float(values.mean())
    if runs == 1:
        return MeanInterval(mean, None, None, runs)
    quantile = float(stdtrit(runs - 1, 0.5 + CONFIDENCE_LEVEL / 2.0))
    margin = quantile * float(values.std(ddof=1)) / sqrt(runs)
    return MeanInterval(mean, mean - margin, mean + margin, runs)

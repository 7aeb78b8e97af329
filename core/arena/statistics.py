"""Means with intervals over independent runs, differences of paired runs, and a block bootstrap.

Turns and games within a run depend on each other through what an agent learns, so the unit is the
run (in the paper, 50 games with one teammate). Runs of one number are on the same boards, whoever
plays: differences are taken run by run, and runs of all cells are drawn together.
"""

from dataclasses import dataclass
from functools import cache
from math import exp, lgamma, log, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

CONFIDENCE_LEVEL: Final = 0.95

RESAMPLES: Final = 2000
"""Draws of a bootstrap."""

_SMALLEST: Final = 1e-300
_PRECISION: Final = 1e-15
_MOST_TERMS: Final = 10_000


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
    quantile = t_quantile(0.5 + CONFIDENCE_LEVEL / 2.0, runs - 1)
    margin = quantile * float(values.std(ddof=1)) / sqrt(runs)
    return MeanInterval(mean, mean - margin, mean + margin, runs)


def paired_difference(a: NDArray[np.float64], b: NDArray[np.float64]) -> MeanInterval:
    """Return by how much runs `a` (n,) exceed runs `b` (n,) of the same numbers, on average."""
    if a.shape != b.shape:
        raise ValueError("runs in pairs are equally many")
    return mean_interval(a - b)


def block_bootstrap(
    cells: NDArray[np.float64], rng: np.random.Generator, resamples: int = RESAMPLES
) -> MeanInterval:
    """Return the mean over cells and runs (c, n), with its 95% percentile interval.

    Each draw takes n runs with repetition, the same ones in all cells, for boards are shared
    (Efron and Tibshirani, An Introduction to the Bootstrap, chapters 8 and 13).
    """
    runs = cells.shape[1]
    by_run = cells.mean(axis=0)
    if runs == 1:
        return MeanInterval(float(by_run[0]), None, None, runs)
    means = by_run[rng.integers(runs, size=(resamples, runs))].mean(axis=1)
    tail = (1.0 - CONFIDENCE_LEVEL) / 2.0
    low, high = np.quantile(means, [tail, 1.0 - tail])
    return MeanInterval(float(by_run.mean()), float(low), float(high), runs)


@cache
def t_quantile(probability: float, degrees: int) -> float:
    """Return the value that Student's t with these degrees of freedom is below this often.

    `probability` is between 0 and 1. Found by bisection of `t_probability`, to its precision.
    """
    if not 0.0 < probability < 1.0:
        raise ValueError("a probability lies between 0 and 1")
    if probability < 0.5:
        return -t_quantile(1.0 - probability, degrees)
    low, high = 0.0, 1.0
    while t_probability(high, degrees) < probability:
        low, high = high, 2.0 * high
    while low < (middle := (low + high) / 2.0) < high:
        if t_probability(middle, degrees) < probability:
            low = middle
        else:
            high = middle
    return high


def t_probability(value: float, degrees: int) -> float:
    """Return how often Student's t with these degrees of freedom is below a value.

    Source: 1 - I(n / (n + t²); n / 2, 1 / 2) / 2 for t above zero (Abramowitz and Stegun, 26.7.1).
    """
    tail = _incomplete_beta(degrees / (degrees + value**2), degrees / 2.0, 0.5) / 2.0
    return 1.0 - tail if value > 0.0 else tail


def _incomplete_beta(x: float, a: float, b: float) -> float:
    """Return the regularised incomplete beta function I(x; a, b).

    Source: its continued fraction (Abramowitz and Stegun, 26.5.8), which converges fast for x
    below (a + 1) / (a + b + 2); above, I(x; a, b) = 1 - I(1 - x; b, a).
    """
    if x in (0.0, 1.0):
        return x
    if x > (a + 1.0) / (a + b + 2.0):
        return 1.0 - _incomplete_beta(1.0 - x, b, a)
    scale = a * log(x) + b * log(1.0 - x) + lgamma(a + b) - lgamma(a) - lgamma(b)
    return exp(scale) / a / _fraction(x, a, b)


def _fraction(x: float, a: float, b: float) -> float:
    """Return 1 + d1 / (1 + d2 / (1 + ...)) by the modified method of Lentz."""
    value = upper = 1.0
    lower = 0.0
    for term in range(1, _MOST_TERMS):
        coefficient = _coefficient(term, x, a, b)
        lower = 1.0 / _not_zero(1.0 + coefficient * lower)
        upper = _not_zero(1.0 + coefficient / upper)
        value *= upper * lower
        if abs(upper * lower - 1.0) < _PRECISION:
            break
    return value


def _coefficient(term: int, x: float, a: float, b: float) -> float:
    """Return the coefficient d of the continued fraction."""
    m = term // 2
    if term % 2:
        return -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0))
    return m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m))


def _not_zero(value: float) -> float:
    return value if abs(value) > _SMALLEST else _SMALLEST

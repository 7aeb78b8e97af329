"""Results of duels: win rates with intervals, and forecasts from how two pairs play.

The unit is the board, on which two games are played, one in each seating: they share the words and
the key, so they are not independent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt

import numpy as np
from numpy.typing import NDArray

from core.rating.colt import colt_of_counts
from core.rating.estimate import CONFIDENCE
from core.rating.race import both_seatings

GAMES_A_BOARD = 2


@dataclass(frozen=True, slots=True)
class Forecast:
    """The chance of one pair to beat another, as two models foresee it from the turns of both."""

    colt: float
    """sigma(difference of CoLT)."""
    exact: float
    """The exact chance in the race of the two distributions of turns, the mean of both seatings."""


def board_interval(wins: Sequence[int]) -> tuple[float, float]:
    """Return the 95% interval of a pair's win rate, from its wins (0, 1 or 2) on each board.

    It is Wilson's score interval for as many independent games as give the variance that the
    boards have: n = p(1 - p) / (s² / boards), with s² the variance of the boards' shares. Where all
    boards end alike it is that of one game a board. Source: Wilson, "Probable inference" (1927);
    the effective size as for clusters in Kish, "Survey Sampling" (1965). Raises ValueError without
    a board.
    """
    if not wins:
        raise ValueError("an interval over no boards")
    shares = np.array(wins, dtype=np.float64) / GAMES_A_BOARD
    boards, rate = len(shares), float(shares.mean())
    variance = float(shares.var(ddof=1)) / boards if boards > 1 else 0.0
    size = rate * (1 - rate) / variance if variance > 0 else float(boards)
    return wilson(rate, size)


def wilson(rate: float, size: float) -> tuple[float, float]:
    """Return Wilson's 95% interval of a share that was found in `size` independent games."""
    z = CONFIDENCE**2 / size
    middle = (rate + z / 2) / (1 + z)
    half = CONFIDENCE / (1 + z) * sqrt(rate * (1 - rate) / size + z / (4 * size))
    return max(0.0, middle - half), min(1.0, middle + half)


def forecast(blue: NDArray[np.float64], red: NDArray[np.float64]) -> Forecast | None:
    """Return the forecast for blue, from turns by outcome (36,); None where a pair had no turn."""
    if not blue.any() or not red.any():
        return None
    difference = colt_of_counts(blue) - colt_of_counts(red)
    exact = both_seatings(blue / blue.sum(), red / red.sum())
    return Forecast(1 / (1 + exp(-difference)), exact)

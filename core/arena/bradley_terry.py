"""Ratings of many agents from mirrored boards, by the Bradley-Terry model with ties.

An agent wins a board if it wins both of its games; one win each is a tie. Source: Davidson, "On
extending the Bradley-Terry model to accommodate ties" (JASA 1970): with d = theta_i - theta_j, the
chances of a win, a loss and a tie are as e^(d/2), e^(-d/2) and nu. If both games were independent,
with chance p for i, then d = 2 ln(p / (1 - p)) and nu = 2: so a rating of 200 theta / ln 10 points
is the usual scale of single games (400 points are odds of ten to one), and nu absorbs the
dependence between the two games of a board.
"""

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from math import log
from typing import Final

import numpy as np
from scipy.optimize import root

from core.rating.colt import Floats
from core.rating.estimate import CONFIDENCE

POINTS: Final = 200 / log(10)
"""Points for a theta of one."""

PRIOR_POINTS: Final = 1000.0
"""The prior standard deviation of a rating: wide, so that it only keeps ratings finite."""

PRIOR_TIE: Final = log(2)
"""The prior mean of ln nu: that of independent games."""

PRIOR_TIE_SPREAD: Final = 2.0

ROOT_TOLERANCE: Final = 1e-12
"""The relative error of the values at which the solver stops."""


@dataclass(frozen=True, slots=True)
class PairResult:
    """The boards of two agents, by their indices: won by the first, tied, won by the second."""

    first: int
    second: int
    won: int
    tied: int
    lost: int

    @property
    def boards(self) -> int:
        """The number of boards."""
        return self.won + self.tied + self.lost


@dataclass(frozen=True, slots=True, eq=False)
class Ratings:
    """Ratings in points, float64 (agents,), with mean 0, half of each 95% interval, and nu."""

    points: Floats
    half_widths: Floats
    tie: float


def bradley_terry(results: Sequence[PairResult], agents: int) -> Ratings:
    """Return the maximum a posteriori ratings, with intervals from the information matrix.

    A weak normal prior keeps ratings finite.
    """
    model = _Model(results, agents)
    found = root(
        model.gradient, model.mean, jac=lambda one: -model.information(one), tol=ROOT_TOLERANCE
    )
    values: Floats = found.x
    centring = np.eye(agents) - 1 / agents
    spread = np.linalg.pinv(model.information(values), hermitian=True)[:agents, :agents]
    variance = np.diag(centring @ spread @ centring)
    half = CONFIDENCE * np.sqrt(np.maximum(variance, 0.0))
    points = values[:agents] - values[:agents].mean()
    return Ratings(points * POINTS, half * POINTS, float(np.exp(values[-1])))


class _Model:
    """The likelihood of all boards; values are theta of each agent, then ln nu."""

    def __init__(self, results: Sequence[PairResult], agents: int) -> None:
        rows = np.array([astuple(result) for result in results], dtype=np.float64).reshape(-1, 5)
        first, second = rows[:, :2].astype(np.intp).T
        self._sides = np.eye(agents)[first] - np.eye(agents)[second]
        """1 for the first agent of each pair and -1 for the second, (pairs, agents)."""
        self._won, self._tied, self._lost = rows[:, 2:].T
        self._boards = self._won + self._tied + self._lost
        spread = np.full(agents + 1, PRIOR_POINTS / POINTS)
        spread[-1] = PRIOR_TIE_SPREAD
        self._precision = 1 / spread**2
        self.mean = np.zeros(agents + 1)
        self.mean[-1] = PRIOR_TIE
        """The prior mean of the values."""

    def _chances(self, values: Floats) -> tuple[Floats, Floats, Floats]:
        """Return each pair's chances to win, tie and lose a board."""
        half = self._sides @ values[:-1] / 2
        weights = np.stack([half, np.full_like(half, values[-1]), -half])
        weights = np.exp(weights - weights.max(axis=0))
        won, tied, lost = weights / weights.sum(axis=0)
        return won, tied, lost

    def gradient(self, values: Floats) -> Floats:
        """Return the gradient of the log posterior, (agents + 1,)."""
        won, tied, lost = self._chances(values)
        rise = (self._won - self._lost - self._boards * (won - lost)) / 2
        slope = -self._precision * (values - self.mean)
        slope[:-1] += rise @ self._sides
        slope[-1] += float((self._tied - self._boards * tied).sum())
        return slope

    def information(self, values: Floats) -> Floats:
        """Return the information matrix, (agents + 1, agents + 1)."""
        won, tied, lost = self._chances(values)
        along = self._boards * ((won + lost) - (won - lost) ** 2) / 4
        across = (-self._boards * (won - lost) * tied / 2) @ self._sides
        matrix = np.diag(self._precision)
        matrix[:-1, :-1] += (self._sides.T * along) @ self._sides
        matrix[-1, :-1] += across
        matrix[:-1, -1] += across
        matrix[-1, -1] += float((self._boards * tied * (1 - tied)).sum())
        return matrix

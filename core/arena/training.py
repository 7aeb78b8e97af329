"""Fits of CoLT: the weights of outcomes that best predict a team's share of games won.

The paper's model is sigma(weights · difference), one linear layer without an intercept. Full-batch
gradient descent minimises the mean absolute error (L1): rate 0.01, 8,000,000 steps. `descend`
follows the same path in some twenty long steps, to the paper's last step or to the optimum.
Differences sum to zero, so a constant added to all weights changes no forecast; a fit keeps its
initial mean weight.

L1 is smoothed to sqrt(r² + L1_SMOOTHING²). Each long step is implicit, solved by Newton's method
with iteratively reweighted squares (Holland and Welsch 1977). The backward differentiation formula
BDF2 (Hairer and Wanner, Solving Ordinary Differential Equations II, V.1) makes the path accurate to
second order, however stiff it is.
"""

from dataclasses import dataclass
from itertools import pairwise
from math import ceil, inf, isinf, log
from typing import Final

import numpy as np
from scipy.special import expit

from core.arena.teams import TeamPairs
from core.rating.colt import OUTCOME_COUNT, WEIGHTS, Floats

PAPER_RATE: Final = 0.01
PAPER_STEPS: Final = 8_000_000
PAPER_TIME: Final = PAPER_RATE * PAPER_STEPS
"""The length of the paper's descent: its rate times its number of steps."""

L1_SMOOTHING: Final = 1e-3
"""The error below which L1 is smoothed: the spacing of shares of 1,000 games."""

GROWTH: Final = 1.7
"""The ratio of consecutive steps; BDF2 is stable below 2.4."""

TOLERANCE: Final = 1e-8
MOST_ITERATIONS: Final = 200

PRODUCT_ROWS: Final = 128
"""Rows of a block in a matrix product."""


@dataclass(frozen=True, slots=True)
class LinearFit:
    """Weights of outcomes (36,), and the advantage of the team that moves first."""

    weights: Floats
    intercept: float = 0.0

    def forecast(self, differences: Floats) -> Floats:
        """Return the chances (n,) that the first team wins, for differences (n, 36)."""
        chances: Floats = expit(np.einsum("np,p->n", differences, self.weights) + self.intercept)
        return chances


@dataclass(frozen=True, slots=True)
class FitQuality:
    """A fit's share of explained variance (R², by the mean's error) and mean absolute error."""

    r2: float
    l1: float


TABLE_1: Final = LinearFit(WEIGHTS)
"""The paper's own fit."""

ALL_ALIKE: Final = LinearFit(np.full(OUTCOME_COUNT, WEIGHTS.mean()))
"""Equal weights for all outcomes, the mean of the paper's weights, whose zero is arbitrary."""


def quality(fit: LinearFit, differences: Floats, wins: Floats) -> FitQuality:
    """Return a fit's accuracy on the shares of games won (n,)."""
    errors = wins - fit.forecast(differences)
    spread = float(np.square(wins - wins.mean()).sum())
    return FitQuality(1.0 - float(np.square(errors).sum()) / spread, float(np.abs(errors).mean()))


def descend(
    pairs: TeamPairs,
    start: LinearFit = ALL_ALIKE,
    *,
    time: float = inf,
    intercept: bool = False,
    both: bool = False,
) -> LinearFit:
    """Return the fit that gradient descent on L1 reaches.

    `time` is the rate times the number of steps, by default up to the optimum; outcomes in which no
    pair differs keep their initial weights. An `intercept` is the advantage of the team that moves
    first and has one more card to find; games in `both` seatings have none.
    """
    wins = pairs.both if both else pairs.wins
    columns = np.ones((len(wins), 1)) if intercept else np.empty((len(wins), 0))
    loss = _SmoothLoss(np.hstack([pairs.differences, columns]), wins)
    first = np.append(start.weights, [start.intercept] if intercept else [])
    found = _path_end(loss, first, PAPER_TIME if isinf(time) else time)
    if isinf(time):  # a point on the path is near the optimum
        found = _implicit_step(loss, found, first, inf)
    weights = found[:OUTCOME_COUNT]
    return LinearFit(weights, float(found[-1]) if intercept else 0.0)


@dataclass(frozen=True, slots=True)
class _SmoothLoss:
    """The mean smoothed error of parameters (p,) on inputs (n, p) and targets (n,)."""

    inputs: Floats
    targets: Floats

    def value(self, parameters: Floats) -> float:
        """Return the loss."""
        return float(self._errors(parameters)[1].mean())

    def slopes(self, parameters: Floats) -> tuple[Floats, Floats]:
        """Return the descent direction (p,), and the curvature (p, p) by reweighted squares."""
        errors, sizes = self._errors(parameters)
        forecast = self.targets - errors
        roots = np.sqrt(sizes)
        tangents = self.inputs * (forecast * (1.0 - forecast) / roots)[:, np.newaxis]
        descent = np.einsum("np,n->p", tangents, errors / roots)
        return descent / len(errors), _products(tangents) / len(errors)

    def _errors(self, parameters: Floats) -> tuple[Floats, Floats]:
        """Return the errors (n,) and their smoothed sizes (n,)."""
        errors = self.targets - expit(np.einsum("np,p->n", self.inputs, parameters))
        return errors, np.sqrt(np.square(errors) + L1_SMOOTHING**2)


def _path_end(loss: _SmoothLoss, start: Floats, time: float) -> Floats:
    """Return the parameters on the path of descent from `start` at a time above 1."""
    count = max(1, ceil(log(time) / log(GROWTH)))
    times = np.geomspace(1.0, time, count + 1)
    before, now, last = start, _implicit_step(loss, start, start, 1.0), 1.0
    for earlier, later in pairwise(times):
        step = later - earlier
        ratio = step / last
        share = (1.0 + ratio) / (1.0 + 2.0 * ratio)
        pull = ratio**2 / (1.0 + 2.0 * ratio)
        centre = now + pull * (now - before)
        before, now, last = now, _implicit_step(loss, now, centre, share * step), step
    return now


def _implicit_step(loss: _SmoothLoss, start: Floats, centre: Floats, step: float) -> Floats:
    """Return the parameters that minimise loss + |parameters - centre|² / (2 · step).

    This is one backward Euler step of the descent from `centre`. An infinite step ignores the
    centre, and leaves directions without curvature unchanged.
    """
    now, pull = start, 1.0 / step
    least = loss.value(now) + pull * float(np.square(now - centre).sum()) / 2.0
    for _ in range(MOST_ITERATIONS):
        descent, curvature = loss.slopes(now)
        descent = descent - pull * (now - centre)
        curvature = curvature + pull * np.eye(len(now))
        move = np.linalg.lstsq(curvature, descent, rcond=1e-12)[0]
        after = now + move
        value = loss.value(after) + pull * float(np.square(after - centre).sum()) / 2.0
        if least - value < TOLERANCE:
            break
        now, least = after, value
    return now


def _products(rows: Floats) -> Floats:
    """Return the Gram matrix (p, p) of the columns of rows (n, p).

    Its blocks are too small for BLAS to use threads, with which rounding would depend on the
    machine.
    """
    whole = len(rows) // PRODUCT_ROWS * PRODUCT_ROWS
    blocks, rest = rows[:whole].reshape(-1, PRODUCT_ROWS, rows.shape[1]), rows[whole:]
    sums: Floats = (blocks.swapaxes(1, 2) @ blocks).sum(axis=0) + rest.T @ rest
    return sums

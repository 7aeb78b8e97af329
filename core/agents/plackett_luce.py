"""Ordered choices of cards: their chance, and the weights of a blend that explain them.

Each card has a score. The next pick is a card with a chance in proportion to the exponential of
its score, among those not picked yet: the model of Luce (1959) and Plackett (1975). It is the same
as to order the cards by their scores, each with independent noise of Gumbel's distribution.

Axes: U cards, F features, S alternatives, P picks.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

LAPSE: Final = 0.02
"""The share of picks that follow no score; all cards are as likely then."""

STEPS: Final = 4
"""Steps of Newton's method: the posterior is near its prior after some turns."""


def log_chance(scores: Floats, picks: Sequence[int]) -> Floats:
    """Return the logarithm of the chance (...) of ordered picks among cards with scores (..., U).

    Each pick lapses with the chance `LAPSE`.
    """
    present = scores.copy()
    total = np.zeros(scores.shape[:-1])
    for count, pick in enumerate(picks):
        weights = np.exp(present - present.max(axis=-1, keepdims=True))
        likely = weights[..., pick] / weights.sum(axis=-1)
        total += np.log((1 - LAPSE) * likely + LAPSE / (scores.shape[-1] - count))
        present[..., pick] = -np.inf
    return total


def choice_sets(cards: int, picks: Sequence[int]) -> NDArray[np.bool_]:
    """Return which cards could be picked at each pick, bool (P, U): those not picked before."""
    sets = np.ones((len(picks), cards), dtype=np.bool_)
    for place, pick in enumerate(picks):
        sets[place + 1 :, pick] = False
    return sets


def posterior(
    prior: tuple[Floats, Floats],
    features: Floats,
    picks: NDArray[np.intp],
    sets: NDArray[np.bool_],
    weights: Floats,
) -> tuple[Floats, Floats]:
    """Return the mean (F,) and the precision (F, F) of a blend's weights after some picks.

    `prior` are those before. `features` are (U, F), `picks` (P,) are places of cards, each from
    its set of `sets` (P, U) and counted by `weights` (P,). The posterior is Laplace's: a normal
    distribution at the mode, which Newton's method finds, with the curvature there. Passed on from
    turn to turn it is an online filter that forgets the picks themselves.
    """
    start, precision = prior
    mean, curvature = start, precision
    chosen = weights @ features[picks]
    for _ in range(STEPS):
        scores = features @ mean
        likely = np.where(sets, np.exp(scores - scores.max()), 0.0)
        likely *= (weights / np.maximum(likely.sum(axis=1), 1e-300))[:, None]
        expected = likely @ features
        slope = chosen - expected.sum(axis=0) - precision @ (mean - start)
        squares = (features * likely.sum(axis=0)[:, None]).T @ features
        between = expected.T @ (expected / weights[:, None])
        curvature = squares - between + precision
        mean = mean + np.linalg.solve(curvature, slope)
    return mean, curvature

"""An agent's belief about one teammate's mind, from what that teammate did.

Two explanations compete. Either the teammate thinks as one of the ensemble's experts, with some
noise (*exact*); or its scores are a weighted sum of the experts' similarities (*blend*), with
weights of a normal distribution, and noise of Gumbel's (`core.agents.plackett_luce`). Bayes' rule
weighs the experts and noises against each other, Laplace's approximation carries the blend's
weights from turn to turn, and the chance that each explanation gave to what then happened weighs
the two. A small share of the weight is spread anew each time, so that a teammate may change: the
fixed share of Herbster and Warmuth, "Tracking the best expert", 1998.

A `Belief` holds numbers by expert, no word of any game. Axes: M experts, T noises, U cards, S
alternatives.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from core.agents.plackett_luce import Floats, choice_sets, log_chance, posterior
from core.rating.colt import OUTCOME_COUNT

JSON_VERSION: Final = 1

NOISES: Final = (0.03, 0.1, 0.3, 0.6)
"""Scales of an expert's noise, in standard deviations of its similarities."""

MARGINS: Final = (0.6, 0.8, 1.0, 1.4, 2.0)
"""Scales of the noise between what is foreseen of a clue and what comes."""

MARGIN_PRIOR: Final = (0.1, 0.3, 0.3, 0.2, 0.1)

SPREAD: Final = 1.5
"""The prior deviation of a blend's weights."""

SHARED: Final = 0.002
"""The share of weight that is spread anew with each turn."""

GOLDEN: Final = 0.618033988749895
"""Steps of this length around a circle spread evenly."""

PREDICTIONS: Final = 16
"""Draws of a blend's weights of which the chance of a turn is the mean."""


class Explanations(Enum):
    """Which explanations of a teammate count; all but BOTH are for ablations."""

    BOTH = "both"
    EXACT = "exact"
    BLEND = "blend"


@dataclass(frozen=True, slots=True, eq=False)
class Belief:
    """Weights by expert of `names`.

    `exact` float64 (M, T) are the chances of experts and noises if one of them is the teammate,
    `mean` (M,) and `precision` (M, M) the blend's weights, `explained` (2,) the chances of the
    two explanations, `margins` those of `MARGINS`, and `outcomes` (36,) counts the turns played
    together.

    A margin is learnt because a clue is chosen as the best of thousands, so that what is foreseen
    of it is too good, by how much depends on how far the teammate is from any blend.
    """

    names: tuple[str, ...]
    exact: Floats
    mean: Floats
    precision: Floats
    explained: Floats
    margins: Floats
    outcomes: Floats


def new_belief(names: Sequence[str], total: float) -> Belief:
    """Return the belief about a stranger: all experts alike, weights that sum to `total`."""
    size = len(names)
    return Belief(
        tuple(names),
        np.full((size, len(NOISES)), 1 / (size * len(NOISES))),
        np.full(size, total / size),
        np.eye(size) / SPREAD**2,
        np.array([0.5, 0.5]),
        np.array(MARGIN_PRIOR),
        np.zeros(OUTCOME_COUNT),
    )


def after_picks(
    belief: Belief, similarity: Floats, blended: Floats, picks: Sequence[int]
) -> Belief:
    """Return the belief after a teammate picked cards, in order, from covered ones.

    `similarity` (U, M) is what exact experts see of the cards beside the clue, in standard
    deviations, `blended` (U, M) what the blend adds up.
    """
    scaled = similarity.T[:, None, :] / np.array(NOISES)[None, :, None]
    drawn = weight_draws(belief, PREDICTIONS)
    blend = np.log(np.mean(np.exp(log_chance(drawn @ blended.T, picks))))
    told = weighed(belief, log_chance(scaled, picks), float(blend))
    places = np.array(picks, dtype=np.intp)
    sets, ones = choice_sets(len(blended), picks), np.ones(len(places))
    mean, precision = posterior((told.mean, told.precision), blended, places, sets, ones)
    return replace(told, mean=mean, precision=precision)


def weighed(belief: Belief, exact: Floats, blend: float, shared: float = SHARED) -> Belief:
    """Return the belief after something to which each explanation gave a chance.

    The logarithms of the chances are `exact` (M, T) and `blend`.
    """
    highest = max(float(exact.max()), blend)
    likely = belief.exact * np.exp(exact - highest)
    total = float(likely.sum())
    explained = belief.explained * np.array([total, np.exp(blend - highest)])
    likely = likely / total if total > 0.0 else np.full_like(likely, 1 / likely.size)
    return replace(
        belief,
        exact=(1 - shared) * likely + shared / likely.size,
        explained=(1 - shared) * explained / explained.sum() + shared / 2,
    )


def with_margins(belief: Belief, chances: Floats) -> Belief:
    """Return the belief after something to which each margin gave a chance (`MARGINS`,)."""
    margins = belief.margins * chances
    margins = (1 - SHARED) * margins / margins.sum() + SHARED * np.array(MARGIN_PRIOR)
    return replace(belief, margins=margins)


def margin_draws(belief: Belief, count: int) -> Floats:
    """Return margins (count,), each as often as it is likely, in an order that looks random."""
    levels = (np.arange(count) * GOLDEN + 0.5) % 1.0
    ladder = np.cumsum(belief.margins)
    drawn = np.searchsorted(ladder, levels * ladder[-1]).clip(0, len(ladder) - 1)
    margins: Floats = np.array(MARGINS)[drawn]
    return margins


def with_outcome(belief: Belief, outcome: int) -> Belief:
    """Return the belief with a turn's outcome, by its index, counted."""
    counts = belief.outcomes.copy()
    counts[outcome] += 1.0
    return replace(belief, outcomes=counts)


def shares(belief: Belief, explanations: Explanations) -> Floats:
    """Return the chances (2,) of the exact and of the blended explanation, of those that count."""
    if explanations is Explanations.BOTH:
        return belief.explained
    return np.array([1.0, 0.0] if explanations is Explanations.EXACT else [0.0, 1.0])


def score_draws(
    belief: Belief, count: int, explanations: Explanations = Explanations.BOTH
) -> tuple[Floats, Floats]:
    """Return weights of similarities, exact (A, M) and blended (S - A, M), S = `count` in all.

    The exact ones have a single weight each, over the noise; as many are of an expert as it is
    likely. In both, scores have noise of Gumbel's distribution with scale 1.
    """
    exact = round(count * float(shares(belief, explanations)[0]))
    rows = np.zeros((exact, len(belief.names)))
    if exact:
        levels = (np.arange(exact) + 0.5) / exact
        ladder = np.cumsum(belief.exact.ravel())
        drawn = np.searchsorted(ladder, levels * ladder[-1]).clip(0, belief.exact.size - 1)
        expert, noise = np.divmod(drawn, len(NOISES))
        rows[np.arange(exact), expert] = 1 / np.array(NOISES)[noise]
    return rows, weight_draws(belief, count - exact)


def weight_draws(belief: Belief, count: int) -> Floats:
    """Return draws (count, M) of the blend's weights, always the same ones of a belief."""
    inverse = np.linalg.inv(belief.precision)
    root = np.linalg.cholesky((inverse + inverse.T) / 2)
    return belief.mean + _normals(count, len(belief.names)) @ root.T


@cache
def _normals(count: int, size: int) -> NDArray[np.float64]:
    """Return normal draws in pairs of opposite signs, so that their mean is zero."""
    half = np.random.default_rng(size).standard_normal(((count + 1) // 2, size))
    return np.concatenate([half, -half])[:count]


def to_json(belief: Belief) -> dict[str, Any]:
    """Return the belief as plain JSON types."""
    return {
        "version": JSON_VERSION,
        "names": list(belief.names),
        "exact": belief.exact.tolist(),
        "mean": belief.mean.tolist(),
        "precision": belief.precision.tolist(),
        "explained": belief.explained.tolist(),
        "margins": belief.margins.tolist(),
        "outcomes": belief.outcomes.tolist(),
    }


def from_json(plain: Mapping[str, Any]) -> Belief:
    """Return the belief that `to_json` wrote; raises ValueError for another version."""
    if plain.get("version") != JSON_VERSION:
        raise ValueError(f"a belief of version {plain.get('version')!r} cannot be read")
    names = tuple(str(name) for name in plain["names"])
    size = len(names)
    return Belief(
        names,
        np.array(plain["exact"], dtype=np.float64).reshape(size, len(NOISES)),
        np.array(plain["mean"], dtype=np.float64).reshape(size),
        np.array(plain["precision"], dtype=np.float64).reshape(size, size),
        np.array(plain["explained"], dtype=np.float64).reshape(2),
        np.array(plain["margins"], dtype=np.float64).reshape(len(MARGINS)),
        np.array(plain["outcomes"], dtype=np.float64).reshape(OUTCOME_COUNT),
    )

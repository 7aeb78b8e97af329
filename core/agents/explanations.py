"""The ways in which a teammate may understand clues, and the evidence from its turns.

An explanation is a vector of weights: the score of a card for a clue is the weighted sum of the
card's features, and picks follow the scores (`core.agents.plackett_luce`). A family has fixed
explanations, each with a prior: the fitted listener and people near it (`core.agents.personas`), or
experts, each with some noise (`core.arena.adaptive`). Its first explanation may instead be a blend,
whose weights follow a normal distribution that each turn updates by Laplace's approximation.

Evidence is the log-likelihood of turns under each explanation, less that under the first. It counts
whole thousandths of a nat, so sums are exact: their order does not matter, and a subtraction undoes
an addition. It holds no words.

Axes: U covered cards, F features, B features of the blend, K explanations, S draws.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from core.agents.plackett_luce import (
    LAPSE,
    choice_sets,
    clean_chance,
    log_chance,
    meant_chances,
    pick_chances,
)
from core.rating.colt import Floats
from core.words.vectors import Singles

NATS: Final = 1000
"""The units of stored evidence in a nat."""

DRIFT: Final = 9.5
"""The most nats between any explanation and the likeliest, in a family with a blend.

A teammate may change. Source: the fixed share of Herbster and Warmuth, "Tracking the best expert",
1998, here about .002 of the weight.
"""

STEPS: Final = 4
"""Steps of Newton's method; a few suffice, because the posterior is near its prior."""

PREDICTIONS: Final = 16
"""Draws of a blend's weights to estimate the chance of some picks."""

KEY_DRAWS: Final = 64
"""Draws of a blend's weights to estimate the chance of a key."""

LEAST_MEANT: Final = 0.05
"""The least chance to be a target with which the blend learns from a card."""


@dataclass(frozen=True, slots=True, eq=False)
class Mixture:
    """A teammate who understands clues like one of several experts, with shares (E,), sum 1.

    `scores` float32 (E, cards, clues) are logarithms of chances, up to a constant.
    """

    shares: Floats
    scores: Singles


@dataclass(frozen=True, slots=True, eq=False)
class Blend:
    """A normal distribution of weights: its mean (B,) and precision (B, B)."""

    mean: Floats
    precision: Floats

    def draws(self, count: int) -> Floats:
        """Return weights (count, B), always the same for equal blends."""
        inverse = np.linalg.inv(self.precision)
        root = np.linalg.cholesky((inverse + inverse.T) / 2)
        return self.mean + _normals(count, len(self.mean)) @ root.T

    def learnt(
        self,
        features: Floats,
        picks: NDArray[np.intp],
        sets: NDArray[np.bool_],
        shares: Floats,
    ) -> "Blend":
        """Return the blend after picks among cards with features (U, B), weighted by shares (P,).

        `picks` (P,) are places of cards, each chosen from its set in `sets`, bool (P, U). The
        posterior is Laplace's: a normal distribution at the mode, which Newton's method finds, with
        the curvature there. From turn to turn it is an online filter that keeps no picks.
        """
        mean, curvature = self.mean, self.precision
        chosen = shares @ features[picks]
        for _ in range(STEPS):
            scores = features @ mean
            likely = np.where(sets, np.exp(scores - scores.max()), 0.0)
            likely *= (shares / np.maximum(likely.sum(axis=1), 1e-300))[:, None]
            expected = likely @ features
            slope = chosen - expected.sum(axis=0) - self.precision @ (mean - self.mean)
            squares = (features * likely.sum(axis=0)[:, None]).T @ features
            between = expected.T @ (expected / shares[:, None])
            curvature = squares - between + self.precision
            mean = mean + np.linalg.solve(curvature, slope)
        return Blend(mean, curvature)


@cache
def _normals(count: int, size: int) -> Floats:
    """Return normal draws (count, size) in pairs of opposite sign, so that their mean is 0."""
    half = np.random.default_rng(size).standard_normal(((count + 1) // 2, size))
    return np.concatenate([half, -half])[:count]


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence of some turns for each explanation but the first, in thousandths (K - 1,).

    It is empty without turns. `blend` is the updated blend of a family; evidence with a blend
    cannot be summed.
    """

    turns: int = 0
    thousandths: tuple[int, ...] = ()
    blend: Blend | None = None

    def __add__(self, other: "Evidence") -> "Evidence":
        return Evidence(self.turns + other.turns, _added(self.thousandths, other.thousandths))

    def __sub__(self, other: "Evidence") -> "Evidence":
        return self + Evidence(-other.turns, tuple(-one for one in other.thousandths))

    def at_most(self, turns: float) -> "Evidence":
        """Return the evidence, scaled down to at most `turns` turns."""
        if self.turns <= turns:
            return self
        scale = max(turns, 0.0) / self.turns
        scaled = tuple(round(one * scale) for one in self.thousandths)
        return Evidence(round(self.turns * scale), scaled)


NO_EVIDENCE: Final = Evidence()


def _added(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    if not one or not other:
        return one or other
    return tuple(mine + theirs for mine, theirs in zip(one, other, strict=True))


def _nats(evidence: Evidence) -> Floats | float:
    """Return the nats of each explanation, the first included, (K,), or 0."""
    return np.array((0, *evidence.thousandths)) / NATS if evidence.thousandths else 0.0


def evidence_of_turn(differences: Floats) -> Evidence:
    """Return the evidence of a turn from its nats above the first explanation's (K - 1,)."""
    return Evidence(1, tuple(np.rint(differences * NATS).astype(int).tolist()))


@dataclass(frozen=True, slots=True, eq=False)
class Explanations:
    """Explanations: fixed weights float64 (K, F) and priors (K,).

    A `blend`, if any, is the first explanation, and `weights` belong to the others. The blend has
    weights for the last B features.
    """

    weights: Floats
    priors: Floats
    blend: Blend | None = None

    def chances(self, evidence: Evidence) -> Floats:
        """Return the posterior chance of each explanation, float64 (K,), sum 1."""
        likely = self._log_weights(evidence)
        likely = np.exp(likely - likely.max())
        chances: Floats = likely / likely.sum()
        return chances

    def gain(self, evidence: Evidence, lent: Evidence = NO_EVIDENCE) -> float:
        """Return the gain in nats from predicting turns by all explanations, not the first alone.

        For each turn, the `lent` evidence and the earlier turns weigh the explanations. In any
        order, the scores of turns add up to the logarithm of the mean likelihood ratio (Dawid 1984,
        "Statistical theory: the prequential approach").
        """
        before = self._log_weights(lent)
        return float(np.logaddexp.reduce(before + _nats(evidence)) - np.logaddexp.reduce(before))

    def _log_weights(self, evidence: Evidence) -> Floats:
        """Return the logarithms of the chances (K,), up to a constant."""
        return np.log(self.priors) + _nats(evidence)

    def blend_after(self, evidence: Evidence) -> Blend:
        """Return the updated blend; raises ValueError for a family without a blend."""
        found = evidence.blend or self.blend
        if found is None:
            raise ValueError("the family has no blend")
        return found

    def draws(self, evidence: Evidence, count: int) -> Floats:
        """Return weights (count, F), each explanation's in proportion to its chance."""
        levels = (np.arange(count) + 0.5) / count
        ladder = np.cumsum(self.chances(evidence))
        drawn = np.searchsorted(ladder, levels * ladder[-1]).clip(0, len(ladder) - 1)
        if self.blend is None:
            fixed: Floats = self.weights[drawn]
            return fixed
        rest = self.weights[drawn[drawn > 0] - 1]
        blended = self.blend_after(evidence).draws(count - len(rest))
        wide = np.zeros((len(blended), self.weights.shape[1]))
        wide[:, wide.shape[1] - blended.shape[1] :] = blended
        return np.concatenate([wide, rest])

    def after_picks(self, evidence: Evidence, features: Floats, picks: Sequence[int]) -> Evidence:
        """Return the evidence after a teammate's ordered picks of cards with features (U, F)."""
        blend = self.blend_after(evidence)
        blended = features[:, -len(blend.mean) :]
        foreseen = log_chance(blend.draws(PREDICTIONS) @ blended.T, picks)
        differences = log_chance(self.weights @ features.T, picks)
        differences -= float(np.log(np.mean(np.exp(foreseen))))
        sets, ones = choice_sets(len(features), picks), np.ones(len(picks))
        places = np.array(picks, dtype=np.intp)
        return _followed(evidence, differences, blend.learnt(blended, places, sets, ones))

    def after_key(
        self, evidence: Evidence, features: Floats, is_own: NDArray[np.bool_], number: int
    ) -> Evidence:
        """Return the evidence after a teammate's clue, once the key is shown.

        `features` are (U, F). The teammate's targets are the `number` own cards (`is_own` (U,))
        that it scores highest, above all other cards. The blend learns that each likely target
        ranks before the bad cards, weighted by its chance to be one: a step of the EM algorithm.
        """
        blend = self.blend_after(evidence)
        blended = features[:, -len(blend.mean) :]
        scores = blend.draws(KEY_DRAWS) @ blended.T
        differences = np.log(clean_chance(self.weights @ features.T, is_own, number))
        clean = clean_chance(scores, is_own, number).mean()
        differences -= np.log((1 - LAPSE) * clean + LAPSE)
        if not is_own.all():
            meant = meant_chances(pick_chances(scores[:, is_own].T), number).mean(axis=1)
            picks = np.flatnonzero(is_own)[meant > LEAST_MEANT]
            sets = np.tile(~is_own, (len(picks), 1))
            sets[np.arange(len(picks)), picks] = True
            blend = blend.learnt(blended, picks, sets, meant[meant > LEAST_MEANT])
        return _followed(evidence, differences, blend)


def _followed(evidence: Evidence, differences: Floats, blend: Blend) -> Evidence:
    """Return evidence with a turn added, and no explanation more than `DRIFT` behind."""
    before = np.array(evidence.thousandths or np.zeros(len(differences))) / NATS
    nats = before + differences
    nats -= max(nats.max() - DRIFT, 0.0)
    told = evidence_of_turn(np.maximum(nats, max(nats.max(), 0.0) - DRIFT))
    return replace(told, turns=evidence.turns + 1, blend=blend)


def to_json(evidence: Evidence, version: int) -> dict[str, Any]:
    """Return evidence for a version of a family as JSON types."""
    plain = {
        "version": version,
        "turns": evidence.turns,
        "thousandths": list(evidence.thousandths),
    }
    if evidence.blend is not None:
        plain["blend"] = [evidence.blend.mean.tolist(), evidence.blend.precision.tolist()]
    return plain


def from_json(plain: Mapping[str, Any], version: int) -> Evidence:
    """Return the evidence that `to_json` wrote; none for another version of the family."""
    if plain["version"] != version:
        return NO_EVIDENCE
    blend = Blend(*map(np.array, plain["blend"])) if "blend" in plain else None
    return Evidence(int(plain["turns"]), tuple(map(int, plain["thousandths"])), blend)

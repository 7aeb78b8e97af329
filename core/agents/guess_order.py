"""A guesser's order of cards on a clue for n cards, and what it learns of its spymaster.

The spymaster means the n cards of its team that it holds nearest to the clue, and no other covered
card that is not the team's is nearer. So the guesser orders cards by how often each is among the
first n in draws of the spymaster's scores from the belief. When the key is shown, each expert is
weighed by the chance that the team's cards lead the others as it hears the clue, and the blend
learns that the meant cards lead all that are not the team's.

Axes: M experts, U covered cards, S draws.
"""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.agents.belief import (
    NOISES,
    Belief,
    Explanations,
    score_draws,
    weighed,
)
from core.agents.plackett_luce import LAPSE, Floats, posterior
from core.agents.position import CardKind
from core.rating.colt import OWN_CARDS

SPYMASTER_TRUST: Final = 3.0
"""The sum of a blend's weights that a strange spymaster has."""

GUESS_DRAWS: Final = 128
"""Draws from the belief by which a card's chance to be meant is told."""

KEY_DRAWS: Final = 64

CONTRADICTED: Final = 3.0
"""The logarithm by which a draw counts less for each first card that proved not the team's."""

LEAST_MEANT: Final = 0.05
"""Cards less likely meant than this teach nothing."""

_EDGE: Final = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class ClueEvidence:
    """A clue on a board: which places were covered, intp (U,), and the clue's number.

    `similarity` float64 (U, M) is what exact experts see of those cards beside the clue, in
    standard deviations, and `blended` (U, M) what the blend adds up.
    """

    places: NDArray[np.intp]
    similarity: Floats
    blended: Floats
    number: int


def ordered_cards(
    clue: ClueEvidence,
    belief: Belief,
    rng: np.random.Generator,
    explanations: Explanations = Explanations.BOTH,
) -> tuple[NDArray[np.intp], Floats]:
    """Return the covered places in the order to guess them, and each one's chance to be meant."""
    draws = score_draws(belief, GUESS_DRAWS, explanations)
    meant, _ = meant_shares(clue, draws, {}, rng)
    order = np.argsort(-(meant + 1e-6 * (clue.blended @ belief.mean)), kind="stable")
    return clue.places[order], meant[order]


def meant_shares(
    clue: ClueEvidence,
    draws: tuple[Floats, Floats],
    known: dict[int, int],
    rng: np.random.Generator,
) -> tuple[Floats, float]:
    """Return how often each card (U,) is among the first n, and how often no bad one is.

    Draws are weighted by how well they agree with the kinds that are known by place.
    """
    exact, blended = draws
    scores = np.concatenate([exact @ clue.similarity.T, blended @ clue.blended.T])
    ranked = np.argsort(-(scores + rng.gumbel(size=scores.shape)), axis=1)
    kinds = np.array([known.get(place, -1) for place in clue.places.tolist()])
    first = ranked[:, : clue.number]
    wrong = np.count_nonzero(kinds[first] > CardKind.OWN, axis=1)
    weights = np.exp(-CONTRADICTED * wrong)
    flat = np.repeat(weights, first.shape[1])
    total = np.bincount(first.ravel(), flat, len(kinds))
    return total / weights.sum(), float((wrong == 0).mean())


def after_key(
    belief: Belief,
    clue: ClueEvidence,
    kinds: NDArray[np.int64],
    rng: np.random.Generator,
) -> Belief:
    """Return the belief after a clue of a game whose key is shown, (B,) of the whole board."""
    here = kinds[clue.places]
    own, bad = np.flatnonzero(here == CardKind.OWN), np.flatnonzero(here != CardKind.OWN)
    runs = np.stack(
        [_run_chance(clue.similarity.T / noise, own, bad, clue.number) for noise in NOISES], axis=1
    )
    known = dict(zip(clue.places.tolist(), here.tolist(), strict=True))
    draws = score_draws(belief, KEY_DRAWS, Explanations.BLEND)
    meant, agreed = meant_shares(clue, draws, known, rng)
    blend = np.log(agreed * (1 - LAPSE) + LAPSE)
    belief = weighed(belief, np.log(runs), float(blend))
    return _taught(belief, clue, meant, own, bad)


def _run_chance(
    scores: Floats, own: NDArray[np.intp], bad: NDArray[np.intp], number: int
) -> Floats:
    """Return how likely the first picks (number of them) by scores (..., U) are all own."""
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    against = weights[..., bad].sum(axis=-1)
    ranked = np.sort(weights[..., own], axis=-1)
    chance = np.ones(scores.shape[:-1])
    for left in range(len(own), max(len(own) - number, 0), -1):
        mine = ranked[..., :left].sum(axis=-1)
        likely = mine / np.maximum(mine + against, 1e-300)
        chance *= (1 - LAPSE) * likely + LAPSE * OWN_CARDS / (len(own) + len(bad))
    return chance.clip(_EDGE, 1.0)


def _taught(
    belief: Belief,
    clue: ClueEvidence,
    meant: Floats,
    own: NDArray[np.intp],
    bad: NDArray[np.intp],
) -> Belief:
    """Return the belief whose blend has learnt that the meant cards lead all bad ones.

    Each own card that may be meant is a choice between itself and the bad cards, counted by how
    likely it is meant, which sums to the number: a step of the EM algorithm.
    """
    shares = meant[own]
    total = float(shares.sum())
    if total <= 0.0 or len(bad) == 0:
        return belief
    shares = np.minimum(shares * (clue.number / total), 1.0)
    likely = shares > LEAST_MEANT
    picks = own[likely]
    sets = np.zeros((len(picks), len(clue.places)), dtype=np.bool_)
    sets[:, bad] = True
    sets[np.arange(len(picks)), picks] = True
    prior = (belief.mean, belief.precision)
    mean, precision = posterior(prior, clue.blended, picks, sets, shares[likely])
    return replace(belief, mean=mean, precision=precision)

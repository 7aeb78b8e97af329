"""Ordered choices of cards, and their chance.

Each card has a score. The next pick is one of the remaining cards, with a chance in proportion to
the exponential of its score: the model of Luce (1959) and Plackett (1975). Sorting the cards by
their scores plus independent Gumbel noise gives the same distribution.

Axes: U cards, F features, S alternatives, P picks.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.rating.colt import Floats

LAPSE: Final = 0.02
"""The share of picks that ignore the scores and take any card."""

LATEST: Final = 40.0
"""The logarithm of a time by which every card has arrived."""

HALVINGS: Final = 30
"""Steps of the bisection for a time."""


def pick_chances(scores: Floats, lapse: float = LAPSE) -> Floats:
    """Return each card's chance of the first pick, from scores (U, ...), sum 1 over U.

    It is the softmax of the scores, mixed with the share `lapse` of random picks.
    """
    likely = np.exp(scores - scores.max(axis=0))
    chances: Floats = (1 - lapse) * likely / likely.sum(axis=0) + lapse / len(scores)
    return chances


def meant_chances(chances: Floats, count: int) -> Floats:
    """Return each card's chance to be among the first `count` picks, from its chance to be first.

    `chances` (U, ...) sum to 1 over the cards. Plackett and Luce's picks are a race: each card's
    time is exponentially distributed, with its chance as the rate. The picks are the cards that
    arrive by the time of `count` expected arrivals (Rosen 1997, "Asymptotic theory for order
    sampling"). The error is a few hundredths; one pick is exact.
    """
    if not 0 < count < len(chances):
        return np.full_like(chances, 1.0 if count > 0 else 0.0)
    if count == 1:
        return chances
    low, high = np.zeros(chances.shape[1:]), np.full(chances.shape[1:], LATEST)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        is_late = -np.expm1(-chances * np.exp(middle)).sum(axis=0) > count
        low, high = np.where(is_late, low, middle), np.where(is_late, middle, high)
    meant: Floats = -np.expm1(-chances * np.exp(high))
    return meant


def log_chance(
    scores: Floats, picks: Sequence[int], shares: Sequence[float] | None = None
) -> Floats:
    """Return the logarithm of the chance (...) of ordered picks, from scores (..., U).

    Each pick lapses with the chance `LAPSE`. `shares` are the weights of the picks, by default 1.
    """
    present = np.moveaxis(scores, -1, 0).copy()
    total, left = np.zeros(scores.shape[:-1]), [*range(len(present))]
    for place, pick in enumerate(picks):
        share = 1.0 if shares is None else shares[place]
        if share > 0:
            total += share * np.log(pick_chances(present[left])[left.index(pick)])
        left.remove(pick)
    return total


def choice_sets(cards: int, picks: Sequence[int]) -> NDArray[np.bool_]:
    """Return the mask of the cards left before each pick, bool (P, U): those not yet picked."""
    sets = np.ones((len(picks), cards), dtype=np.bool_)
    for place, pick in enumerate(picks):
        sets[place + 1 :, pick] = False
    return sets


def clean_chance(scores: Floats, is_own: NDArray[np.bool_], number: int) -> Floats:
    """Return the chance (...) that the first `number` picks are all own cards, `is_own` (U,).

    It assumes picks of own cards in order of their scores (..., U), highest first. Each pick lapses
    with the chance `LAPSE`.
    """
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    against = weights[..., ~is_own].sum(axis=-1)
    ranked = np.sort(weights[..., is_own], axis=-1)
    chance, own = np.ones(scores.shape[:-1]), ranked.shape[-1]
    for left in range(own, max(own - number, 0), -1):
        mine = ranked[..., :left].sum(axis=-1)
        likely = mine / np.maximum(mine + against, 1e-300)
        chance *= (1 - LAPSE) * likely + LAPSE * own / len(is_own)
    return chance.clip(1e-9, 1.0)

"""Personas: the ways in which people may understand clues, and which of them a person's turns fit.

A persona is a set of the listener's weights. The first is the fitted one; the others go by one
model more or less, exchange one for another, follow one or two alone, or are more or less sure of
themselves. Together they are a family of explanations (`core.agents.explanations`) without a
blend: a turn is evidence, by how much it is likelier under each persona than under the fitted one.

A person is believed to have the posterior mean of the weights: over all personas, each weighed by
its prior and its evidence. That counts only while it has paid: where the personas have foreseen
the person's own past turns no better than the fitted listener did by `PAID`, each turn before it
was learnt, the person is taken for the fitted listener.

Axes: B cards, K personas, F features of the listener.
"""

from collections.abc import Container, Sequence
from functools import cache
from typing import Final

import numpy as np

from core.agents.explanations import NO_EVIDENCE, Evidence, Explanations, evidence_of_turn
from core.agents.listener import FITTED_WEIGHTS, Listener, ListenerWeights
from core.agents.plackett_luce import log_chance, meant_chances, pick_chances
from core.rating.colt import Floats
from core.words.ensemble import STORED
from core.words.receptive_words import LISTED

PERSONAS_VERSION: Final = 3
"""The version of the personas and of what is evidence: that of another one is worth nothing.

Games are then gone through again (`bot.ratings.learn.carry_over`). A migration comes with a new
version (the last is 0013): it drops the evidence and sums that mean nothing any more, and from then
on the database refuses what an older process would write.
"""

ANY_WAY: Final = "any"
"""The direction of people whose picks are more, or less, predictable, whatever they go by."""

TOGETHER_PLACE: Final = 2 * len(STORED)
"""The place of the weight of words said together among all weights."""

LISTS: Final = slice(TOGETHER_PLACE + 1, None)
"""The places of the weights of the lists, which go up and down with the model made of them."""

DIRECTIONS: Final = (*STORED, "together", ANY_WAY)
"""What a person may go by: each model, words that are said together, and any of these."""

FITTED_PRIOR: Final = 0.9
"""The chance, beforehand, that a person is as the fitted listener.

Chosen on simulated people (`python -m benchmarks.adaptation`, seed 12): from 0.5 to 0.9 the loss on
people who are as the listener falls to a third, the gain on others by about a tenth or less.
"""

SURENESS: Final = (0.25, 0.5, 0.75, 1.5)
"""Factors of all weights: people whose picks are less, or more, predictable.

The first is nearly random.
"""

MARKED: Final = 1.25
"""The factor by which a share of a persona's weights marks it: more, or less, than the fitted."""

ODDS: Final = 2.0
"""The odds from which a leaning counts as known: so much likelier are the turns with it."""

CERTAIN: Final = 0.8
"""The chance from which a leaning counts as known, after what is likely of anybody beforehand.

With it, nothing was told of 150 simulated people without a leaning, nor of 150 who pick at random,
after ten turns (docs/research.md).
"""

PAID: Final = 0.4
"""The nats by which a person's own turns are foreseen better once beliefs about them count.

A person who is as the fitted listener ever gets so far with a chance of one in six at most (Ville's
inequality, with `FITTED_PRIOR`). Chosen with `LATER_PICKS` on simulated people (docs/research.md).
"""

LATER_PICKS: Final = 0.5
"""What a pick of a turn behind the first one counts as evidence.

In full, they cost people whose ways change from turn to turn first picks; not at all, people who
follow one model are found out later.
"""


@cache
def persona_family() -> Explanations:
    """Return all personas, the fitted one first: weights (K, F), and chances beforehand."""
    fitted = FITTED_WEIGHTS.array
    unit = np.eye(len(fitted))
    cosine, together = unit[: len(STORED)], unit[TOGETHER_PLACE]
    cosine[STORED.index(LISTED), LISTS] = fitted[LISTS]
    groups = (
        [fitted + step * one for one in cosine for step in (-1.0, 1.0, 2.0)]
        + [fitted + step * together for step in (-0.6, 0.8, 2.0)],
        [
            fitted + 1.2 * up - down
            for place, up in enumerate(cosine)
            for other, down in enumerate(cosine)
            if place != other
        ],
        [fitted * factor for factor in SURENESS],
        [step * one for one in cosine for step in (1.5, 3.0, 5.0)],
        [
            step * (one + other)
            for place, one in enumerate(cosine)
            for other in cosine[:place]
            for step in (1.2, 2.4)
        ],
    )
    sizes = [len(group) for group in groups for _ in group]
    priors = (1 - FITTED_PRIOR) / len(groups) / np.array(sizes)
    weights = np.array([fitted, *(one for group in groups for one in group)])
    weights.flags.writeable = False
    return Explanations(weights, np.array([FITTED_PRIOR, *priors]))


def believed_weights(own: Evidence, lent: Evidence = NO_EVIDENCE) -> ListenerWeights:
    """Return the weights by which a person is believed to understand clues.

    They are the fitted ones until the person's own turns were foreseen better by `PAID`; what other
    people's turns have `lent` is only where beliefs start from.
    """
    family = persona_family()
    if family.gain(own, lent) <= PAID:
        return FITTED_WEIGHTS
    return ListenerWeights.of(family.chances(own + lent) @ family.weights)


def sure_weights(weights: ListenerWeights) -> ListenerWeights:
    """Return weights that are as large together as the fitted ones, or larger.

    They are for a spymaster's teammate: to mean fewer cards for who is hard to foresee costs cards
    (docs/research.md).
    """
    sizes = (np.abs(each.cosines).sum() for each in (FITTED_WEIGHTS, weights))
    fitted, size = map(float, sizes)
    return ListenerWeights.of(weights.array * max(fitted / max(size, 1e-6), 1.0))


def leanings(evidence: Evidence) -> tuple[tuple[str, float], ...]:
    """Return the directions that a person goes by more, or less, than most, with the odds.

    The odds, of `ODDS` and above, are negative for less. At most one of each, the more certain one;
    none of a person who is taken for the fitted listener (`believed_weights`), and nothing of those
    whose picks are hard to foresee: they may well pick at random.
    """
    family = persona_family()
    if family.gain(evidence) <= PAID:
        return ()
    chances, before = family.chances(evidence), family.priors
    found = []
    for sign in (1, -1):
        sides = (_shifts() * sign).clip(0)
        likely = sides @ chances
        odds = _odds(likely) / _odds(sides @ before)
        best = int(odds.argmax())
        is_known = odds[best] >= ODDS and likely[best] >= CERTAIN
        if is_known and (DIRECTIONS[best], sign) != (ANY_WAY, -1):
            found.append((DIRECTIONS[best], sign * float(odds[best])))
    return tuple(found)


def support(evidence: Evidence, direction: str) -> float:
    """Return the nats by which turns speak for going by a direction more rather than less.

    A pick that is unlikely of most people raises both: only the difference is of the direction.
    """
    family, shifts = persona_family(), _shifts()[DIRECTIONS.index(direction)]
    after, before = (
        np.log(np.maximum([chances[shifts > 0].sum(), chances[shifts < 0].sum()], 1e-12))
        for chances in (family.chances(evidence), family.priors)
    )
    more, less = after - before
    return float(more - less)


def _odds(chances: Floats) -> Floats:
    return np.maximum(chances, 1e-6) / np.maximum(1 - chances, 1e-6)


@cache
def _shifts() -> Floats:
    """Return whether each persona goes by a direction more (1) or less (-1), (D, K).

    One whose weights are all more, or less, goes by `ANY_WAY` so.
    """
    weights = persona_family().weights.T
    sizes = np.abs(weights)
    sizes[STORED.index(LISTED)] += sizes[LISTS].sum(axis=0)
    parts = sizes[[*range(len(STORED)), TOGETHER_PLACE]]
    sums = parts.sum(axis=0)
    shifts = _marks(parts / sums)
    alike = ~shifts.any(axis=0)
    found: Floats = np.vstack([shifts, _marks(sums[None, :]) * alike])
    return found


def _marks(values: Floats) -> Floats:
    """Return where values (D, K) are marked as more (1) or less (-1) than the first column's."""
    fitted = values[:, :1]
    more, less = values > fitted * MARKED, values * MARKED < fitted
    marks: Floats = more.astype(np.float64) - less
    return marks


def pick_evidence(
    listener: Listener,
    cards: Sequence[str],
    clue: str,
    picks: Sequence[int],
    theirs: Container[int] | None = None,
) -> Evidence:
    """Return the evidence of a person's picks (places in cards) on a clue, in their order.

    Where several people pick in turn, `theirs` are the person's own picks; None stands for all.
    The picks follow Plackett and Luce; the turn's first counts in full, others by `LATER_PICKS`. A
    clue that is not understood tells nothing.
    """
    values = _scores(listener, cards, clue)
    own = [theirs is None or pick in theirs for pick in picks]
    if values is None or not any(own):
        return NO_EVIDENCE
    shares = [(LATER_PICKS if place else 1.0) * is_own for place, is_own in enumerate(own)]
    return _evidence(log_chance(values.T, picks, shares))


def reveal_evidence(
    listener: Listener,
    cards: Sequence[str],
    clue: str,
    number: int | None,
    reveals: Sequence[tuple[int, bool]],
    own: int,
) -> Evidence:
    """Return the evidence on a person who gave a clue, of the cards that were turned on it.

    A reveal is a place in cards, and whether the card is one of the team's `own` covered ones. It
    was if the giver meant it, or by chance. A clue without a number, or of 0, tells nothing.
    """
    values = _scores(listener, cards, clue)
    if values is None or not number or not reveals:
        return NO_EVIDENCE
    return _evidence(log_chance_of_reveals(values, number, reveals, own))


def log_chance_of_reveals(
    scores: Floats, number: int, reveals: Sequence[tuple[int, bool]], own: int
) -> Floats:
    """Return the logarithm of the chance of reveals, (K,), as `reveal_evidence` takes them.

    `scores` (B, K) are those of all cards, under each of some explanations.
    """
    total, left, owed = np.zeros(scores.shape[1]), list(range(len(scores))), number
    for place, is_own in reveals:
        meant = meant_chances(pick_chances(scores[left]), owed)[left.index(place)]
        found = meant + (1 - meant) * own / len(left)
        total += np.log(np.clip(found if is_own else 1 - found, 1e-3, 1.0))
        left.remove(place)
        own, owed = own - is_own, owed - 1
    return total


def _scores(listener: Listener, cards: Sequence[str], clue: str) -> Floats | None:
    """Return each persona's scores of cards (B, K); None for a clue that is not understood."""
    heard = listener.understand(clue)
    if heard is None or not heard.is_sure:
        return None
    scores: Floats = listener.features(cards, heard.word) @ persona_family().weights.T
    return scores


def _evidence(likelihoods: Floats) -> Evidence:
    """Return the evidence of a turn that has these log-likelihoods (K,)."""
    return evidence_of_turn(likelihoods[1:] - likelihoods[0])

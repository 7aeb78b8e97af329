"""Personas: the ways in which people may understand clues, and their fit to a person's turns.

A persona is a set of the listener's weights. The first is the fitted one; the others rely on one
model more or less, exchange one for another, follow one or two alone, or are more or less
predictable. They are a family of explanations (`core.agents.explanations`) without a blend.
The evidence of a turn is its log-likelihood under each persona, less that under the fitted one.

The believed weights of a person are the posterior mean over all personas, by prior and evidence.
They apply only if the personas have predicted the person's own turns better than the fitted
listener by `PAID`, each turn before they learn from it. Until then the fitted weights apply.

Axes: B cards, K personas, F features of the listener.
"""

from collections.abc import Container, Sequence
from functools import cache
from itertools import permutations
from typing import Final

import numpy as np

from core.agents.explanations import NO_EVIDENCE, Evidence, Explanations, evidence_of_turn
from core.agents.listener import FITTED_WEIGHTS, Listener, ListenerWeights
from core.agents.plackett_luce import log_chance, meant_chances, pick_chances
from core.rating.colt import Floats
from core.words.ensemble import STORED
from core.words.receptive_words import LISTED

PERSONAS_VERSION: Final = 3
"""The version of the personas and of their evidence; evidence from another version is worthless.

After a change, `bot.ratings.learn.carry_over` replays the games. A new version needs a migration
(the last is 0013) that drops the old evidence and sums and makes the database refuse those from
older processes.
"""

ANY_WAY: Final = "any"
"""The direction of people whose picks are more, or less, predictable in general."""

TOGETHER_PLACE: Final = 2 * len(STORED)
"""The index of the weight of words that form a term."""

LISTS: Final = slice(TOGETHER_PLACE + 1, None)
"""The slice of the lists' weights, which rise and fall with the model made from them."""

DIRECTIONS: Final = (*STORED, "together", ANY_WAY)
"""The directions of a person: each model, words that form a term, and any of these."""

FITTED_PRIOR: Final = 0.9
"""The prior chance that a person is like the fitted listener.

Chosen on simulated people (`python -m benchmarks.adaptation`, seed 12): from 0.5 to 0.9 the loss on
people like the listener falls to a third, the gain on others by about a tenth or less.
"""

SURENESS: Final = (0.25, 0.5, 0.75, 1.5)
"""Factors of all weights, for people whose picks are less, or more, predictable.

The first is nearly random.
"""

MARKED: Final = 1.25
"""The factor by which a share of weights must differ from the fitted one to mark a persona."""

ODDS: Final = 2.0
"""The least odds of a known leaning: the likelihood of the turns with it, over that without it."""

CERTAIN: Final = 0.8
"""The least posterior chance of a known leaning.

With this value, no leaning was found after ten turns among 150 simulated people without a leaning
and 150 who pick at random (docs/research.md).
"""

PAID: Final = 0.4
"""The gain in predicting a person's own turns, in nats, above which beliefs about them apply.

A person like the fitted listener has a chance of at most one in six of ever exceeding it (Ville's
inequality, with `FITTED_PRIOR`). Chosen with `LATER_PICKS` on simulated people (docs/research.md).
"""

LATER_PICKS: Final = 0.5
"""The weight as evidence of a turn's picks after the first.

At 1, the bot predicts fewer first picks by people whose ways change from turn to turn. At 0, it
takes longer to recognise people who follow one model.
"""


@cache
def persona_family() -> Explanations:
    """Return all personas, the fitted one first: weights (K, F) and priors (K,)."""
    fitted = FITTED_WEIGHTS.array
    unit = np.eye(len(fitted))
    cosine, together = unit[: len(STORED)], unit[TOGETHER_PLACE]
    cosine[STORED.index(LISTED), LISTS] = fitted[LISTS]
    groups = (
        [fitted + step * one for one in cosine for step in (-1.0, 1.0, 2.0)]
        + [fitted + step * together for step in (-0.6, 0.8, 2.0)],
        [fitted + 1.2 * up - down for up, down in permutations(cosine, 2)],
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
    """Return the believed weights of a person.

    They are the fitted ones until the gain on the person's own turns exceeds `PAID`; `lent`
    evidence of other people is only a starting point.
    """
    family = persona_family()
    if family.gain(own, lent) <= PAID:
        return FITTED_WEIGHTS
    return ListenerWeights.of(family.chances(own + lent) @ family.weights)


def sure_weights(weights: ListenerWeights) -> ListenerWeights:
    """Return the weights, scaled up to the size of the fitted ones if smaller.

    Smaller weights make a spymaster give smaller numbers, which costs cards (docs/research.md).
    """
    sizes = (np.abs(each.cosines).sum() for each in (FITTED_WEIGHTS, weights))
    fitted, size = map(float, sizes)
    return ListenerWeights.of(weights.array * max(fitted / max(size, 1e-6), 1.0))


def leanings(evidence: Evidence) -> tuple[tuple[str, float], ...]:
    """Return the directions that a person follows more, or less, than most people, with the odds.

    Odds are `ODDS` or more, negative for less. Each sign has at most one direction, the likeliest;
    a person who counts as the fitted listener (`believed_weights`) has none. Unpredictable picks
    may be random, so the result never includes less of `ANY_WAY`.
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
    """Return the evidence of turns for following a direction more rather than less, in nats.

    A pick that most people would not make raises both, so only the difference counts.
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
    """Return whether each persona follows a direction more (1) or less (-1), (D, K).

    A persona whose weights are all larger, or smaller, follows `ANY_WAY` more, or less.
    """
    weights = persona_family().weights.T
    sizes = np.abs(weights)
    sizes[STORED.index(LISTED)] += sizes[LISTS].sum(axis=0)
    parts = sizes[[*range(len(STORED)), TOGETHER_PLACE]]
    sums = parts.sum(axis=0)
    shifts = _marks(parts / sums)
    alike = ~shifts.any(axis=0)
    return np.vstack([shifts, _marks(sums[None, :]) * alike])


def _marks(values: Floats) -> Floats:
    """Return 1 for values (D, K) above the first column by `MARKED`, -1 for those below, else 0."""
    fitted = values[:, :1]
    more, less = values > fitted * MARKED, values * MARKED < fitted
    return more.astype(np.float64) - less


def pick_evidence(
    listener: Listener,
    cards: Sequence[str],
    clue: str,
    picks: Sequence[int],
    theirs: Container[int] | None = None,
) -> Evidence:
    """Return the evidence of a person's ordered picks (indices of `cards`) for a clue.

    If several people share a turn, `theirs` are the person's own picks; None means all. The turn's
    first pick has full weight, others `LATER_PICKS`. An unknown clue is not evidence.
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
    """Return the evidence about the giver of a clue, from the cards uncovered after it.

    A reveal is an index of `cards`, and whether the card is one of the team's `own` covered cards:
    every target is one, others only by chance. A clue without a number, or with 0, is not evidence.
    """
    values = _scores(listener, cards, clue)
    if values is None or not number or not reveals:
        return NO_EVIDENCE
    return _evidence(log_chance_of_reveals(values, number, reveals, own))


def log_chance_of_reveals(
    scores: Floats, number: int, reveals: Sequence[tuple[int, bool]], own: int
) -> Floats:
    """Return the logarithm of the chance of reveals (K,), as in `reveal_evidence`.

    `scores` (B, K) are those of all cards under each of some explanations.
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
    """Return each persona's scores of cards (B, K); None if the clue is not understood."""
    heard = listener.understand(clue)
    if heard is None or not heard.is_sure:
        return None
    return listener.features(cards, heard.word) @ persona_family().weights.T


def _evidence(likelihoods: Floats) -> Evidence:
    """Return the evidence of a turn with these log-likelihoods (K,)."""
    return evidence_of_turn(likelihoods[1:] - likelihoods[0])

"""A guesser orders cards by its belief, and learns from the key."""

import numpy as np
import pytest

from core.agents.belief import Belief, Explanations, new_belief
from core.agents.guess_order import (
    ClueEvidence,
    after_key,
    meant_shares,
    ordered_cards,
)

NAMES = ("one", "two")
KINDS = np.array([0] * 9 + [1] * 8 + [2] * 7 + [3])
BYSTANDER = 2


def evidence(scores: np.ndarray, number: int, places: np.ndarray | None = None) -> ClueEvidence:
    places = np.arange(len(scores)) if places is None else places
    return ClueEvidence(places, scores, scores, number)


def test_the_nearest_cards_come_first_for_a_stranger() -> None:
    scores = np.zeros((25, 2))
    scores[[4, 20]] = 5.0
    order, chances = ordered_cards(
        evidence(scores, 2), new_belief(NAMES, 3.0), np.random.default_rng(0)
    )
    assert set(order[:2].tolist()) == {4, 20}
    assert (np.diff(chances) <= 1e-12).all()


def test_draws_that_contradict_a_bystander_count_for_little() -> None:
    scores = np.zeros((10, 2))
    scores[2] = 2.0
    clue, draws = evidence(scores, 1), (np.zeros((0, 2)), np.ones((400, 2)))
    free, _ = meant_shares(clue, draws, {}, np.random.default_rng(0))
    told, _ = meant_shares(clue, draws, {2: BYSTANDER}, np.random.default_rng(0))
    assert free[2] > 0.7 > 0.3 > told[2]
    assert told.sum() == pytest.approx(1.0)


def learnt(truth: int, noise: float, turns: int) -> Belief:
    """Return the belief about a spymaster that sees cards as one expert, with some noise."""
    belief, rng = new_belief(NAMES, 3.0), np.random.default_rng(8)
    for _ in range(turns):
        scores = rng.normal(size=(25, 2))
        scores[:9, truth] += 2.0
        seen = scores[:, truth] + noise * rng.normal(size=25)
        run = int((seen[:9] > seen[9:].max()).sum())
        clue = evidence(scores, max(run, 1))
        belief = after_key(belief, clue, KINDS, np.random.default_rng(1))
    return belief


@pytest.mark.parametrize("truth", [0, 1])
def test_the_expert_whose_first_cards_are_always_the_teams_is_the_teammate(truth: int) -> None:
    belief = learnt(truth, 0.0, turns=6)
    assert belief.exact[truth].sum() > 0.95


def test_the_blend_learns_who_is_right_about_a_teammate_with_noise() -> None:
    belief = learnt(1, 1.0, turns=20)
    assert belief.mean[1] > belief.mean[0] + 0.3
    assert belief.explained[1] > 0.5


def test_ablations_count_one_explanation() -> None:
    scores = np.zeros((25, 2))
    scores[3, 0] = scores[5, 1] = 6.0
    rng, belief = np.random.default_rng(0), new_belief(NAMES, 3.0)
    for explanations in Explanations:
        order, _ = ordered_cards(evidence(scores, 2), belief, rng, explanations)
        assert set(order[:2].tolist()) == {3, 5}

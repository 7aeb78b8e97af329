"""A guesser follows the evidence of all clues of a game, and learns from the key."""

import numpy as np
import pytest

from core.agents.belief import Belief, Explanations, new_belief
from core.agents.guess_order import (
    ClueEvidence,
    HeardTurn,
    after_key,
    meant_shares,
    ordered_cards,
    within_game,
)

NAMES = ("one", "two")
KINDS = np.array([0] * 9 + [1] * 8 + [2] * 7 + [3])
OWN, BYSTANDER = 0, 2


def evidence(scores: np.ndarray, number: int, places: np.ndarray | None = None) -> ClueEvidence:
    places = np.arange(len(scores)) if places is None else places
    return ClueEvidence(places, scores, scores, number)


def test_the_nearest_cards_come_first_for_a_stranger() -> None:
    scores = np.zeros((25, 2))
    scores[[4, 20]] = 5.0
    order, chances = ordered_cards(
        evidence(scores, 2), [], new_belief(NAMES, 3.0), np.random.default_rng(0)
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


def test_reveals_within_a_game_speak_for_the_expert_that_foresaw_them() -> None:
    scores = np.zeros((25, 2))
    scores[[1, 2], 0] = 4.0
    scores[[11, 12], 1] = 4.0
    turn = HeardTurn(evidence(scores, 2), (1, 2), (OWN, OWN))
    belief = within_game(new_belief(NAMES, 3.0), [turn])
    assert belief.exact[0].sum() > 0.7
    bad = HeardTurn(evidence(scores, 2), (1,), (BYSTANDER,))
    assert within_game(new_belief(NAMES, 3.0), [bad]).exact[0].sum() < 0.3


def learnt(same: tuple[bool, bool], truth: int, turns: int = 6) -> Belief:
    belief, rng = new_belief(NAMES, 3.0), np.random.default_rng(8)
    for _ in range(turns):
        scores = rng.normal(size=(25, 2))
        scores[:9, truth] += 2.0
        run = int((scores[:9, truth] > scores[9:, truth].max()).sum())
        turn = HeardTurn(evidence(scores, max(run, 1)), (), ())
        belief = after_key(belief, turn, KINDS, np.array(same), np.random.default_rng(1))
    return belief


@pytest.mark.parametrize("truth", [0, 1])
def test_an_equal_clue_is_near_proof(truth: int) -> None:
    belief = learnt((truth == 0, truth == 1), truth, turns=2)
    assert belief.exact[truth].sum() > 0.95
    assert belief.explained[0] > 0.8


def test_without_an_equal_clue_the_blend_learns_who_is_right() -> None:
    belief = learnt((False, False), 1, turns=20)
    assert belief.mean[1] > belief.mean[0] + 0.3
    assert belief.explained[1] > 0.8


def test_ablations_count_one_explanation() -> None:
    scores = np.zeros((25, 2))
    scores[3, 0] = scores[5, 1] = 6.0
    rng, belief = np.random.default_rng(0), new_belief(NAMES, 3.0)
    for explanations in Explanations:
        order, _ = ordered_cards(evidence(scores, 2), [], belief, rng, explanations)
        assert set(order[:2].tolist()) == {3, 5}

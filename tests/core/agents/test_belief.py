"""A belief finds the expert that a teammate is, or the blend, and lets go of one that changed."""

import json

import numpy as np
import pytest

from core.agents import belief as beliefs
from core.agents import memory as memories
from core.agents.belief import Belief, Explanations, after_picks, new_belief, score_draws, shares
from core.agents.memory import Memory

NAMES = ("one", "two", "three")


def picks_of(scores: np.ndarray, count: int = 2) -> list[int]:
    return [int(place) for place in np.argsort(-scores)[:count]]


def told(belief: Belief, weights: np.ndarray, turns: int, seed: int = 0) -> Belief:
    rng = np.random.default_rng(seed)
    for _ in range(turns):
        near = 2 * rng.normal(size=(20, 3))
        belief = after_picks(belief, near, near, picks_of(near @ weights))
    return belief


@pytest.mark.parametrize("expert", range(3))
def test_an_exact_expert_is_known_after_three_turns(expert: int) -> None:
    belief = told(new_belief(NAMES, 2.5), np.eye(3)[expert], 3)
    assert belief.exact.sum(axis=1).argmax() == expert
    assert belief.exact[expert].sum() > 0.95
    assert belief.explained[0] > 0.8


def test_a_blend_is_explained_as_one_and_its_weights_are_found() -> None:
    truth = np.array([1.0, 1.0, -0.5])
    belief = told(new_belief(NAMES, 2.5), truth, 60)
    assert belief.explained[1] > 0.9
    direction = belief.mean / np.linalg.norm(belief.mean)
    assert direction @ truth / np.linalg.norm(truth) > 0.97


def test_a_teammate_that_changed_is_found_again() -> None:
    belief = told(new_belief(NAMES, 2.5), np.eye(3)[0], 40)
    assert belief.exact[0].sum() > 0.95
    belief = told(belief, np.eye(3)[2], 10, seed=1)
    assert belief.exact[2].sum() > 0.95


def test_chances_stay_chances() -> None:
    belief = told(new_belief(NAMES, 2.5), np.array([5.0, -3.0, 0.0]), 50)
    assert belief.exact.sum() == pytest.approx(1.0)
    assert belief.explained.sum() == pytest.approx(1.0)
    assert (belief.exact > 0).all()
    assert (np.linalg.eigvalsh(belief.precision) > 0).all()


def test_draws_are_as_many_as_asked_and_of_what_counts() -> None:
    belief = told(new_belief(NAMES, 2.5), np.eye(3)[1], 5)
    for explanations in Explanations:
        exact, blended = score_draws(belief, 64, explanations)
        assert len(exact) + len(blended) == 64
        assert len(exact) == round(64 * shares(belief, explanations)[0])
    assert (score_draws(belief, 64, Explanations.EXACT)[0] > 0).sum() == 64


def test_a_belief_survives_json_within_a_memory() -> None:
    belief = beliefs.with_outcome(told(new_belief(NAMES, 2.5), np.eye(3)[0], 4), 3)
    plain = json.loads(json.dumps(memories.to_json(Memory(4, teammate=belief))))
    again = memories.from_json(plain)
    assert again.teammate is not None
    assert memories.to_json(again) == plain
    near = np.random.default_rng(1).normal(size=(9, 3))
    first, second = (after_picks(one, near, near, [3, 1]) for one in (belief, again.teammate))
    assert beliefs.to_json(first) == beliefs.to_json(second)


def test_a_memory_without_a_belief_is_written_as_ever() -> None:
    assert "teammate" not in memories.to_json(Memory(1))
    assert memories.from_json(memories.to_json(Memory(1))).teammate is None


def test_a_belief_of_another_version_is_refused() -> None:
    with pytest.raises(ValueError, match="version 9"):
        beliefs.from_json({"version": 9})

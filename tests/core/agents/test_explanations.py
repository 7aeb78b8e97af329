"""Explanations: a teammate's picks and keys reveal its expert or blend."""

import json

import numpy as np
import pytest

from core.agents import memory as memories
from core.agents.explanations import NO_EVIDENCE, Blend, Evidence, Explanations
from core.agents.memory import Memory
from core.agents.plackett_luce import choice_sets

EXPERTS = 3
NOISES = (0.1, 0.5)
ALONE = np.concatenate([np.eye(EXPERTS) / noise for noise in NOISES])
FAMILY = Explanations(
    ALONE,
    np.array([0.5, *np.full(len(ALONE), 0.5 / len(ALONE))]),
    Blend(np.full(EXPERTS, 0.8), np.eye(EXPERTS) / 1.5**2),
)


def after_turns(
    weights: np.ndarray, turns: int, seed: int = 0, evidence: Evidence = NO_EVIDENCE
) -> Evidence:
    """Return the evidence of a teammate who picks the two best cards by its weights."""
    rng = np.random.default_rng(seed)
    for _ in range(turns):
        near = 2 * rng.normal(size=(20, EXPERTS))
        picks = np.argsort(-(near @ weights))[:2].tolist()
        evidence = FAMILY.after_picks(evidence, near, picks)
    return evidence


def expert_chances(evidence: Evidence) -> np.ndarray:
    """Return the chance of each expert, summed over its noises."""
    chances: np.ndarray = FAMILY.chances(evidence)[1:].reshape(len(NOISES), EXPERTS).sum(axis=0)
    return chances


@pytest.mark.parametrize("expert", range(EXPERTS))
def test_an_expert_is_known_after_three_turns(expert: int) -> None:
    assert expert_chances(after_turns(np.eye(EXPERTS)[expert], 3))[expert] > 0.8


def test_a_blend_is_known_as_one_and_its_weights_are_found() -> None:
    truth = np.array([1.0, 1.0, -0.5])
    evidence = after_turns(truth, 60)
    assert FAMILY.chances(evidence)[0] > 0.9
    mean = FAMILY.blend_after(evidence).mean
    assert mean @ truth / np.linalg.norm(mean) / np.linalg.norm(truth) > 0.97


def test_the_weights_of_a_blend_are_recovered_from_its_picks() -> None:
    rng, truth = np.random.default_rng(5), np.array([1.5, 0.2, -0.4])
    blend = Blend(np.full(3, 1.0), np.eye(3) / 1.5**2)
    for _ in range(300):
        features = rng.normal(size=(12, 3))
        order = np.argsort(-(features @ truth + rng.gumbel(size=12)))[:3]
        blend = blend.learnt(features, order, choice_sets(12, order.tolist()), np.ones(3))
    spread = np.sqrt(np.diag(np.linalg.inv(blend.precision)))
    assert np.abs(blend.mean - truth).max() < 4 * spread.max() < 0.5


def test_a_pick_among_one_card_teaches_nothing() -> None:
    before = Blend(np.array([1.0, 2.0]), np.eye(2))
    features, only = np.array([[3.0, -1.0]]), np.zeros(1, dtype=np.intp)
    after = before.learnt(features, only, choice_sets(1, [0]), np.ones(1))
    assert after.mean == pytest.approx(before.mean)
    assert after.precision == pytest.approx(before.precision)


def test_a_teammate_that_changed_is_found_again() -> None:
    evidence = after_turns(np.eye(EXPERTS)[0], 40)
    assert expert_chances(evidence)[0] > 0.95
    changed = after_turns(np.eye(EXPERTS)[2], 10, seed=1, evidence=evidence)
    assert expert_chances(changed)[2] > 0.95


def test_chances_stay_chances() -> None:
    evidence = after_turns(np.array([5.0, -3.0, 0.0]), 50)
    chances = FAMILY.chances(evidence)
    assert chances.sum() == pytest.approx(1.0)
    assert (chances > 0).all()
    assert (np.linalg.eigvalsh(FAMILY.blend_after(evidence).precision) > 0).all()


def test_draws_are_as_many_as_asked_and_of_what_is_likely() -> None:
    known = after_turns(np.eye(EXPERTS)[1], 8)
    for evidence in (NO_EVIDENCE, known):
        draws = FAMILY.draws(evidence, 64)
        assert draws.shape == (64, EXPERTS)
        alone = [row for row in draws.tolist() if row in ALONE.tolist()]
        assert len(alone) == pytest.approx(64 * (1 - FAMILY.chances(evidence)[0]), abs=1)
    assert np.count_nonzero(FAMILY.draws(known, 64)[:, 1] > 1) > 55


def test_a_family_without_a_blend_draws_its_fixed_explanations() -> None:
    fixed = Explanations(ALONE, np.full(len(ALONE), 1 / len(ALONE)))
    assert {tuple(row) for row in fixed.draws(NO_EVIDENCE, 60).tolist()} == {*map(tuple, ALONE)}
    with pytest.raises(ValueError, match="no blend"):
        fixed.after_picks(NO_EVIDENCE, np.zeros((4, EXPERTS)), [0])


def learnt_from_keys(truth: int, noise: float, turns: int) -> Evidence:
    """Return the evidence about a spymaster who sees cards as one expert, with some noise."""
    evidence, rng = NO_EVIDENCE, np.random.default_rng(8)
    is_own = np.arange(25) < 9
    for _ in range(turns):
        scores = rng.normal(size=(25, EXPERTS))
        scores[:9, truth] += 2.0
        seen = scores[:, truth] + noise * rng.normal(size=25)
        run = int((seen[:9] > seen[9:].max()).sum())
        evidence = FAMILY.after_key(evidence, scores, is_own, max(run, 1))
    return evidence


@pytest.mark.parametrize("truth", range(EXPERTS))
def test_an_expert_whose_first_cards_are_always_the_teams_is_the_teammate(truth: int) -> None:
    assert expert_chances(learnt_from_keys(truth, 0.0, turns=8))[truth] > 0.9


def test_the_blend_learns_by_the_key_which_expert_is_right() -> None:
    mean = FAMILY.blend_after(learnt_from_keys(1, 1.0, turns=20)).mean
    assert mean[1] > max(mean[0], mean[2]) + 0.3


def test_a_key_without_bad_cards_moves_no_blend() -> None:
    near = np.random.default_rng(2).normal(size=(5, EXPERTS))
    after = FAMILY.after_key(NO_EVIDENCE, near, np.ones(5, dtype=np.bool_), 2)
    assert FAMILY.blend_after(after) is FAMILY.blend


def test_evidence_with_a_blend_goes_through_the_json_of_a_memory() -> None:
    memory = Memory(4, evidence=after_turns(np.eye(EXPERTS)[0], 4))
    plain = json.loads(json.dumps(memories.to_json(memory)))
    again = memories.from_json(plain)
    assert memories.to_json(again) == plain
    near = np.random.default_rng(1).normal(size=(9, EXPERTS))
    first, second = (FAMILY.after_picks(one.evidence, near, [3, 1]) for one in (memory, again))
    assert first.thousandths == second.thousandths


def test_a_memory_with_a_belief_of_an_older_version_is_read() -> None:
    older = {**memories.to_json(Memory(3)), "teammate": {"version": 1, "names": ["one"]}}
    assert memories.from_json(older) == Memory(3)

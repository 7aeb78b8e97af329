"""ACE on arrays chooses and learns as `core.agents.ace` does."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.agents.ace import AceVariant, choose_expert, learn, rating
from core.agents.memory import EMPTY, Arm, PlayedTurn
from core.arena.ace_kernel import (
    ArmRule,
    Seat,
    below,
    choose_arm,
    learn_clue,
    learn_guesses,
    ratings,
)
from core.arena.tournament import random_words
from core.rating.colt import OUTCOME_COUNT
from tests.profile import examples

NAMES = ("one", "two", "three")
VARIANTS = {ArmRule.ACE: AceVariant.REPOSITORY, ArmRule.ACE_PAPER: AceVariant.PAPER}


def seat(rule: int, arms: int = 3) -> Seat:
    return Seat(
        np.arange(arms),
        np.array([rule]),
        np.array([0.5]),
        np.zeros(arms),
        np.zeros((arms, OUTCOME_COUNT)),
        np.zeros(1, dtype=np.int64),
    )


def stream_of(seed: int) -> NDArray[np.int64]:
    return np.append(random_words([seed], 1)[0], 0)


@pytest.mark.sampled
@pytest.mark.parametrize("rule", [ArmRule.ACE, ArmRule.ACE_PAPER])
@settings(max_examples=examples(60))
@given(
    st.integers(0, 2**32),
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 1)), max_size=25),
)
def test_a_spymaster_chooses_and_learns_as_ace_does(
    rule: ArmRule, seed: int, turns: list[tuple[int, int]]
) -> None:
    agent, memory, variant = seat(rule), EMPTY, VARIANTS[rule]
    stream, rng = stream_of(seed), np.random.default_rng(seed)
    for outcome, agrees in turns:
        chosen = choose_arm(agent, stream)
        assert chosen == choose_expert(memory, NAMES, variant, rng)
        columns = np.array([0, agrees * 5, 0])
        numbers = np.array([1, 1, 2])
        learn_clue(agent, chosen, columns, numbers, outcome)
        same = [
            columns[arm] == columns[chosen]
            and (rule == ArmRule.ACE or numbers[arm] == numbers[chosen])
            for arm in range(3)
        ]
        earned = tuple((name, 1.0) for name, one in zip(NAMES, same, strict=True) if one)
        memory = learn(memory, PlayedTurn(outcome, earned), variant)


@pytest.mark.parametrize(
    ("rule", "shares"), [(ArmRule.ACE, (1.0, 2 / 3, 1.0)), (ArmRule.ACE_PAPER, (1.0, 0.0, 0.0))]
)
def test_a_guesser_credits_shared_guesses_or_equal_lists(
    rule: int, shares: tuple[float, ...]
) -> None:
    agent = seat(rule)
    lists = np.array([[4, 5, 6, -1], [4, 9, 6, -1], [6, 5, 4, -1]])
    learn_guesses(agent, 0, lists, 3, 7)
    assert tuple(agent.uses) == shares
    assert tuple(agent.counts[:, 7]) == shares
    assert agent.turns[0] == 1


@settings(max_examples=examples(100))
@given(st.integers(0, 10**6))
def test_ratings_are_aces(seed: int) -> None:
    rng, agent = np.random.default_rng(seed), seat(ArmRule.ACE)
    agent.counts[:] = rng.integers(0, 4, (3, OUTCOME_COUNT)) * rng.integers(0, 2, (3, 1))
    agent.uses[:] = agent.counts.sum(axis=1)
    arms = [Arm(float(agent.uses[arm]), tuple(agent.counts[arm])) for arm in range(3)]
    assert ratings(agent) == pytest.approx([rating(arm) for arm in arms])


@settings(max_examples=examples(100))
@given(st.integers(0, 2**64 - 1), st.lists(st.integers(1, 50), max_size=40))
@example(0, [1, 3])
def test_random_choices_are_numpys(seed: int, sizes: list[int]) -> None:
    stream, rng = stream_of(seed), np.random.default_rng(seed)
    assert [below(size, stream) for size in sizes] == [int(rng.integers(size)) for size in sizes]


def test_a_stream_that_is_used_up_says_so() -> None:
    with pytest.raises(IndexError, match="no random words"):
        below(5, np.zeros(1, dtype=np.int64))


def test_a_fixed_agent_learns_nothing_and_draws_nothing() -> None:
    agent = seat(ArmRule.FIXED, arms=1)
    assert choose_arm(agent, np.zeros(1, dtype=np.int64)) == 0
    learn_clue(agent, 0, np.zeros(1, dtype=np.int64), np.ones(1, dtype=np.int64), 3)
    assert agent.uses[0] == 0.0


def test_a_random_ensemble_follows_every_expert() -> None:
    agent = seat(ArmRule.ANY)
    assert {choose_arm(agent, stream_of(seed)) for seed in range(30)} == {0, 1, 2}

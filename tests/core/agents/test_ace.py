"""Both variants of ACE against the table of their differences, turn by turn."""

from math import inf, log, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.agents.ace import (
    EXPLORATION,
    AceVariant,
    bonus,
    choose_expert,
    clue_credits,
    guess_credits,
    learn,
    named_credits,
    rating,
)
from core.agents.expert import ClueProposal
from core.agents.memory import EMPTY, Arm, Memory, PlayedTurn, settled
from core.rating.colt import OUTCOME_COUNT, WEIGHTS, outcome_of

NAMES = ("minilm", "gloss", "sense")
PAPER, REPOSITORY = AceVariant

CLEAN_TWO = outcome_of("2000").index
ASSASSIN = outcome_of("0001").index


def chosen(memory: Memory, variant: AceVariant, seed: int = 0) -> str:
    return NAMES[choose_expert(memory, NAMES, variant, np.random.default_rng(seed))]


def arm(code: str, uses: float) -> Arm:
    counts = [0.0] * OUTCOME_COUNT
    counts[outcome_of(code).index] = uses
    return Arm(uses, tuple(counts))


def test_the_published_code_tries_experts_in_the_order_of_the_ensemble() -> None:
    memory, order = EMPTY, []
    for _ in NAMES:
        order.append(chosen(memory, REPOSITORY))
        memory = learn(memory, PlayedTurn(ASSASSIN, ((order[-1], 1.0),)), REPOSITORY)
    assert tuple(order) == NAMES


def test_the_printed_algorithm_tries_them_in_random_order() -> None:
    first = {chosen(EMPTY, PAPER, seed) for seed in range(40)}
    assert first == set(NAMES)


@pytest.mark.parametrize("variant", AceVariant)
def test_the_variants_try_everyone_before_they_return_to_anyone(variant: AceVariant) -> None:
    memory, tried = EMPTY, []
    for seed in range(len(NAMES)):
        tried.append(chosen(memory, variant, seed))
        memory = learn(memory, PlayedTurn(CLEAN_TWO, ((tried[-1], 1.0),)), variant)
    assert sorted(tried) == sorted(NAMES)


def test_the_published_code_never_draws_a_random_number() -> None:
    rng = np.random.default_rng(5)
    before = rng.bit_generator.state
    choose_expert(EMPTY, NAMES, REPOSITORY, rng)
    assert rng.bit_generator.state == before


def test_the_printed_bound_divides_by_uses_and_counts_all_uses() -> None:
    assert bonus(4.0, log(20), PAPER) == pytest.approx(0.5 * sqrt(log(20) / 4))


def test_the_published_bound_divides_by_uses_plus_one() -> None:
    assert bonus(4.0, log(20), REPOSITORY) == pytest.approx(0.5 * sqrt(log(20) / 5))
    assert bonus(0.0, log(20), REPOSITORY) == inf


@pytest.mark.parametrize("variant", list(AceVariant))
def test_without_exploration_every_expert_is_tried_once(variant: AceVariant) -> None:
    memory, tried = EMPTY, set()
    for _ in NAMES:
        chosen = choose_expert(memory, NAMES, variant, np.random.default_rng(0), exploration=0.0)
        tried.add(chosen)
        memory = learn(memory, PlayedTurn(0, ((NAMES[chosen], 1.0),)), variant)
    assert tried == set(range(len(NAMES)))


def test_with_equal_means_the_least_used_expert_is_tried() -> None:
    arms = {"minilm": arm("2000", 30), "gloss": arm("2000", 2), "sense": arm("2000", 30)}
    memory = Memory(62, arms)
    assert chosen(memory, PAPER) == chosen(memory, REPOSITORY) == "gloss"


def test_enough_evidence_outweighs_the_bound() -> None:
    arms = {"minilm": arm("1010", 20), "gloss": arm("3000", 20), "sense": arm("0010", 20)}
    memory = Memory(60, arms)
    assert chosen(memory, PAPER) == chosen(memory, REPOSITORY) == "gloss"


def test_the_spread_is_of_turns_in_the_code_and_of_uses_in_print() -> None:
    # Uses add up to far more than turns: the bound of the printed algorithm is wider, enough to
    # try the second expert, whose mean is 0.33 lower.
    arms = {"minilm": arm("3000", 400), "gloss": arm("2000", 7)}
    memory = Memory(7, arms)
    names = ("minilm", "gloss")
    rng = np.random.default_rng(0)
    assert choose_expert(memory, names, PAPER, rng, exploration=0.5) == 1
    assert choose_expert(memory, names, REPOSITORY, rng, exploration=0.5) == 0


def test_a_rating_is_the_mean_weight_of_the_outcomes() -> None:
    counts = [0.0] * OUTCOME_COUNT
    counts[CLEAN_TWO], counts[ASSASSIN] = 1.5, 0.5
    expected = (1.5 * WEIGHTS[CLEAN_TWO] + 0.5 * WEIGHTS[ASSASSIN]) / 2.0
    assert rating(Arm(2.0, tuple(counts))) == pytest.approx(expected)


PROPOSALS = (
    ClueProposal("ocean", 2, (0, 1)),
    ClueProposal("ocean", 3, (0, 1, 2)),
    ClueProposal("river", 2, (0, 3)),
)


def test_in_print_the_same_word_with_another_number_is_another_clue() -> None:
    assert clue_credits(PROPOSALS, 0, PAPER) == (1.0, 0.0, 0.0)


def test_in_the_code_the_same_word_is_the_same_clue() -> None:
    assert clue_credits(PROPOSALS, 0, REPOSITORY) == (1.0, 1.0, 0.0)


LISTS = ((3, 5, 7), (5, 3, 7), (5, 9, 11), (3, 5, 7), (1, 2, 4))


def test_in_print_only_the_same_list_is_credited() -> None:
    assert guess_credits(LISTS, 0, PAPER) == (1.0, 0.0, 0.0, 1.0, 0.0)


def test_in_the_code_the_share_of_the_chosen_list_is_credited() -> None:
    assert guess_credits(LISTS, 0, REPOSITORY) == pytest.approx((1.0, 1.0, 1 / 3, 1.0, 0.0))


def test_in_the_code_a_turn_is_booked_when_the_next_one_begins() -> None:
    turn = PlayedTurn(CLEAN_TWO, (("gloss", 1.0),))
    once = learn(EMPTY, turn, REPOSITORY)
    assert once.pending == turn
    assert once.arm("gloss").uses == 0.0
    assert learn(once, turn, REPOSITORY).arm("gloss").uses == 1.0


def test_in_print_a_turn_is_booked_at_once() -> None:
    memory = learn(EMPTY, PlayedTurn(CLEAN_TWO, (("gloss", 1.0),)), PAPER)
    assert memory.arm("gloss").uses == 1.0
    assert memory.pending is None


@given(
    st.lists(st.tuples(st.integers(0, 35), st.sampled_from(NAMES)), max_size=12),
    st.sampled_from(AceVariant),
)
def test_a_choice_takes_the_pending_turn_into_account(
    turns: list[tuple[int, str]], variant: AceVariant
) -> None:
    memory = EMPTY
    for outcome, name in turns:
        memory = learn(memory, PlayedTurn(outcome, ((name, 1.0),)), variant)
    assert memory.turns == len(turns)
    used = {name for _, name in turns}
    unused = [name for name in NAMES if name not in used]
    if unused:
        assert chosen(memory, variant) in unused


def test_named_credits_leave_out_those_without() -> None:
    assert named_credits(NAMES, (0.0, 0.5, 1.0)) == (("gloss", 0.5), ("sense", 1.0))


def test_the_constant_is_the_papers() -> None:
    assert EXPLORATION == 0.5


def test_the_published_credit_is_the_share_of_the_chosen_list_not_of_the_other() -> None:
    assert guess_credits(((1, 2, 3, 4), (1, 2)), 0, REPOSITORY) == (1.0, 0.5)
    assert guess_credits(((1, 2), (1, 2, 3, 4)), 0, REPOSITORY) == (1.0, 1.0)


class RewardBandit:
    """UCB1 with one reward a turn, the weight of its outcome, and running means."""

    def __init__(self, variant: AceVariant) -> None:
        self.uses = dict.fromkeys(NAMES, 0.0)
        self.means = dict.fromkeys(NAMES, 0.0)
        self.turns = 0
        self.variant = variant

    def bounds(self) -> list[float]:
        """Return mean reward plus c sqrt(ln N / n) for each expert; n + 1 in the code."""
        total = self.turns + 1 if self.variant is REPOSITORY else max(1.0, sum(self.uses.values()))
        more = 1.0 if self.variant is REPOSITORY else 0.0
        return [
            self.means[name] + EXPLORATION * sqrt(log(total) / (self.uses[name] + more))
            if self.uses[name]
            else inf
            for name in NAMES
        ]

    def reward(self, outcome: int, credits_: tuple[tuple[str, float], ...]) -> None:
        """Move the mean of each expert with credit towards this turn's reward."""
        self.turns += 1
        for name, credit in credits_:
            self.uses[name] += credit
            step = credit / self.uses[name]
            self.means[name] += step * (float(WEIGHTS[outcome]) - self.means[name])


turns_played = st.lists(
    st.tuples(
        st.integers(0, OUTCOME_COUNT - 1),
        st.dictionaries(st.sampled_from(NAMES), st.sampled_from((0.25, 0.5, 1.0)), min_size=1),
    ),
    max_size=40,
)


@pytest.mark.parametrize("variant", AceVariant)
@given(turns=turns_played)
def test_rewards_w_give_the_same_bound_as_the_colt_of_counts(
    variant: AceVariant, turns: list[tuple[int, dict[str, float]]]
) -> None:
    """The equation of the paper's section 4.3: CoLT(C / n) is the mean of the rewards w."""
    memory, bandit = EMPTY, RewardBandit(variant)
    for outcome, earned in turns:
        credits_ = tuple(sorted(earned.items()))
        memory = learn(memory, PlayedTurn(outcome, credits_), variant)
        bandit.reward(outcome, credits_)
    expected = bandit.bounds()
    present = settled(memory)
    spread = log(
        present.turns + 1
        if variant is REPOSITORY
        else max(1.0, sum(present.arm(name).uses for name in NAMES))
    )
    found = [
        rating(present.arm(name)) + bonus(present.arm(name).uses, spread, variant) for name in NAMES
    ]
    assert found == pytest.approx(expected)
    following = choose_expert(memory, NAMES, variant, np.random.default_rng(0))
    assert expected[following] == pytest.approx(max(expected))

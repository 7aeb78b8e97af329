"""The prior of an agent: first the others' best expert, in the end one's own experience."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.agents.ace import AceVariant, choose_expert, learn, rating
from core.agents.memory import EMPTY, Arm, Memory, PlayedTurn, settled
from core.agents.prior import (
    FITTED_REWARDS,
    FITTED_ROLES,
    FITTED_USES,
    MOST_BORROWED_USES,
    fitted_memory,
    with_prior,
)
from core.rating.colt import OUTCOME_COUNT, outcome_of
from core.words.ensemble import MODELS

NAMES = ("minilm", "gloss", "sense")

GOOD, FAIR, POOR = (outcome_of(code).index for code in ("2000", "1000", "0010"))


def arm(uses: float, outcome: int) -> Arm:
    counts = [0.0] * OUTCOME_COUNT
    counts[outcome] = uses
    return Arm(uses, tuple(counts))


GUILD = Memory(400, {"minilm": arm(300, POOR), "gloss": arm(60, FAIR), "sense": arm(40, GOOD)})


def chosen(memory: Memory, variant: AceVariant) -> str:
    return NAMES[choose_expert(memory, NAMES, variant, np.random.default_rng(0))]


@pytest.mark.parametrize("variant", list(AceVariant))
def test_a_newcomer_starts_with_the_expert_that_the_guild_plays_best_with(
    variant: AceVariant,
) -> None:
    assert chosen(with_prior(EMPTY, GUILD, EMPTY), variant) == "sense"
    assert chosen(with_prior(EMPTY, EMPTY, GUILD), variant) == "sense"


@pytest.mark.parametrize("variant", list(AceVariant))
def test_ones_own_experience_takes_over(variant: AceVariant) -> None:
    memory, choices = EMPTY, list[str]()
    for _ in range(60):
        choices.append(chosen(with_prior(memory, GUILD, EMPTY), variant))
        outcome = GOOD if choices[-1] == "gloss" else POOR
        memory = learn(memory, PlayedTurn(outcome, ((choices[-1], 1.0),)), variant)
    assert choices[0] == "sense"
    assert set(choices[-20:]) == {"gloss"}


def test_each_expert_counts_alike_however_often_the_guild_was_given_it() -> None:
    started = with_prior(EMPTY, GUILD, EMPTY)
    assert {name: started.arm(name).uses for name in NAMES} == dict.fromkeys(
        NAMES, MOST_BORROWED_USES
    )
    assert started.arm("sense") == arm(MOST_BORROWED_USES, GOOD)
    assert started.turns == MOST_BORROWED_USES


def test_the_population_fills_up_what_the_guild_has_not_tried_enough() -> None:
    guild = Memory(3, {"gloss": arm(3, GOOD)})
    everybody = Memory(100, {"gloss": arm(50, POOR), "sense": arm(50, FAIR)})
    started = with_prior(EMPTY, guild, everybody)
    assert started.arm("gloss") == arm(3, GOOD) + arm(MOST_BORROWED_USES - 3, POOR)
    assert started.arm("sense") == arm(MOST_BORROWED_USES, FAIR)


def test_after_as_many_uses_as_are_borrowed_both_weigh_the_same() -> None:
    own = Memory(8, {"sense": arm(MOST_BORROWED_USES, POOR)})
    assert with_prior(own, GUILD, EMPTY).arm("sense") == arm(MOST_BORROWED_USES, POOR) + arm(
        MOST_BORROWED_USES, GOOD
    )


def test_a_turn_that_waits_to_be_booked_counts() -> None:
    own = Memory(1, {}, PlayedTurn(GOOD, (("gloss", 1.0),)))
    assert with_prior(own, EMPTY, EMPTY) == settled(own)


def test_where_nobody_knows_anything_an_expert_is_tried_first_as_ever() -> None:
    assert with_prior(EMPTY, EMPTY, EMPTY) == EMPTY


@given(st.floats(0, 500), st.floats(0, 500), st.floats(0, 50))
def test_no_more_is_borrowed_than_there_is_or_may_be(
    guild: float, everybody: float, own: float
) -> None:
    pools = (Memory(0, {"gloss": arm(uses, GOOD)}) for uses in (guild, everybody))
    started = with_prior(Memory(0, {"gloss": arm(own, POOR)}), *pools)
    borrowed = min(MOST_BORROWED_USES, guild + everybody)
    assert started.arm("gloss").uses == pytest.approx(own + borrowed)
    assert sum(started.arm("gloss").counts) == pytest.approx(own + borrowed)


@pytest.mark.parametrize("role", FITTED_ROLES)
def test_an_expert_that_nobody_has_tried_is_worth_what_fits_people(role: str) -> None:
    started = with_prior(EMPTY, EMPTY, EMPTY, fitted_memory(role))
    for name in MODELS:
        assert started.arm(name).uses == pytest.approx(FITTED_USES)
        assert rating(started.arm(name)) == pytest.approx(
            FITTED_REWARDS[name][FITTED_ROLES.index(role)]
        )


@pytest.mark.parametrize("role", FITTED_ROLES)
@pytest.mark.parametrize("variant", list(AceVariant))
def test_a_stranger_is_given_the_expert_that_fits_people_best(
    role: str, variant: AceVariant
) -> None:
    started = with_prior(EMPTY, EMPTY, EMPTY, fitted_memory(role))
    best = MODELS[choose_expert(started, MODELS, variant, np.random.default_rng(0))]
    assert best == max(MODELS, key=lambda name: FITTED_REWARDS[name][FITTED_ROLES.index(role)])


def test_the_fit_fills_up_what_nobody_has_lent() -> None:
    started = with_prior(EMPTY, Memory(1, {"sense": arm(1, GOOD)}), EMPTY, fitted_memory("guesser"))
    assert started.arm("sense").uses == pytest.approx(FITTED_USES)
    assert started.arm("sense").counts[GOOD] == 1
    lent = with_prior(EMPTY, GUILD, EMPTY, fitted_memory("guesser"))
    assert lent.arm("sense") == arm(MOST_BORROWED_USES, GOOD)

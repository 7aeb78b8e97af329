"""Shrinkage and intervals against closed forms, simulation and their limits."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.rating.colt import OUTCOME_COUNT, WEIGHTS, colt, colt_of_counts, outcome_of
from core.rating.estimate import (
    PRIOR_STRENGTH,
    PRIOR_TURNS,
    PROVISIONAL_TURNS,
    SIMULATED,
    chance_to_beat,
    estimate,
    population,
)

NOTHING = np.zeros(OUTCOME_COUNT)
MEAN = population(NOTHING)

turns_played = st.lists(st.integers(0, 40), min_size=OUTCOME_COUNT, max_size=OUTCOME_COUNT).map(
    lambda values: np.array(values, dtype=np.float64)
)


def turns(**counts: int) -> NDArray[np.float64]:
    """Return counts of turns by outcome code, with an underscore before each."""
    array = np.zeros(OUTCOME_COUNT)
    for code, count in counts.items():
        array[outcome_of(code[1:]).index] = count
    return array


def test_the_simulated_population_is_that_of_the_documented_command() -> None:
    assert SIMULATED.sum() == 16_750
    assert colt_of_counts(SIMULATED) == pytest.approx(-0.5156, abs=1e-4)
    assert not SIMULATED.flags.writeable


def test_who_has_not_played_is_shown_the_population() -> None:
    found = estimate(NOTHING, MEAN)
    assert found.rating == pytest.approx(colt(MEAN))
    assert (found.turns, found.provisional) == (0, True)


def test_as_many_turns_as_the_prior_weighs_go_half_way() -> None:
    played = turns(_2000=int(PRIOR_STRENGTH))
    assert estimate(played, MEAN).rating == pytest.approx((1.941 + colt(MEAN)) / 2)


@given(turns_played)
def test_a_rating_lies_between_the_population_and_ones_own(counts: NDArray[np.float64]) -> None:
    if counts.sum() == 0:
        return
    ends = sorted((colt(MEAN), colt_of_counts(counts)))
    assert ends[0] - 1e-9 <= estimate(counts, MEAN).rating <= ends[1] + 1e-9


@given(turns_played)
def test_more_of_the_same_turns_narrow_the_interval_around_ones_own_rating(
    counts: NDArray[np.float64],
) -> None:
    if counts.sum() == 0:
        return
    many, more = estimate(counts * 100, MEAN), estimate(counts * 10_000, MEAN)
    assert more.high - more.low <= many.high - many.low
    assert more.rating == pytest.approx(colt_of_counts(counts), abs=0.03)
    assert many.low <= many.rating <= many.high


def test_the_interval_is_the_spread_of_ratings_drawn_from_the_posterior() -> None:
    counts = turns(_1000=30, _2000=20, _0010=9, _0001=2)
    parameters = counts + PRIOR_STRENGTH * MEAN
    drawn = np.random.default_rng(7).dirichlet(parameters[parameters > 0], size=200_000)
    ratings = drawn @ WEIGHTS[parameters > 0]
    found = estimate(counts, MEAN)
    assert ratings.mean() == pytest.approx(found.rating, abs=0.005)
    assert 2 * 1.96 * ratings.std() == pytest.approx(found.high - found.low, rel=0.01)
    inside = np.mean((ratings > found.low) & (ratings < found.high))
    assert inside == pytest.approx(0.95, abs=0.01)


@pytest.mark.parametrize(
    ("played", "provisional"), [(PROVISIONAL_TURNS - 1, True), (PROVISIONAL_TURNS, False)]
)
def test_a_rating_is_provisional_below_twenty_turns(played: int, provisional: bool) -> None:
    found = estimate(turns(_1000=played), MEAN)
    assert (found.turns, found.provisional) == (played, provisional)


def test_peoples_turns_take_the_population_over() -> None:
    half = population(turns(_2000=int(PRIOR_TURNS)))
    assert half == pytest.approx((MEAN + turns(_2000=1)) / 2)
    assert population(turns(_2000=10**9)) == pytest.approx(turns(_2000=1), abs=1e-6)


def test_equal_players_have_equal_chances() -> None:
    counts = turns(_1000=12, _0010=3)
    assert chance_to_beat(counts, counts, MEAN) == pytest.approx(0.5)


def test_the_chances_of_two_players_add_up_to_one_and_favour_the_better() -> None:
    good, poor = turns(_2000=25, _3000=10), turns(_1000=5, _0010=20, _0001=5)
    ahead = chance_to_beat(good, poor, MEAN)
    assert ahead + chance_to_beat(poor, good, MEAN) == pytest.approx(1.0)
    assert ahead > 0.9

"""Intervals over boards, and what the turns of two pairs foretell."""

from math import exp

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.arena.duels import board_interval, forecast, wilson
from core.rating.colt import WEIGHTS, outcome_of
from core.rating.race import both_seatings


def test_wilsons_interval_is_the_published_one() -> None:
    # Newcombe (1998), "Two-sided confidence intervals for the single proportion", table I.
    assert wilson(81 / 263, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(0.0, 20) == pytest.approx((0.0, 0.1611), abs=5e-5)


@given(st.lists(st.integers(0, 2), min_size=1, max_size=40))
def test_the_interval_holds_the_rate(wins: list[int]) -> None:
    low, high = board_interval(wins)
    assert 0 <= low <= sum(wins) / (2 * len(wins)) <= high <= 1
    assert low < high


def test_games_of_a_board_that_end_alike_count_as_one() -> None:
    boards = [2, 0] * 50
    apart = [1] * 25 + [2, 0, 1, 1] * 12 + [2] * 13 + [0] * 14
    assert np.diff(board_interval(boards)) > np.diff(board_interval(apart))
    # p = 1/2 and s² = n/(4(n-1)): as many games as boards, less one.
    assert board_interval(boards) == pytest.approx(wilson(0.5, 99))


def test_boards_that_all_end_alike_still_have_an_interval() -> None:
    assert board_interval([2] * 10) == pytest.approx(wilson(1.0, 10))
    with pytest.raises(ValueError, match="no boards"):
        board_interval([])


def test_a_forecast_is_sigma_of_the_difference_and_the_exact_race() -> None:
    blue, red = np.zeros(36), np.zeros(36)
    blue[outcome_of("2000").index] = 30.0
    red[[outcome_of("1000").index, outcome_of("1010").index]] = 10.0
    seen = forecast(blue, red)
    assert seen is not None
    mean = (WEIGHTS[outcome_of("1000").index] + WEIGHTS[outcome_of("1010").index]) / 2
    assert seen.colt == pytest.approx(1 / (1 + exp(mean - WEIGHTS[outcome_of("2000").index])))
    assert seen.exact == pytest.approx(both_seatings(blue / 30, red / 20))
    assert forecast(blue, np.zeros(36)) is None

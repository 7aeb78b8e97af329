"""Figures of runs, intervals against published tables, and forecasts from two pairs' turns."""

from math import exp, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.arena.kernel import MOST_TURNS
from core.arena.paper_kernels import ABSENT
from core.arena.statistics import (
    LEFT_OUT,
    LOST_TURNS,
    board_interval,
    forecast,
    half_gained,
    mean_interval,
    run_figures,
    wilson,
)
from core.arena.tournament import RUN_GAMES, GameResults
from core.rating.colt import WEIGHTS, outcome_of
from core.rating.race import both_seatings

ONE, TWO, DEATH = (outcome_of(code).index for code in ("1000", "2000", "0001"))


def results_of(*runs: list[tuple[list[int], bool]]) -> GameResults:
    games = [game for run in runs for game in run]
    outcomes = np.full((len(games), MOST_TURNS), ABSENT, dtype=np.int8)
    for place, (turns, _) in enumerate(games):
        outcomes[place, : len(turns)] = turns
    winner = np.array([0 if won else ABSENT for _, won in games], dtype=np.int8)
    return GameResults(
        outcomes,
        winner,
        np.zeros(len(games), dtype=np.int8),
        np.zeros(len(games), dtype=np.int64),
    )


FIRST = [([DEATH], False)] * 10 + [([TWO, ONE], True)] * 20 + [([TWO], True)] * 20
SECOND = [([DEATH], False)] * RUN_GAMES
RESULTS = results_of(FIRST, SECOND)


def test_each_run_has_figures_of_its_own() -> None:
    figures = run_figures(RESULTS)
    pooled = (10 * WEIGHTS[DEATH] + 40 * WEIGHTS[TWO] + 20 * WEIGHTS[ONE]) / 70
    assert figures.colt == pytest.approx([pooled, WEIGHTS[DEATH]])
    assert figures.win_rate.tolist() == [0.8, 0.0]
    assert figures.win_turns.tolist() == [1.5, LOST_TURNS]
    assert figures.assassins.tolist() == [0.2, 1.0]


def test_first_games_are_left_out_run_by_run() -> None:
    found = dict(zip(LEFT_OUT, run_figures(RESULTS).without_first[0], strict=True))
    assert found[10] == pytest.approx((40 * WEIGHTS[TWO] + 20 * WEIGHTS[ONE]) / 60)
    assert found[30] == pytest.approx(WEIGHTS[TWO])


def test_every_game_has_a_colt() -> None:
    by_game = run_figures(RESULTS).by_game
    assert by_game.shape == (2, RUN_GAMES)
    assert by_game[0, [0, 10, 49]] == pytest.approx(
        [WEIGHTS[DEATH], (WEIGHTS[TWO] + WEIGHTS[ONE]) / 2, WEIGHTS[TWO]]
    )


@pytest.mark.parametrize(
    ("curve", "start", "end", "place"),
    [
        ([0.0, 0.4, 0.5, 1.0], 0.0, 1.0, 2),
        ([1.0, 0.7, 0.4], 1.0, 0.0, 2),
        ([0.0, 0.1], 0.0, 1.0, None),
        ([3.0], 3.0, 3.0, 0),
    ],
)
def test_half_of_what_is_gained_has_a_place(
    curve: list[float], start: float, end: float, place: int | None
) -> None:
    assert half_gained(curve, start, end) == place


def test_an_interval_by_hand() -> None:
    found = mean_interval(np.array([1.0, 2.0, 3.0, 4.0]))
    # Deviation sqrt(5/3), error sqrt(5/12), and t(3) = 3.182.
    margin = 3.1824463 * sqrt(5 / 12)
    assert found.mean == 2.5
    assert (found.low, found.high) == pytest.approx((2.5 - margin, 2.5 + margin))
    assert found.half_width == pytest.approx(margin)
    assert found.runs == 4


def test_a_single_run_has_no_interval() -> None:
    found = mean_interval(np.array([1.5]))
    assert (found.mean, found.low, found.high, found.half_width) == (1.5, None, None, None)
    assert found.to_json() == {"mean": 1.5, "ci95": [None, None], "runs": 1}


def test_no_run_has_no_mean() -> None:
    with pytest.raises(ValueError, match="without a run"):
        mean_interval(np.array([]))


def test_intervals_hold_the_truth_as_often_as_they_promise() -> None:
    samples = np.random.default_rng(3).normal(loc=7.0, scale=3.0, size=(4000, 5))
    found = [mean_interval(sample) for sample in samples]
    held = [
        one.low is not None and one.high is not None and one.low <= 7 <= one.high for one in found
    ]
    # The share among 4,000 varies by 0.0034 around 0.95.
    assert np.mean(held) == pytest.approx(0.95, abs=0.012)


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
    # p = 1/2 and s² = n/(4(n-1)): as many games as boards, minus one.
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
    assert seen["colt"] == pytest.approx(1 / (1 + exp(mean - WEIGHTS[outcome_of("2000").index])))
    assert seen["exact"] == pytest.approx(both_seatings(blue / 30, red / 20))
    assert forecast(blue, np.zeros(36)) is None

"""Ratings with ties, against cases computed by hand and simulated boards."""

from math import log, log10, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.arena.bradley_terry import POINTS, PairResult, Ratings, bradley_terry
from tests.profile import examples

MANY = 10**7
"""A factor for the boards that makes the prior negligible."""


def difference(ratings: Ratings) -> float:
    return float(ratings.points[0] - ratings.points[1])


@pytest.mark.parametrize(
    ("won", "tied", "lost"), [(30, 20, 10), (5, 1, 5), (7, 40, 2), (12, 12, 48)]
)
def test_two_agents_are_rated_as_by_hand(won: int, tied: int, lost: int) -> None:
    # The chances fit the shares exactly: e^d = won / lost and nu = tied / sqrt(won lost).
    ratings = bradley_terry([PairResult(0, 1, won * MANY, tied * MANY, lost * MANY)], 2)
    assert difference(ratings) == pytest.approx(POINTS * log(won / lost), abs=1e-6)
    assert ratings.tie == pytest.approx(tied / sqrt(won * lost))
    # The delta method: the variance of ln(won / lost) is 1/won + 1/lost, whatever the ties.
    half = 1.96 * POINTS * sqrt((1 / won + 1 / lost) / MANY) / 2
    assert ratings.half_widths == pytest.approx([half, half], rel=1e-6)


def test_independent_games_are_on_the_usual_scale() -> None:
    # A chance of 3/4 in each game: boards are won 9, tied 6, lost 1 times of 16.
    ratings = bradley_terry([PairResult(0, 1, 9 * MANY, 6 * MANY, MANY)], 2)
    assert difference(ratings) == pytest.approx(400 * log10(3))
    assert ratings.tie == pytest.approx(2.0)


def test_three_agents_that_fit_exactly_are_rated_exactly() -> None:
    # Strengths 4, 2, 1 and nu 1: chances as sqrt of the ratio, its inverse and 1.
    strengths = (4.0, 2.0, 1.0)
    results = []
    for first, second in ((0, 1), (1, 2), (2, 0)):
        ratio = sqrt(strengths[first] / strengths[second])
        total = ratio + 1 + 1 / ratio
        boards = [round(10**7 * share / total) for share in (ratio, 1, 1 / ratio)]
        results.append(PairResult(first, second, *boards))
    ratings = bradley_terry(results, 3)
    assert ratings.points == pytest.approx([POINTS * log(2), 0, -POINTS * log(2)], abs=1e-3)
    assert ratings.tie == pytest.approx(1.0, abs=1e-5)


def test_the_order_in_which_a_pair_is_given_does_not_matter() -> None:
    one = bradley_terry([PairResult(0, 1, 8, 3, 2), PairResult(1, 2, 4, 4, 4)], 3)
    other = bradley_terry([PairResult(2, 1, 4, 4, 4), PairResult(1, 0, 2, 3, 8)], 3)
    assert one.points == pytest.approx(other.points)
    assert one.half_widths == pytest.approx(other.half_widths)


def test_pairs_without_a_board_change_nothing() -> None:
    one = bradley_terry([PairResult(0, 1, 8, 3, 2)], 2)
    other = bradley_terry([PairResult(0, 1, 8, 3, 2), PairResult(1, 0, 0, 0, 0)], 2)
    assert one.points == pytest.approx(other.points)


def test_one_who_wins_all_has_a_finite_rating() -> None:
    results = [PairResult(0, 1, 20, 0, 0), PairResult(1, 2, 6, 5, 4), PairResult(0, 2, 20, 0, 0)]
    ratings = bradley_terry(results, 3)
    assert np.isfinite(ratings.points).all()
    assert ratings.points[0] > 300
    assert ratings.half_widths[0] > 200
    assert ratings.points.sum() == pytest.approx(0, abs=1e-6)


def test_where_all_boards_are_tied_all_are_alike() -> None:
    ratings = bradley_terry([PairResult(0, 1, 0, 30, 0), PairResult(1, 2, 0, 30, 0)], 3)
    assert ratings.points == pytest.approx([0, 0, 0], abs=1e-6)


def test_the_interval_holds_the_truth_in_nineteen_of_twenty() -> None:
    rng = np.random.default_rng(0)
    theta = np.array([1.0, 0.4, 0.0, -0.3, -1.1])
    tie, inside = 1.5, list[bool]()
    for _ in range(120):
        results = []
        for first in range(5):
            for second in range(first):
                half = (theta[first] - theta[second]) / 2
                weights = np.array([np.exp(half), tie, np.exp(-half)])
                won, tied, lost = rng.multinomial(40, weights / weights.sum()).tolist()
                results.append(PairResult(first, second, won, tied, lost))
        ratings = bradley_terry(results, 5)
        apart = np.abs(ratings.points - (theta - theta.mean()) * POINTS)
        inside += (apart < ratings.half_widths).tolist()
    assert 0.92 < np.mean(inside) < 0.98


@settings(max_examples=examples(60), deadline=None)
@given(
    st.lists(
        st.tuples(*(st.integers(0, 4),) * 2, *(st.integers(0, 9),) * 3).filter(
            lambda one: one[0] != one[1]
        ),
        max_size=12,
    )
)
def test_any_results_have_finite_ratings_of_mean_zero(
    results: list[tuple[int, int, int, int, int]],
) -> None:
    ratings = bradley_terry([PairResult(*one) for one in results], 5)
    assert np.isfinite(ratings.points).all()
    assert np.isfinite(ratings.half_widths).all()
    assert abs(ratings.points.sum()) < 1e-6

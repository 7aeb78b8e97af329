"""Intervals against tables of Student's t, cases by hand, and how often they hold the truth."""

from math import inf, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.arena.statistics import (
    block_bootstrap,
    mean_interval,
    paired_difference,
    t_probability,
    t_quantile,
)


@pytest.mark.parametrize(
    ("degrees", "at_95", "at_975", "at_995"),
    [
        (1, 6.314, 12.706, 63.657),
        (2, 2.920, 4.303, 9.925),
        (3, 2.353, 3.182, 5.841),
        (5, 2.015, 2.571, 4.032),
        (9, 1.833, 2.262, 3.250),
        (10, 1.812, 2.228, 3.169),
        (29, 1.699, 2.045, 2.756),
        (60, 1.671, 2.000, 2.660),
        (120, 1.658, 1.980, 2.617),
        (1_000_000, 1.645, 1.960, 2.576),
    ],
)
def test_quantiles_are_those_of_the_tables(
    degrees: int, at_95: float, at_975: float, at_995: float
) -> None:
    found = [t_quantile(probability, degrees) for probability in (0.95, 0.975, 0.995)]
    assert found == pytest.approx([at_95, at_975, at_995], abs=0.0006)


def test_one_degree_of_freedom_is_cauchys() -> None:
    assert t_quantile(0.75, 1) == pytest.approx(1.0)
    assert t_probability(1.0, 1) == pytest.approx(0.75)


@given(st.floats(0.001, 0.999), st.integers(1, 3000))
def test_a_quantile_is_exceeded_as_often_as_it_says(probability: float, degrees: int) -> None:
    assert t_probability(t_quantile(probability, degrees), degrees) == pytest.approx(probability)
    assert t_quantile(1 - probability, degrees) == pytest.approx(-t_quantile(probability, degrees))


@pytest.mark.parametrize("probability", [0.0, 1.0, -0.1, inf])
def test_other_probabilities_are_errors(probability: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        t_quantile(probability, 3)


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
    assert block_bootstrap(np.array([[1.0], [2.0]]), np.random.default_rng(0)).low is None


def test_no_run_has_no_mean() -> None:
    with pytest.raises(ValueError, match="without a run"):
        mean_interval(np.array([]))


def test_differences_are_taken_run_by_run() -> None:
    a, b = np.array([1.0, 10.0, 100.0]), np.array([0.5, 9.5, 99.5])
    found = paired_difference(a, b)
    assert (found.mean, found.low, found.high) == pytest.approx((0.5, 0.5, 0.5))
    with pytest.raises(ValueError, match="equally many"):
        paired_difference(a, b[:2])


def test_cells_that_move_together_have_a_wide_interval() -> None:
    """Cells that mirror each other have no spread between runs, equal ones have all of it."""
    runs = np.random.default_rng(1).normal(size=400)
    rng = np.random.default_rng(2)
    equal = block_bootstrap(np.stack([runs, runs]), rng)
    mirrored = block_bootstrap(np.stack([runs, -runs]), rng)
    assert mirrored.half_width == pytest.approx(0.0, abs=1e-12)
    assert equal.mean == pytest.approx(runs.mean())
    expected = mean_interval(runs).half_width
    assert expected is not None
    assert equal.half_width == pytest.approx(expected, rel=0.1)


def test_intervals_hold_the_truth_as_often_as_they_promise() -> None:
    samples = np.random.default_rng(3).normal(loc=7.0, scale=3.0, size=(4000, 5))
    found = [mean_interval(sample) for sample in samples]
    held = [
        one.low is not None and one.high is not None and one.low <= 7 <= one.high for one in found
    ]
    # The share of 4,000 scatters by 0.0034 about 0.95.
    assert np.mean(held) == pytest.approx(0.95, abs=0.012)

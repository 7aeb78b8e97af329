"""Intervals against tables of Student's t, cases by hand, and how often they hold the truth."""

from math import sqrt

import numpy as np
import pytest

from core.arena.statistics import mean_interval


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
    # The share of 4,000 scatters by 0.0034 about 0.95.
    assert np.mean(held) == pytest.approx(0.95, abs=0.012)

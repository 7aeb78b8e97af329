"""Fits of CoLT: against gradient descent step by step, known weights, and the paper's data."""

from pathlib import Path

import numpy as np
import pytest

from core.arena.teams import TeamPairs, play_pairs
from core.arena.training import (
    L1_SMOOTHING,
    PAPER_TIME,
    TABLE_1,
    LinearFit,
    descend,
    quality,
)
from core.rating.colt import OUTCOME_COUNT, WEIGHTS, outcome_of

TEST_PAIRS = 2_000
"""Number of pairs held out to test a fit, the first ones: as many of 20,000 as in the paper."""

DATA = Path(__file__).parents[4] / "shared/paper-bench/colt/training.npz"

needs_data = pytest.mark.skipif(not DATA.is_file(), reason=f"needs the paper's data in {DATA}")


@pytest.fixture(scope="module")
def pairs() -> TeamPairs:
    return play_pairs(1500, np.random.default_rng(0))


def forecast_pairs(fit: LinearFit, count: int, seed: int) -> TeamPairs:
    """Return pairs whose first teams win exactly as often as a fit predicts."""
    teams = np.random.default_rng(seed).dirichlet(np.full(OUTCOME_COUNT, 0.3), (2, count))
    differences = teams[0] - teams[1]
    return TeamPairs(differences, fit.forecast(differences))


def test_a_fit_finds_the_weights_that_made_the_data() -> None:
    made = LinearFit(np.linspace(-3.0, 2.0, OUTCOME_COUNT))
    found = descend(forecast_pairs(made, 600, seed=1)).weights
    np.testing.assert_allclose(found - found.mean(), made.weights - made.weights.mean(), atol=1e-3)


def test_an_intercept_is_the_advantage_of_moving_first() -> None:
    made = LinearFit(np.linspace(-3.0, 2.0, OUTCOME_COUNT), intercept=0.4)
    pairs = forecast_pairs(made, 600, seed=2)
    assert descend(pairs, intercept=True).intercept == pytest.approx(0.4, abs=1e-3)
    assert quality(descend(pairs, intercept=True), pairs.differences, pairs.wins).r2 > 0.999
    assert quality(descend(pairs), pairs.differences, pairs.wins).r2 < 0.9


@pytest.mark.sampled
@pytest.mark.parametrize("time", [20.0, 200.0, 1000.0])
def test_descent_in_long_steps_arrives_where_short_steps_do(pairs: TeamPairs, time: float) -> None:
    rate = 0.25
    weights = np.full(OUTCOME_COUNT, WEIGHTS.mean())
    for _ in range(round(time / rate)):
        chances = 1.0 / (1.0 + np.exp(-pairs.differences @ weights))
        errors = pairs.wins - chances
        pushes = errors / np.sqrt(errors**2 + L1_SMOOTHING**2) * chances * (1.0 - chances)
        weights += rate * (pushes @ pairs.differences) / len(pairs)
    start = LinearFit(np.full(OUTCOME_COUNT, WEIGHTS.mean()))
    found = descend(pairs, start, time=time).weights
    travelled = np.abs(weights - start.weights).max()
    np.testing.assert_allclose(found, weights, atol=0.02 * travelled)


def test_no_weights_near_the_optimum_have_a_smaller_error(pairs: TeamPairs) -> None:
    found, rng = descend(pairs), np.random.default_rng(3)
    least = quality(found, pairs.differences, pairs.wins).l1
    assert least < quality(descend(pairs, time=PAPER_TIME), pairs.differences, pairs.wins).l1
    for _ in range(50):
        moved = LinearFit(found.weights + rng.normal(scale=0.1, size=OUTCOME_COUNT))
        assert quality(moved, pairs.differences, pairs.wins).l1 > least


def test_the_mean_weight_stays_where_it_starts(pairs: TeamPairs) -> None:
    paper, both = descend(pairs, time=PAPER_TIME), descend(pairs, both=True)
    for fit in (paper, descend(pairs), descend(pairs, intercept=True), both):
        assert fit.weights.mean() == pytest.approx(WEIGHTS.mean())


def test_an_outcome_that_nobody_has_keeps_its_weight() -> None:
    rare, made = outcome_of("9000").index, LinearFit(np.linspace(-3.0, 2.0, OUTCOME_COUNT))
    pairs = forecast_pairs(made, 400, seed=4)
    pairs.differences[:, rare] = 0.0
    assert descend(pairs, TABLE_1).weights[rare] == pytest.approx(WEIGHTS[rare])


def test_quality_by_hand() -> None:
    even = LinearFit(np.zeros(OUTCOME_COUNT))
    found = quality(even, np.zeros((2, OUTCOME_COUNT)), np.array([0.4, 0.8]))
    # Errors -0.1 and 0.3; the mean is 0.6, so the spread is 0.04 + 0.04.
    assert found.r2 == pytest.approx(1 - 0.10 / 0.08)
    assert found.l1 == pytest.approx(0.2)


def test_pairs_seated_in_one_way_have_no_fit_for_both() -> None:
    with pytest.raises(ValueError, match="one way only"):
        descend(forecast_pairs(TABLE_1, 10, seed=5), both=True)


@pytest.mark.slow
def test_generated_games_are_foretold_as_well_as_the_papers() -> None:
    pairs = play_pairs(6000, np.random.default_rng(0))
    fit, test = descend(pairs[TEST_PAIRS:], time=PAPER_TIME), pairs[:TEST_PAIRS]
    assert quality(fit, test.differences, test.wins).r2 >= 0.88
    both = descend(pairs[TEST_PAIRS:], both=True)
    assert quality(both, test.differences, test.both).r2 >= 0.92
    # Table 1, fitted to the authors' games, predicts ours: they are the same kind of game.
    assert quality(TABLE_1, test.differences, test.wins).r2 >= 0.87


@pytest.mark.slow
@needs_data
def test_on_the_papers_data_the_fit_is_the_papers() -> None:
    with np.load(DATA) as file:
        pairs = TeamPairs(
            file["difference"].astype(np.float64), file["win_probability"].astype(np.float64)
        )
    test, train = pairs[:TEST_PAIRS], pairs[TEST_PAIRS:]
    fit = descend(train, time=PAPER_TIME)
    assert round(quality(fit, train.differences, train.wins).r2, 3) == 0.885
    assert round(quality(fit, test.differences, test.wins).r2, 3) == 0.883
    assert np.median(np.abs(fit.weights - WEIGHTS)) < 0.02
    best = descend(train)
    assert quality(best, train.differences, train.wins).l1 < 0.02686
    seated = descend(train, intercept=True)
    assert quality(seated, test.differences, test.wins).r2 > 0.91

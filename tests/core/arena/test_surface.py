"""CoLT over win rate and turns: the paper's interpolation, and a regression for comparison."""

import json
from pathlib import Path

import numpy as np
import pytest

from core.arena.surface import (
    QUOTED_PAIRS,
    Surface,
    TeamPoints,
    log_surface,
    paper_surface,
    quoted_colt,
)

BENCH = Path(__file__).parents[4] / "shared/paper-bench"

needs_bench = pytest.mark.skipif(not BENCH.is_dir(), reason=f"needs the paper's bench in {BENCH}")


def one(surface: Surface, rate: float, turns: float) -> float:
    return float(surface(np.array([rate]), np.array([turns]))[0])


def made_up(count: int, seed: int) -> TeamPoints:
    rng = np.random.default_rng(seed)
    rates, turns = rng.uniform(0.3, 1.0, count), rng.uniform(2.0, 8.0, count)
    return TeamPoints(1.5 + 2.0 * rates - 1.25 * np.log(turns), rates, turns)


def test_the_regression_finds_the_surface_that_made_the_teams() -> None:
    points = made_up(50, seed=1)
    found = log_surface(points)
    assert [one(found, 0.0, 1.0), one(found, 1.0, 1.0)] == pytest.approx([1.5, 3.5])
    assert points.r2(found(points.win_rates, points.win_turns)) == pytest.approx(1.0)
    assert one(found, 0.0, np.e) == pytest.approx(0.25)


def test_two_teams_by_hand() -> None:
    """Both coordinates are scaled to 3/5 and 4/5, so the distance is sqrt(0.08)."""
    points = TeamPoints(np.array([1.0, 2.0]), np.array([0.3, 0.4]), np.array([6.0, 8.0]))
    surface = paper_surface(points)
    near = np.exp(-0.08)
    # By symmetry the weights are -w and w, the constant 1.5, and 1.5 + w (1 - near + 1) is 2.
    weight = 0.5 / (2.0 - near)
    assert one(surface, 0.3, 6.0) == pytest.approx(1.5 - weight * (1.0 - near))


def test_quoted_teams_are_looked_up_in_their_order() -> None:
    expected = [1.0 + 2.0 * rate - 0.5 * np.log(turns) for _, rate, turns in QUOTED_PAIRS]
    found = quoted_colt(lambda rates, turns: 1.0 + 2.0 * rates - 0.5 * np.log(turns))
    assert found == pytest.approx(expected)


def test_r2_by_hand() -> None:
    points = TeamPoints(np.array([1.0, 3.0]), np.ones(2), np.ones(2))
    assert points.r2(np.array([1.0, 2.0])) == pytest.approx(0.5)


@needs_bench
def test_the_papers_quoted_pairs_lie_on_its_contours() -> None:
    drawn = json.loads((BENCH / "colt/figure3.json").read_text())
    points = TeamPoints(*(np.array(drawn[name]) for name in ("colt", "winr", "wint")))
    surface = paper_surface(points)
    found = [round(colt, 3) for colt in quoted_colt(surface)]
    assert found == [0.862, 0.862, 0.860, 0.904, 0.905, 0.906]
    for value, (quoted, _, _) in zip(found, QUOTED_PAIRS, strict=True):
        assert value == pytest.approx(quoted, abs=0.0075)
    # Yet the surface explains little, and is far off for a good team of boards.
    assert points.r2(surface(points.win_rates, points.win_turns)) == pytest.approx(0.136, abs=0.01)
    assert one(surface, 1.0, 3.7) == pytest.approx(0.94, abs=0.01)


@needs_bench
def test_over_the_papers_own_pairs_the_regression_is_close() -> None:
    tables = json.loads((BENCH / "tables.json").read_text())
    names = [name for name in tables if name.startswith("table")][:3]
    cells = [
        [cell for row in tables[name]["static"].values() for cell in row.values()] for name in names
    ]
    colt, rates, turns = (np.array(column) for column in cells)
    points = TeamPoints(colt, rates, turns)
    surface = log_surface(points)
    assert points.r2(surface(points.win_rates, points.win_turns)) > 0.98

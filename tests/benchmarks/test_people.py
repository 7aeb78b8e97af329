"""The benchmark of picks of people: which cards count as foreseen."""

import numpy as np
import pytest

from benchmarks.people import is_among


@pytest.mark.parametrize(
    ("count", "expected"), [(1, (0, 1, 0, 0)), (2, (1 / 2, 1, 1 / 2, 0)), (3, (1, 1, 1, 0))]
)
def test_chance_decides_between_cards_of_equal_scores(
    count: int, expected: tuple[float, ...]
) -> None:
    among = is_among(np.array([[2.0, 3.0, 2.0, -np.inf]]), count)
    assert among == pytest.approx(np.array([expected]))

"""Fixtures for all tests of adapters."""

import pytest


@pytest.fixture
def double_taps() -> None:
    """Reject double taps, as the program does."""


@pytest.fixture(autouse=True)
def _without_double_taps(request: pytest.FixtureRequest) -> None:
    """Accept presses in quick succession, unless a test is about double taps."""
    if "double_taps" not in request.fixturenames:
        request.getfixturevalue("quick_presses")

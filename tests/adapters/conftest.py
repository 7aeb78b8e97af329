"""Fixtures of all tests of adapters."""

import pytest


@pytest.fixture
def double_taps() -> None:
    """Take presses that follow each other at once for double taps, as they are."""


@pytest.fixture(autouse=True)
def _without_double_taps(request: pytest.FixtureRequest) -> None:
    """Let presses count that follow each other at once, unless a test is about double taps."""
    if "double_taps" not in request.fixturenames:
        request.getfixturevalue("quick_presses")

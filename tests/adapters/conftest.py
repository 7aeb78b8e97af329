"""Fixtures for all tests of adapters."""

import pytest

from tests.kept import keep_tables


@pytest.fixture
def double_taps() -> None:
    """Reject double taps, as the program does."""


@pytest.fixture(autouse=True)
def _without_double_taps(request: pytest.FixtureRequest) -> None:
    """Accept presses in quick succession, unless a test is about double taps."""
    if "double_taps" not in request.fixturenames:
        request.getfixturevalue("quick_presses")


@pytest.fixture(autouse=True)
def _tables_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    keep_tables(monkeypatch)

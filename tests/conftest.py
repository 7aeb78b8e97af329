"""What tests anywhere may ask for; that no property is timed, and that a run can be repeated."""

import signal
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

from tests.databases import (
    database_url,
    empty_url,
    postgresql_url,
    postgresql_urls,
    sqlite_file,
    sqlite_url,
)
from tests.draws import SEED, drawn_for

__all__ = [
    "database_url",
    "empty_url",
    "postgresql_url",
    "postgresql_urls",
    "sqlite_file",
    "sqlite_url",
]

# A machine with much else to do is slow now and then; that is no property's fault.
settings.register_profile(
    "untimed",
    settings(),
    deadline=None,
    derandomize=not SEED,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("untimed")


def pytest_configure() -> None:
    """Let Ctrl-C reach what tests start, also in the background, where shells ignore it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_report_header() -> str:
    """Say by which seed this run draws."""
    return f"draws: TEST_SEED={SEED}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Run a test with the draws of its name."""
    with drawn_for(item.nodeid):
        return (yield)

"""Fixtures of all tests; the number of their processes, and the draws that repeat a run."""

import gc
import os
import signal
import sys
from collections.abc import Generator
from datetime import timedelta
from itertools import pairwise
from typing import Final

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
from tests.profile import FULL, examples
from tests.statements import share_compiled_statements

__all__ = [
    "database_url",
    "empty_url",
    "postgresql_url",
    "postgresql_urls",
    "sqlite_file",
    "sqlite_url",
]

MOST_WORKERS: Final = 8
"""Maximum number of processes: each has databases and loads models of its own."""

COLLECTED: Final = (20_000, 20, 20)
"""Thresholds of the garbage collector: new objects, then collections of younger ones."""

# Without this, each process that a test starts would compile all modules again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

share_compiled_statements()

# A busy machine is slow now and then; that is no property's fault.
settings.register_profile(
    "untimed",
    settings(),
    max_examples=examples(100),
    deadline=None,
    derandomize=not SEED,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("untimed")


@pytest.fixture
def quick_presses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Accept a press that follows another at once, as if a second had passed."""
    monkeypatch.setattr("bot.games.decisions.DOUBLE_TAP", timedelta(0))


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Draw examples by the seed; make Ctrl-C stop tests' processes even in the background."""
    if SEED:
        config.option.hypothesis_seed = SEED
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """Restore the handler of Ctrl-C: a program that ran in this process may have replaced it."""
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return one process more than cores, or only this one if the arguments are files.

    Many tests wait: for a process to start, a disk, or a pause between two edits. But each process
    collects all tests and loads the models.
    """
    named = [argument.partition("::")[0] for argument in config.args]
    if all(name.endswith(".py") for name in named):
        return 0
    return min((os.cpu_count() or 1) + 1, MOST_WORKERS)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave to `make test-slow` all cases but the first of sampled tests.

    It also gets the PostgreSQL cases of tests that are not about the database.
    """
    sampled = set[str]()
    for item in items:
        if item.get_closest_marker("either_database") and _kind(item) == "postgresql":
            item.add_marker("slow")
        elif item.get_closest_marker("sampled") and not item.get_closest_marker("slow"):
            function = item.nodeid.partition("[")[0]
            if function in sampled:
                item.add_marker("slow")
            sampled.add(function)
    _spread_long_tests(items, getattr(config, "workerinput", {}).get("workercount", 1))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect the tests without the garbage collector, and exempt them from it.

    Modules and tests stay: it would visit all of them again and again. It also visits the objects
    of tests rarely, which saves a twelfth of the time of tests that play whole games.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(*COLLECTED)
        gc.enable()


def pytest_collection_finish() -> None:
    """Make the processes of a run compile one after another, if one has imported numba."""
    if "PYTEST_XDIST_WORKER" in os.environ and "numba" in sys.modules and os.name == "posix":
        from tests.compiling import compile_in_turn  # noqa: PLC0415

        compile_in_turn()


def _spread_long_tests(items: list[pytest.Item], workers: int) -> None:
    """Put each process's share of the long tests first, so that no long test comes last.

    `--dist worksteal` first gives each process an equal part of the list.
    """
    long = [item for item in items if item.nodeid.startswith("tests/scenarios/")]
    long += [item for item in items if item.nodeid.startswith("tests/benchmarks/")]
    chosen = {*long}
    short = [item for item in items if item not in chosen]
    cuts = [len(short) * part // workers for part in range(workers + 1)]
    items[:] = [
        item
        for part, (begin, end) in enumerate(pairwise(cuts))
        for item in (*long[part::workers], *short[begin:end])
    ]


def _kind(item: pytest.Item) -> object:
    """Return the database of a test's case, or None for a test without a choice."""
    callspec = getattr(item, "callspec", None)
    given = callspec.params if callspec else {}
    return next(
        (given[name] for name in ("database_url", "empty_url", "kept") if name in given), None
    )


def pytest_report_header() -> str:
    """Print the seed and the profile of this run."""
    return f"draws: TEST_SEED={SEED}, TEST_PROFILE={'full' if FULL else 'quick'}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Run a test with the draws that its name seeds."""
    with drawn_for(item.nodeid):
        return (yield)

"""The benchmark of trips counts the steps of a few requests; numbers are not judged."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

SMALL = ("--only", "press", "actions", "--runs", "1", "--games", "1")
COLUMNS = ("files", "functions", "calls", "statements", "begun", "committed", "views")


@pytest.mark.slow
def test_it_prints_its_configuration_and_what_requests_pass_through(tmp_path: Path) -> None:
    ran = subprocess.run(  # noqa: S603 - our own program
        [
            sys.executable,
            "-m",
            "benchmarks.trips",
            *SMALL,
            "--url",
            f"sqlite:///{tmp_path}/games.db",
        ],
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    ).stdout
    assert ran.startswith("Configuration(runs=1, ")
    assert "seed=" in ran
    assert re.search(r"^checksum: [0-9a-f]{64}$", ran, re.MULTILINE)
    _check_plausible(ran, "press")
    for how in ("one by one", "1 at once"):
        assert re.search(rf"^database, {how} +\d+\.\d actions/s ", ran, re.MULTILINE)


def _check_plausible(ran: str, name: str) -> None:
    """Check that a kind of request has plausible counts, the same in both runs."""
    row = re.search(rf"^{name} +((?:\d+ +){{7}})\d+\.\d +\d+\.\d\n.*statements: (.*)$", ran, re.M)
    assert row, ran
    assert f"{name}, again" not in ran
    counts = dict(zip(COLUMNS, map(int, row[1].split()), strict=True))
    assert 10 < counts["files"] < counts["functions"] < counts["calls"]
    assert 0 < counts["committed"] <= counts["begun"] < counts["statements"]
    assert {"SELECT", "INSERT", "BEGIN", "COMMIT"} <= {*row[2].replace(",", "").split()}

"""The benchmark of Slack runs to its end with few games; the test ignores its numbers."""

import re
import subprocess
import sys

import pytest

SMALL = ("--games", "2", "--workspaces", "2", "--seconds", "6", "--pause", "0.5", "--rest", "0")


@pytest.mark.slow
def test_it_prints_its_configuration_and_how_long_people_wait() -> None:
    ran = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "benchmarks.slack", *SMALL, "--database", "sqlite"],
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    assert ran.stdout.startswith("Configuration(games=2, ")
    for name in ("answer, 99 %", "redraw, 50 %", "redraw, 99 %"):
        assert re.search(
            rf"^  {name} +\d+\.\d\d s +\d+\.\d\d of what is allowed$", ran.stdout, re.M
        )
    assert "calls refused by limits: 0" in ran.stdout

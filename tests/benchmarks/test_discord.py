"""The benchmark of Discord runs to its end with few games; the test does not check its numbers."""

import re
import subprocess
import sys

import pytest

SMALL = ("--games", "2", "--seconds", "6", "--pause", "0.5", "--database", "sqlite")
TIMES = r"( +\d+\.\d ms){3} +\d+\.\dx"


@pytest.mark.slow
def test_it_prints_its_configuration_and_how_long_people_wait() -> None:
    ran = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "benchmarks.discord", *SMALL],
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    assert ran.stdout.startswith("Configuration(games=2, ")
    assert "seed=" in ran.stdout
    assert re.search(r"^checksum: [0-9a-f]{64}$", ran.stdout, re.MULTILINE)
    for name in ("bare, answer", "sqlite, answer", "sqlite, redraw"):
        assert re.search(rf"^{name} +\d+{TIMES}$", ran.stdout, re.MULTILINE)
    for told in ("interactions/s", "deferred: ", "processor: ", "memory: "):
        assert told in ran.stdout

"""Whole games as they were once read and found right, line by line.

Where a change is meant, write the transcript anew with the command in `COMMAND` and read it.
"""

import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
CHAIRS = ("blue-spymaster", "blue-guesser", "red-spymaster", "red-guesser")
COMMAND = ("play", "--plain", "--seed", "20", *(f"--chair={chair}=human" for chair in CHAIRS))


def test_a_game_by_four_people_reads_as_it_did() -> None:
    played = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "bot", *COMMAND],
        input=(FOLDER / "codenames.in").read_text(encoding="utf-8"),
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=True,
    )
    assert played.stdout == (FOLDER / "codenames.out").read_text(encoding="utf-8")
    assert played.stderr == ""

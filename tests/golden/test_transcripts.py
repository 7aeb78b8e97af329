"""Whole games as they were once read and found right, line by line.

Where a change is meant, write the transcript anew with its command in `COMMANDS` and read it.
"""

import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
CHAIRS = ("blue-spymaster", "blue-guesser", "red-spymaster", "red-guesser")
COMMAND = ("play", "--plain", "--seed", "20", *(f"--chair={chair}=human" for chair in CHAIRS))


HANGMAN = ("play", "hangman", "--plain", "--seed", "20", "--verbose", "--lives", "8")
COMMANDS = {"codenames": COMMAND, "hangman": HANGMAN}


@pytest.mark.parametrize("game", COMMANDS)
def test_a_game_reads_as_it_did(game: str) -> None:
    played = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "bot", *COMMANDS[game]],
        input=(FOLDER / f"{game}.in").read_text(encoding="utf-8"),
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=True,
    )
    assert played.stdout == (FOLDER / f"{game}.out").read_text(encoding="utf-8")
    assert played.stderr == ""

"""Whole games line by line, as a person read and approved them.

After an intended change, rewrite the transcript with its command in `COMMANDS` and read it.

"""

from pathlib import Path

import pytest

from core.words import packs
from tests.bot.programs import spyring

FOLDER = Path(__file__).parent
CHAIRS = ("blue-spymaster", "blue-guesser", "red-spymaster", "red-guesser")
PACK = Path(packs.__file__).with_name("data") / "board_en_1.txt"
"""The first pack, which never changes."""

COMMAND = (
    *("play", "--plain", "--seed", "20", f"--pack={PACK}"),
    *(f"--chair={chair}=human" for chair in CHAIRS),
)


HANGMAN = ("play", "hangman", "--plain", "--seed", "20", "--verbose", "--lives", "8")
SHIRITORI = ("play", "shiritori", "--plain", "--seed", "20", "--rule=lives=3", "--rule=hints=on")
COMMANDS = {"codenames": COMMAND, "hangman": HANGMAN, "shiritori": SHIRITORI}


@pytest.mark.parametrize("game", COMMANDS)
def test_a_game_reads_as_it_did(game: str) -> None:
    lines = (FOLDER / f"{game}.in").read_text(encoding="utf-8")
    played = spyring(*COMMANDS[game], lines=lines)
    assert (played.returncode, played.stderr) == (0, "")
    assert played.stdout == (FOLDER / f"{game}.out").read_text(encoding="utf-8")

"""The research lab's commands: registered by name, imported when one is typed."""

import subprocess
import sys

import pytest

from bot.cli.parser import LAB
from bot.gametypes.registry import load_command

LOADED = "import sys; from bot.cli.main import main; {} print([*sys.modules])"


@pytest.mark.parametrize("name", LAB)
def test_each_command_is_found_by_its_name(name: str) -> None:
    assert load_command(LAB[name]).name == name


def loaded(run: str) -> set[str]:
    """Return the packages of the lab that a program has loaded."""
    program = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", LOADED.format(run)], capture_output=True, text=True, check=True
    )
    return {one for one in ("bot.arena", "core.arena") if f"'{one}'" in program.stdout}


@pytest.mark.slow
def test_the_lab_is_loaded_for_its_own_commands_alone() -> None:
    assert loaded("main(['board', '--keyword', 'x']);") == set()
    assert "bot.arena" in loaded("main(['simulate', '--spymaster', 'nobody', '--guesser', 'x']);")

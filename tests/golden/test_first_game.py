"""docs/first-game.md shows a real game."""

import re
from pathlib import Path

import pytest

from tests.bot.terminals import terminal

TEXT = (Path(__file__).parents[2] / "docs" / "first-game.md").read_text(encoding="utf-8")
(COMMAND,) = re.findall(r"^ {4}spyring (play .*)$", TEXT, re.MULTILINE)
BLOCKS = re.findall(r"^```text\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
TYPED = re.compile(r"(?:blue guesser>|(.*\[Y/n\])) ?(.*)")
"""A line with a prompt: a question, or "" for the prompt of a chair, and the answer."""


@pytest.mark.slow
def test_the_program_writes_every_line_of_the_page_in_this_order(tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    with terminal(*COMMAND.split(), size=(60, 80), setting=home) as game:
        for line in "".join(BLOCKS).splitlines():
            if prompt := TYPED.fullmatch(line):
                game.read_on(prompt[1] or "or help")
                game.type(f"{prompt[2]}\r")
            else:
                game.read_on(line)
        assert game.end() == 0

"""The modules that a command imports, counted in a process of its own."""

import subprocess
import sys

import pytest

IMPORTED = """
import sys
from bot.__main__ import main
try:
    main({arguments!r})
except SystemExit:
    pass
print(*sys.modules, file=sys.stderr)
"""

NEVER = frozenset({"numba", "scipy", "gensim", "matplotlib"})
"""Large libraries that some commands import for their work, but never at a start."""


def imported(*arguments: str) -> set[str]:
    """Return the modules that a command has imported when it ends."""
    program = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", IMPORTED.format(arguments=arguments)],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return {*program.stderr.splitlines()[-1].split()}


@pytest.mark.parametrize("arguments", [("--help",), ("run", "--help")])
def test_help_imports_no_game(arguments: tuple[str, ...]) -> None:
    modules = imported(*arguments)
    assert len(modules) <= 450
    assert not modules & (
        NEVER | {"numpy", "sqlalchemy", "alembic", "PIL", "discord", "slack_bolt"}
    )


def test_a_game_imports_what_it_is_played_with() -> None:
    modules = imported("play", "--plain")
    assert "bot.gametypes.codenames.play" in modules
    assert len(modules) <= 1050
    assert not modules & (NEVER | {"alembic", "prompt_toolkit", "PIL", "discord", "slack_bolt"})
    assert not modules & {"bot.gametypes.hangman", "bot.gametypes.shiritori"}

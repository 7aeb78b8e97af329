"""The research lab on the command line: its commands, imported when one of them is typed."""

from collections.abc import Mapping
from pkgutil import resolve_name
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bot.gametypes.cli import GameCommand

LAB: Final[Mapping[str, str]] = MappingProxyType(
    {
        "simulate": "bot.arena.simulate_command:SimulateCommand",
        "arena": "bot.arena.command:ArenaCommand",
    }
)
"""The class of each command, as `pkgutil.resolve_name` reads it."""


def lab_command(name: str) -> "GameCommand":
    """Return a command of the lab; raises KeyError for an unknown name."""
    command: GameCommand = resolve_name(LAB[name])()
    return command

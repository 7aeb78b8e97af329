"""All that the outside needs of a game, bundled: its commands, its notation and its looks.

The rules of one table are made from its options; everything else is the same for every table.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from core.command import Command, Commands
from core.rules import Legal
from core.view import Phrase, View

A = TypeVar("A")
E = TypeVar("E")
O = TypeVar("O")  # noqa: E741 - the observations' letter in core.rules too


@dataclass(frozen=True, slots=True)
class Game(Generic[A, E, O]):
    """A game over actions A, events E and observations O."""

    commands: Commands
    parse: Callable[[str, O, int], A]
    """The action that a line stands for, meant for a turn; raises InvalidNotation."""
    action_line: Callable[[A, O], str]
    event_line: Callable[[E, O], str]
    """The public line of an event, given what the public may know."""
    closing_lines: Callable[[O], tuple[str, ...]]
    """What is revealed once the game is over, as lines."""
    present: Callable[[O, Legal[A]], View]
    describe: Callable[[E, O], Phrase]
    """The sentence that tells the table of an event, given what the public may know."""
    usable: Callable[[O], tuple[Command, ...]]
    """The commands that the observer may come to use at this table."""
    turn: Callable[[O], int]
    """The number of the present turn."""

"""All that the outside needs of a game, bundled: its commands, its notation and its looks.

The rules of one table are made from its options; everything else is the same for every table.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from core.command import Command, Commands
from core.rules import Legal, Seat
from core.view import Phrase, View

A = TypeVar("A")
E = TypeVar("E")
O = TypeVar("O")  # noqa: E741 - the observations' letter in core.rules too


@dataclass(frozen=True, slots=True)
class TextInterface(Generic[O]):
    """A game's typed interface, where that is shorter than its lines and events."""

    line: Callable[[str, O], str]
    """The line that a text stands for, given what the one who types it may know."""
    script: Callable[[str, O], str]
    """The line that a line of a script stands for."""
    script_lines: Callable[[Sequence[O], Sequence[O]], tuple[str, ...]]
    """What a script is told of what has happened.

    Given is what those who read it knew before and know after, in one order; at least one does.
    """
    expected: Callable[[O], Phrase]
    """What the observer may type now, in a few words."""
    seat: Callable[[Seat, O], Phrase]
    """A seat's name within a sentence."""
    order: Callable[[Sequence[Seat], O], Sequence[Seat]] = lambda due, _observation: due
    """Those of the seats that are due who act before the others, given what all may know.

    It is for people who share a keyboard and see boards of their own.
    """
    opening_lines: Callable[[Sequence[O]], tuple[str, ...]] = lambda _observations: ()
    """What a script is told before the first move, given what those who read it know."""


@dataclass(frozen=True, slots=True)
class GameInterface(Generic[A, E, O]):
    """A game over actions A, events E and observations O."""

    commands: Commands
    parse: Callable[[str, O, int], A]
    """The action that a line stands for, meant for a turn; raises InvalidNotation."""
    action_line: Callable[[A, O], str]
    event_line: Callable[[E, O], str]
    """The line of an event for who may know so much."""
    present: Callable[[O, Legal[A]], View]
    describe: Callable[[E, O], Phrase]
    """The sentence that tells of an event, for who may know so much."""
    usable: Callable[[O], tuple[Command, ...]]
    """The commands that the observer may come to use at this table."""
    turn: Callable[[O], int]
    """The number of the present turn."""
    closing_lines: Callable[[O], tuple[str, ...]] = lambda _observation: ()
    """What is revealed once the game is over, as lines."""
    first_press: Callable[[A, Legal[A]], A] = lambda action, _legal: action
    """The action that a press on an action's button does, given all that the presser may do now.

    It is another one where a first press only shows the others what the presser is about to do.
    """
    only_shows: Callable[[A], bool] = lambda _action: False
    """Whether an action only shows the others what somebody is about to do."""
    text_interface: TextInterface[O] | None = None
    """None where people type the game's lines, and scripts are told its events."""

"""The interface of a game: its commands, its notation and its views.

Only the rules depend on a table's options; everything here is the same for every table.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from core.command import Command, Commands
from core.rules import Legal, Seat
from core.view import Phrase, View

A = TypeVar("A")
E = TypeVar("E")
O = TypeVar("O")  # noqa: E741 - as in core.rules


@dataclass(frozen=True, slots=True)
class TextInterface(Generic[O]):
    """A typed interface that is shorter than a game's lines and events."""

    line: Callable[[str, O], str]
    """The game's line for a typed text, given its author's observation."""
    script: Callable[[str, O], str]
    """The game's line for a line of a script."""
    script_lines: Callable[[Sequence[O], Sequence[O]], tuple[str, ...]]
    """The news for a script, from its readers' observations before and after, in the same order.

    There is at least one reader.
    """
    expected: Callable[[O], Phrase]
    """The expected input of the observer, in a few words."""
    seat: Callable[[Seat, O], Phrase]
    """A seat's name in a sentence."""
    order: Callable[[Sequence[Seat], O], Sequence[Seat]] = lambda due, _observation: due
    """The due seats that act before the others, given the public observation.

    People who share a keyboard but see different boards need it.
    """
    opening_lines: Callable[[Sequence[O]], tuple[str, ...]] = lambda _observations: ()
    """The lines for a script before the first move, from its readers' observations."""


@dataclass(frozen=True, slots=True)
class GameInterface(Generic[A, E, O]):
    """A game over actions A, events E and observations O."""

    commands: Commands
    parse: Callable[[str, O, int], A]
    """The action of a line in a given turn; raises InvalidNotation."""
    action_line: Callable[[A, O], str]
    event_line: Callable[[E, O], str]
    """The line of an event for an observer."""
    present: Callable[[O, Legal[A]], View]
    describe: Callable[[E, O], Phrase]
    """The sentence about an event for an observer."""
    usable: Callable[[O], tuple[Command, ...]]
    """The commands that the observer may need at this table."""
    turn: Callable[[O], int]
    """The number of the current turn."""
    closing_lines: Callable[[O], tuple[str, ...]] = lambda _observation: ()
    """The secrets revealed after the game, as lines."""
    first_press: Callable[[A, Legal[A]], A] = lambda action, _legal: action
    """The action of a press on an action's button, given the presser's legal actions.

    A first press may only announce the button's action to the others.
    """
    only_shows: Callable[[A], bool] = lambda _action: False
    """Whether an action only announces what its player is about to do."""
    text_interface: TextInterface[O] | None = None
    """None if people type the game's lines and scripts read its events."""

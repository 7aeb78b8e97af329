"""How a game, or its clock, stops before its end, and how it goes on all the same."""

from dataclasses import dataclass
from typing import TypeAlias

from bot.identity import Room, User


@dataclass(frozen=True, slots=True)
class Stopped:
    """The game was stopped before its end."""

    by: User


@dataclass(frozen=True, slots=True)
class Reopened:
    """A game that was stopped goes on, from now on in these rooms; `begun` if it had begun."""

    by: User
    rooms: tuple[Room, ...]
    begun: bool


@dataclass(frozen=True, slots=True)
class ClockPaused:
    """The clock stands still."""

    by: User


@dataclass(frozen=True, slots=True)
class ClockResumed:
    """The clock goes on."""

    by: User


StopEvent: TypeAlias = Stopped | Reopened | ClockPaused | ClockResumed
"""What stops, and what goes on."""

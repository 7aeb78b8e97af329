"""When a turn's time is up: what the log says of it, before any clock is asked.

The time of a clue and that of the guesses on it run apart, each from when the table began to wait
for it.
"""

from dataclasses import dataclass
from datetime import timedelta
from enum import Enum

from bot.games.session import Session
from bot.lobby.model import Clocking, Status
from bot.lobby.settings import CLUE_TIME


class Due(Enum):
    """What a deadline is for."""

    TURN = "turn"
    """The turn's time is up."""
    PATIENCE = "patience"
    """Bots beside people go on by themselves."""


@dataclass(frozen=True, slots=True)
class Span:
    """A turn's time: whose it is, and how long."""

    turn: int
    waits_for: frozenset[str]
    length: timedelta


def span(session: Session) -> Span | None:
    """Return the time that the table is waiting on now; None where no clock runs."""
    settings = session.lobby.settings
    if session.lobby.status is not Status.RUNNING or settings.clock is Clocking.OFF:
        return None
    seats = session.rules.to_act(session.state)
    timed = {chair.timed for chair in session.lobby.chairs if chair.seat in seats}
    if settings.clock is Clocking.SLOW:
        length = timedelta(hours=settings.slow_hours)
    else:
        clued = CLUE_TIME in timed
        length = timedelta(seconds=settings.clue_seconds if clued else settings.guess_seconds)
    return Span(session.turn, frozenset(seats), length)

"""When a turn's time is up, and bots' patience: what the log says of it, before any clock is asked.

The time of a clue and that of the guesses on it run apart, each from when the table began to wait
for it.
"""

from dataclasses import dataclass
from datetime import timedelta
from enum import Enum
from typing import Final

from bot.games.session import Session
from bot.games.sight import sight_of
from bot.lobby.model import Clocking, Status
from bot.lobby.settings import CLUE_TIME
from core.rules import Seat

PATIENCE: Final = timedelta(minutes=5)
"""How long bots wait for people where no clock runs.

Whoever thinks or has looked away is back by then, and a table that somebody has left goes on.
"""

SHARE: Final = 2
"""Bots wait for one half of a turn's time at most: the other is for what follows on their move."""

SLOW_RESERVE: Final = 8
"""In slow play bots wait until an eighth of a turn's time is left: before, it is the people's."""

LONGEST_RESERVE: Final = timedelta(hours=1)
"""The most that bots take of a turn's time in slow play: they need minutes, not hours."""


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


@dataclass(frozen=True, slots=True)
class Wait:
    """Bots that wait for people beside them, and since which event of the game."""

    turn: int
    bots: tuple[Seat, ...]
    since: int


def wait(session: Session) -> Wait | None:
    """Return whom bots wait for now; None where none does, as in a game that does not run."""
    if session.lobby.status is not Status.RUNNING:
        return None
    bots = session.kind.bots.council.waiting(sight_of(session))
    since = session.log[-1].version if session.log else 0
    return Wait(session.turn, bots, since) if bots else None


def patience(session: Session, left: timedelta | None, usual: timedelta) -> timedelta:
    """Return how long the bots that wait now do so before they go on.

    `left` is what is left of the turn's time, None where nothing is; `usual` is how long they wait
    where no clock runs.
    """
    waits = span(session)
    if waits is None:
        return usual
    if left is None or session.lobby.settings.clock is Clocking.ADVISORY:
        return min(usual, waits.length / SHARE)
    soon = min(usual, left / SHARE)
    if session.lobby.settings.clock is not Clocking.SLOW:
        return soon
    return max(left - min(waits.length / SLOW_RESERVE, LONGEST_RESERVE), soon)

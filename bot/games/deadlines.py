"""The time limits in a session: its turn, its waiting bots and its idle host.

A clue and the guesses for it have separate limits, each from the moment the table began to wait.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from typing import Final

from bot.games.requests import Countdown
from bot.games.session import Session, table_view
from bot.lobby.model import ClockMode, Status
from bot.lobby.settings import CLUE_TIME
from bot.store.leases import DeadlineRow
from core.rules import CLOCK, Expire, IllegalAction, Seat, advance
from core.view import WHEN, phrase

PATIENCE: Final = timedelta(minutes=5)
"""The time that bots wait for people without a clock.

It is long enough to think or look away; after it, an abandoned table goes on.
"""

LOBBY_IDLE: Final = timedelta(minutes=15)
"""The time until an idle table closes before its game begins."""

SHARE: Final = 2
"""Bots wait at most half of a turn's time; the other half is for later moves."""

SLOW_RESERVE: Final = 8
"""In slow play, bots wait until an eighth of a turn's time is left."""

LONGEST_RESERVE: Final = timedelta(hours=1)
"""The most that bots keep of a turn's time in slow play: they need minutes, not hours."""


class DeadlineKind(Enum):
    """The purpose of a deadline."""

    TURN = "turn"
    """The turn's time is up."""
    PATIENCE = "patience"
    """Bots stop waiting for people."""
    IDLE = "idle"
    """An idle table closes before its game begins."""


@dataclass(frozen=True, slots=True)
class TurnLimit:
    """A turn's time limit, with the seats that it applies to."""

    turn: int
    waits_for: frozenset[str]
    length: timedelta


def turn_limit(session: Session) -> TurnLimit | None:
    """Return the time limit for the present turn; None without a clock."""
    settings = session.lobby.settings
    if session.lobby.status is not Status.RUNNING or settings.clock is ClockMode.OFF:
        return None
    seats = session.to_act
    timed = {chair.time_setting for chair in session.lobby.chairs if chair.seat in seats}
    if settings.clock is ClockMode.SLOW:
        length = timedelta(hours=settings.slow_hours)
    else:
        clued = CLUE_TIME in timed
        length = timedelta(seconds=settings.clue_seconds if clued else settings.guess_seconds)
    return TurnLimit(session.turn, seats, length)


def bot_wait(session: Session) -> tuple[tuple[Seat, ...], int] | None:
    """Return the bots that wait for people, and the version since which they wait, if any."""
    if session.lobby.status is not Status.RUNNING:
        return None
    bots = session.game_type.bots.team_play.waiting(table_view(session))
    since = session.log[-1].version if session.log else 0
    return (bots, since) if bots else None


def patience(session: Session, left: timedelta | None, usual: timedelta) -> timedelta:
    """Return the time that bots wait for people.

    `left` is the remaining time of the turn, None if it is up; `usual` is the time without a clock.
    """
    waits = turn_limit(session)
    if waits is None:
        return usual
    if left is None or session.lobby.settings.clock is ClockMode.ADVISORY:
        return min(usual, waits.length / SHARE)
    soon = min(usual, left / SHARE)
    if session.lobby.settings.clock is not ClockMode.SLOW:
        return soon
    return max(left - min(waits.length / SLOW_RESERVE, LONGEST_RESERVE), soon)


def host_wait(session: Session, now: datetime, usual: timedelta | None) -> timedelta | None:
    """Return the time until another member may take over from an idle host.

    A host may be idle for `usual`, the bots' patience without a clock, or for a turn's time if that
    is longer. None: bots wait forever, as at one terminal. An action in the future predates a clock
    that was set back; it counts as happening now.
    """
    if usual is None or session.host_acted is None:
        return None
    waits = turn_limit(session)
    length = max(usual, waits.length) if waits else usual
    return max(min(session.host_acted, now) + length - now, timedelta())


def countdowns(
    session: Session, rows: Iterable[DeadlineRow], now: datetime
) -> tuple[Countdown, ...]:
    """Return the countdowns to a game's deadlines, except paused and past ones."""
    if session.lobby.status is not Status.RUNNING or session.lobby.paused:
        return ()
    due = {
        row.kind: row.due_at
        for row in rows
        if row.turn == session.turn and row.due_at and row.due_at > now
    }
    turn, patience = due.get(DeadlineKind.TURN.value), due.get(DeadlineKind.PATIENCE.value)
    team_play = session.game_type.bots.team_play
    said = team_play.announcements(table_view(session)) if patience else ()
    return (*_of_turn(session, turn), *(Countdown(one, patience) for one in said))


def _of_turn(session: Session, at: datetime | None) -> Iterator[Countdown]:
    clock = session.lobby.settings.clock
    if clock is ClockMode.ADVISORY:
        said = phrase("table-due-advisory", when=WHEN) if at else phrase("table-due-over")
        yield Countdown(said, at)
    elif at and (ends := _ended(session)):
        yield Countdown(phrase("table-due-ends", clock=clock.value, ends=ends, when=WHEN), at)


def _ended(session: Session) -> str | None:
    """Return the part that ends when the time is up: "turn", "game", or None for neither."""
    rules, state = session.rules, session.state
    try:
        events = rules.decide(state, CLOCK, Expire(session.turn))
    except IllegalAction:
        return None
    return "game" if rules.outcome(advance(rules, state, events)) else "turn"

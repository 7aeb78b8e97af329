"""Judging what moves the game along: start, stop, the next game, and the clock's pauses."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from bot.lobby.actions import CourseAction, Pause, Rematch, Resume, Start, Stop
from bot.lobby.case import Case
from bot.lobby.history import fold
from bot.lobby.model import (
    BotSeated,
    ClockPaused,
    ClockResumed,
    Joined,
    Lobby,
    Member,
    Opened,
    Rematched,
    RoomAdded,
    Seated,
    Started,
    Stopped,
    TableEvent,
    TeamWished,
    Watched,
)
from bot.lobby.placement import filled, seated
from bot.lobby.settings import Clocking, Stopping
from bot.lobby.suited import wanting
from bot.lobby.wording import chair_within
from core.rules import IllegalAction


def judge(case: Case, action: CourseAction) -> Sequence[TableEvent]:
    """Return the facts that the action makes true; raises IllegalAction."""
    match action:
        case Start():
            return _start(case)
        case Stop():
            return _stop(case)
        case Rematch():
            return _rematch(case)
        case Pause():
            return _pause(case)
        case Resume():
            return _resume(case)
        case _:
            assert_never(action)


def _start(case: Case) -> Sequence[TableEvent]:
    case.check_before_start()
    case.check_leads()
    if not case.lobby.members:
        raise IllegalAction("table-nobody")
    people = seated(case.lobby, typed=case.moment.typed)
    lobby = fold(people, case.lobby)
    bots = filled(lobby)
    _check_ready(case, fold(bots, lobby))
    return (*people, *bots, Started(case.user))


def _check_ready(case: Case, lobby: Lobby) -> None:
    """Raise IllegalAction where somebody is missing: a bot, a person, or one who types."""
    for _, name in lobby.bots:
        case.check_bot(name)
    for chair in wanting(lobby):
        raise IllegalAction("table-person-missing", seat=chair_within(lobby, chair))
    keyed = {chair.seat for chair in lobby.chairs if chair.keyed}
    if case.moment.typed and not any(member.seat in keyed for member in lobby.people):
        raise IllegalAction("table-typed-nobody")


def _stop(case: Case) -> Sequence[TableEvent]:
    if case.lobby.settings.stop is Stopping.ANYONE:
        case.check_concerned()
    elif not case.leads:
        raise IllegalAction("table-stop-host")
    return (Stopped(case.user),)


def _rematch(case: Case) -> Sequence[TableEvent]:
    if not case.lobby.is_closed:
        raise IllegalAction("table-rematch-running")
    if case.lobby.followed:
        raise IllegalAction("table-rematch-open")
    case.check_concerned()
    if not case.lobby.members:
        raise IllegalAction("table-nobody")
    return (Rematched(case.user),)


def next_table(lobby: Lobby) -> Iterator[TableEvent]:
    """Yield how the next table is opened: the same people, chairs, bots, rooms and settings.

    Raises ValueError for a table without a host.
    """
    host = lobby.member(lobby.host) if lobby.host else None
    if host is None:
        raise ValueError("nobody is left who could be the host")
    opened = Opened(lobby.kind, lobby.chairs, lobby.settings, host.user, host.room, lobby.at_once)
    yield opened
    yield from (RoomAdded(room) for room in lobby.rooms if room != host.room)
    for member in lobby.members:
        if member != host:
            yield Joined(member.user, member.room)
    for member in lobby.members:
        yield from _as_before(member)
    yield from (BotSeated(seat, name) for seat, name in lobby.bots)


def _as_before(member: Member) -> Iterator[TableEvent]:
    if member.watching:
        yield Watched(member.user)
    elif member.seat:
        yield Seated(member.user, member.seat)
    elif member.team:
        yield TeamWished(member.user, member.team)


def _pause(case: Case) -> Sequence[TableEvent]:
    _check_clock(case)
    if case.lobby.paused:
        raise IllegalAction("table-paused-already")
    return (ClockPaused(case.user),)


def _resume(case: Case) -> Sequence[TableEvent]:
    _check_clock(case)
    if not case.lobby.paused:
        raise IllegalAction("table-not-paused")
    return (ClockResumed(case.user),)


def _check_clock(case: Case) -> None:
    case.check_running()
    if not case.leads and case.lobby.seat_of(case.user) is None:
        raise IllegalAction("table-players-only")
    if case.lobby.settings.clock is Clocking.OFF:
        raise IllegalAction("table-no-clock")

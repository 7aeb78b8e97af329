"""Judging what moves the game along: start, stop, the next game, and the clock's pauses."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import assert_never

from bot.identity import Room, User
from bot.lobby.actions import CourseAction, Pause, Rematch, Resume, Start, Stop
from bot.lobby.case import Actor, Case
from bot.lobby.history import fold
from bot.lobby.model import (
    BotSeated,
    HostChanged,
    Joined,
    Left,
    Lobby,
    Member,
    Opened,
    Rematched,
    RoomAdded,
    Seated,
    Started,
    TableEvent,
    TeamWished,
    Watched,
)
from bot.lobby.placement import filled, seated
from bot.lobby.settings import Clocking, Stopping
from bot.lobby.stopping import ClockPaused, ClockResumed, Reopened, Stopped
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
    return (Rematched(case.user),)


def reopened(lobby: Lobby, actor: Actor, rooms: Iterable[Room], *, begun: bool) -> list[TableEvent]:
    """Return how a game that was stopped goes on, for somebody who is its host from then on.

    It is theirs to lead, or whoever stopped it could stop it again. `rooms` are those of its rooms
    to which it still belongs, beside their own. Chairs of those who were forgotten are open.
    """
    events: list[TableEvent] = []
    places = tuple(dict.fromkeys((actor.room, *rooms)))
    events.append(Reopened(actor.user, places, begun))
    if lobby.member(actor.user) is None:
        events.append(Joined(actor.user, actor.room))
    if lobby.host != actor.user:
        events.append(HostChanged(actor.user))
    gone = (member for member in lobby.members if member.user.is_gone)
    events.extend(Left(member.user, actor.user, member.seat) for member in gone)
    return events


def next_table(lobby: Lobby, actor: Actor) -> Iterator[TableEvent]:
    """Yield how somebody opens the next table: the same chairs, bots and settings as this one's.

    The same people sit there, in the same rooms, if one of them opens it or who manages the place.
    Anybody else opens it in their own room as its host, and takes nobody along: else a passer-by
    could have people called to a game time and again. Chairs of those who were forgotten are open.
    """
    left = tuple(member for member in lobby.members if not member.user.is_gone)
    lobby = replace(lobby, members=left)
    host = (lobby.member(lobby.host) if lobby.host else None) or next(iter(left), None)
    if host is None or not (actor.manages or lobby.member(actor.user)):
        yield _opened(lobby, actor.user, actor.room)
    else:
        yield _opened(lobby, host.user, host.room)
        yield from _people(lobby, host)
    yield from (BotSeated(seat, name) for seat, name in lobby.bots)


def _opened(lobby: Lobby, host: User, room: Room) -> Opened:
    return Opened(lobby.kind, lobby.chairs, lobby.settings, host, room, lobby.at_once)


def _people(lobby: Lobby, host: Member) -> Iterator[TableEvent]:
    """Yield how all come to the next table where they were at this one."""
    yield from (RoomAdded(room) for room in lobby.rooms if room != host.room)
    for member in lobby.members:
        if member != host:
            yield Joined(member.user, member.room)
    for member in lobby.members:
        yield from _as_before(member)


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

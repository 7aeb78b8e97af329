"""The state of a lobby as its events add up to it: facts in, lobby out, with no judgement."""

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from typing import Any, assert_never

from bot.identity import User
from bot.lobby import events
from bot.lobby.events import (
    DirectEvent,
    LobbyEvent,
    PersonEvent,
    ProgressEvent,
    SettingEvent,
    StopEvent,
    TakeBackEvent,
)
from bot.lobby.model import Lobby, LobbyChair, Member, Proposal, Status
from core.rules import Seat


def fold(log: Iterable[LobbyEvent], lobby: Lobby | None = None) -> Lobby:
    """Return the lobby that events add up to, after the given one or from no table."""
    return reduce(apply, log, lobby or Lobby())


def apply(lobby: Lobby, event: LobbyEvent) -> Lobby:
    """Return the lobby after the event; total for every event that the rules decide."""
    if isinstance(event, PersonEvent):
        return _apply_person(lobby, event)
    if isinstance(event, SettingEvent):
        return _apply_setting(lobby, event)
    if isinstance(event, StopEvent):
        return _apply_stop(lobby, event)
    if isinstance(event, TakeBackEvent):
        return replace(lobby, proposal=_proposal(lobby.proposal, event))
    return _apply_progress(lobby, event)


def _apply_progress(lobby: Lobby, event: ProgressEvent | DirectEvent) -> Lobby:
    match event:
        case events.DirectFound(user=user, reached=reached):
            return _with_member(lobby, user, direct=reached)
        case events.DirectRetried(user=user):
            return _with_member(lobby, user, direct=None)
        case events.Opened():
            return _opened(event)
        case events.OptionsChanged(chairs=chairs):
            return _rechaired(lobby, chairs)
        case events.Started():
            return replace(lobby, status=Status.RUNNING)
        case events.GameOver():
            return _ended(lobby, Status.OVER)
        case events.Rematched():
            return replace(lobby, followed=True)
        case events.NamesReplaced():
            return lobby
        case _:
            assert_never(event)


def _apply_stop(lobby: Lobby, event: StopEvent) -> Lobby:
    match event:
        case events.Stopped(by=by, forfeit=forfeit):
            return replace(_ended(lobby, Status.STOPPED), stopped_by=by, forfeit=forfeit)
        case (
            events.GiveUpAsked(team=team)
            | events.GiveUpAgreed(team=team)
            | events.GiveUpLapsed(team=team)
        ):
            agreed = dict(lobby.giving_up)
            before = agreed.pop(team, ())
            if isinstance(event, events.GiveUpAsked):
                agreed[team] = ()
            elif isinstance(event, events.GiveUpAgreed):
                agreed[team] = (*before, event.by)
            return replace(lobby, giving_up=tuple(agreed.items()))
        case events.LobbyClosed():
            return replace(lobby, status=Status.STOPPED)
        case events.Reopened(rooms=rooms, begun=begun):
            status = Status.RUNNING if begun else Status.LOBBY
            again = replace(lobby, stopped_by=None, forfeit=None, followed=False)
            return replace(again, status=status, rooms=rooms)
        case events.ClockPaused() | events.ClockResumed():
            return replace(lobby, paused=isinstance(event, events.ClockPaused))
        case _:
            assert_never(event)


def _ended(lobby: Lobby, status: Status) -> Lobby:
    """Return the lobby after the game, when nothing is asked any more."""
    return replace(lobby, status=status, proposal=None, requests=(), giving_up=(), paused=False)


def _apply_person(lobby: Lobby, event: PersonEvent) -> Lobby:
    match event:
        case events.Joined(user=user, room=room, team=team):
            members = (*_others(lobby, user), Member(user, room, team=team))
            return replace(lobby, members=members, host=lobby.host or user)
        case events.Left(user=user):
            return _left(lobby, user)
        case events.TeamWished(user=user, team=team):
            return _with_member(lobby, user, seat=None, team=team, watching=False)
        case events.Seated(user=user, seat=seat):
            return _seated(lobby, user, seat)
        case events.Stood(user=user):
            return _with_member(lobby, user, seat=None)
        case events.Watched(user=user):
            lobby = replace(lobby, requests=_requests(lobby, user))
            return _with_member(lobby, user, seat=None, team=None, watching=True)
        case events.ChairRequested(user=user, seat=seat):
            return replace(lobby, requests=(*_requests(lobby, user), (user, seat)))
        case events.ChairRefused(user=user):
            return replace(lobby, requests=_requests(lobby, user))
        case events.KeyShown(user=user, what=what):
            return replace(lobby, shown=lobby.shown | {(user, what)})
        case _:
            assert_never(event)


def _apply_setting(lobby: Lobby, event: SettingEvent) -> Lobby:
    match event:
        case events.RoomAdded(room=room):
            return replace(lobby, rooms=tuple(dict.fromkeys((*lobby.rooms, room))))
        case events.RoomRemoved(room=room):
            return replace(lobby, rooms=tuple(one for one in lobby.rooms if one != room))
        case events.BotSeated(seat=seat, name=name):
            vacant = _vacant(lobby, seat)
            return replace(vacant, bots=(*vacant.bots, (seat, name)))
        case events.BotRemoved(seat=seat):
            return replace(lobby, bots=tuple(bot for bot in lobby.bots if bot[0] != seat))
        case events.HostChanged(user=user):
            return replace(lobby, host=user)
        case events.SettingsChanged(settings=settings):
            return replace(lobby, settings=settings)
        case _:
            assert_never(event)


def _proposal(proposal: Proposal | None, event: TakeBackEvent) -> Proposal | None:
    match event:
        case events.TakeBackProposed(by=by, to=to, turns=turns, teams=teams):
            return Proposal(by, to, turns, teams)
        case events.TakeBackAgreed(team=team):
            if proposal is None:
                return None
            teams = tuple(name for name in proposal.teams if name != team)
            return replace(proposal, teams=teams)
        case events.TakeBackRefused() | events.TakeBackLapsed() | events.TakenBack():
            return None
        case events.TimeUp():
            return proposal
        case _:
            assert_never(event)


def _opened(event: events.Opened) -> Lobby:
    return Lobby(
        kind=event.kind,
        chairs=event.chairs,
        settings=event.settings,
        host=event.host,
        members=(Member(event.host, event.room),),
        rooms=(event.room,),
        at_once=event.at_once,
    )


def _left(lobby: Lobby, user: User) -> Lobby:
    members, requests = _others(lobby, user), _requests(lobby, user)
    host = lobby.host
    if host == user:
        host = members[0].user if members else None
    return replace(lobby, members=members, host=host, requests=requests)


def _seated(lobby: Lobby, user: User, seat: Seat) -> Lobby:
    """Return the lobby with a person in a chair, where direct messages are tried once more."""
    chair, member = lobby.chair(seat), lobby.member(user)
    team = chair.team if chair else None
    direct = (member.direct or None) if member else None
    vacant = _vacant(replace(lobby, requests=_requests(lobby, user, seat)), seat)
    return _with_member(vacant, user, seat=seat, team=team, watching=False, direct=direct)


def _vacant(lobby: Lobby, seat: Seat) -> Lobby:
    """Return the lobby with nobody in a chair."""
    members = tuple(
        replace(member, seat=None) if member.seat == seat else member for member in lobby.members
    )
    return replace(lobby, members=members, bots=tuple(bot for bot in lobby.bots if bot[0] != seat))


def _rechaired(lobby: Lobby, chairs: tuple[LobbyChair, ...]) -> Lobby:
    """Return the lobby with other chairs: who sat in one that is not theirs any more, stands."""
    seats = {chair.seat for chair in chairs if not chair.for_bot}
    teams = {chair.team for chair in chairs if not chair.for_bot}
    members = tuple(
        replace(
            member,
            seat=member.seat if member.seat in seats else None,
            team=member.team if member.team in teams else None,
        )
        for member in lobby.members
    )
    open_to_bots = {chair.seat for chair in chairs if not chair.for_person}
    bots = tuple(bot for bot in lobby.bots if bot[0] in open_to_bots)
    return replace(lobby, chairs=chairs, members=members, bots=bots)


def _requests(lobby: Lobby, user: User, seat: Seat | None = None) -> tuple[tuple[User, Seat], ...]:
    """Return what is asked for chairs, but for what a user asks and for one chair."""
    return tuple((who, what) for who, what in lobby.requests if who != user and what != seat)


def _others(lobby: Lobby, user: User) -> tuple[Member, ...]:
    return tuple(member for member in lobby.members if member.user != user)


def _with_member(lobby: Lobby, user: User, **changes: Any) -> Lobby:  # noqa: ANN401 - any field
    members = tuple(
        replace(member, **changes) if member.user == user else member for member in lobby.members
    )
    return replace(lobby, members=members)

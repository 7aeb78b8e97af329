"""Judging what moves the game along: start, stop, the next game, and the clock's pauses."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import assert_never

from bot.identity import Room, User
from bot.lobby.actions import (
    Agree,
    Pause,
    ProgressAction,
    Refuse,
    Rematch,
    Resume,
    Start,
    Stop,
    TakeBack,
    TakeBackAction,
)
from bot.lobby.context import ActionContext, Actor, GameContext, LastMove, manages
from bot.lobby.events import (
    BotSeated,
    HostChanged,
    Joined,
    Left,
    LobbyEvent,
    RoomAdded,
    RoomRemoved,
    Seated,
    TeamWished,
    Watched,
)
from bot.lobby.game_events import (
    ClockPaused,
    ClockResumed,
    Opened,
    Rematched,
    Reopened,
    Started,
    Stopped,
    TakeBackAgreed,
    TakeBackLapsed,
    TakeBackProposed,
    TakeBackRefused,
    TakenBack,
    fold,
)
from bot.lobby.members import answer_request, leave_events
from bot.lobby.model import Lobby, LobbyChair, Member, Status
from bot.lobby.notation import action_line
from bot.lobby.phrases import NO_TAKE_BACK, STOP_FORFEITS, chair_within, of_game
from bot.lobby.placement import filled, seated, wanting
from bot.lobby.settings import ClockMode, StopPolicy
from core.rules import IllegalAction, Unconfirmed
from core.view import Choice, Tone, phrase


def decide_progress(context: ActionContext, action: ProgressAction) -> Sequence[LobbyEvent]:
    """Return the facts that the action makes true; raises IllegalAction."""
    match action:
        case Start():
            return _start(context)
        case Stop():
            return _stop(context)
        case Rematch():
            return _rematch(context)
        case Pause():
            return _pause(context)
        case Resume():
            return _resume(context)
        case _:
            assert_never(action)


def _start(context: ActionContext) -> Sequence[LobbyEvent]:
    if context.lobby.status is not Status.LOBBY:
        raise IllegalAction("table-begun")
    context.check_leads()
    if not context.lobby.members:
        raise IllegalAction("table-nobody")
    people = seated(context.lobby, typed=context.game.typed)
    lobby = fold(people, context.lobby)
    bots = filled(lobby)
    _check_ready(context, fold(bots, lobby))
    return (*people, *bots, Started(context.user))


def _check_ready(context: ActionContext, lobby: Lobby) -> None:
    """Raise IllegalAction where somebody is missing: a bot, a person, or one who types."""
    for _, name in lobby.bots:
        context.check_bot(name)
    for chair in wanting(lobby):
        raise IllegalAction("table-person-missing", seat=chair_within(lobby, chair))
    keyed = {chair.seat for chair in lobby.chairs if chair.sees_key}
    if context.game.typed and not any(member.seat in keyed for member in lobby.people):
        raise IllegalAction("table-typed-nobody")


def _stop(context: ActionContext) -> Sequence[LobbyEvent]:
    is_anyones = context.lobby.settings.stop is StopPolicy.ANYONE
    if context.leads or (is_anyones and context.member):
        return (Stopped(context.user, context.game.forfeits.get(context.user)),)
    if context.actor.manages and context.actor.room in context.lobby.rooms:
        return _remove_room(context.lobby, context.actor)
    raise IllegalAction("table-not-member" if is_anyones else "table-stop-host")


def check_no_forfeit(lobby: Lobby, events: Iterable[LobbyEvent], turn: int) -> None:
    """Raise Unconfirmed for a stop that gives the game up, so that its person is asked first."""
    if any(isinstance(event, Stopped) and event.forfeit for event in events):
        said = of_game(lobby, STOP_FORFEITS)
        meant = Choice(phrase("chat-anyway"), action_line(Stop(anyway=True)), Tone.BAD)
        raise Unconfirmed(said.key, choices=(meant,), turn=turn)


def _remove_room(lobby: Lobby, actor: Actor) -> Sequence[LobbyEvent]:
    """Return how a table leaves a room that its manager would have free, with who came from it."""
    events = list[LobbyEvent]()
    for member in lobby.members:
        if member.room == actor.room:
            events += leave_events(fold(events, lobby), member, by=actor.user)
    return (*events, RoomRemoved(actor.room))


def _rematch(context: ActionContext) -> Sequence[LobbyEvent]:
    if not context.lobby.is_closed:
        raise IllegalAction("table-rematch-running")
    if context.lobby.followed:
        raise IllegalAction("table-rematch-open")
    return (Rematched(context.user),)


def reopened(lobby: Lobby, actor: Actor, rooms: Iterable[Room], *, begun: bool) -> list[LobbyEvent]:
    """Return how a game that was stopped goes on, for somebody who is its host from then on.

    It is theirs to lead, or whoever stopped it could stop it again. `rooms` are those of its rooms
    to which it still belongs, beside their own. Chairs of those who were forgotten are open.
    """
    events: list[LobbyEvent] = []
    places = tuple(dict.fromkeys((actor.room, *rooms)))
    events.append(Reopened(actor.user, places, begun))
    if lobby.member(actor.user) is None:
        events.append(Joined(actor.user, actor.room))
    if lobby.host != actor.user:
        events.append(HostChanged(actor.user))
    gone = (member for member in lobby.members if member.user.is_gone)
    events.extend(Left(member.user, actor.user, member.seat) for member in gone)
    return events


def next_table(lobby: Lobby, actor: Actor) -> Iterator[LobbyEvent]:
    """Yield how somebody opens the next table: the same chairs, bots and settings as this one's.

    The same people sit there, in the same rooms, if one of them opens it or who manages the place.
    Anybody else opens it in their own room as its host, and takes nobody along: else a passer-by
    could have people called to a game time and again. Chairs of those who were forgotten are open.
    """
    left = tuple(member for member in lobby.members if not member.user.is_gone)
    lobby = replace(lobby, members=left)
    host = (lobby.member(lobby.host) if lobby.host else None) or next(iter(left), None)
    if host is None or not (manages(lobby, actor) or lobby.member(actor.user)):
        yield _opened(lobby, actor.user, actor.room)
    else:
        yield _opened(lobby, host.user, host.room)
        yield from _people(lobby, host)
    yield from (BotSeated(seat, name) for seat, name in lobby.bots)


def _opened(lobby: Lobby, host: User, room: Room) -> Opened:
    return Opened(lobby.kind, lobby.chairs, lobby.settings, host, room, lobby.at_once)


def _people(lobby: Lobby, host: Member) -> Iterator[LobbyEvent]:
    """Yield how all come to the next table where they were at this one."""
    yield from (RoomAdded(room) for room in lobby.rooms if room != host.room)
    for member in lobby.members:
        if member != host:
            yield Joined(member.user, member.room)
    for member in lobby.members:
        yield from _as_before(member)


def _as_before(member: Member) -> Iterator[LobbyEvent]:
    if member.watching:
        yield Watched(member.user)
    elif member.seat:
        yield Seated(member.user, member.seat)
    elif member.team:
        yield TeamWished(member.user, member.team)


def _pause(context: ActionContext) -> Sequence[LobbyEvent]:
    _check_clock(context)
    if context.lobby.paused:
        raise IllegalAction("table-paused-already")
    return (ClockPaused(context.user),)


def _resume(context: ActionContext) -> Sequence[LobbyEvent]:
    _check_clock(context)
    if not context.lobby.paused:
        raise IllegalAction("table-not-paused")
    return (ClockResumed(context.user),)


def _check_clock(context: ActionContext) -> None:
    context.check_running()
    if not context.leads and context.lobby.seat_of(context.user) is None:
        raise IllegalAction("table-players-only")
    if context.lobby.settings.clock is ClockMode.OFF:
        raise IllegalAction("table-no-clock")


def judge_take_back(case: ActionContext, action: TakeBackAction) -> Sequence[LobbyEvent]:
    """Return the facts that the action makes true; raises IllegalAction."""
    case.check_running()
    match action:
        case TakeBack():
            return _propose(case)
        case Agree(seat=seat) | Refuse(seat=seat) if seat or _only_requests(case.lobby):
            return answer_request(case, action)
        case Agree():
            return _agree(case)
        case Refuse():
            _check_proposed(case)
            _playing(case)
            return (TakeBackRefused(case.user),)
        case _:
            assert_never(action)


def _only_requests(lobby: Lobby) -> bool:
    """Return whether the question that waits for an answer is who sits down."""
    return lobby.proposal is None and bool(lobby.requests)


def settled(lobby: Lobby, last_move: LastMove | None, game: GameContext) -> Sequence[LobbyEvent]:
    """Return what becomes of a proposal: agreed by all that can be asked, or come too late.

    Bots, to whom a team's chairs have gone meanwhile, agree where nothing was uncovered.
    """
    proposal = lobby.proposal
    if proposal is None:
        return ()
    if last_move is None or last_move.before != proposal.to:
        return (TakeBackLapsed(),)
    if any(team in _asked(lobby, game) for team in proposal.teams):
        return ()
    if last_move.uncovers and proposal.teams:
        return (TakeBackLapsed(),)
    return (TakenBack(proposal.to, proposal.turns),)


def _asked(lobby: Lobby, game: GameContext) -> Sequence[str]:
    """Return the teams that play on and have people who can be asked."""
    teams = {member.team for member in lobby.people} - game.out
    return [team for team in lobby.teams if team in teams]


def _propose(context: ActionContext) -> Sequence[LobbyEvent]:
    own = _playing(context).team
    move = context.last_move
    if move is None:
        why = of_game(context.lobby, NO_TAKE_BACK)
        raise IllegalAction("table-nothing-to-take-back", why=why)
    if context.chair(move.seat).team != own:
        raise IllegalAction("table-take-back-others")
    proposal = context.lobby.proposal
    if proposal and proposal.to == move.before:
        raise IllegalAction("table-take-back-open")
    lapsed = (TakeBackLapsed(),) if proposal else ()
    others = [team for team in context.lobby.teams if team not in {own, *context.game.out}]
    teams = tuple(team for team in others if team in _asked(context.lobby, context.game))
    if move.uncovers and (not teams or len(teams) < len(others)):
        raise IllegalAction("table-take-back-uncovered")
    return (*lapsed, TakeBackProposed(context.user, move.before, move.turns, teams))


def _agree(context: ActionContext) -> Sequence[LobbyEvent]:
    teams = _check_proposed(context)
    own = _playing(context).team
    if own not in teams:
        raise IllegalAction("table-agreed-already")
    return (TakeBackAgreed(context.user, own),)


def _check_proposed(context: ActionContext) -> Sequence[str]:
    """Return the teams that have to agree yet; raises IllegalAction where nothing is proposed."""
    proposal, move = context.lobby.proposal, context.last_move
    if proposal is None or move is None or move.before != proposal.to:
        raise IllegalAction("table-nothing-proposed")
    return proposal.teams


def _playing(context: ActionContext) -> LobbyChair:
    chair = context.lobby.chair_of(context.user)
    if chair is None:
        raise IllegalAction("table-players-only")
    if chair.team in context.game.out:
        raise IllegalAction("team-out", team=chair.team)
    return chair

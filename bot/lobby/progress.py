"""Actions on the course of the game: start, stop, rematch, pauses, take-backs."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from bot.identity import Room, User
from bot.lobby import events, game_events, words
from bot.lobby.context import (
    ActionContext,
    Actor,
    GameContext,
    LobbyAction,
    action,
    manages,
)
from bot.lobby.events import LobbyEvent
from bot.lobby.members import leave_events
from bot.lobby.model import Lobby, LobbyChair, Member, Status
from bot.lobby.phrases import NO_TAKE_BACK, STOP_FORFEITS, chair_within, of_game
from bot.lobby.placement import picked, seated, swapped, wanting
from bot.lobby.settings import ClockMode, StopPolicy
from core.command import Command
from core.rules import ANYWAY, IllegalAction, Seat, Unconfirmed
from core.view import Choice, Tone, phrase


@action(Command("start"))
class Start(LobbyAction):
    """Begin the game."""

    def _decide(self, context: ActionContext) -> Sequence[LobbyEvent]:
        if context.lobby.status is not Status.LOBBY:
            raise IllegalAction("table-begun")
        context.check_leads()
        if not context.lobby.members:
            raise IllegalAction("table-nobody")
        people = seated(context.lobby, typed=context.game.typed)
        lobby = game_events.fold(people, context.lobby)
        empty = lobby.required_empty
        bots = [events.BotSeated(chair.seat, lobby.bot_for(chair)) for chair in empty]
        _check_ready(context, game_events.fold(bots, lobby))
        return (*people, *bots, game_events.Started(context.user))


@action(Command("stop"), words.read_anyway)
class Stop(LobbyAction):
    """Stop the game, `anyway` if that counts as a loss."""

    anyway: bool = False

    def _words(self) -> Iterable[str]:
        return (ANYWAY,) if self.anyway else ()

    def _decide(self, context: ActionContext) -> Sequence[LobbyEvent]:
        is_anyones = context.lobby.settings.stop is StopPolicy.ANYONE
        if context.leads or (is_anyones and context.member):
            return (game_events.Stopped(context.user, context.game.forfeits.get(context.user)),)
        if context.actor.manages and context.actor.room in context.lobby.rooms:
            return _remove_room(context.lobby, context.actor)
        raise IllegalAction("table-not-member" if is_anyones else "table-stop-host")


@action(Command("rematch"))
class Rematch(LobbyAction):
    """Open the next game for the same people."""

    def _decide(self, context: ActionContext) -> Sequence[LobbyEvent]:
        if not context.lobby.is_closed:
            raise IllegalAction("table-rematch-running")
        if context.lobby.followed or not _goes_on(context.lobby, context.actor):
            return ()
        return (game_events.Rematched(context.user),)


@action(Command("takeback"))
class TakeBack(LobbyAction):
    """Propose to take back the last move."""

    def _decide(self, context: ActionContext) -> Sequence[LobbyEvent]:
        context.check_running()
        own = _playing(context).team
        move = context.game.last_move
        if move is None:
            why = of_game(context.lobby, NO_TAKE_BACK)
            raise IllegalAction("table-nothing-to-take-back", why=why)
        if context.chair(move.seat).team != own:
            raise IllegalAction("table-take-back-others")
        proposal = context.lobby.proposal
        if proposal and proposal.to == move.before:
            raise IllegalAction("table-take-back-open")
        lapsed = (game_events.TakeBackLapsed(),) if proposal else ()
        others = [team for team in context.lobby.teams if team not in {own, *context.game.out}]
        teams = tuple(team for team in others if team in _asked(context.lobby, context.game))
        if move.uncovers and (not teams or len(teams) < len(others)):
            raise IllegalAction("table-take-back-uncovered")
        return (*lapsed, game_events.TakeBackProposed(context.user, move.before, move.turns, teams))


@action(Command("agree", (words.CHAIRS,), group=words.GROUP), words.read_answer)
class Agree(LobbyAction):
    """Agree to the proposed take-back, or to the request for a chair, which `seat` can name."""

    seat: Seat | None = None

    def _decide(self, context: ActionContext) -> Sequence[LobbyEvent]:
        if request := _requested(context, self.seat):
            user, chair = request
            context.check_bar(user, chair)
            return (events.Seated(user, chair.seat),)
        teams = _check_proposed(context)
        own = _playing(context).team
        if own not in teams:
            raise IllegalAction("table-agreed-already")
        return (game_events.TakeBackAgreed(context.user, own),)


@action(Command("refuse", (words.CHAIRS,), group=words.GROUP), words.read_answer)
class Refuse(LobbyAction):
    """Refuse the proposed take-back, or the request for a chair, which `seat` can name."""

    seat: Seat | None = None

    def _decide(self, context: ActionContext) -> Sequence[LobbyEvent]:
        if request := _requested(context, self.seat):
            return (events.ChairRefused(request[0], context.user),)
        _check_proposed(context)
        _playing(context)
        return (game_events.TakeBackRefused(context.user),)


@action(Command("pause", group=words.GROUP))
class Pause(LobbyAction):
    """Pause the clock."""

    def _decide(self, context: ActionContext) -> Sequence[LobbyEvent]:
        _check_clock(context)
        if context.lobby.paused:
            raise IllegalAction("table-paused-already")
        return (game_events.ClockPaused(context.user),)


@action(Command("resume", group=words.GROUP))
class Resume(LobbyAction):
    """Resume the clock."""

    def _decide(self, context: ActionContext) -> Sequence[LobbyEvent]:
        _check_clock(context)
        if not context.lobby.paused:
            raise IllegalAction("table-not-paused")
        return (game_events.ClockResumed(context.user),)


def _requested(context: ActionContext, seat: Seat | None) -> tuple[User, LobbyChair] | None:
    """Return the requester and the chair that an answer is about, or None for a take-back.

    Without a seat, an open take-back has priority. Raises IllegalAction.
    """
    context.check_running()
    if not seat and (context.lobby.proposal or not context.lobby.requests):
        return None
    request = context.lobby.request(seat)
    if request is None:
        raise IllegalAction("table-no-request")
    user, chair = request.user, context.chair(request.seat)
    own = context.lobby.chair_of(context.user)
    if not context.leads and (own is None or own.team != chair.team or user == context.user):
        raise IllegalAction("table-request-others", seat=chair_within(context.lobby, chair))
    return user, chair


def _check_ready(context: ActionContext, lobby: Lobby) -> None:
    """Raise IllegalAction for an unknown bot, or if a person or a typist is missing."""
    for _, name in lobby.bots:
        context.check_bot(name)
    for chair in wanting(lobby):
        raise IllegalAction("table-person-missing", seat=chair_within(lobby, chair))
    keyed = {chair.seat for chair in lobby.chairs if chair.sees_key}
    if context.game.typed and not any(member.seat in keyed for member in lobby.people):
        raise IllegalAction("table-typed-nobody")


def check_no_forfeit(lobby: Lobby, facts: Iterable[LobbyEvent], turn: int) -> None:
    """Raise Unconfirmed for a stop that counts as a loss, so that the actor confirms it."""
    if any(isinstance(event, game_events.Stopped) and event.forfeit for event in facts):
        said = of_game(lobby, STOP_FORFEITS)
        meant = Choice(phrase("chat-anyway"), Stop(anyway=True).line, Tone.BAD)
        raise Unconfirmed(said.key, choices=(meant,), turn=turn)


def check_no_stop(facts: Iterable[object], turn: int) -> None:
    """Raise Unconfirmed for a stop that may be talk, so that the actor confirms it."""
    if any(isinstance(event, game_events.Stopped) for event in facts):
        line = Stop(anyway=True).line
        meant = Choice(phrase("table-choice-stop"), line, Tone.BAD)
        raise Unconfirmed("table-stop-sure", choices=(meant,), turn=turn)


def _remove_room(lobby: Lobby, actor: Actor) -> Sequence[LobbyEvent]:
    """Return the events that remove a table, and the members from there, from a room."""
    facts = list[LobbyEvent]()
    for member in lobby.members:
        if member.room == actor.room:
            facts += leave_events(game_events.fold(facts, lobby), member, by=actor.user)
    return (*facts, events.RoomRemoved(actor.room))


def reopened(
    lobby: Lobby, actor: Actor, rooms: Iterable[Room], *, begun: bool
) -> Iterator[LobbyEvent]:
    """Yield the events that reopen a stopped game, with the actor as its host.

    Otherwise the person who stopped it could stop it again. `rooms` are the other rooms that still
    show the game. Chairs of forgotten people are open.
    """
    places = tuple(dict.fromkeys((actor.room, *rooms)))
    yield game_events.Reopened(actor.user, places, begun)
    if lobby.member(actor.user) is None:
        yield events.Joined(actor.user, actor.room)
    if lobby.host != actor.user:
        yield events.HostChanged(actor.user)
    for member in lobby.members:
        if member.user.is_gone:
            yield events.Left(member.user, actor.user, member.seat)


def _goes_on(lobby: Lobby, actor: Actor) -> bool:
    """Return whether an actor may open the next game: as a player, or in the home room."""
    return lobby.has_player(actor.user) or actor.room == lobby.home


def next_table(
    lobby: Lobby, actor: Actor, elsewhere: Collection[Room] = ()
) -> Iterator[LobbyEvent]:
    """Yield the events of the next table, with the same chairs, bots and settings.

    A player, a member in its home room or a manager takes along all people and rooms, except those
    that went on `elsewhere`. After a finished game, the next person of each team is spymaster. An
    outsider becomes host of a table in their own room, without the people; otherwise they could
    repeatedly pull strangers into games. Chairs of forgotten people are open.
    """
    is_theirs = manages(lobby, actor) or lobby.member(actor.user)
    takes_along = is_theirs and _goes_on(lobby, actor)
    left = tuple(one for one in lobby.members if not (one.user.is_gone or one.room in elsewhere))
    rooms = tuple(room for room in lobby.rooms if room not in elsewhere)
    lobby = replace(lobby, members=left, rooms=rooms)
    host = (lobby.member(lobby.host) if lobby.host else None) or next(iter(left), None)
    if host is None or not takes_along:
        yield _opened(lobby, actor.user, actor.room)
    else:
        yield _opened(lobby, host.user, host.room)
        yield from _people(lobby, host)
        yield from _rotation(lobby) if lobby.status is Status.OVER else ()
    yield from (events.BotSeated(seat, name) for seat, name in lobby.bots)


def _opened(lobby: Lobby, host: User, room: Room) -> game_events.Opened:
    return game_events.Opened(lobby.kind, lobby.chairs, lobby.settings, host, room, lobby.at_once)


def _people(lobby: Lobby, host: Member) -> Iterator[LobbyEvent]:
    """Yield the events that give all people their rooms and chairs at the next table."""
    yield from (events.RoomAdded(room) for room in lobby.rooms if room != host.room)
    for member in lobby.members:
        if member != host:
            yield events.Joined(member.user, member.room)
    for member in lobby.members:
        if member.watching:
            yield events.BecameSpectator(member.user)
        elif member.seat:
            yield events.Seated(member.user, member.seat)
        elif member.team:
            yield events.TeamRequested(member.user, member.team)


def _rotation(lobby: Lobby) -> Iterator[LobbyEvent]:
    """Yield the events that make each team's next person its spymaster."""
    for chair in picked(lobby):
        users = [one.user for one in lobby.people if one.team == chair.team]
        if len(users) > 1 and (sitter := lobby.sitter(chair.seat)) in users:
            after = users.index(sitter) + 1
            yield from swapped(lobby, users[after % len(users)], chair)


def _check_clock(context: ActionContext) -> None:
    context.check_running()
    if not context.leads and context.lobby.seat_of(context.user) is None:
        raise IllegalAction("table-players-only")
    if context.lobby.settings.clock is ClockMode.OFF:
        raise IllegalAction("table-no-clock")


def settled(lobby: Lobby, game: GameContext) -> Sequence[LobbyEvent]:
    """Return the event that settles a proposed take-back: all teams agreed, or it lapsed.

    A team that now has only bots agrees if nothing was uncovered.
    """
    proposal, last_move = lobby.proposal, game.last_move
    if proposal is None:
        return ()
    if last_move is None or last_move.before != proposal.to:
        return (game_events.TakeBackLapsed(),)
    if any(team in _asked(lobby, game) for team in proposal.teams):
        return ()
    if last_move.uncovers and proposal.teams:
        return (game_events.TakeBackLapsed(),)
    return (game_events.TakenBack(proposal.to, proposal.turns),)


def _asked(lobby: Lobby, game: GameContext) -> Sequence[str]:
    """Return the teams in the game that have people."""
    teams = {member.team for member in lobby.people} - game.out
    return [team for team in lobby.teams if team in teams]


def _check_proposed(context: ActionContext) -> Sequence[str]:
    """Return the teams that still have to agree; raises IllegalAction without a proposal."""
    proposal, move = context.lobby.proposal, context.game.last_move
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

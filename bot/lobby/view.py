"""The view of a table: the lobby before the game, and the texts beside the game's own view."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from types import MappingProxyType
from typing import Final

from bot.identity import User
from bot.lobby.actions import (
    Agree,
    ChairFilter,
    ChangeHost,
    Join,
    Leave,
    LeaveChair,
    LobbyAction,
    PickSpymaster,
    Refuse,
    Rematch,
    Resume,
    RetryDirectMessages,
    SeatBot,
    Shuffle,
    Start,
    Stop,
    TakeChair,
    Watch,
)
from bot.lobby.events import ChairRequested
from bot.lobby.forms import NOTHING, Offer, forms, plain_seat
from bot.lobby.model import Lobby, LobbyChair, Member, Proposal, Status
from bot.lobby.notation import action_line
from bot.lobby.phrases import (
    INSTEAD,
    NOTE,
    OWN_VIEW,
    NameOf,
    chair_phrase,
    chair_within,
    describe_request,
    group_phrase,
    is_named,
    of_game,
    role_phrase,
    seat_within,
    summary,
    team_words,
)
from bot.lobby.placement import dealt_teams, for_people, picked, to_fill, wanting
from core.rules import Seat
from core.view import Block, Choice, Choices, Face, Fields, Phrase, Text, Tone, View, phrase

NO_FACES: Final[Mapping[str, Face]] = MappingProxyType({})


def present(
    lobby: Lobby,
    name_of: NameOf,
    faces: Mapping[str, Face] = NO_FACES,
    offer: Offer = NOTHING,
) -> View:
    """Return the lobby before the game as all see it; `faces` are the teams'.

    A table that was stopped shows who sat there, and offers the next game.
    """
    if lobby.is_closed:
        seats, stopped = roster(lobby, name_of, faces), _stopped(lobby, name_of, "table-stopped")
        return View(_stopped_title(lobby), (*seats, stopped, *beside(lobby, name_of)))
    return View(
        title=phrase("table-title", game=_game(lobby)),
        blocks=(*_blocks(lobby, name_of, faces, offer), *forms(lobby, offer)),
        footer=_footer(lobby, name_of),
    )


def halted(view: View, lobby: Lobby, name_of: NameOf, *more: Text) -> View:
    """Return a game's view as that of one that was stopped before its end: first by whom, and more.

    What it shows besides is what was shown before.
    """
    stopped = _stopped(lobby, name_of, "table-halted")
    return replace(view, title=_stopped_title(lobby), blocks=(stopped, *more, *view.blocks))


def thinking(lobby: Lobby, due: Iterable[Seat], name_of: NameOf) -> tuple[Text, ...]:
    """Return that the table waits for bots, where it does and waits for nobody else."""
    asked = [chair for chair in lobby.chairs if chair.seat in due]
    people = {member.seat for member in lobby.people}
    who = players(lobby, asked, name_of)
    if not who or any(chair.seat in people for chair in asked):
        return ()
    return (Text(phrase("table-thinking", who=who)),)


def beside(lobby: Lobby, name_of: NameOf) -> tuple[Block, ...]:
    """Return what all see beside the view of a game that runs or has ended.

    Chairs to be filled, a take-back to be agreed to, a clock that stands still, the next game.
    """
    return tuple(_beside(lobby, name_of))


def note(lobby: Lobby, user: User) -> View:
    """Return what a person is told alone about what they will be shown, while it is nothing."""
    chair = lobby.chair_of(user)
    if chair is None or not chair.private_view:
        said = phrase("table-note-none")
    elif lobby.is_closed:
        said = phrase("table-note-closed")
    else:
        said = of_game(lobby, NOTE, role=chair.role, seat=chair_within(lobby, chair))
    return View(phrase("table-note-title", game=_game(lobby)), (Text(said),))


def _stopped_title(lobby: Lobby) -> Phrase:
    return phrase("table-stopped-title", game=_game(lobby))


def _stopped(lobby: Lobby, name_of: NameOf, said: str) -> Text:
    """Return a sentence on who stopped the game, or that nobody came."""
    if lobby.stopped_by is None:
        followed = "yes" if lobby.followed else "no"
        return Text(phrase("table-closed-idle", followed=followed), Tone.STRONG)
    return Text(phrase(said, who=name_of(lobby.stopped_by)), Tone.STRONG)


def _game(lobby: Lobby) -> Phrase:
    return phrase("game-name", game=lobby.kind)


def _blocks(
    lobby: Lobby, name_of: NameOf, faces: Mapping[str, Face], offer: Offer
) -> Iterator[Block]:
    yield from roster(lobby, name_of, faces)
    yield from _reaching(lobby, name_of)
    settings = summary(lobby, lobby.settings)
    yield Text(phrase("table-settings", settings=settings, language=offer.language), Tone.QUIET)
    if lobby.bots or lobby.empty:
        yield from (Text(remark, Tone.BAD) for remark in offer.remarks)
    yield Choices(tuple(_joining(lobby)))
    yield Choices(tuple(_leading(lobby, offer)))


def _footer(lobby: Lobby, name_of: NameOf) -> Phrase:
    if lobby.host is None:
        return phrase("table-footer-nobody")
    filled = to_fill(lobby)
    bots = "all" if filled == lobby.empty else "needed" if filled else "none"
    return phrase("table-footer", host=name_of(lobby.host), bots=bots)


def _reaching(lobby: Lobby, name_of: NameOf) -> Iterator[Block]:
    """Yield whom direct messages of their own reach, and whom not, as far as is known."""
    closed = False
    for role in dict.fromkeys(chair.role for chair in lobby.chairs):
        privy = [(one, lobby.chair_of(one.user)) for one in lobby.with_private_view]
        members = [member for member, chair in privy if chair and chair.role == role]
        if reached := tuple(name_of(one.user) for one in members if one.direct):
            own = of_game(lobby, OWN_VIEW, role=role)
            yield Text(phrase("table-direct-open-to", who=reached, own=own), Tone.QUIET)
        if missed := tuple(name_of(one.user) for one in members if one.direct is False):
            closed, instead = True, of_game(lobby, INSTEAD, role=role)
            yield Text(phrase("table-direct-closed-to", who=missed, instead=instead), Tone.BAD)
    if closed:
        yield Choices((_choice(phrase("table-choice-reach"), RetryDirectMessages()),))


def _joining(lobby: Lobby) -> Iterator[Choice]:
    """Yield what people may do with themselves."""
    yield from _teams(lobby)
    yield from _seats(lobby)
    yield _choice(phrase("table-choice-stand"), LeaveChair())
    yield _choice(phrase("table-choice-watch"), Watch())
    yield _choice(phrase("table-choice-leave"), Leave())
    if any(member.user != lobby.host for member in lobby.members):
        yield _choice(phrase("table-choice-host"), ChangeHost())


def _teams(lobby: Lobby) -> Iterator[Choice]:
    """Yield the teams to be joined: where chairs are alike, by sitting down in the next one."""
    for team in lobby.teams:
        chairs = [chair for chair in lobby.chairs_of(team) if not chair.for_bot]
        label = phrase("table-choice-join", team=team)
        if not _are_alike(chairs):
            yield _choice(label, Join(team))
        elif len(chairs) > 1 and any(chair in for_people(lobby) for chair in chairs):
            yield _choice(label, TakeChair(ChairFilter(team=team)))


def _seats(lobby: Lobby) -> Iterator[Choice]:
    """Yield the chairs to be taken, several alike as one, but for those of whole teams alike."""
    free = for_people(lobby)
    for sort in dict.fromkeys(chair.group for chair in free):
        chair, *others = [one for one in free if one.group == sort]
        team = [one for one in lobby.chairs_of(chair.team) if not one.for_bot]
        if len(team) > 1 and _are_alike(team):
            continue
        if others:
            yield _choice(group_phrase(chair, 1), TakeChair(ChairFilter(None, *sort)))
        else:
            yield _choice(chair_phrase(lobby, chair), TakeChair(ChairFilter(chair.seat)))


def _are_alike(chairs: Sequence[LobbyChair]) -> bool:
    return len({chair.group for chair in chairs}) < 2


def _leading(lobby: Lobby, offer: Offer) -> Iterator[Choice]:
    """Yield what the host may do."""
    yield _choice(phrase("table-choice-start"), Start(), Tone.GOOD)
    if len(dealt_teams(lobby)) > 1:
        yield _choice(phrase("table-choice-shuffle"), Shuffle())
    if picked(lobby):
        yield _choice(phrase("table-choice-spymaster"), PickSpymaster())
    if any(not chair.for_bot for chair in to_fill(lobby)):
        yield _choice(phrase("table-choice-bots"), SeatBot())
    if seat := plain_seat(lobby, offer.bots):
        yield _choice(phrase("form-bot"), SeatBot(ChairFilter(seat)))
    yield _choice(phrase("table-choice-stop"), Stop(), Tone.BAD)


def _beside(lobby: Lobby, name_of: NameOf) -> Iterator[Block]:
    if lobby.is_closed and not lobby.followed:
        yield Choices((_choice(phrase("table-choice-rematch"), Rematch(), Tone.GOOD),))
    if lobby.status is Status.RUNNING:
        yield from _vacancies(lobby)
        if lobby.proposal:
            yield from _asked(lobby.proposal, name_of)
        for team, _ in lobby.giving_up:
            rest = tuple(map(name_of, lobby.yet_to_give_up(team)))
            yield Text(phrase("table-give-up", team=team, who=rest), Tone.STRONG)
        for user, seat in lobby.requests:
            yield from _requested(lobby, user, seat, name_of)
        if lobby.paused:
            yield Text(phrase("table-paused"), Tone.STRONG)
            yield Choices((_choice(phrase("table-choice-resume"), Resume()),))


def _vacancies(lobby: Lobby) -> Iterator[Block]:
    """Yield the empty chairs, each to be taken or given to a bot."""
    for chair in lobby.required_empty:
        name, bot = chair_within(lobby, chair), lobby.bot_for(chair)
        spot, named = ChairFilter(chair.seat), is_named(bot, chair)
        yield Text(phrase("table-vacant", seat=name), Tone.STRONG)
        sit = _choice(phrase("table-choice-chair", seat=name), TakeChair(spot))
        let = _choice(phrase("table-choice-bot", bot=bot, named=named), SeatBot(spot))
        yield Choices((let,) if chair.for_bot else (sit, let))


def _asked(proposal: Proposal, name_of: NameOf) -> Iterator[Block]:
    """Yield the question whether a move is taken back."""
    teams = team_words(proposal.teams)
    yield Text(phrase("table-event-proposed", who=name_of(proposal.by), teams=teams), Tone.STRONG)
    yield Choices(
        (
            _choice(phrase("table-choice-agree"), Agree(), Tone.GOOD),
            _choice(phrase("table-choice-refuse"), Refuse(), Tone.BAD),
        )
    )


def _requested(lobby: Lobby, user: User, seat: Seat, name_of: NameOf) -> Iterator[Block]:
    """Yield the question whether a person may have a chair that sees a key."""
    asked = describe_request(ChairRequested(user, seat), lobby, name_of)
    yield Text(asked, Tone.STRONG)
    place = seat_within(lobby, seat)
    yield Choices(
        (
            _choice(phrase("table-choice-admit", seat=place), Agree(seat), Tone.GOOD),
            _choice(phrase("table-choice-keep-out", seat=place), Refuse(seat), Tone.BAD),
        )
    )


def _choice(label: Phrase, action: LobbyAction, tone: Tone = Tone.PLAIN) -> Choice:
    return Choice(label, action_line(action), tone)


def roster(lobby: Lobby, name_of: NameOf, faces: Mapping[str, Face]) -> Iterator[Block]:
    """Yield the chairs, and then the members who have none; `faces` are the teams'."""
    yield Fields(
        tuple(
            (faces.get(chair.team), name, said)
            for sort in dict.fromkeys(chair.group for chair in lobby.chairs)
            for chair, name, said in _rows(lobby, sort, name_of)
        )
    )
    if others := tuple(_other(lobby, member, name_of) for member in _unseated(lobby)):
        yield Fields(others)


def seating(lobby: Lobby, name_of: NameOf, faces: Mapping[str, Face]) -> Fields:
    """Return who plays in which team, and the host: what stands in the background of a game."""
    teams = [
        (faces.get(team), phrase("team", team=team), said)
        for team in lobby.teams
        if (said := _team(lobby, team, name_of))
    ]
    host = phrase("sitter-person", who=name_of(lobby.host)) if lobby.host else None
    led = [(None, phrase("table-host"), host)] if host else []
    return Fields((*teams, *led), Tone.QUIET)


def players(lobby: Lobby, chairs: Iterable[LobbyChair], name_of: NameOf) -> tuple[Phrase, ...]:
    """Return what those are called in a list who sit in chairs; a bot that sits in several once."""
    sitting = ((lobby.sitter(chair.seat), chair) for chair in chairs)
    named = {user: _player(chair, user, name_of) for user, chair in sitting if user}
    return tuple(named.values())


def _player(chair: LobbyChair, user: User, name_of: NameOf) -> Phrase:
    if user.is_bot:
        return phrase("table-player-bot", who=name_of(user), named=is_named(user.id, chair))
    return phrase("sitter-person", who=name_of(user))


def _team(lobby: Lobby, team: str, name_of: NameOf) -> Phrase | None:
    """Return who plays in a team, by roles where it has several; None for nobody."""
    chairs = lobby.chairs_of(team)
    sorts = list(dict.fromkeys(chair.group for chair in chairs))
    groups = list[Phrase]()
    for sort in sorts:
        alike = [chair for chair in chairs if chair.group == sort]
        taken = [chair for chair in alike if chair not in lobby.empty]
        if who := players(lobby, taken, name_of):
            role = role_phrase(taken[0], len(taken)) if len(sorts) > 1 else None
            groups.append(_in_role(who, role))
    return reduce(_and, groups) if groups else None


def _in_role(who: tuple[Phrase, ...], role: Phrase | None) -> Phrase:
    if role is None:
        return phrase("table-players", who=who)
    return phrase("table-players-in-role", who=who, role=role)


def _and(first: Phrase, following: Phrase) -> Phrase:
    return phrase("table-and", first=first, following=following)


def _rows(
    lobby: Lobby, sort: tuple[str, str], name_of: NameOf
) -> Iterator[tuple[LobbyChair, Phrase, Phrase]]:
    """Yield the chairs of a sort with their names and who sits there; several empty ones as one."""
    chairs = [chair for chair in lobby.chairs if chair.group == sort]
    for chair in chairs:
        if user := lobby.sitter(chair.seat):
            yield chair, chair_phrase(lobby, chair), _sitter(lobby, chair, user, name_of)
    empty = [chair for chair in lobby.empty if chair in chairs]
    for optional in (False, True):
        alike = [chair for chair in empty if chair.optional is optional]
        if len(alike) == 1:
            yield alike[0], chair_phrase(lobby, alike[0]), _empty(lobby, alike[0])
        elif alike:
            others = len(chairs) - len(alike)
            name = group_phrase(alike[0], len(alike))
            yield alike[0], name, _several(lobby, alike, others)


def _sitter(lobby: Lobby, chair: LobbyChair, user: User, name_of: NameOf) -> Phrase:
    if user.is_bot:
        named = is_named(user.id, chair)
        return phrase("table-sitter-bot", who=name_of(user), named=named)
    return _member(lobby, user, name_of)


def _empty(lobby: Lobby, chair: LobbyChair) -> Phrase:
    """Return who may sit in an empty chair, or will."""
    if chair.optional:
        return phrase("table-sitter-open")
    if chair in wanting(lobby):
        return phrase("table-sitter-wanted")
    bot = lobby.bot_for(chair)
    return phrase("table-sitter-empty", bot=bot, named=is_named(bot, chair))


def _several(lobby: Lobby, chairs: Sequence[LobbyChair], others: int) -> Phrase:
    """Return who may sit in empty chairs of a sort, or will; `others` of it are no such ones."""
    count, chair = len(chairs), chairs[0]
    if chair.optional:
        return phrase("table-sitters-open", count=count, others=others)
    bot = lobby.bot_for(chair)
    named = is_named(bot, chair)
    return phrase("table-sitters-empty", count=count, others=others, bot=bot, named=named)


def _member(lobby: Lobby, user: User, name_of: NameOf) -> Phrase:
    """Return a member's name, and the number by which lines may name them."""
    users = [member.user for member in lobby.members]
    key = "table-member-host" if user == lobby.host else "table-member"
    return phrase(key, who=name_of(user), number=users.index(user) + 1)


def _unseated(lobby: Lobby) -> tuple[Member, ...]:
    return tuple(member for member in lobby.members if member.seat is None)


def _other(lobby: Lobby, member: Member, name_of: NameOf) -> tuple[None, Phrase, Phrase]:
    who = _member(lobby, member.user, name_of)
    if member.watching:
        return (None, who, phrase("table-watching"))
    return (None, who, phrase("table-wish", team=member.team or "any"))

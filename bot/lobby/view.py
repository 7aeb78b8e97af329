"""The view of a table: the lobby before the game, and the blocks next to the game's view."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import reduce
from types import MappingProxyType
from typing import Final

from bot.identity import User
from bot.lobby import phrases
from bot.lobby.chairs import SeatBot
from bot.lobby.context import ChairFilter
from bot.lobby.forms import NOTHING, Offer, chairs_panel, choice, panel, settings_panel
from bot.lobby.members import TakeChair, Watch
from bot.lobby.model import Lobby, LobbyChair, Member, Status
from bot.lobby.phrases import NameOf
from bot.lobby.placement import to_fill, wanting
from bot.lobby.progress import Agree, Refuse, Rematch, Resume, Start
from bot.lobby.settings import JoinPolicy
from core.rules import Seat
from core.view import Block, Choices, Face, Fields, FormBlock, Phrase, Text, Tone, View, phrase

NO_FACES: Final[Mapping[str, Face]] = MappingProxyType({})


def present(
    lobby: Lobby,
    name_of: NameOf,
    faces: Mapping[str, Face] = NO_FACES,
    offer: Offer = NOTHING,
    user: User | None = None,
) -> View:
    """Return the public view of the lobby before the game; `faces` are the teams'.

    Its panels are a `user`'s own, or general. A stopped table shows its members, and offers
    the next game.
    """
    if lobby.is_closed:
        seats, stopped = roster(lobby, name_of, faces), _stopped(lobby, name_of, "table-stopped")
        title = phrase("table-stopped-title", game=lobby.game)
        return View(title, (*seats, stopped, *table_blocks(lobby, name_of)))
    return View(
        title=phrase("table-title", game=lobby.game),
        blocks=tuple(_blocks(lobby, name_of, faces, offer, user)),
        footer=_footer(lobby, name_of),
    )


def halted(view: View, lobby: Lobby, name_of: NameOf, *more: Text) -> View:
    """Return the view of a stopped game: the stop, `more`, then its blocks without choices."""
    stopped = _stopped(lobby, name_of, "table-halted")
    if lobby.forfeit:
        seat = phrases.seat_within(lobby, lobby.forfeit)
        more = (Text(phrase("table-forfeited", seat=seat)), *more)
    shown = (one for one in view.blocks if not isinstance(one, Choices | FormBlock))
    title = phrase("table-stopped-title", game=lobby.game)
    return replace(view, title=title, blocks=(stopped, *more, *shown))


def thinking(lobby: Lobby, due: Iterable[Seat]) -> tuple[Text, ...]:
    """Return a line on the bots that the table waits for, if it waits for no person."""
    asked = [chair for chair in lobby.chairs if chair.seat in due and lobby.sitter(chair.seat)]
    people = {member.seat for member in lobby.people}
    if not asked or any(chair.seat in people for chair in asked):
        return ()
    chairs = (phrases.chair_phrase(lobby, chair) for chair in asked)
    who = tuple(phrase("sitter-bot", who=chair) for chair in chairs)
    return (Text(phrase("table-thinking", who=who)),)


def note(lobby: Lobby, user: User) -> View:
    """Return the note that replaces a person's private view while they have none."""
    chair = lobby.chair_of(user)
    if chair is None or not chair.private_view:
        said = phrase("table-note-none")
    elif lobby.is_closed:
        said = phrase("table-note-closed")
    else:
        said = phrases.of_game(
            lobby, phrases.NOTE, role=chair.role, seat=phrases.chair_within(lobby, chair)
        )
    return View(phrase("table-note-title", game=lobby.game), (Text(said),))


def removed(lobby: Lobby) -> View:
    """Return the view for a room that the table has left."""
    return View(lobby.game, (Text(phrase("table-event-room-removed")),))


def _stopped(lobby: Lobby, name_of: NameOf, said: str) -> Text:
    """Return the reason of a stop: a person, or an idle table."""
    if lobby.stopped_by is None:
        followed = "yes" if lobby.followed else "no"
        return Text(phrase("table-closed-idle", followed=followed), Tone.STRONG)
    return Text(phrase(said, who=name_of(lobby.stopped_by)), Tone.STRONG)


def _blocks(
    lobby: Lobby,
    name_of: NameOf,
    faces: Mapping[str, Face],
    offer: Offer,
    user: User | None,
) -> Iterator[Block]:
    if offer.summary:
        plays = phrases.summary_with_clock(lobby, offer.summary)
        yield Text(phrase("table-plays", plays=plays, language=offer.language))
    yield from roster(lobby, name_of, faces)
    yield from _reaching(lobby, name_of)
    if lobby.bots or lobby.empty:
        yield from (Text(remark, Tone.BAD) for remark in offer.remarks)
    coming = [choice(phrase("table-choice-join-any"), TakeChair())]
    if lobby.settings.join is JoinPolicy.HOST:
        coming.append(choice(phrase("table-choice-watch"), Watch()))
    yield Choices(tuple(coming))
    yield chairs_panel(lobby, offer, user)
    yield Choices((choice(phrase("table-choice-start"), Start(), Tone.GOOD),))
    if offer.rules:
        yield panel(lobby, "rules", offer.rules)
    yield settings_panel(lobby, offer, name_of)


def _footer(lobby: Lobby, name_of: NameOf) -> Phrase:
    if lobby.host is None:
        return phrase("table-footer-nobody")
    filled, free = to_fill(lobby), [one for one in lobby.empty if not one.for_bot]
    bots = "open" if free else "none"
    if filled:
        bots = "all" if filled == lobby.empty else "needed"
    if free and lobby.settings.join is JoinPolicy.HOST:
        bots = "closed"
    return phrase("table-footer", host=name_of(lobby.host), bots=bots)


def _reaching(lobby: Lobby, name_of: NameOf) -> Iterator[Block]:
    """Yield the people whom direct messages reach, and those whom they do not reach."""
    for role in dict.fromkeys(chair.role for chair in lobby.chairs):
        privy = [(one, lobby.chair_of(one.user)) for one in lobby.with_private_view]
        members = [member for member, chair in privy if chair and chair.role == role]
        if reached := tuple(name_of(one.user) for one in members if one.direct):
            own = phrases.of_game(lobby, phrases.OWN_VIEW, role=role)
            yield Text(phrase("table-direct-open-to", who=reached, own=own), Tone.QUIET)
        if missed := tuple(name_of(one.user) for one in members if one.direct is False):
            instead = phrases.of_game(lobby, phrases.INSTEAD, role=role)
            yield Text(phrase("table-direct-closed-to", who=missed, instead=instead), Tone.BAD)


def table_blocks(lobby: Lobby, name_of: NameOf) -> Iterator[Block]:
    """Yield the public blocks next to a game's view: empty chairs, questions, clock, rematch."""

    def addressed(user: User) -> Phrase:  # as in the sentences of events
        return phrase("sitter-person", who=name_of(user))

    if lobby.is_closed and not lobby.followed:
        yield Choices((choice(phrase("table-choice-rematch"), Rematch(), Tone.GOOD),))
    if lobby.status is Status.RUNNING:
        yield from _vacancies(lobby)
        if lobby.proposal:
            asked = lobby.proposal.describe(lobby, addressed)
            yes, no = phrase("table-choice-agree"), phrase("table-choice-refuse")
            yield from _question(asked, yes, no)
        for team, _ in lobby.giving_up:
            rest = tuple(map(name_of, lobby.yet_to_give_up(team)))
            yield Text(phrase("table-give-up", team=team, who=rest), Tone.STRONG)
        for one in lobby.requests:
            place = phrases.seat_within(lobby, one.seat)
            asked = one.describe(lobby, addressed)
            yes = phrase("table-choice-admit", seat=place)
            yield from _question(asked, yes, phrase("table-choice-keep-out", seat=place), one.seat)
        if lobby.paused:
            yield Text(phrase("table-paused"), Tone.STRONG)
            yield Choices((choice(phrase("table-choice-resume"), Resume()),))


def _vacancies(lobby: Lobby) -> Iterator[Block]:
    """Yield the empty chairs, with choices to take them or seat a bot."""
    for chair in lobby.required_empty:
        name, bot = phrases.chair_within(lobby, chair), lobby.bot_for(chair)
        spot, named = ChairFilter(chair.seat), phrases.is_named(bot, chair)
        yield Text(phrase("table-vacant", seat=name), Tone.STRONG)
        sit = choice(phrase("table-choice-chair", seat=name), TakeChair(spot))
        let = choice(phrase("table-choice-bot", bot=bot, named=named), SeatBot(spot))
        yield Choices((let,) if chair.for_bot else (sit, let))


def _question(asked: Phrase, yes: Phrase, no: Phrase, seat: Seat | None = None) -> Iterator[Block]:
    """Yield a question with its answers; `seat` is the requested chair."""
    yield Text(asked, Tone.STRONG)
    yield Choices((choice(yes, Agree(seat), Tone.GOOD), choice(no, Refuse(seat), Tone.BAD)))


def roster(lobby: Lobby, name_of: NameOf, faces: Mapping[str, Face]) -> Iterator[Block]:
    """Yield the chairs, then the members without one; `faces` are the teams'."""
    yield Fields(
        tuple(
            (faces.get(chair.team), name, said)
            for sort in dict.fromkeys(chair.group for chair in lobby.chairs)
            for chair, name, said in _rows(lobby, sort, name_of)
        )
    )
    others = [_other(lobby, one, name_of) for one in lobby.members if one.seat is None]
    if others:
        yield Fields(tuple(others))


def seating(lobby: Lobby, name_of: NameOf, faces: Mapping[str, Face]) -> Fields:
    """Return the players of each team, and the host, in the quiet tone."""
    teams = [
        (faces.get(team), phrase("team", team=team), said)
        for team in lobby.teams
        if (said := _team(lobby, team, name_of))
    ]
    host = phrase("sitter-person", who=name_of(lobby.host)) if lobby.host else None
    led = [(None, phrase("table-host"), host)] if host else []
    return Fields((*teams, *led), Tone.QUIET)


def players(lobby: Lobby, chairs: Iterable[LobbyChair], name_of: NameOf) -> tuple[Phrase, ...]:
    """Return the names of the players in chairs; a bot in several chairs has one name."""
    sitting = ((lobby.sitter(chair.seat), chair) for chair in chairs)
    named = {user: _player(chair, user, name_of) for user, chair in sitting if user}
    return tuple(named.values())


def _player(chair: LobbyChair, user: User, name_of: NameOf) -> Phrase:
    if user.is_bot:
        return phrase("table-player-bot", who=name_of(user), named=phrases.is_named(user.id, chair))
    return phrase("sitter-person", who=name_of(user))


def _team(lobby: Lobby, team: str, name_of: NameOf) -> Phrase | None:
    """Return the players of a team, by role if it has several; None for an empty team."""
    chairs = lobby.chairs_of(team)
    sorts = list(dict.fromkeys(chair.group for chair in chairs))
    groups = list[Phrase]()
    for sort in sorts:
        alike = [chair for chair in chairs if chair.group == sort]
        taken = [chair for chair in alike if chair not in lobby.empty]
        if who := players(lobby, taken, name_of):
            said = phrase("table-players", who=who)
            if len(sorts) > 1:
                role = phrase(f"{taken[0].name_key}-role", role=taken[0].role, count=len(taken))
                said = phrase("table-players-in-role", who=who, role=role)
            groups.append(said)
    return reduce(phrases.joined, groups) if groups else None


def _rows(
    lobby: Lobby, sort: tuple[str, str], name_of: NameOf
) -> Iterator[tuple[LobbyChair, Phrase, Phrase]]:
    """Yield the chairs of a group, with names and players; identical empty chairs share a row."""
    chairs = [chair for chair in lobby.chairs if chair.group == sort]
    for chair in chairs:
        if user := lobby.sitter(chair.seat):
            yield chair, phrases.chair_phrase(lobby, chair), _sitter(lobby, chair, user, name_of)
    empty = [chair for chair in lobby.empty if chair in chairs]
    for optional in (False, True):
        alike = [chair for chair in empty if chair.optional is optional]
        if len(alike) == 1:
            yield alike[0], phrases.chair_phrase(lobby, alike[0]), _empty(lobby, alike[0])
        elif alike:
            counts = {"count": len(alike), "others": len(chairs) - len(alike)}
            name = phrases.group_phrase(alike[0], len(alike))
            yield alike[0], name, _empty(lobby, alike[0], **counts)


def _sitter(lobby: Lobby, chair: LobbyChair, user: User, name_of: NameOf) -> Phrase:
    if user.is_bot:
        named = phrases.is_named(user.id, chair)
        return phrase("table-sitter-bot", who=name_of(user), named=named)
    return _member(lobby, user, name_of)


def _empty(lobby: Lobby, chair: LobbyChair, **counts: int) -> Phrase:
    """Return the text for an empty chair, or for several; `counts` has their number and more."""
    key = "table-sitters" if counts else "table-sitter"
    if chair.optional:
        return phrase(f"{key}-open", to=lobby.settings.join.value, **counts)
    if not counts and chair in wanting(lobby):
        return phrase("table-sitter-wanted")
    bot = lobby.bot_for(chair)
    return phrase(f"{key}-empty", bot=bot, named=phrases.is_named(bot, chair), **counts)


def _member(lobby: Lobby, user: User, name_of: NameOf) -> Phrase:
    """Return a member's name and number, which typed lines can use."""
    users = [member.user for member in lobby.members]
    key = "table-member-host" if user == lobby.host else "table-member"
    return phrase(key, who=name_of(user), number=users.index(user) + 1)


def _other(lobby: Lobby, member: Member, name_of: NameOf) -> tuple[None, Phrase, Phrase]:
    wish = phrase("table-wish", team=member.team or "any")
    said = phrase("table-watching") if member.watching else wish
    return None, _member(lobby, member.user, name_of), said

"""Who sits where, in rows: in the lobby by chairs, empty ones alike as one; then by teams."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce

from bot.identity import User
from bot.lobby.describe import NameOf
from bot.lobby.model import Chairing, Lobby, Member
from bot.lobby.suited import wanting
from bot.lobby.wording import chair_phrase, is_named, role_phrase, sort_phrase
from core.view import Block, Face, Fields, Phrase, Tone, phrase


def roster(lobby: Lobby, name_of: NameOf, faces: Mapping[str, Face]) -> Iterator[Block]:
    """Yield the chairs, and then the members who have none; `faces` are the teams'."""
    yield Fields(
        tuple(
            (faces.get(chair.team), name, said)
            for sort in dict.fromkeys(chair.sort for chair in lobby.chairs)
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


def players(lobby: Lobby, chairs: Iterable[Chairing], name_of: NameOf) -> tuple[Phrase, ...]:
    """Return what those are called in a list who sit in chairs; a bot that sits in several once."""
    sitting = ((lobby.sitter(chair.seat), chair) for chair in chairs)
    named = {user: _player(chair, user, name_of) for user, chair in sitting if user}
    return tuple(named.values())


def _player(chair: Chairing, user: User, name_of: NameOf) -> Phrase:
    if user.is_bot:
        return phrase("table-player-bot", who=name_of(user), named=is_named(user.id, chair))
    return phrase("sitter-person", who=name_of(user))


def _team(lobby: Lobby, team: str, name_of: NameOf) -> Phrase | None:
    """Return who plays in a team, by roles where it has several; None for nobody."""
    chairs = lobby.of(team)
    sorts = list(dict.fromkeys(chair.sort for chair in chairs))
    groups = list[Phrase]()
    for sort in sorts:
        alike = [chair for chair in chairs if chair.sort == sort]
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
) -> Iterator[tuple[Chairing, Phrase, Phrase]]:
    """Yield the chairs of a sort with their names and who sits there; several empty ones as one."""
    chairs = [chair for chair in lobby.chairs if chair.sort == sort]
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
            name = sort_phrase(alike[0], len(alike))
            yield alike[0], name, _several(lobby, alike, others)


def _sitter(lobby: Lobby, chair: Chairing, user: User, name_of: NameOf) -> Phrase:
    if user.is_bot:
        named = is_named(user.id, chair)
        return phrase("table-sitter-bot", who=name_of(user), named=named)
    return _member(lobby, user, name_of)


def _empty(lobby: Lobby, chair: Chairing) -> Phrase:
    """Return who may sit in an empty chair, or will."""
    if chair.optional:
        return phrase("table-sitter-open")
    if chair in wanting(lobby):
        return phrase("table-sitter-wanted")
    bot = lobby.bot_for(chair)
    return phrase("table-sitter-empty", bot=bot, named=is_named(bot, chair))


def _several(lobby: Lobby, chairs: Sequence[Chairing], others: int) -> Phrase:
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

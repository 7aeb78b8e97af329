"""Who sits where, in rows: each chair that is taken, and the empty ones, several alike as one."""

from collections.abc import Iterator, Mapping, Sequence

from bot.identity import User
from bot.lobby.describe import NameOf
from bot.lobby.model import Chairing, Lobby, Member
from bot.lobby.suited import wanting
from bot.lobby.wording import chair_phrase, is_named, sort_phrase
from core.view import Block, Face, Fields, Phrase, phrase


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

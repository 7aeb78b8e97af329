"""The scores that follow from a finished game, written with the event that ends it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.session import Recorded, Session
from bot.identity import GuildId, Room, User
from bot.kinds.scoring import Deed, Tally
from bot.leaderboard.side import daily
from bot.lobby.model import Lobby
from bot.lobby.rules import apply
from bot.scores import Play
from bot.store import rooms
from bot.store.scores import add_play
from core.rules import Seat


class Entry(NamedTuple):
    """A game for a player's score, or (None) for the guild's own."""

    guild: GuildId
    user: User | None
    game: str
    play: Play


async def score(conn: AsyncConnection, session: Session, log: Iterable[Recorded]) -> None:
    """Count a game that has just come to its end for all who earn a score by it."""
    scoring = session.kind.scoring
    if scoring is None:
        return
    deeds, homes = _told(session, log)
    tally = scoring.tally(session.observe(None), deeds)
    if tally is None:
        return
    guilds = {user: await _guild(conn, homes[user]) for user in tally.plays}
    own = await _guild(conn, session.lobby.rooms[0])
    # All who write scores lock their rows in this order.
    for entry in sorted(_entries(session, tally, guilds, own), key=_place):
        await add_play(conn, *entry)


def _told(
    session: Session, log: Iterable[Recorded]
) -> tuple[tuple[Deed, ...], Mapping[User, Room]]:
    """Return the game's events that count with the people behind them, and whence these came."""
    counted = {one.version for one in session.log}
    lobby, deeds, homes = Lobby(), list[Deed](), dict[User, Room]()
    for one in log:
        if one.version in counted:
            deeds.append((one.event, _person(lobby, one.seat)))
        elif not session.kind.codec.knows(one.event):
            lobby = apply(lobby, one.event)
            homes |= {member.user: member.room for member in lobby.members}
    return tuple(deeds), homes


def _person(lobby: Lobby, seat: str) -> User | None:
    """Return the person in a seat; nobody where it is a bot's, or the person was forgotten."""
    sitter = lobby.sitter(Seat(seat))
    return None if sitter is None or sitter.is_bot or sitter.is_gone else sitter


def _entries(
    session: Session, tally: Tally, guilds: Mapping[User, GuildId], own: GuildId
) -> Iterator[Entry]:
    kind = session.kind
    day = kind.scoring.day(session.options) if kind.scoring else None
    for user, play in tally.plays.items():
        yield Entry(guilds[user], user, kind.name, play)
        if day:
            yield Entry(guilds[user], user, daily(kind.name), replace(play, day=day))
    if day:
        yield Entry(own, None, daily(kind.name), Play(tally.won, day=day))


def _place(entry: Entry) -> tuple[str, str, str]:
    return entry.guild, str(entry.user or ""), entry.game


async def _guild(conn: AsyncConnection, room: Room) -> GuildId:
    found = await rooms.find_room(conn, room)
    return found.guild if found else GuildId(str(room))

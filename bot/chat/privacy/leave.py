"""Makes people leave their open games, then forgets them or their guild."""

from collections.abc import Awaitable, Callable, Collection, Iterable
from datetime import timedelta
from typing import Final, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.chat.privacy.forget import forget, games_of, is_stored, lock_named
from bot.chat.privacy.purge import GuildData, data_of, purge
from bot.games.event_log import forgotten_views, lists_with
from bot.games.requests import Caller, GameGone, Submission
from bot.games.service import Games
from bot.identity import GameId, GuildId, User
from bot.lobby.model import Lobby
from bot.store import rooms
from bot.store.erasure import erase, request_erasure
from bot.store.faults import Fault, StoreFault
from bot.store.games import GameRow, VersionConflict, put_lists, unfinished
from bot.store.notify import Change
from core.rules import IllegalAction

T = TypeVar("T")

LEAVE: Final = "leave"

FRESH: Final = timedelta(minutes=45)
"""The time after a game's end in which its boards lose a name.

Platforms allow free edits for about an hour; an older board would be a new post.
"""

TRIES: Final = 3
"""Attempts while others bring the person into games."""


async def leave_and_forget(games: Games, user: User) -> tuple[GameId, ...]:
    """Delete a person's data everywhere; return the games that named them.

    They leave open games first, by the usual action. Processes fold the games again. It writes
    nothing about a person without data. Raises StoreFault, and ValueError for a bot.
    """
    if user.is_bot:
        raise ValueError(f"{user} is nobody's name")
    if not await games.store.read_long(lambda conn: is_stored(conn, user)):
        return ()

    async def once() -> tuple[GameId, ...]:
        await _leave_all(games, user)
        return await _forgotten(games, user)

    return await _tried(once)


async def leave_open_games(games: Games, user: User) -> None:
    """Remove a person from their open games by the usual action; raises StoreFault."""
    await _tried(lambda: _leave_all(games, user))


async def leave_guild(games: Games, guild: GuildId) -> tuple[GameId, ...]:
    """Delete all of a guild's data; return the deleted games.

    It forgets people who are in no other room, after they have left games that other rooms show.
    Raises StoreFault.
    """

    async def find(conn: AsyncConnection) -> tuple[GuildData, tuple[GameRow, ...]]:
        data = await data_of(conn, guild)
        return data, await _open(conn, data.shared)

    async def once() -> tuple[GameId, ...]:
        data, rows = await games.store.read_long(find)
        for user in sorted(data.people):
            await _leave_games(games, user, rows)
        return await _purged(games, guild)

    return await _tried(once)


async def _tried(once: Callable[[], Awaitable[T]]) -> T:
    """Return the result of `once`, retried on conflicts; raises StoreFault."""
    for _ in range(TRIES):
        try:
            return await once()
        except VersionConflict:
            continue
        except StoreFault as fault:
            if not fault.retry:
                raise
    raise StoreFault(Fault.BUSY, "version conflict")


async def _forgotten(games: Games, user: User) -> tuple[GameId, ...]:
    """Forget a person who has left their games; raises VersionConflict for one who rejoined."""

    async def work(conn: AsyncConnection) -> tuple[tuple[GameId, ...], tuple[Change, ...]]:
        named = await lock_named(conn, user)
        await _check_left(games, conn, named, [user])
        changes = await forget(conn, user, named, games.now() - FRESH)
        await _announce(games, conn, changes)
        return named, changes

    forgotten, changes = await games.store.write_long(work)
    await _publish(games, forgotten, changes)
    return forgotten


async def _purged(games: Games, guild: GuildId) -> tuple[GameId, ...]:
    """Purge a guild whose people have left their games; raises VersionConflict as `_forgotten`."""

    async def work(conn: AsyncConnection) -> tuple[GuildData, tuple[Change, ...]]:
        data = await data_of(conn, guild, lock=True)
        await _check_left(games, conn, data.shared, data.people)
        changes = await purge(conn, data, games.now() - FRESH)
        await _announce(games, conn, changes)
        return data, changes

    data, changes = await games.store.write_long(work)
    await _publish(games, (*data.games, *data.shared), changes)
    return data.games


async def _check_left(
    games: Games, conn: AsyncConnection, named: Collection[GameId], people: Collection[User]
) -> None:
    """Raise VersionConflict if a person is at an open table after all.

    People who have seen a key that is still secret stay barred from guessing.
    """
    for row in await _open(conn, named) if people else ():
        lobby = (await games.event_log.session(conn, row)).lobby
        if any(lobby.member(user) is not None for user in people):
            raise VersionConflict(row.game_id)
        await _keep_barred(conn, row, lobby, people)


async def _announce(games: Games, conn: AsyncConnection, changes: Collection[Change]) -> None:
    """Request erasure, and notify other processes of changes on commit."""
    await request_erasure(conn, games.now())
    for change in changes:
        await games.notifier.notify(conn, change)


async def _publish(games: Games, named: Collection[GameId], changes: Collection[Change]) -> None:
    """Evict cached games, publish changes in this process, and erase deleted data."""
    for game_id in named:
        games.event_log.evict(game_id)
    for change in changes:
        games.notifier.publish(change)
    await erase(games.store)


async def _keep_barred(
    conn: AsyncConnection, row: GameRow, lobby: Lobby, people: Collection[User]
) -> None:
    """Bar people who have seen a game's key, by digest, from guessing until its end."""
    before = barred = forgotten_views(row)
    for user in people:
        views = frozenset(what for who, what in lobby.shown if who == user)
        barred = barred.including(user, views) if views else barred
    if barred != before:
        await put_lists(conn, row.game_id, lists_with(row, barred))


async def _leave_all(games: Games, user: User) -> None:
    async def find(conn: AsyncConnection) -> tuple[GameRow, ...]:
        return await _open(conn, await games_of(conn, user))

    rows = await games.store.read_long(find)
    await _leave_games(games, user, rows)


async def _leave_games(games: Games, user: User, rows: Iterable[GameRow]) -> None:
    for row in rows:
        caller = await _caller(games, row.game_id, user)
        if caller is not None:
            await _leave(games, caller, row.game_id)


async def _open(conn: AsyncConnection, games: Collection[GameId]) -> tuple[GameRow, ...]:
    """Return the games that may still change."""
    return tuple(row for row in await unfinished(conn) if row.game_id in games)


async def _leave(games: Games, caller: Caller, game_id: GameId) -> None:
    """Leave a game, unless it has just ended or the person has just left."""
    try:
        await games.submit(caller, Submission(LEAVE, game_id=game_id))
    except IllegalAction:
        if await _caller(games, game_id, caller.user) is not None:
            raise


async def _caller(games: Games, game_id: GameId, user: User) -> Caller | None:
    """Return a member of a game as a caller from the room that they joined from.

    Return None for other people, and for a closed or purged game.
    """
    try:
        lobby = (await games.session(game_id)).lobby
    except GameGone:
        return None
    member = lobby.member(user)
    if member is None or lobby.is_closed:
        return None
    async with games.store.reading() as conn:
        room = await rooms.find_room(conn, member.room)
        known = await rooms.find_user(conn, user)
    guild = room.guild if room else GuildId(str(member.room))
    return Caller(user, member.room, guild, known.name if known else user.id)

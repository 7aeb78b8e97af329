"""A person's farewell: out of the games that are still open, then forgotten."""

from collections.abc import Collection
from datetime import timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.chat.privacy.forget import forget, games_of, is_stored, lock_named
from bot.games.event_log import FORGOTTEN, forgotten_views
from bot.games.requests import Caller
from bot.games.service import Games
from bot.identity import GameId, GuildId, User
from bot.lobby.model import Lobby
from bot.store import rooms
from bot.store.faults import Fault, StoreFault
from bot.store.games import GameRow, VersionConflict, put_lists, unfinished
from core.rules import IllegalAction

LEAVE: Final = "leave"

FRESH: Final = timedelta(minutes=45)
"""How long after a game's end its boards lose a name.

Messages may be edited freely for about an hour; an older board would be posted anew.
"""

TRIES: Final = 3
"""Times that a farewell is tried where others bring the person into a game meanwhile."""


async def leave_and_forget(games: Games, user: User) -> tuple[GameId, ...]:
    """Delete a person's data everywhere; return the games in which they have no name any more.

    They leave open games first, as they would themselves. What processes have folded of the games
    is read anew. Of whom nothing is stored, nothing is written. Raises StoreFault, and ValueError
    for a bot.
    """
    if user.is_bot:
        raise ValueError(f"{user} is nobody's name")
    async with games.store.reading() as conn:
        if not await is_stored(conn, user):
            return ()
    for _ in range(TRIES):
        await _leave_games(games, user)
        try:
            return await _forgotten(games, user)
        except VersionConflict:
            continue
    raise StoreFault(Fault.BUSY, "version conflict")


async def _forgotten(games: Games, user: User) -> tuple[GameId, ...]:
    """Forget a person who has left their games; raises VersionConflict for one who came back."""
    since = games.now() - FRESH
    async with games.store.writing(long=True) as conn:
        forgotten = await lock_named(conn, user)
        for row in await _open(conn, forgotten):
            lobby = (await games.event_log.session(conn, row)).lobby
            if lobby.member(user) is not None:
                raise VersionConflict(row.game_id)
            await _keep_barred(conn, row, lobby, user)
        changes = await forget(conn, user, forgotten, since)
        for change in changes:
            await games.notifier.notify(conn, change)
    for game_id in forgotten:
        games.event_log.evict(game_id)
    for change in changes:
        games.notifier.publish(change)
    return forgotten


async def _keep_barred(conn: AsyncConnection, row: GameRow, lobby: Lobby, user: User) -> None:
    """Keep a person who has seen a key from guessing in a game, by a digest until it ends."""
    views = frozenset(what for who, what in lobby.shown if who == user)
    if views:
        barred = forgotten_views(row).including(user, views)
        await put_lists(conn, row.game_id, {**row.lists, FORGOTTEN: barred.to_json()})


async def _leave_games(games: Games, user: User) -> None:
    async with games.store.reading() as conn:
        rows = await _open(conn, await games_of(conn, user))
    for row in rows:
        caller = await _caller(games, row.game_id, user)
        if caller is not None:
            await _leave(games, caller, row.game_id)


async def _open(conn: AsyncConnection, games: Collection[GameId]) -> tuple[GameRow, ...]:
    """Return those of some games that may still change."""
    return tuple(row for row in await unfinished(conn) if row.game_id in games)


async def _leave(games: Games, caller: Caller, game_id: GameId) -> None:
    """Leave a game, unless it has ended, or was left, a moment ago."""
    try:
        await games.submit(caller, LEAVE, turn=None, game_id=game_id)
    except IllegalAction:
        if await _caller(games, game_id, caller.user) is not None:
            raise


async def _caller(games: Games, game_id: GameId, user: User) -> Caller | None:
    """Return a person as one who asks from the room that they came from.

    None for no member, and for a game that is closed.
    """
    lobby = (await games.session(game_id)).lobby
    member = lobby.member(user)
    if member is None or lobby.is_closed:
        return None
    async with games.store.reading() as conn:
        room = await rooms.find_room(conn, member.room)
        known = await rooms.find_user(conn, user)
    guild = room.guild if room else GuildId(str(member.room))
    return Caller(user, member.room, guild, known.name if known else user.id)

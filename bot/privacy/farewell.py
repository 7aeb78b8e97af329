"""A person's farewell: out of the games that are still open, then forgotten."""

from typing import Final

from bot.games.door import Games
from bot.games.receipt import Caller
from bot.identity import GameId, GuildId, User
from bot.privacy.forget import forget, games_of
from bot.store import rooms
from bot.store.games import unfinished
from core.rules import IllegalAction

LEAVE: Final = "leave"


async def farewell(games: Games, user: User) -> tuple[GameId, ...]:
    """Delete a person's data everywhere; return the games in which they have no name any more.

    They leave open games first, as they would themselves. What this process has folded of the
    games is dropped. Raises StoreFault, and ValueError for a bot.
    """
    if user.is_bot:
        raise ValueError(f"{user} is nobody's name")
    await _leave_games(games, user)
    async with games.store.writing() as conn:
        forgotten = await forget(conn, user)
    for game_id in forgotten:
        games.ledger.drop(game_id)
    return forgotten


async def _leave_games(games: Games, user: User) -> None:
    async with games.store.reading() as conn:
        named = frozenset(await games_of(conn, user))
        open_games = [row.game_id for row in await unfinished(conn) if row.game_id in named]
    for game_id in open_games:
        caller = await _caller(games, game_id, user)
        if caller is not None:
            await _leave(games, caller, game_id)


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

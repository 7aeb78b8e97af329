"""Lines in direct messages to the bot count in the room of the game."""

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import select

from bot.games.requests import Caller, GameGone, Submission
from bot.games.service import Games
from bot.identity import GuildId, Room
from bot.store import schema
from bot.store.connection import Store
from bot.store.notify import Notifier
from tests.bot.chat.privacy.community import purged
from tests.bot.games.parlour import ROOM, Parlour, person

pytestmark = pytest.mark.either_database


def _alone(name: str) -> Caller:
    """Return a caller who writes to the bot directly."""
    guild = GuildId("recorder:direct")
    return replace(
        person(name), room=Room("recorder", f"{name}-alone"), guild=guild, is_direct=True
    )


def test_a_member_plays_directly_in_the_games_own_room_and_goes_with_its_guild(
    database_url: str,
) -> None:
    async def run() -> None:
        async with Store.open(database_url) as store:
            games = Games(store, Notifier(store, troubled=print))
            parlour = Parlour(games)
            game_id = await parlour.open()
            for line in ("watch", "join red"):
                await games.submit(_alone("ann"), Submission(line, game_id=game_id))
            with pytest.raises(GameGone):
                await games.submit(_alone("dan"), Submission("join red", game_id=game_id))
            lobby = (await games.session(game_id)).lobby
            assert lobby.rooms == (ROOM,)
            assert [member.room for member in lobby.members] == [ROOM]
            async with store.reading() as conn:
                rooms = (await conn.execute(select(schema.rooms.c.place))).scalars().all()
            assert list(rooms) == [ROOM.place]
            async with store.writing() as conn:
                assert await purged(conn, person("ann").guild) == (game_id,)

    asyncio.run(run())

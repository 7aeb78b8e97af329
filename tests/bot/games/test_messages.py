"""Stored messages: the place of each, and no message for people who get no drawings."""

import asyncio

import pytest

from bot.chat.privacy.leave import leave_and_forget
from bot.games.messages import MessageTarget, MessageTasks
from bot.games.service import Games
from bot.identity import Room
from bot.store.connection import Store
from bot.store.leases import PUBLIC, new_holder
from bot.store.messages import MessageRow, posted_messages, put_message
from bot.store.notify import Notifier
from tests.bot.games.parlour import ROOM, Parlour, in_parlour, person

ANN = person("ann").user


@pytest.mark.sampled
def test_whose_drawing_begins_as_they_are_forgotten_is_not_written_down(database_url: str) -> None:
    async def run() -> None:
        async with Store.open(database_url) as store:
            games = Games(store, Notifier(store, troubled=print))
            session = await Parlour(games).playing()
            drawings = MessageTasks(games, new_holder())
            spot = MessageTarget(session.game_id, ROOM, ANN)
            assert spot in await drawings.outdated(session.game_id, ROOM.platform)
            await leave_and_forget(games, ANN)
            drawing = await drawings.claim(spot)
            assert drawing is not None
            assert not drawing.needed
            assert await _remembered(store, spot) == []
            assert await drawings.mark_shown(drawing, None)
            assert await _remembered(store, spot) == []

    asyncio.run(run())


def test_what_takes_the_place_of_a_lost_message_has_another_name_each_time(sqlite_url: str) -> None:
    async def run() -> None:
        async with Store.open(sqlite_url) as store:
            games = Games(store, Notifier(store, troubled=print))
            spot = MessageTarget(await Parlour(games).open(), ROOM)
            drawings, names = MessageTasks(games, new_holder()), list[str]()
            for handle in ("one", "two", "three"):
                drawing = await drawings.claim(spot)
                assert drawing is not None
                names.append(drawing.nonce)
                assert await drawings.mark_shown(drawing, handle)
                drawn = await drawings.claim(spot)
                assert drawn is not None
                await drawings.mark_deleted(drawn)
            assert len({*names}) == len(names)

    asyncio.run(run())


async def _remembered(store: Store, spot: MessageTarget) -> list[MessageRow]:
    """Return the stored messages whose audience is the target's."""
    async with store.reading() as conn:
        rows = await posted_messages(conn, spot.game_id)
    return [row for row in rows if row.audience == spot.audience]


def test_a_shared_game_is_found_where_it_is_shown_in_the_room_that_asks(sqlite_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        game_id = await parlour.open()
        tasks = MessageTasks(parlour.games, new_holder())
        attic = Room(ROOM.platform, "attic")
        async with parlour.games.store.writing() as conn:
            for room in (ROOM, attic):
                await put_message(conn, MessageRow(game_id, room, PUBLIC, room.place, 1))
        assert await tasks.handle(game_id, ROOM) == ROOM.place
        assert await tasks.handle(game_id, attic) == "attic"
        assert await tasks.handle(game_id, Room(ROOM.platform, "cellar")) is not None

    in_parlour(sqlite_url, work)

"""What is remembered of drawings: nothing of whom nobody draws for any more."""

import asyncio

from bot.games.door import Games
from bot.games.drawing import Drawings, Spot
from bot.notify import Notifier
from bot.privacy.farewell import farewell
from bot.store import leases
from bot.store.connection import Store
from bot.store.leases import DrawingRow, new_holder
from tests.bot.games.parlour import ROOM, Parlour, person

ANN = person("ann").user


def test_whose_drawing_begins_as_they_are_forgotten_is_not_written_down(database_url: str) -> None:
    async def run() -> None:
        async with Store.open(database_url) as store:
            games = Games(store, Notifier(store, troubled=print))
            session = await Parlour(games).playing()
            drawings = Drawings(games, new_holder())
            spot = Spot(session.game_id, ROOM, ANN)
            assert spot in await drawings.behind(session.game_id, ROOM.platform)
            await farewell(games, ANN)
            drawing = await drawings.claim(spot)
            assert drawing is not None
            assert not drawing.wanted
            assert await _remembered(store, spot) == []
            assert await drawings.keep(drawing, None)
            assert await _remembered(store, spot) == []

    asyncio.run(run())


def test_what_takes_the_place_of_a_lost_message_has_another_name_each_time(sqlite_url: str) -> None:
    async def run() -> None:
        async with Store.open(sqlite_url) as store:
            games = Games(store, Notifier(store, troubled=print))
            spot = Spot(await Parlour(games).open(), ROOM)
            drawings, names = Drawings(games, new_holder()), list[str]()
            for handle in ("one", "two", "three"):
                drawing = await drawings.claim(spot)
                assert drawing is not None
                names.append(drawing.nonce)
                assert await drawings.keep(drawing, handle)
                drawn = await drawings.claim(spot)
                assert drawn is not None
                await drawings.lose(drawn)
            assert len({*names}) == len(names)

    asyncio.run(run())


async def _remembered(store: Store, spot: Spot) -> list[DrawingRow]:
    """Return what is stored of the drawings that a person is the audience of."""
    async with store.reading() as conn:
        rows = await leases.drawn(conn, spot.game_id)
    return [row for row in rows if row.audience == spot.audience]

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


async def _remembered(store: Store, spot: Spot) -> list[DrawingRow]:
    """Return what is stored of the drawings that a person is the audience of."""
    async with store.reading() as conn:
        rows = await leases.drawn(conn, spot.game_id)
    return [row for row in rows if row.audience == spot.audience]

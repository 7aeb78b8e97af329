"""Countdowns of a table, as its next message shows them."""

from bot.games.deadlines import countdowns
from bot.games.names import with_names
from bot.games.requests import Countdown
from bot.games.service import Games
from bot.identity import GameId
from bot.store import leases


async def countdowns_of(games: Games, game_id: GameId) -> tuple[Countdown, ...]:
    """Return the public countdowns of a table."""
    session = await games.session(game_id)
    async with games.store.reading() as conn:
        rows = await leases.deadlines_of(conn, game_id)
        names = await games.names(conn, session)
    return with_names(countdowns(session, rows, games.now()), names.at(session.lobby))

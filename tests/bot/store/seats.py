"""The stored seats of a game."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import GameId, User
from bot.store import schema
from core.rules import Seat


async def seats_of(connection: AsyncConnection, game_id: GameId) -> dict[Seat, User]:
    """Return the occupied seats of a game, with the user in each."""
    seat = schema.seats.c
    statement = select(seat.seat, seat.user).where(seat.game_id == game_id).order_by(seat.seat)
    rows = await connection.execute(statement)
    return {Seat(row.seat): User.parse(row.user) for row in rows}

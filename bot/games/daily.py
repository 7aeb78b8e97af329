"""The game of the day: one per guild and day, even after a stop."""

from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.decisions import Decision, new_events
from bot.games.requests import Caller, Delivery, OtherGame
from bot.games.session import Session
from bot.gametypes.game_type import DAILY, AnyGame, AnyOptions
from bot.identity import GuildId
from bot.lobby.model import Status
from bot.lobby.progress import reopened
from bot.store import games, rooms
from bot.store.games import GameRow, VersionConflict

_OFF: Final = frozenset({"", "none", "false", "no", "off"})


def dated(game_type: AnyGame, values: Mapping[str, object], now: datetime) -> Mapping[str, object]:
    """Return the `new` command's values; the game of the day always gets today's UTC date."""
    asked = str(values.get(DAILY, "")).strip().casefold() not in _OFF
    rest = {name: of for name, of in values.items() if name != DAILY}
    if game_type.has_days and not asked:
        return rest
    return {**rest, DAILY: now.astimezone(UTC).date().isoformat()} if asked else values


def day_of(guild: GuildId, game_type: AnyGame, options: AnyOptions) -> Delivery | None:
    """Return the unique name of a guild's day, or None for a game that is not of the day."""
    day = game_type.day(options)
    return Delivery("daily", f"{guild}:{game_type.name}:{day.isoformat()}") if day else None


async def first_of_day(conn: AsyncConnection, day: Delivery) -> GameRow | None:
    """Return the guild's game of the day, None if nobody has opened it."""
    first = await games.count_delivery(conn, *day)
    return await games.read_game(conn, first.game_id) if first else None


async def check_first(conn: AsyncConnection, day: Delivery, game: str, now: datetime) -> None:
    """Raise IllegalAction if the guild's game of the day is open or over.

    Raises VersionConflict after a concurrent stop, because the game can then be reopened.
    """
    row = await first_of_day(conn, day)
    if row is None:
        return
    if row.status == Status.STOPPED.value:
        raise VersionConflict(row.game_id)
    tomorrow = datetime.combine(now.astimezone(UTC).date() + timedelta(days=1), time(), UTC)
    hours = -(-(tomorrow - now) // timedelta(hours=1))
    over = row.status == Status.OVER.value
    key = "daily-over" if over else "daily-running"
    raise OtherGame(key, row.game_id, game=game, hours=hours)


async def reopen(conn: AsyncConnection, caller: Caller, session: Session) -> Decision:
    """Return the decision that reopens a stopped game of the day.

    It leaves out rooms that have another game now. Raises VersionConflict if another request came
    first.
    """
    if session.lobby.status is not Status.STOPPED:
        raise VersionConflict(session.game_id)
    known = [await rooms.find_room(conn, room) for room in session.lobby.rooms]
    own = [room.room for room in known if room and room.game_id == session.game_id]
    events = reopened(session.lobby, caller.actor, own, begun=session.began is not None)
    return Decision(session, new_events(caller.user, events))

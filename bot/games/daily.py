"""The word of the day: one game a day in each guild, whoever opens it."""

from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.receipt import Caller, Delivery, Receipt
from bot.identity import GuildId
from bot.kinds import Kind
from bot.kinds.kind import DAILY
from bot.lobby.model import Status
from bot.store import games
from bot.store.games import DeliveryRow
from core.rules import IllegalAction

_OFF: Final = frozenset({"", "none", "false", "no", "off"})

_HOUR: Final = timedelta(hours=1)


def dated(kind: Kind, values: Mapping[str, object], now: datetime) -> Mapping[str, object]:
    """Return values of the `new` command, with the present day in UTC where its word is asked for.

    Which day that is, nobody outside can say.
    """
    asked = str(values.get(DAILY, "")).strip().casefold() not in _OFF
    rest = {name: of for name, of in values.items() if name != DAILY}
    if kind.has_days and not asked:
        return rest
    return {**rest, DAILY: now.astimezone(UTC).date().isoformat()} if asked else values


async def check_first(
    conn: AsyncConnection,
    caller: Caller,
    kind: Kind,
    options: Any,  # noqa: ANN401 - the game's own
    now: datetime,
) -> None:
    """Raise IllegalAction where the guild's game of the day has been opened before."""
    delivery = _delivery(caller.guild, kind, options)
    first = await games.count_delivery(conn, delivery.source, delivery.id) if delivery else None
    row = await games.read_game(conn, first.game_id) if first else None
    if row is None:
        return
    hours = -(-(_midnight(now) - now) // _HOUR)
    closed = row.status in (Status.OVER.value, Status.STOPPED.value)
    raise IllegalAction("daily-over" if closed else "daily-running", game=row.game_id, hours=hours)


async def keep_first(
    conn: AsyncConnection,
    guild: GuildId,
    kind: Kind,
    options: Any,  # noqa: ANN401 - the game's own
    receipt: Receipt,
    now: datetime,
) -> None:
    """Remember a guild's game of the day; raises VersionConflict where another one was faster."""
    delivery = _delivery(guild, kind, options)
    if delivery:
        row = DeliveryRow(delivery.source, delivery.id, receipt.game_id, receipt.version, now)
        await games.insert_delivery(conn, row)


def _delivery(guild: GuildId, kind: Kind, options: Any) -> Delivery | None:  # noqa: ANN401
    """Return the name of a guild's day, which comes only once; None for a game of any day."""
    day = kind.scoring.day(options) if kind.scoring else None
    return Delivery("daily", f"{guild}:{kind.name}:{day.isoformat()}") if day else None


def _midnight(now: datetime) -> datetime:
    """Return when the next day begins in UTC."""
    return datetime.combine(now.astimezone(UTC).date() + timedelta(days=1), time(), UTC)

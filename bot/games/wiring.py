"""The parts that all requests work with: the database, the games, chance and the time."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.event_log import EventLog
from bot.games.names import NameResolver, Names, display_names, names_at
from bot.games.requests import RequestObserver
from bot.games.session import Recorded, Session
from bot.games.shares import LineBudget, ShareLimits
from bot.gametypes.engine import Engine
from bot.gametypes.game_type import AnyGame
from bot.gametypes.registry import all_game_types
from bot.store.connection import Store
from bot.store.notify import Notifier
from core.rules import Entropy


class SystemEntropy:
    """The operating system's random bytes."""

    def bytes(self, length: int, /) -> bytes:
        """Return `length` random bytes."""
        return secrets.token_bytes(length)


def utc_now() -> datetime:
    """Return the present moment."""
    return datetime.now(UTC)


@dataclass
class Wiring:
    """The parts of the door to all games.

    `entropy` deals and shuffles, `now` tells the time, `observer` looks on; `resolve_names` says
    what games' sentences call those who play. `patience` is how long bots wait for people beside
    them where no clock runs; with None they wait until they are told to go on. `language` is that
    of rooms where nobody has chosen one. `shares` limit what one person or guild takes, None
    nobody. `engine` works out what people ask for, such as a hint: without one, only what the rules
    know at once. `pause` waits for so many seconds between two tries.
    """

    store: Store
    notifier: Notifier
    game_types: Mapping[str, AnyGame] = field(default_factory=all_game_types)
    entropy: Entropy = field(default_factory=SystemEntropy)
    now: Callable[[], datetime] = utc_now
    observer: RequestObserver | None = None
    resolve_names: NameResolver = display_names
    patience: timedelta | None = None
    language: str = "en"
    shares: ShareLimits | None = None
    engine: Engine | None = None
    pause: Callable[[float], Awaitable[object]] = asyncio.sleep

    def __post_init__(self) -> None:
        self.event_log = EventLog(self.game_types)
        self.lines = LineBudget(self.shares.lines_per_minute if self.shares else None, self.now)

    async def names(
        self, conn: AsyncConnection, session: Session, recorded: Iterable[Recorded] = ()
    ) -> Names:
        """Return the names of those at a table, and of those whom events of its log name."""
        return Names(await names_at(conn, session, recorded), self.resolve_names)

"""Shares: limits on the use of a public bot by one person or guild.

The database counts open tables, for all processes; a person's tables are those that they
host. This process counts lines in memory, to protect itself.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil
from time import monotonic
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.event_log import LOBBY_EVENTS
from bot.games.requests import Caller
from bot.identity import GameId, User
from bot.lobby.game_events import Opened
from bot.store import games
from bot.store.rooms import RoomRow
from core.rules import IllegalAction, Refusal

LINE_WINDOW: Final = 60.0
"""Seconds in which a person's lines count together."""

HOST_TAGS: Final = ("table-opened", "table-host-changed")
"""Tags of the events that set the host."""


@dataclass(frozen=True, slots=True)
class ShareLimits:
    """The most open tables of a host and of a guild, and a person's most lines in a minute."""

    tables_per_person: int
    tables_per_guild: int
    lines_per_minute: int


class TooManyLines(Refusal):
    """A refusal of a person's line; `is_first`: it is the first of its form in that minute."""

    def __init__(self, most: int, seconds: int, *, is_first: bool) -> None:
        super().__init__("share-lines", most=most, seconds=seconds)
        self.is_first = is_first


@dataclass(slots=True)
class LineBudget:
    """Counts the lines of each person, including refused ones; `most` is None for no limit.

    A person's minute begins with a line, and the next one with the first line after its end; `now`
    is a monotonic clock in seconds.
    """

    most: int | None
    now: Callable[[], float] = monotonic
    _minutes: OrderedDict[User, tuple[float, int, set[str]]] = field(default_factory=OrderedDict)
    """Each person's minute, earliest first: its start, lines, and the forms of refused lines."""

    def spend(self, user: User, form: str = "") -> None:
        """Count a line of a person; raises TooManyLines.

        Lines of one `form` get their answers in the same place, so one refusal is enough.
        """
        if self.most is None:
            return
        now = self.now()
        while self._minutes and next(iter(self._minutes.values()))[0] <= now - LINE_WINDOW:
            self._minutes.popitem(last=False)
        began, lines, refused = self._minutes.get(user, (now, 0, set[str]()))
        self._minutes[user] = (began, lines + 1, refused)
        if lines >= self.most:
            seconds = ceil(began + LINE_WINDOW - now)
            is_first = form not in refused
            refused.add(form)
            raise TooManyLines(self.most, seconds, is_first=is_first)


async def check_host_share(
    conn: AsyncConnection, caller: Caller, host: User | None, shares: ShareLimits | None
) -> None:
    """Raise IllegalAction if the host of a new table has reached the limit on open tables.

    It locks only the caller, so simultaneous requests by several people may exceed a host's limit.
    """
    if shares is None:
        return
    leader = host or caller.user
    rows = await games.last_events(conn, leader, HOST_TAGS)
    events = (LOBBY_EVENTS.read(row.tag, row.body) for row in rows)
    hosts = (one.host if isinstance(one, Opened) else one.user for one in events)
    if sum(one == leader for one in hosts) >= shares.tables_per_person:
        key = "share-tables-person" if leader == caller.user else "share-tables-host"
        raise IllegalAction(key, most=shares.tables_per_person)


async def check_guild_share(
    conn: AsyncConnection, room: RoomRow, game_id: GameId, shares: ShareLimits | None
) -> None:
    """Raise IllegalAction if a room's guild is at its limit on open tables, without a lock."""
    if shares is None:
        return
    count = await games.count_open_in(conn, room.room.platform, room.guild, besides=game_id)
    if count >= shares.tables_per_guild:
        raise IllegalAction("share-tables-guild", most=shares.tables_per_guild)

"""The event log: folds sessions from the database, and caches them.

The log only grows, so a cached session needs only the newer events. The one exception is deleted
names: the event NamesReplaced makes every process fold the whole log again. Callers cache a session
after the commit of its transaction, not before.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.codec import Body, Codec, read_value, write_value
from bot.games.names import UserNames
from bot.games.session import Recorded, Session
from bot.gametypes.game_type import AnyGame
from bot.gametypes.registry import find_game_type
from bot.identity import GameId
from bot.lobby.context import NONE_FORGOTTEN, ForgottenViews
from bot.lobby.game_events import EVENT_TYPES, NamesReplaced
from bot.lobby.model import Lobby
from bot.store.games import EventRow, GameRow, events_after
from bot.store.rooms import find_pack
from core.recent import RecentDict
from core.words.packs import PACKS_KEPT, Pack

T = TypeVar("T")

MANY_WORDS: Final = 2_000
"""The size of a pack that takes some milliseconds of processor time."""

LOBBY_EVENTS: Final = Codec(EVENT_TYPES, prefix="table-")

REPLACED: Final = LOBBY_EVENTS.tag(NamesReplaced())
"""The tag of the event that makes cached sessions outdated."""

FORGOTTEN: Final = "forgotten"
"""The key of forgotten people's private views in the lists of a running game."""

SESSIONS_KEPT: Final = 500
"""The size of the cache: the garbage collector traverses all of it at once."""


@dataclass(frozen=True, slots=True)
class _CachedSession:
    """A folded session, with the parts of the game's row that its rules depend on.

    `names` are the names at its last event, if this process wrote that event.
    """

    session: Session
    options: Mapping[str, Any]
    lists: Mapping[str, Any]
    names: UserNames | None = None

    def is_of(self, row: GameRow) -> bool:
        """Return whether the row still has the same rules."""
        return self.options == row.options and self.lists == row.lists


def forgotten_views(row: GameRow) -> ForgottenViews:
    """Return the private views that forgotten people have seen in a game."""
    stored = row.lists.get(FORGOTTEN)
    return read_value(ForgottenViews, stored) if stored else NONE_FORGOTTEN


def lists_with(row: GameRow, views: ForgottenViews) -> Body:
    """Return a game's lists with the private views of forgotten people."""
    return {**row.lists, FORGOTTEN: write_value(ForgottenViews, views)}


class EventLog:
    """Reads and caches sessions of the given game types."""

    def __init__(self, game_types: Mapping[str, AnyGame]) -> None:
        self._game_types = game_types
        self._cache = RecentDict[GameId, _CachedSession](SESSIONS_KEPT)
        self._packs = RecentDict[str, Pack](PACKS_KEPT)

    async def session(self, conn: AsyncConnection, row: GameRow) -> Session:
        """Return the session of a row."""
        kept = self._cache.get(row.game_id)
        if kept and kept.is_of(row) and kept.session.version <= row.version:
            session = kept.session
        else:
            session = await self._empty(conn, row)
        if session.version < row.version:
            events = await events_after(conn, row.game_id, session.version)
            if session.version and any(event.tag == REPLACED for event in events):
                session = await self._empty(conn, row)
                events = await events_after(conn, row.game_id)
            session = session.after(self._read(session.game_type, event) for event in events)
        return session

    def current(self, row: GameRow) -> Session | None:
        """Return the cached session of a row, if it has the row's version."""
        kept = self._cache.get(row.game_id)
        if kept is None or kept.session.version != row.version:
            return None
        return kept.session if kept.is_of(row) else None

    def cached(self, game_id: GameId, version: int) -> Session | None:
        """Return a cached session at or after a version."""
        kept = self._cache.get(game_id)
        return kept.session if kept and kept.session.version >= version else None

    def names(self, session: Session) -> UserNames | None:
        """Return the names at a session's last event, if this process wrote that event."""
        kept = self._cache.get(session.game_id)
        return kept.names if kept and kept.session.version == session.version else None

    def cache(self, row: GameRow, session: Session, names: UserNames | None = None) -> None:
        """Cache a committed session, with the names that were read for its last event."""
        names = self.names(session) if names is None else names
        self._cache[row.game_id] = _CachedSession(session, row.options, row.lists, names)

    def evict(self, game_id: GameId) -> None:
        """Remove a game from the cache."""
        self._cache.pop(game_id, None)

    async def events(
        self, conn: AsyncConnection, row: GameRow, *, since: int = 0
    ) -> tuple[Recorded, ...]:
        """Return all events of a game after a version, including taken-back events."""
        kind = find_game_type(self._game_types, row.kind)
        rows = await events_after(conn, row.game_id, since)
        return tuple(self._read(kind, event) for event in rows if event.version <= row.version)

    async def pack(self, conn: AsyncConnection, digest: str) -> Pack:
        """Return the pack of a digest; raises LookupError for an unknown one."""
        if digest not in self._packs:
            found = await find_pack(conn, digest)
            if found is None:
                raise LookupError(f"no pack has the digest {digest}")
            self._packs[digest] = found
        self._packs.move_to_end(digest)
        return self._packs[digest]

    async def _empty(self, conn: AsyncConnection, row: GameRow) -> Session:
        kind = find_game_type(self._game_types, row.kind)
        options = kind.read_options(row.options)
        pack = await self.pack(conn, row.lists["pack"])
        await pack_work(len(pack.words), lambda: kind.prepare_pack(pack))
        rules = kind.rules(options, pack, tuple(row.lists["skipped"]))
        empty = Session(row.game_id, kind, options, rules, Lobby(), rules.initial())
        return replace(empty, forgotten=forgotten_views(row))

    def row(self, game_type: AnyGame, one: Recorded) -> EventRow:
        """Return the database row of an event."""
        codec = game_type.codec if game_type.codec.knows(one.event) else LOBBY_EVENTS
        tag, body = codec.tag(one.event), codec.body(one.event)
        return EventRow(one.version, one.seat, tag, body, one.at, one.cause)

    def _read(self, game_type: AnyGame, row: EventRow) -> Recorded:
        codec = LOBBY_EVENTS if row.tag in LOBBY_EVENTS else game_type.codec
        return Recorded(row.version, row.seat, codec.read(row.tag, row.body), row.at, row.cause)


async def pack_work(words: int, work: Callable[[], T]) -> T:
    """Return the result of work on a number of words; if they are many, run it in a thread."""
    return await asyncio.to_thread(work) if words > MANY_WORDS else work()

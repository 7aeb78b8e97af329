"""Sessions out of the database and back into it.

A process keeps the sessions that it has folded lately; the log only grows, so that a kept one needs
the events since. Only names are ever replaced in it, for those of nobody; an event says so, at
which a session is folded anew. A session is kept when its transaction has been committed, not
before.
"""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, get_args

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.codec import Codec
from bot.games.session import Recorded, Session
from bot.identity import GameId
from bot.kinds import Kind, find_kind
from bot.lobby.model import Lobby, TableEvent
from bot.lobby.renaming import NamesReplaced
from bot.store.games import EventRow, GameRow, events_after
from bot.store.rooms import find_pack
from core.words.packs import Pack

TABLE_EVENTS: Final = Codec(get_args(TableEvent), prefix="table-")

REPLACED: Final = TABLE_EVENTS.tag(NamesReplaced())
"""The tag of the event before which the log is no longer what it was."""

KEPT: Final = 2000
"""Sessions that a process keeps; each takes a few kilobytes."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """A folded session, and the game's row as far as the rules depend on it."""

    session: Session
    options: Mapping[str, Any]
    lists: Mapping[str, Any]


class Ledger:
    """Reads and writes sessions; `kinds` are the games that it knows."""

    def __init__(self, kinds: Mapping[str, Kind]) -> None:
        self._kinds = kinds
        self._kept: OrderedDict[GameId, _Kept] = OrderedDict()
        self._packs: dict[str, Pack] = {}

    async def session(self, conn: AsyncConnection, row: GameRow) -> Session:
        """Return the game of a row as the log tells it."""
        kept = self._kept.get(row.game_id)
        same = kept and kept.options == row.options and kept.lists == row.lists
        if kept and same and kept.session.version <= row.version:
            session = kept.session
        else:
            session = await self._empty(conn, row)
        if session.version < row.version:
            events = await events_after(conn, row.game_id, session.version)
            if session.version and any(event.tag == REPLACED for event in events):
                session = await self._empty(conn, row)
                events = await events_after(conn, row.game_id)
            session = session.after(self._read(session.kind, event) for event in events)
        return session

    def keep(self, row: GameRow, session: Session) -> None:
        """Keep a session that has been committed."""
        self._kept[row.game_id] = _Kept(session, row.options, row.lists)
        self._kept.move_to_end(row.game_id)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def drop(self, game_id: GameId) -> None:
        """Forget what is kept of a game, so that it is read anew."""
        self._kept.pop(game_id, None)

    def rows(self, kind: Kind, recorded: Sequence[Recorded]) -> tuple[EventRow, ...]:
        """Return events of the log as the database keeps them."""
        return tuple(self._row(kind, one) for one in recorded)

    async def log(self, conn: AsyncConnection, row: GameRow) -> tuple[Recorded, ...]:
        """Return all events of a game, also those that were taken back."""
        kind = find_kind(self._kinds, row.kind)
        rows = await events_after(conn, row.game_id, 0)
        return tuple(self._read(kind, event) for event in rows if event.version <= row.version)

    async def pack(self, conn: AsyncConnection, digest: str) -> Pack:
        """Return the pack of a digest; raises LookupError where none has been stored."""
        if digest not in self._packs:
            found = await find_pack(conn, digest)
            if found is None:
                raise LookupError(f"no pack has the digest {digest}")
            self._packs[digest] = Pack(found.name, found.words)
        return self._packs[digest]

    async def _empty(self, conn: AsyncConnection, row: GameRow) -> Session:
        kind = find_kind(self._kinds, row.kind)
        options = kind.read_options(row.options)
        pack = await self.pack(conn, row.lists["pack"])
        rules = kind.rules(options, pack, tuple(row.lists["skipped"]))
        return Session(row.game_id, kind, options, rules, Lobby(), rules.initial())

    def _row(self, kind: Kind, one: Recorded) -> EventRow:
        codec = kind.codec if kind.codec.knows(one.event) else TABLE_EVENTS
        tag, body = codec.tag(one.event), codec.body(one.event)
        return EventRow(one.version, one.seat, tag, body, one.at, one.cause)

    def _read(self, kind: Kind, row: EventRow) -> Recorded:
        codec = TABLE_EVENTS if row.tag in TABLE_EVENTS else kind.codec
        return Recorded(row.version, row.seat, codec.read(row.tag, row.body), row.at, row.cause)

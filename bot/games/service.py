"""The one door: people, bots and the clock ask here, and whoever shows a game looks here.

Each request is one transaction: it locks the game, judges the wish on the newest state, and
appends its events with the delivery that it came by and the rows that follow from them. A delivery
that comes again changes nothing. A request that the database failed is tried again as the same
delivery where that may help; else the person is told, and nothing has happened.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from time import perf_counter
from typing import Any, Final

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games import wish
from bot.games.clerk import Clerk, Done, Judge, names_at
from bot.games.ledger import Ledger
from bot.games.naming import Plates, Plating, named, nameplates
from bot.games.notice import Notice, notices
from bot.games.observer import Nobody, Observer, Request
from bot.games.receipt import Caller, Delivery, Look, News, Receipt
from bot.games.session import Recorded, Session
from bot.games.speech import check_line
from bot.games.telling import look_of, news_of, table_of
from bot.games.wish import Granted, Ground
from bot.identity import GameId, Room, User
from bot.kinds import Kind, all_kinds
from bot.lobby.rules import Actor
from bot.notify import Change, Notifier
from bot.store import games, leases, rooms
from bot.store.connection import Store
from bot.store.faults import Fault, StoreFault
from bot.store.games import GameRow, ThoughtsRow, VersionConflict
from core.rules import CLOCK, Entropy, IllegalAction, Seat
from core.words.packs import Pack

REMATCH: Final = "rematch"
"""The line that opens the next game: the only one that makes a game instead of changing it."""

TRIES: Final = 3
"""Times that a request is tried where the database fails in a way that may pass."""

PAUSE_SECONDS: Final = 0.05
"""The pause before the second try; it doubles with each further one."""

_LOG = structlog.get_logger()


class SystemEntropy:
    """The operating system's random bytes."""

    def bytes(self, length: int, /) -> bytes:
        """Return `length` random bytes."""
        return secrets.token_bytes(length)


def utc_now() -> datetime:
    """Return the present moment."""
    return datetime.now(UTC)


@dataclass
class Games:
    """Every game that a database holds.

    `entropy` deals and shuffles, `now` tells the time, `observer` looks on; `plating` says what
    games' sentences call those who play. `patience` is how long bots wait for people beside them
    where no clock runs; with None they wait until they are told to go on.
    """

    store: Store
    notifier: Notifier
    kinds: Mapping[str, Kind] = field(default_factory=all_kinds)
    entropy: Entropy = field(default_factory=SystemEntropy)
    now: Callable[[], datetime] = utc_now
    observer: Observer = field(default_factory=Nobody)
    plating: Plating = nameplates
    patience: timedelta | None = None

    def __post_init__(self) -> None:
        self.ledger = Ledger(self.kinds)
        self._clerk = Clerk(
            self.kinds,
            self.ledger,
            self.notifier,
            self.entropy,
            self.now,
            self.plating,
            self.patience,
        )

    # Asking.

    async def open(
        self,
        caller: Caller,
        kind: str,
        values: Mapping[str, object],
        *,
        pack: Pack | None = None,
        delivery: Delivery | None = None,
        at_once: bool = False,
    ) -> Receipt:
        """Open a table in the caller's room, of the `new` command's values.

        Without a `pack`, the words are the guild's that the value "pack" names, or its default. A
        game that needs nobody else begins `at_once`, at this table and at those that follow it.
        Raises the Refusal of wrong values or of a room whose game is still under way, and
        StoreFault.
        """

        async def once(conn: AsyncConnection, source: Delivery) -> Done:
            return await self._clerk.open(conn, caller, kind, values, pack, source, at_once=at_once)

        return await self._answered("open", delivery, once)

    async def submit(
        self,
        caller: Caller,
        line: str,
        *,
        turn: int | None,
        delivery: Delivery | None = None,
        game_id: GameId | None = None,
    ) -> Receipt:
        """Do what a person's line asks for; return what happened.

        `turn` is the turn that the line was meant for, None for the one that runs now; the game
        is the one in the caller's room unless said. Raises InvalidNotation, IllegalAction and
        StoreFault; then nothing has happened.
        """
        check_line(line)

        async def once(conn: AsyncConnection, source: Delivery) -> Done:
            found, rest = await self._clerk.addressed(conn, caller, line, game_id)
            asks = await self._clerk.in_the_room(conn, caller, found)
            if rest.split() == [REMATCH]:
                return await self._clerk.rematch(conn, asks, found, source)
            judge = _line_judge(asks, rest, turn)
            return await self._clerk.change(conn, found, judge, source, caller=asks)

        return await self._answered("line", delivery, once)

    async def act(
        self,
        game_id: GameId,
        seat: Seat,
        action: Any,  # noqa: ANN401 - the game's own
        *,
        delivery: Delivery,
        cause: str,
        thoughts: ThoughtsRow | None = None,
        version: int | None = None,
    ) -> Receipt:
        """Do a bot's action; `thoughts` are kept for after the game.

        `version` is the game's that the bot has seen, where it matters. Raises IllegalAction where
        that is no longer the game's, no bot sits in the seat or the rules do not allow it, and
        StoreFault.
        """

        def judge(session: Session, ground: Ground) -> Granted:  # noqa: ARG001 - a Judge
            wish.check_version(session, version)
            sitter = session.lobby.sitter(seat)
            if sitter is None or not sitter.is_bot:
                raise IllegalAction("no-bot-sits", seat=seat)
            return wish.action_wished(session, seat, action)

        async def once(conn: AsyncConnection, source: Delivery) -> Done:
            done = await self._clerk.change(conn, game_id, judge, source, cause=cause)
            if thoughts is not None and not done.receipt.repeated:
                await games.put_thoughts(conn, game_id, thoughts)
            return done

        return await self._answered("bot", delivery, once)

    async def expire(
        self, game_id: GameId, turn: int, *, enforced: bool, version: int | None = None
    ) -> Receipt:
        """Tell a table that a turn's time is up; end the turn where the clock is `enforced`.

        `version` is the game's that the clock has seen, where it matters. Raises IllegalAction
        where that is no longer the game's or the turn has passed, and StoreFault.
        """

        def judge(session: Session, ground: Ground) -> Granted:  # noqa: ARG001 - a Judge
            wish.check_version(session, version)
            if not enforced:
                return wish.time_up_wished(session, turn)
            return wish.action_wished(session, CLOCK, session.kind.expire(turn))

        async def once(conn: AsyncConnection, source: Delivery) -> Done:
            return await self._clerk.change(conn, game_id, judge, source)

        source = Delivery("clock", f"{game_id}:{turn}:{enforced}:{version}")
        return await self._answered("clock", source, once)

    async def direct_found(self, game_id: GameId, user: User, *, reached: bool) -> Receipt:
        """Let a table know whether direct messages reach somebody; raises as `expire` does."""

        def judge(session: Session, ground: Ground) -> Granted:  # noqa: ARG001 - a Judge
            return wish.direct_wished(session, user, reached=reached)

        async def once(conn: AsyncConnection, source: Delivery) -> Done:
            return await self._clerk.change(conn, game_id, judge, source)

        return await self._answered("direct", None, once)

    # Looking.

    async def current(self, room: Room) -> GameId | None:
        """Return the game under way in a room, or the last one; raises StoreFault."""
        async with self._reading() as conn:
            row = await rooms.find_room(conn, room)
        return row.game_id if row else None

    async def session(self, game_id: GameId) -> Session:
        """Return a game as it stands now; raises IllegalAction where there is none.

        It holds every secret: for the parts of the application that judge, bots and the clock.
        """
        async with self._reading() as conn:
            row = await self._row(conn, game_id)
            session = await self.ledger.session(conn, row)
        self.ledger.keep(row, session)
        return session

    async def look(self, game_id: GameId, user: User | None = None) -> Look:
        """Return a game as a person (None: the public) may see it now."""
        async with self._reading() as conn:
            row = await self._row(conn, game_id)
            session = await self.ledger.session(conn, row)
            names = await names_at(conn, session)
        return look_of(session, user, names, self.plating)

    async def notices(self, game_id: GameId) -> tuple[Notice, ...]:
        """Return what all at a table are told of its deadlines; raises IllegalAction."""
        async with self._reading() as conn:
            row = await self._row(conn, game_id)
            session = await self.ledger.session(conn, row)
            deadlines = await leases.deadlines_of(conn, game_id)
            names = await names_at(conn, session)
        return named(notices(session, deadlines, self.now()), self.plating(session.lobby, names))

    async def history(self, game_id: GameId) -> tuple[Session, tuple[Recorded, ...]]:
        """Return a game as it stands and its whole log, which holds every secret."""
        async with self._reading() as conn:
            row = await self._row(conn, game_id)
            return await self.ledger.session(conn, row), await self.ledger.log(conn, row)

    async def news(
        self, game_id: GameId, since: int = 0, seat: Seat | None = None
    ) -> tuple[News, ...]:
        """Return what has happened after a version, as a seat (None: the public) may know it."""
        async with self._reading() as conn:
            row = await self._row(conn, game_id)
            session = await self.ledger.session(conn, row)
            log = await self.ledger.log(conn, row)
            fresh = [one for one in log if one.version > since]
            names = await names_at(conn, session, fresh)
        before = table_of(session.kind, (one for one in log if one.version <= since))
        return news_of(session, fresh, names, before=before, plating=self.plating, seat=seat)

    async def plates(self, session: Session) -> Plates:
        """Return what the game's sentences call those who sit at a table now; raises StoreFault."""
        async with self._reading() as conn:
            names = await names_at(conn, session)
        return self.plating(session.lobby, names)

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        """Open a transaction to look; operators are told of what keeps it from that."""
        try:
            async with self.store.reading() as conn:
                yield conn
        except StoreFault as fault:
            _tell_of(fault, "look")
            raise

    async def _row(self, conn: AsyncConnection, game_id: GameId) -> GameRow:
        row = await games.read_game(conn, game_id)
        if row is None:
            raise IllegalAction("no-such-game", game=game_id)
        return row

    # Trying.

    async def _answered(
        self,
        request: Request,
        delivery: Delivery | None,
        once: Callable[[AsyncConnection, Delivery], Awaitable[Done]],
    ) -> Receipt:
        """Return what trying gave, and let the observer see it."""
        start = perf_counter()
        try:
            receipt = await self._tried(delivery, once)
        except BaseException as error:
            self.observer.asked(request, error, perf_counter() - start)
            if isinstance(error, StoreFault):
                _tell_of(error, request)
            raise
        self.observer.asked(request, receipt, perf_counter() - start)
        return receipt

    async def _tried(
        self,
        delivery: Delivery | None,
        once: Callable[[AsyncConnection, Delivery], Awaitable[Done]],
    ) -> Receipt:
        """Return what one transaction gave, tried again where the database failed in passing.

        Whether a transaction that broke at its end was committed is not known; as the same
        delivery it is never done twice, and trying again finds out.
        """
        source = delivery or Delivery("door", secrets.token_hex(8))
        unsure: StoreFault | None = None
        for attempt in range(1, TRIES + 1):
            try:
                async with self.store.writing() as conn:
                    done = await once(conn, source)
                break
            except VersionConflict:
                if attempt == TRIES:
                    raise unsure or StoreFault(Fault.BUSY, "version conflict") from None
            except StoreFault as fault:
                unsure = fault if fault.fault is Fault.UNSURE else unsure
                if attempt == TRIES or not (unsure or fault.retry):
                    raise unsure or fault from None
            await asyncio.sleep(PAUSE_SECONDS * 2 ** (attempt - 1))
        self._committed(done)
        return done.receipt

    def _committed(self, done: Done) -> None:
        """Keep what has been written, and tell this process of it."""
        if done.session is not None and done.row is not None:
            self.ledger.keep(done.row, done.session)
            self.notifier.told(Change(done.receipt.game_id, done.receipt.version))
        for change in done.also:
            self.notifier.told(change)


def _tell_of(fault: StoreFault, request: str) -> None:
    """Tell operators that the database failed somebody at the door."""
    kind = fault.fault.value
    _LOG.warning("database-fault", service="door", request=request, fault=kind, code=fault.code)


def _line_judge(caller: Caller, line: str, turn: int | None) -> Judge:
    def judge(session: Session, ground: Ground) -> Granted:
        actor = Actor(caller.user, caller.room, manages=caller.manages)
        return wish.line_wished(session, actor, line, turn, ground)

    return judge

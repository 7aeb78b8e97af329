"""The one door to all games: actions of people, bots and the clock, and every view.

Each request is one transaction: it locks the game, judges the wish on the newest state, and
appends its events with the delivery that it came by and the rows that follow from them. A delivery
that comes again changes nothing. A request that the database failed is tried again as the same
delivery where that may help; else the person is told, and nothing has happened.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from time import perf_counter
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games import decisions
from bot.games.deadlines import countdowns
from bot.games.decisions import Complete, Decision, DecisionContext, decide_line
from bot.games.event_log import EventLog, pack_work
from bot.games.names import DisplayNames, NameResolver, display_names, fill_names, with_names
from bot.games.requests import (
    Caller,
    Countdown,
    Delivery,
    GameGone,
    GameView,
    NoObserver,
    Press,
    Receipt,
    RequestKind,
    RequestObserver,
    Update,
    check_line,
    check_visible,
)
from bot.games.searches import ActionSearch, SearchNeeded
from bot.games.session import PRESS, Recorded, Session
from bot.games.shares import LineBudget, ShareLimits
from bot.games.views import lobby_of, updates_for, view_for
from bot.games.writer import Committed, Decide, RequestWriter, names_at
from bot.gametypes.engine import Engine
from bot.gametypes.game_type import AnyGame
from bot.gametypes.registry import all_game_types
from bot.identity import GameId, Room, User
from bot.lobby.context import Actor
from bot.lobby.progress import check_no_stop
from bot.store import games, leases, rooms
from bot.store.connection import Store
from bot.store.faults import Fault, StoreFault, log_fault
from bot.store.games import GameRow, ThoughtsRow, VersionConflict, read_game
from bot.store.notify import Change, Notifier
from core.backoff import backoff
from core.command import half_width
from core.rules import CLOCK, Entropy, IllegalAction, InvalidNotation, Seat
from core.view import View
from core.words.packs import Pack, mixed

REMATCH: Final = "rematch"
"""The line that opens the next game: the only one that makes a game instead of changing it."""

TRIES: Final = 3
"""Times that a request is tried where the database fails in a way that may pass."""

PAUSE_SECONDS: Final = 0.05
"""The pause before the second try; it doubles with each further one."""


class SystemEntropy:
    """The operating system's random bytes."""

    def bytes(self, length: int, /) -> bytes:
        """Return `length` random bytes."""
        return secrets.token_bytes(length)


def utc_now() -> datetime:
    """Return the present moment."""
    return datetime.now(UTC)


async def _nothing() -> None:
    """Prepare nothing."""


@dataclass
class Games:
    """Every game that a database holds.

    `entropy` deals and shuffles, `now` tells the time, `observer` looks on; `plating` says what
    games' sentences call those who play. `patience` is how long bots wait for people beside them
    where no clock runs; with None they wait until they are told to go on. `language` is that of
    rooms where nobody has chosen one. `shares` limit what one person or guild takes, None nobody.
    `engine` works out what people ask for, such as a hint: without one, only what the rules know at
    once. `pause` waits for so many seconds between two tries.
    """

    store: Store
    notifier: Notifier
    game_types: Mapping[str, AnyGame] = field(default_factory=all_game_types)
    entropy: Entropy = field(default_factory=SystemEntropy)
    now: Callable[[], datetime] = utc_now
    observer: RequestObserver = field(default_factory=NoObserver)
    resolve_names: NameResolver = display_names
    patience: timedelta | None = None
    language: str = "en"
    shares: ShareLimits | None = None
    engine: Engine | None = None
    pause: Callable[[float], Awaitable[object]] = asyncio.sleep

    def __post_init__(self) -> None:
        self.event_log = EventLog(self.game_types)
        self._writer = RequestWriter(
            self.game_types,
            self.event_log,
            self.notifier,
            self.entropy,
            self.now,
            self.resolve_names,
            self.patience,
            self.language,
            self.shares,
        )
        self.lines = LineBudget(self.shares.lines_per_minute if self.shares else None, self.now)

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
        words = pack

        async def prepare() -> None:
            nonlocal words
            words = pack or await self._chosen_pack(caller, kind, values)

        async def once(conn: AsyncConnection, source: Delivery) -> Committed:
            return await self._writer.open(
                conn, caller, kind, values, words, source, at_once=at_once
            )

        return await self._answered("open", delivery, once, prepare)

    async def _chosen_pack(
        self, caller: Caller, kind: str, values: Mapping[str, object]
    ) -> Pack | None:
        """Return the words that values choose, looked through in a thread; None: the game's own."""
        async with self.store.reading() as conn:
            packs = await self._writer.packs(conn, caller, kind, values)
        if not packs:
            return None
        words = sum(len(one.words) for one in packs)
        pack = packs[0] if len(packs) == 1 else await pack_work(words, lambda: mixed(packs))
        await pack_work(words, lambda: self.game_types[kind].prepare_pack(pack))
        return pack

    async def submit(
        self,
        caller: Caller,
        line: str,
        *,
        turn: int | None,
        delivery: Delivery | None = None,
        game_id: GameId | None = None,
        press: Press | None = None,
        is_casual: bool = False,
    ) -> Receipt:
        """Do what a person's line asks for; return what happened.

        `turn` is the turn that the line was meant for, None for the one that runs now; the game
        is the one in the caller's room unless said. One that the caller cannot see is refused as
        one that is gone, except for a line that joins an open table by its code. `press` tells that
        the line was chosen on a board, where a first press may only show the others what a second
        one does. One that `is_casual` may be talk: it stops no game before its person is asked.
        Raises InvalidNotation, IllegalAction and StoreFault; then nothing has happened.
        """
        check_line(line)
        search = ActionSearch(self.engine, str(caller.user))

        async def once(conn: AsyncConnection, source: Delivery) -> Committed:
            meant = await self._writer.find_game(conn, caller, line, game_id)
            asks = await self._writer.from_home_room(conn, caller, meant.game_id)
            if half_width(meant.line).split() == [REMATCH]:
                return await self._writer.rematch(conn, asks, meant.game_id, source)
            decide = _line_decision(
                asks, meant.line, turn, press, search.complete, is_casual=is_casual
            )
            return await self._writer.change(
                conn,
                meant.game_id,
                decide,
                source,
                caller=asks,
                by_code=meant.by_code,
                cause=PRESS if press else None,
            )

        return await self._answered("line", delivery, once, search.run)

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

        def decide(session: Session, context: DecisionContext) -> Decision:  # noqa: ARG001 - a Decide
            decisions.check_version(session, version)
            sitter = session.lobby.sitter(seat)
            if sitter is None or not sitter.is_bot:
                raise IllegalAction("no-bot-sits", seat=seat)
            return decisions.decide_action(session, seat, action)

        async def once(conn: AsyncConnection, source: Delivery) -> Committed:
            done = await self._writer.change(conn, game_id, decide, source, cause=cause)
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

        def decide(session: Session) -> Decision:
            if not enforced:
                return decisions.decide_time_up(session, turn)
            return decisions.decide_action(session, CLOCK, session.game_type.expire(turn))

        source = Delivery("clock", f"{game_id}:{turn}:{enforced}:{version}")
        return await self._changed("clock", game_id, decide, source, version)

    async def close_idle(self, game_id: GameId, *, version: int) -> Receipt:
        """Close a table at which nobody does anything before its game begins.

        `version` is the game's that the clock has seen. Raises as `expire` does.
        """
        source = Delivery("clock", f"{game_id}:idle:{version}")
        return await self._changed("clock", game_id, decisions.decide_closing, source, version)

    async def direct_found(self, game_id: GameId, user: User, *, reached: bool) -> Receipt:
        """Let a table know whether direct messages reach somebody; raises as `expire` does."""
        decide = partial(decisions.decide_direct_found, user=user, reached=reached)
        return await self._changed("direct", game_id, decide)

    async def reactions_used(self, caller: Caller, game_id: GameId) -> Receipt:
        """Let a table know that somebody reacts to its board; raises as `expire` does."""

        def decide(session: Session) -> Decision:
            check_visible(caller, session.lobby)
            return decisions.decide_reactions_used(session, caller.user)

        return await self._changed("reaction", game_id, decide)

    async def _changed(
        self,
        request: RequestKind,
        game_id: GameId,
        decide: Callable[[Session], Decision],
        delivery: Delivery | None = None,
        version: int | None = None,
    ) -> Receipt:
        """Change a game at nobody's request, at a `version` where one is said; return the result.

        Raises IllegalAction where the game has gone on.
        """

        def decide_now(session: Session, _context: DecisionContext) -> Decision:
            decisions.check_version(session, version)
            return decide(session)

        async def once(conn: AsyncConnection, source: Delivery) -> Committed:
            return await self._writer.change(conn, game_id, decide_now, source)

        return await self._answered(request, delivery, once)

    # Looking.

    async def current(self, room: Room) -> GameId | None:
        """Return the game under way in a room, or the last one; raises StoreFault."""
        async with self._reading() as conn:
            return await rooms.find_room_game(conn, room)

    async def game_name(self, caller: Caller, game_id: GameId | None = None) -> str:
        """Return the name of a game's type: of the one in the caller's room unless said.

        It is "" where the caller sees no game. Raises StoreFault.
        """
        game_id = game_id or await self.current(caller.room)
        with suppress(GameGone):
            return (await self.visible_session(caller, game_id)).game_type.name if game_id else ""
        return ""

    async def session(self, game_id: GameId, version: int | None = None) -> Session:
        """Return a game as it stands now; raises IllegalAction where there is none.

        With a `version` that the game has come to, one that this process has kept since then will
        do. A session holds every secret: it is for judging, for bots and the clock.
        """
        if version is not None and (kept := self.event_log.cached(game_id, version)):
            return kept
        async with self._reading(once=True) as conn:
            row = await self._row(conn, game_id)
        if kept := self.event_log.current(row):
            return kept
        async with self._reading() as conn:
            row = await self._row(conn, game_id)
            session = await self.event_log.session(conn, row)
        self.event_log.cache(row, session)
        return session

    async def visible_session(self, caller: Caller, game_id: GameId) -> Session:
        """Return a game as it stands now; raises GameGone for a caller who cannot see it."""
        session = await self.session(game_id)
        check_visible(caller, session.lobby)
        return session

    async def look(self, caller: Caller, game_id: GameId, *, as_public: bool = False) -> GameView:
        """Return a game as a caller, or `as_public` all in the caller's room, may see it now.

        Whatever names a game from outside comes in here. Raises GameGone for a caller who cannot
        see the game, and StoreFault.
        """
        return await self._view(game_id, None if as_public else caller.user, caller)

    async def view(self, game_id: GameId, user: User | None = None) -> GameView:
        """Return a game as a person (None: the public) may see it, for a message of our own."""
        return await self._view(game_id, user)

    async def _view(
        self, game_id: GameId, user: User | None, caller: Caller | None = None
    ) -> GameView:
        async with self._reading() as conn:
            row = await self._row(conn, game_id)
            session = await self.event_log.session(conn, row)
            if caller is not None:
                check_visible(caller, session.lobby)
            names = await names_at(conn, session)
        return view_for(session, user, names, self.resolve_names)

    async def answer(self, caller: Caller, game_id: GameId, line: str) -> View:
        """Return the answer to a question about a game that is over, found in a thread.

        All who see the game may ask. Raises InvalidNotation, IllegalAction and StoreFault.
        """
        check_line(line)
        session = await self.visible_session(caller, game_id)
        game_type = session.game_type
        line = game_type.game.commands.typed_line(line)
        verb = line.casefold().split()[:1]
        if verb not in ([one.name] for one in game_type.game.commands.questions):
            raise InvalidNotation("question-unknown", game=game_type.name, line=line)
        decisions.check_over(session)
        return await asyncio.to_thread(game_type.answer, line, session.observe(None))

    async def countdowns(self, game_id: GameId) -> tuple[Countdown, ...]:
        """Return what all at a table are told of its deadlines; raises IllegalAction."""
        async with self._reading() as conn:
            row = await self._row(conn, game_id)
            session = await self.event_log.session(conn, row)
            deadlines = await leases.deadlines_of(conn, game_id)
            names = await names_at(conn, session)
        return with_names(
            countdowns(session, deadlines, self.now()), self.resolve_names(session.lobby, names)
        )

    async def history(self, game_id: GameId) -> tuple[Session, tuple[Recorded, ...]]:
        """Return a game as it stands and its whole log, which holds every secret."""
        async with self._reading() as conn:
            row = await self._row(conn, game_id)
            return await self.event_log.session(conn, row), await self.event_log.events(conn, row)

    async def updates(
        self, game_id: GameId, since: int = 0, seat: Seat | None = None
    ) -> tuple[Update, ...]:
        """Return what has happened after a version, as a seat (None: the public) may know it."""
        async with self._reading() as conn:
            row = await self._row(conn, game_id)
            session = await self.event_log.session(conn, row)
            log = await self.event_log.events(conn, row)
            fresh = [one for one in log if one.version > since]
            names = await names_at(conn, session, fresh)
        before = lobby_of(session.game_type, (one for one in log if one.version <= since))
        return updates_for(
            session, fresh, names, before=before, resolve_names=self.resolve_names, seat=seat
        )

    async def display_names(self, session: Session) -> DisplayNames:
        """Return what the game's sentences call those who sit at a table now; raises StoreFault."""
        async with self._reading() as conn:
            names = await names_at(conn, session)
        return self.resolve_names(session.lobby, names)

    @asynccontextmanager
    async def _reading(self, *, once: bool = False) -> AsyncIterator[AsyncConnection]:
        """Open a transaction to look; operators are told of what keeps it from that.

        For a single statement, `once`, there is no transaction.
        """
        try:
            async with self.store.watching() if once else self.store.reading() as conn:
                yield conn
        except StoreFault as fault:
            log_fault(fault, "door", request="look")
            raise

    async def _row(self, conn: AsyncConnection, game_id: GameId) -> GameRow:
        row = await games.read_game(conn, game_id)
        if row is None:
            raise GameGone()
        return row

    # Trying.

    async def _answered(
        self,
        request: RequestKind,
        delivery: Delivery | None,
        once: Callable[[AsyncConnection, Delivery], Awaitable[Committed]],
        prepare: Callable[[], Awaitable[None]] = _nothing,
    ) -> Receipt:
        """Return what trying gave, and let the observer see it.

        What takes long is done first, by `prepare`: while a transaction is open others wait.
        """
        start = perf_counter()
        try:
            receipt = await self._tried(delivery, once, prepare)
        except BaseException as error:
            self.observer.on_request(request, error, perf_counter() - start)
            if isinstance(error, StoreFault):
                log_fault(error, "door", request=request)
            raise
        self.observer.on_request(request, receipt, perf_counter() - start)
        return receipt

    async def _tried(
        self,
        delivery: Delivery | None,
        once: Callable[[AsyncConnection, Delivery], Awaitable[Committed]],
        prepare: Callable[[], Awaitable[None]],
    ) -> Receipt:
        """Return what one transaction gave, tried again where the database failed in passing.

        Whether a transaction that broke at its end was committed is not known; as the same
        delivery it is never done twice, and trying again finds out.
        """
        source = delivery or Delivery("door", secrets.token_hex(8))
        unsure: StoreFault | None = None
        pauses = backoff(PAUSE_SECONDS)
        for attempt in range(1, TRIES + 1):
            try:
                await prepare()
                async with self.store.writing() as conn:
                    done = await once(conn, source)
                break
            except (VersionConflict, SearchNeeded) as conflict:
                if attempt == TRIES:
                    raise unsure or StoreFault(Fault.BUSY, "version conflict") from None
                if isinstance(conflict, SearchNeeded):
                    continue
            except StoreFault as fault:
                unsure = fault if fault.fault is Fault.UNSURE else unsure
                if attempt == TRIES or not (unsure or fault.retry):
                    raise unsure or fault from None
            await self.pause(next(pauses))
        self._committed(done)
        return done.receipt

    def _committed(self, done: Committed) -> None:
        """Keep what has been written, and tell this process of it."""
        if done.session is not None and done.row is not None:
            self.event_log.cache(done.row, done.session)
            self.notifier.publish(Change(done.receipt.game_id, done.receipt.version))
        for change in done.also:
            self.notifier.publish(change)


def _line_decision(
    caller: Caller,
    line: str,
    turn: int | None,
    press: Press | None,
    complete: Complete,
    *,
    is_casual: bool,
) -> Decide:
    def decide(session: Session, context: DecisionContext) -> Decision:
        actor = Actor(caller.user, caller.room, manages=caller.manages)
        context = replace(context, complete=complete)
        decision = decisions.decide_line(session, actor, line, turn, context, press)
        if is_casual:
            check_no_stop((said.event for said in decision.new_events), session.turn)
        return decision

    return decide


async def refusal(
    games: Games, caller: Caller, line: str, *, turn: int, game_id: GameId
) -> IllegalAction | None:
    """Return how a person's line would be refused; None where it cannot be read or is allowed.

    Nothing happens. Raises StoreFault.
    """
    async with games.store.reading() as conn:
        row = await read_game(conn, game_id)
        if row is None:
            return GameGone()
        session = await games.event_log.session(conn, row)
        try:
            check_visible(caller, session.lobby)
        except GameGone as refused:
            return refused
        pack = await games.event_log.pack(conn, row.lists["pack"])
        names = await names_at(conn, session)
    ground = DecisionContext(games.entropy, pack, games.now(), games.patience)
    try:
        decide_line(session, Actor(caller.user, caller.room), line, turn, ground)
    except InvalidNotation:
        return None
    except IllegalAction as refused:
        fill_names(refused, games.resolve_names(session.lobby, names))
        return refused
    return None

"""The single entry point to all games: actions of people, bots and the clock, and every view.

Each request is one transaction: it locks the game, decides on the newest state, and appends the new
events with their delivery and projections. A repeated delivery changes nothing. After a transient
fault of the database, the service retries the request as the same delivery; after any other error,
nothing has changed.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Final, TypeAlias

from bot.games import decisions, requests
from bot.games.decisions import Decision, DecisionContext, new_events
from bot.games.lookups import GameLookups
from bot.games.requests import Caller, Delivery, Receipt, Submission
from bot.games.session import PRESS, Session
from bot.games.table_packs import chosen_pack
from bot.games.writer import Committed, RequestWriter
from bot.gametypes.engine import FALLBACK, Engine, MoveRequest
from bot.gametypes.game_type import AnyAction
from bot.identity import GameId, User
from bot.lobby.rules import closed, direct_found, reactions_used
from bot.store import games, threads
from bot.store.faults import Fault, StoreFault, log_fault
from bot.store.games import ThoughtsRow, VersionConflict
from bot.store.notify import Change
from core.agents.memory import EMPTY
from core.backoff import backoff
from core.bot import BotChoice
from core.command import half_width
from core.rules import CLOCK, Expire, IllegalAction, Seat
from core.words.packs import Pack

REMATCH: Final = "rematch"
"""The only line that creates a game: the next one for the same people."""

TRIES: Final = 3
"""The most tries of a request after transient faults of the database."""

PAUSE_SECONDS: Final = 0.05
"""The pause before the second try; it doubles with each try."""

SEARCH_SECONDS: Final = 10.0
"""The timeout of an engine's answer to a person, with the time in its queue."""

RequestWork: TypeAlias = Callable[[RequestWriter], Awaitable[Committed]]
"""The work of one request inside a transaction."""


async def _nothing() -> None:
    """Do nothing."""


class SearchNeeded(Exception):
    """Raised for an action that an engine has to complete before the decision."""


@dataclass(slots=True)
class ActionSearch:
    """Completes the action of one request; without an `engine`, actions stay as they are.

    `person` is the caller, for the engine's queue.
    """

    engine: Engine | None
    person: str
    seconds: float = SEARCH_SECONDS
    _request: MoveRequest | None = field(default=None, init=False)
    _choice: BotChoice[object, object] | None = field(default=None, init=False)

    def complete(self, session: Session, seat: Seat, action: AnyAction) -> AnyAction:
        """Return an action with the engine's answer; raises SearchNeeded before that.

        An action that needs no engine, or that the rules do not allow, stays the same.
        """
        bots = session.game_type.bots
        bot = bots.adviser(action) if self.engine else ""
        if not bot or action not in session.rules.legal(session.state, seat).actions:
            return action
        question = bots.build_request(session.rules, session.observe(seat))
        request = MoveRequest(session.game_type.name, bot, question, EMPTY, (0,), self.person)
        if self._choice is None or request != self._request:
            self._request, self._choice = request, None
            raise SearchNeeded
        return self._choice.action

    async def run(self) -> None:
        """Run the search that the last try needed; raises IllegalAction after a timeout."""
        if self.engine is None or self._request is None or self._choice is not None:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(self.seconds):
                self._choice = await self.engine.choose(self._request)
        if self._choice is None or self._choice.cause == FALLBACK:
            raise IllegalAction("search-slow")


class Games(GameLookups):
    """All games of a database."""

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
        """Open a table in the caller's room, with the values of the `new` command.

        Without a `pack`, the value "pack" names one; the default is the guild's. `at_once`: a game
        that needs no other people begins at once, here and at rematches. Raises StoreFault, and
        Refusal for wrong values or an occupied room.
        """
        words = pack

        async def prepare() -> None:
            nonlocal words
            words = pack or await chosen_pack(self, caller, kind, values)

        def once(writer: RequestWriter) -> Awaitable[Committed]:
            return writer.open(caller, kind, values, words, at_once=at_once)

        return await self._answered("open", delivery, once, prepare)

    async def submit(self, caller: Caller, submission: Submission) -> Receipt:
        """Submit a person's line to its game; return the receipt.

        Callers can only reach games that they see, unless they join an open table by its code.
        Raises InvalidNotation, IllegalAction and StoreFault, and then changes nothing.
        """
        requests.check_line(submission.line)
        search = ActionSearch(self.engine, str(caller.user))

        async def once(writer: RequestWriter) -> Committed:
            game_id, line, by_code = await writer.find_game(caller, submission)
            asks = await writer.from_home_room(caller, game_id)
            if half_width(line).split() == [REMATCH]:
                return await writer.rematch(asks, game_id)
            wish = replace(submission, line=line)

            def decide(session: Session, context: DecisionContext) -> Decision:
                context = replace(context, complete=search.complete)
                return decisions.decide_line(session, asks.actor, wish, context)

            cause = PRESS if submission.press else None
            return await writer.change(game_id, decide, caller=asks, by_code=by_code, cause=cause)

        return await self._answered("line", submission.delivery, once, search.run)

    async def act(
        self,
        game_id: GameId,
        seat: Seat,
        action: AnyAction,
        *,
        delivery: Delivery,
        cause: str,
        thoughts: ThoughtsRow | None = None,
        version: int | None = None,
    ) -> Receipt:
        """Do a bot's action; store its `thoughts` for the end of the game.

        `version`, if given, is the game's version that the bot has seen. Raises StoreFault, and
        IllegalAction if the game has gone on since, no bot has the seat or the rules refuse the
        action.
        """

        def decide(session: Session, _context: DecisionContext) -> Decision:
            decisions.check_version(session, version)
            sitter = session.lobby.sitter(seat)
            if sitter is None or not sitter.is_bot:
                raise IllegalAction("no-bot-sits", seat=seat)
            return decisions.decide_action(session, seat, action)

        async def once(writer: RequestWriter) -> Committed:
            done = await writer.change(game_id, decide, cause=cause)
            if thoughts is not None and not done.receipt.repeated:
                await games.put_thoughts(writer.conn, game_id, thoughts)
            return done

        return await self._answered("bot", delivery, once)

    async def expire(
        self, game_id: GameId, turn: int, *, enforced: bool, version: int | None = None
    ) -> Receipt:
        """Announce that a turn's time is up, or end the turn if the clock is `enforced`.

        `version`, if given, is the game's version that the clock has seen. Raises StoreFault, and
        IllegalAction if the game is at a newer version or turn.
        """

        def decide(session: Session) -> Decision:
            if not enforced:
                return decisions.decide_time_up(session, turn)
            return decisions.decide_action(session, CLOCK, Expire(turn))

        source = Delivery("clock", f"{game_id}:{turn}:{enforced}:{version}")
        return await self._changed("clock", game_id, decide, source, version)

    async def close_idle(self, game_id: GameId, *, version: int) -> Receipt:
        """Close an idle table before its game begins, at a `version`; raises as `expire`."""

        def decide(session: Session) -> Decision:
            return Decision(session, new_events(CLOCK, closed(session.lobby)))

        source = Delivery("clock", f"{game_id}:idle:{version}")
        return await self._changed("clock", game_id, decide, source, version)

    async def direct_found(self, game_id: GameId, user: User, *, reached: bool) -> Receipt:
        """Report whether direct messages reach a person; raises the errors of `expire`.

        After a failure, this game sends them none until they take another chair or ask to retry.
        """

        def decide(session: Session) -> Decision:
            found = direct_found(session.lobby, user, reached=reached)
            return Decision(session, new_events(user, found))

        return await self._changed("direct", game_id, decide)

    async def reactions_used(self, caller: Caller, game_id: GameId) -> Receipt:
        """Report that a person reacts to a table's board; raises the errors of `expire`."""

        def decide(session: Session) -> Decision:
            requests.check_visible(caller, session.lobby)
            return Decision(session, new_events(caller.user, reactions_used(session.lobby)))

        return await self._changed("reaction", game_id, decide)

    async def save_thread(self, thread: threads.ThreadRow) -> None:
        """Store the state of a game's thread; raises StoreFault."""
        async with self.store.writing() as conn:
            await threads.put_thread(conn, thread)

    async def _changed(
        self,
        request: requests.RequestKind,
        game_id: GameId,
        decide: Callable[[Session], Decision],
        delivery: Delivery | None = None,
        version: int | None = None,
    ) -> Receipt:
        """Change a game without a caller; raises IllegalAction if it is past the `version`."""

        def decide_now(session: Session, _context: DecisionContext) -> Decision:
            decisions.check_version(session, version)
            return decide(session)

        return await self._answered(
            request, delivery, lambda writer: writer.change(game_id, decide_now)
        )

    async def _answered(
        self,
        request: requests.RequestKind,
        delivery: Delivery | None,
        once: RequestWork,
        prepare: Callable[[], Awaitable[None]] = _nothing,
    ) -> Receipt:
        """Return the receipt of a request, and report the request to the observer.

        `prepare` does the slow work before the transaction, because others wait for an open one.
        """
        start = perf_counter()
        outcome: Receipt | BaseException
        try:
            outcome = await self._tried(delivery, once, prepare)
        except BaseException as error:
            outcome = error
            if isinstance(error, StoreFault):
                log_fault(error, "door", request=request)
            raise
        finally:
            if self.observer:
                self.observer(request, outcome, perf_counter() - start)
        return outcome

    async def _tried(
        self, delivery: Delivery | None, once: RequestWork, prepare: Callable[[], Awaitable[None]]
    ) -> Receipt:
        """Return the receipt of one transaction, with retries after transient faults.

        Cache its session, and notify this process of its changes.

        A transaction that failed at its end may have been committed. Then the retry finds its
        delivery, and changes nothing.
        """
        source = delivery or Delivery("door", secrets.token_hex(8))
        unsure: StoreFault | None = None
        pauses = backoff(PAUSE_SECONDS)
        for attempt in range(1, TRIES + 1):
            try:
                await prepare()
                async with self.store.writing() as conn:
                    done = await once(RequestWriter(self, conn, source))
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
        if done.session is not None and done.row is not None:
            self.event_log.cache(done.row, done.session, done.names)
            self.notifier.publish(Change(done.receipt.game_id, done.receipt.version))
        for change in done.also:
            self.notifier.publish(change)
        return done.receipt

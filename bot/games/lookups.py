"""Read access to games: views, updates and answers."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games import decisions, learning_summary, requests
from bot.games import names as naming
from bot.games.decisions import DecisionContext
from bot.games.event_log import EventLog
from bot.games.requests import Caller, GameGone, GameView, Update
from bot.games.session import Recorded, Session
from bot.games.shares import LineBudget, ShareLimits
from bot.games.transcripts import facts_of, home_rooms, thoughts_by_turn
from bot.games.views import names_of_unmoved, updates_for, view_for
from bot.gametypes.engine import Engine
from bot.gametypes.game_type import AnyGame
from bot.gametypes.recap import ThoughtsByTurn
from bot.gametypes.registry import GameTypes
from bot.identity import GameId, Room, User
from bot.lobby.game_events import fold
from bot.ratings.facts import settled_turns
from bot.ratings.lessons import evidence_of
from bot.ratings.remembered_clues import guild_remembering, met_before
from bot.store import games as stored
from bot.store import rooms, threads
from bot.store.connection import Store
from bot.store.faults import StoreFault, log_fault
from bot.store.games import GameRow
from bot.store.notify import Notifier
from bot.store.threads import ThreadRow
from core.rules import Entropy, IllegalAction, InvalidNotation, Seat
from core.view import Phrase, View


class SystemEntropy:
    """The operating system's random bytes."""

    def bytes(self, length: int, /) -> bytes:
        """Return `length` random bytes."""
        return secrets.token_bytes(length)


@dataclass
class GameLookups:
    """Queries on the games of a database.

    `observer` sees all requests. `resolve_names` names the players in games' sentences. `patience`
    is the time that bots wait for people without a clock, None for no limit. `language` is the
    default of rooms. `shares` limits one person or guild; None sets no limit. `engine` computes
    answers such as hints; without one, people only get answers that need no search. `pause` sleeps
    for some seconds between retries.

    All methods raise StoreFault, and GameGone for an unknown game.
    """

    store: Store
    notifier: Notifier
    game_types: Mapping[str, AnyGame] = field(default_factory=GameTypes)
    entropy: Entropy = field(default_factory=SystemEntropy)
    now: Callable[[], datetime] = requests.utc_now
    observer: requests.RequestObserver | None = None
    resolve_names: naming.NameResolver = naming.display_names
    patience: timedelta | None = None
    language: str = "en"
    shares: ShareLimits | None = None
    engine: Engine | None = None
    pause: Callable[[float], Awaitable[object]] = asyncio.sleep

    def __post_init__(self) -> None:
        self.event_log = EventLog(self.game_types)
        self.lines = LineBudget(self.shares.lines_per_minute if self.shares else None)

    async def names(
        self, conn: AsyncConnection, session: Session, recorded: Iterable[Recorded] = ()
    ) -> naming.TableNames:
        """Return the names of users at a table and in events of its log."""
        return naming.TableNames(await naming.names_at(conn, session, recorded), self.resolve_names)

    async def kept_names(self, conn: AsyncConnection, session: Session) -> naming.UserNames:
        """Return the names of everyone at a table, from the cache or the database."""
        known = self.event_log.names(session)
        return await naming.names_at(conn, session) if known is None else known

    async def current(self, room: Room) -> GameId | None:
        """Return the present or last game of a room."""
        async with self._reading() as conn:
            return await rooms.find_room_game(conn, room)

    async def finished(self, room: Room, kind: str) -> GameId | None:
        """Return the last finished game of a kind in a room."""
        async with self._reading() as conn:
            return await rooms.find_finished_game(conn, room, kind)

    async def thread(self, game_id: GameId, room: Room) -> ThreadRow | None:
        """Return a game's thread in a room, None before the first attempt to make one."""
        return await self.store.read(threads.thread_of, game_id, room)

    async def thread_at(self, place: Room) -> ThreadRow | None:
        """Return the game's thread at a place, None for other places."""
        return await self.store.read(threads.thread_at, place)

    async def game_name(self, caller: Caller, game_id: GameId | None = None) -> str:
        """Return the name of a game's type, by default of the room's game; "" for a hidden game."""
        game_id = game_id or await self.current(caller.room)
        with suppress(GameGone):
            return (await self.visible_session(caller, game_id)).game_type.name if game_id else ""
        return ""

    async def session(self, game_id: GameId, version: int | None = None) -> Session:
        """Return a game's present session.

        With a `version`, a cached session of at least that version is enough. A session holds every
        secret: it is for rules, bots and the clock.
        """
        if version is not None and (kept := self.event_log.cached(game_id, version)):
            return kept
        async with self._reading(once=True) as conn:
            row = await _row(conn, game_id)
        if kept := self.event_log.current(row):
            return kept
        async with self._reading() as conn:
            row = await _row(conn, game_id)
            session = await self.event_log.session(conn, row)
        self.event_log.cache(row, session)
        return session

    async def visible_session(self, caller: Caller, game_id: GameId) -> Session:
        """Return a game's present session; raises GameGone for a caller who cannot see it."""
        session = await self.session(game_id)
        requests.check_visible(caller, session.lobby)
        return session

    async def look(self, caller: Caller, game_id: GameId, *, as_public: bool = False) -> GameView:
        """Return a caller's view of a game, or `as_public` the view of the caller's room.

        It checks all game ids from adapters: it raises GameGone if the caller cannot see the game.
        """
        return await self.view(game_id, None if as_public else caller.user, caller)

    async def view(
        self, game_id: GameId, user: User | None = None, caller: Caller | None = None
    ) -> GameView:
        """Return a game's view for a person (None: the public); raises the GameGone of `look`."""
        async with self._reading() as conn:
            session = await self._session(conn, game_id)
            if caller is not None:
                requests.check_visible(caller, session.lobby)
            return view_for(session, user, await self.names(conn, session))

    async def answer(self, caller: Caller, game_id: GameId, line: str) -> View:
        """Return the answer to a question about a finished game, computed in a thread.

        Everyone who sees the game may ask. Raises InvalidNotation and IllegalAction.
        """
        requests.check_line(line)
        session = await self.visible_session(caller, game_id)
        game_type = session.game_type
        line = game_type.game.commands.typed_line(line)
        verb = line.casefold().split()[:1]
        if verb not in ([one.name] for one in game_type.game.commands.questions):
            raise InvalidNotation("question-unknown", game=game_type.name, line=line)
        decisions.check_over(session)
        if verb == [learning_summary.LEARNT]:
            by_name = line.casefold().split() == learning_summary.SHARING
            about = await self.learnt_about(caller.user, game_id, by_name=by_name)
            if by_name and not about.sentences:
                raise IllegalAction("learnt-unshared")
            return about.view(can_share=not caller.is_direct)
        thoughts, names = await self._told(game_id)
        answered = await asyncio.to_thread(game_type.answer, line, session.observe(None), thoughts)
        return naming.with_names(answered, names)

    async def recap(self, game_id: GameId, *, every_turn: bool = False) -> tuple[Phrase, ...]:
        """Return the sentences on a finished game's decisive turn and its bots' thoughts.

        With `every_turn`, they cover all turns; they are empty until the game is over.
        """
        session = await self.session(game_id)
        recap = session.game_type.bots.recap
        if recap is None or not session.is_over:
            return ()
        thoughts, names = await self._told(game_id)
        tell = recap.every_turn if every_turn else recap.sentences
        return naming.with_names(tell(session.observe(None), thoughts), names)

    async def clue_sentences(self, game_id: GameId) -> tuple[Phrase, ...]:
        """Return public sentences on the clues that guilds remember, none before the game's end.

        One sentence names a clue that two people used before for the same card. After a guild's
        first game, another sentence says that the bots remember clues.
        """
        session, log = await self.history(game_id)
        if not (session.game_type.teaches and session.is_over):
            return ()
        async with self._reading() as conn:
            pair = await met_before(conn, settled_turns(await facts_of(conn, session, log, {})))
            people = frozenset(user for user in home_rooms(session, log) if not user.is_gone)
            names = naming.TableNames(await naming.known_names(conn, people), self.resolve_names)
            remembering = await guild_remembering(conn, game_id)
        name_of = partial(names.within, session.lobby)
        said = tuple(learning_summary.pair_sentence(pair, people, name_of))
        if not remembering:
            return said
        return (*said, *await learning_summary.clue_news(self.store, remembering, game_id))

    async def learnt_about(
        self, user: User, game_id: GameId, *, by_name: bool = False
    ) -> learning_summary.LearningSummary:
        """Return the bots' knowledge of a person after a game.

        It is for that person alone, or `by_name` for a room. Raises IllegalAction for a game that
        is not over, or from which bots learn nothing.
        """
        session, log = await self.history(game_id)
        decisions.check_over(session)
        if not session.game_type.teaches:
            raise IllegalAction("learnt-never")
        evidence = await asyncio.to_thread(evidence_of, session.observe(None), ())
        async with self._reading() as conn:
            facts = await facts_of(conn, session, log, evidence)
            names = naming.TableNames(await naming.known_names(conn, {user}), self.resolve_names)
            name = names.in_event(session.lobby, user) if by_name else None
            return await learning_summary.learnt_about(conn, facts, user, name)

    async def _told(self, game_id: GameId) -> tuple[ThoughtsByTurn[Any], naming.DisplayNames]:
        """Return the bots' thoughts in a finished game, and the names in its chairs."""
        async with self._reading() as conn:
            session = await self._session(conn, game_id)
            recap = session.game_type.bots.recap
            thoughts = await thoughts_by_turn(conn, game_id, recap) if recap else {}
            names = (await self.names(conn, session)).at(session.lobby)
        return thoughts, names_of_unmoved(session, names)

    async def history(self, game_id: GameId) -> tuple[Session, tuple[Recorded, ...]]:
        """Return a game's present session and its whole log, which holds every secret."""
        async with self._reading() as conn:
            return await self._history(conn, game_id)

    async def updates(
        self, game_id: GameId, since: int = 0, seat: Seat | None = None
    ) -> tuple[Update, ...]:
        """Return the updates after a version for a seat (None: the public)."""
        async with self._reading() as conn:
            session, log = await self._history(conn, game_id)
            fresh = [one for one in log if one.version > since]
            names = await self.names(conn, session, fresh)
        knows = session.game_type.codec.knows
        before = fold(one.event for one in log if one.version <= since and not knows(one.event))
        return updates_for(session, fresh, names, before=before, seat=seat)

    async def news(
        self, before: Session, seats: Iterable[Seat | None]
    ) -> tuple[Session, dict[Seat | None, tuple[Update, ...]]]:
        """Return a game's session and its updates since `before`, by seat (None: the public)."""
        async with self._reading() as conn:
            row = await _row(conn, before.game_id)
            session = await self.event_log.session(conn, row)
            fresh = await self.event_log.events(conn, row, since=before.version)
            names = await self.names(conn, session, fresh)
        tell = partial(updates_for, session, fresh, names, before=before.lobby)
        return session, {seat: tell(seat=seat) for seat in seats}

    async def display_names(self, session: Session) -> naming.DisplayNames:
        """Return the names in the chairs of a table now."""
        async with self._reading() as conn:
            return (await self.names(conn, session)).at(session.lobby)

    async def _history(
        self, conn: AsyncConnection, game_id: GameId
    ) -> tuple[Session, tuple[Recorded, ...]]:
        row = await _row(conn, game_id)
        return await self.event_log.session(conn, row), await self.event_log.events(conn, row)

    async def _session(self, conn: AsyncConnection, game_id: GameId) -> Session:
        return await self.event_log.session(conn, await _row(conn, game_id))

    @asynccontextmanager
    async def _reading(self, *, once: bool = False) -> AsyncIterator[AsyncConnection]:
        """Open a read transaction, or if `once` a connection for one statement; log its faults."""
        try:
            async with self.store.watching() if once else self.store.reading() as conn:
                yield conn
        except StoreFault as fault:
            log_fault(fault, "door", request="look")
            raise


async def _row(conn: AsyncConnection, game_id: GameId) -> GameRow:
    row = await stored.read_game(conn, game_id)
    if row is None:
        raise GameGone()
    return row


async def refusal(
    games: GameLookups, caller: Caller, line: str, *, turn: int, game_id: GameId
) -> IllegalAction | None:
    """Return the refusal of a line, None if it is allowed or unreadable; raises StoreFault."""
    async with games.store.reading() as conn:
        try:
            row = await _row(conn, game_id)
            session = await games.event_log.session(conn, row)
            requests.check_visible(caller, session.lobby)
        except GameGone as refused:
            return refused
        pack = await games.event_log.pack(conn, row.lists["pack"])
        names = await games.names(conn, session)
    context = DecisionContext(games.entropy, pack, games.now(), games.patience)
    try:
        decisions.decide_line(session, caller.actor, requests.Submission(line, turn), context)
    except InvalidNotation:
        return None
    except IllegalAction as refused:
        naming.fill_names(refused, names.at(session.lobby))
        return refused
    return None

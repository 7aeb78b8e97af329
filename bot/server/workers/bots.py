"""The bots at the tables: they act when it is their turn, and as people beside them tell them to.

What a bot does is decided on one version of a game and done on no other. Moves are claimed by
expiring leases so that of several processes one thinks; that it is done once is the door's care.
What bots think is kept with their moves, and told when the game is over.
"""

import asyncio
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

import structlog

from bot.council import Sight, Wishes
from bot.errand import Errands, Pause
from bot.games.door import Games
from bot.games.naming import named
from bot.games.receipt import Caller, Delivery, Receipt
from bot.games.session import Session
from bot.games.sight import sight_of
from bot.games.telling import lasting
from bot.identity import GameId
from bot.lobby.model import Status
from bot.mind import Mind, Seeding, seed_of
from bot.store import games as stored
from bot.store import leases, rooms
from bot.store.games import ThoughtsRow
from bot.store.leases import Holder
from bot.thinker import Thinker
from core.choice import Choice
from core.rules import IllegalAction, Seat
from core.view import Phrase

MOVE: Final = "move"
"""The leases' kind of bots' moves."""

CLAIMED: Final = timedelta(seconds=30)
"""How long a process has for a move; longer than a thinker takes."""

WENT_ON: Final = "game-went-on"
"""The door's answer to who decided on an older version."""

_LOG = structlog.get_logger()


class Players:
    """The bots of all games; `holder` is the process that claims their moves."""

    def __init__(
        self,
        games: Games,
        thinker: Thinker,
        holder: Holder,
        *,
        seeding: Seeding = seed_of,
        pause: Pause = asyncio.sleep,
    ) -> None:
        self._games = games
        self._mind = Mind(games.store, thinker, seeding)
        self._holder = holder
        self._pause = pause
        self._began = games.now()

    async def run(self) -> None:
        """Let bots act in all games until cancelled."""
        await Errands("players", self._play, self._running_games, pause=self._pause).run(
            self._games.notifier
        )

    async def act(self, game_id: GameId, *, waited: bool = False) -> Receipt | None:
        """Do at most one thing that a bot has to do now; return what happened, if anything.

        `waited` says that the people beside the bots have had their time. Raises IllegalAction
        where there is no such game, and StoreFault.
        """
        try:
            return await self._act(game_id, waited=waited)
        except _ClaimedElsewhereError:
            return None

    async def go(self, game_id: GameId, seat: Seat) -> tuple[Receipt, ...]:
        """Let the bots that wait go on, as the person in the seat tells them to.

        Return what happened. Where a card needs more marks than it has, bots join in, and the
        person's mark is added if it is still lacking: telling bots to go on is agreeing. Where
        somebody is faster, what was planned is dropped.
        """
        session, sight, choices = await self._waiting(game_id)
        council = session.kind.bots.council
        receipts, version = list[Receipt](), session.version
        for actor, action in council.plan(sight, _wishes(choices), seat):
            receipt = await self._do(session, version, actor, action, choices.get(actor))
            if receipt is None:
                break
            receipts.append(receipt)
            version = receipt.version
        return tuple(receipts)

    async def consequence(self, game_id: GameId, seat: Seat, line: str | None = None) -> str | None:
        """Return the move that bots make at once if a person types the line, as its own line.

        Without a line it is what follows if the person lets the bots go on. None if nothing
        follows that cannot be undone, or nothing but the person's own move. Raises InvalidNotation.
        """
        session, sight, choices = await self._waiting(game_id)
        game, observation = session.kind.game, session.observe(seat)
        action = None if line is None else game.parse(line, observation, session.turn)
        council = session.kind.bots.council
        answer = council.consequence(sight, _wishes(choices), seat, action)
        return None if answer is None else game.action_line(answer, observation)

    async def advice(self, game_id: GameId, reader: Seat | None = None) -> tuple[Phrase, ...]:
        """Return what the bots that wait for people would do, if they were told to go on.

        It is for the person in a seat, or (None) for all to know.
        """
        session, sight, choices = await self._waiting(game_id)
        advice = session.kind.bots.council.advice(sight, _wishes(choices), reader)
        return named(advice, await self._games.plates(session))

    async def recap(self, game_id: GameId) -> tuple[Phrase, ...]:
        """Return what bots thought, once all is over: what their clues meant, say."""
        session = await self._games.session(game_id)
        recap = session.kind.bots.recap
        if recap is None or not session.is_over:
            return ()
        async with self._games.store.reading() as conn:
            rows = await stored.thoughts_of(conn, game_id)
        minds = {(row.turn, row.seat): recap.read(row.body) for row in rows}
        plates = lasting(session, await self._games.plates(session))
        return named(recap.told(session.observe(None), minds), plates)

    # What a process does by itself.

    async def _play(self, game_id: GameId) -> timedelta | None:
        """Let a bot act, not sooner after the last event than the table wishes.

        Return when to look again, where another process has claimed the move: it may be dead.
        """
        session = await self._games.session(game_id)
        council, sight = session.kind.bots.council, sight_of(session)
        if not council.asked(sight):
            return None
        seconds = session.lobby.settings.pace_seconds if council.paced(sight) else 0
        pace = timedelta(seconds=seconds)
        early = (session.moved_at or self._began) + pace - self._games.now()
        if early > timedelta():
            await self._pause(early.total_seconds())
        try:
            await self._act(game_id)
        except _ClaimedElsewhereError:
            return CLAIMED + timedelta(seconds=1)
        return None

    async def _running_games(self) -> tuple[GameId, ...]:
        async with self._games.store.reading() as conn:
            rows = await stored.unfinished(conn)
        return tuple(row.game_id for row in rows if row.status == Status.RUNNING.value)

    async def _act(self, game_id: GameId, *, waited: bool = False) -> Receipt | None:
        """Do at most one thing; raises _ClaimedElsewhereError where another process is at it."""
        session = await self._games.session(game_id)
        council = session.kind.bots.council
        sight, choices = sight_of(session), dict[Seat, Choice[Any, Any]]()
        for seat in council.asked(sight):
            if not waited:
                await self._claim(session, seat)
            choices[seat] = choice = await self._mind.choice(session, sight, seat)
            action = council.step(sight, seat, choice.action)
            if action is not None:
                return await self._do(session, session.version, seat, action, choice)
        return await self._first(session, sight, choices) if waited else None

    async def _claim(self, session: Session, seat: Seat) -> None:
        key, now = f"{session.game_id}:{session.version}:{seat}", self._games.now()
        async with self._games.store.writing() as conn:
            if not await leases.claim(conn, MOVE, key, self._holder, CLAIMED, now):
                raise _ClaimedElsewhereError

    async def _waiting(
        self, game_id: GameId
    ) -> tuple[Session, Sight, Mapping[Seat, Choice[Any, Any]]]:
        """Return a game and what the bots that wait for people would do in it."""
        session = await self._games.session(game_id)
        sight = sight_of(session)
        waiting = session.kind.bots.council.waiting(sight)
        choices = {seat: await self._mind.choice(session, sight, seat) for seat in waiting}
        return session, sight, choices

    # Doing.

    async def _first(
        self, session: Session, sight: Sight, choices: Mapping[Seat, Choice[Any, Any]]
    ) -> Receipt | None:
        """Do the first thing that waiting bots do when they go on."""
        planned = session.kind.bots.council.plan(sight, _wishes(choices), None)
        for seat, action in planned[:1]:
            return await self._do(session, session.version, seat, action, choices.get(seat))
        return None

    async def _do(
        self,
        session: Session,
        version: int,
        seat: Seat,
        action: Any,  # noqa: ANN401 - the game's own
        choice: Choice[Any, Any] | None,
    ) -> Receipt | None:
        """Do what was decided on a version of a game; return None where somebody was faster.

        Without a choice it is a person's action, on whom the bots waited.
        """
        try:
            if choice is None:
                receipt = await self._do_for_person(session, version, seat, action)
            else:
                receipt = await self._do_for_bot(session, version, seat, action, choice)
        except IllegalAction as refusal:
            _tell_of(refusal, session.game_id, version, seat)
            return None
        return None if receipt.repeated else receipt

    async def _do_for_bot(
        self,
        session: Session,
        version: int,
        seat: Seat,
        action: Any,  # noqa: ANN401 - the game's own
        choice: Choice[Any, Any],
    ) -> Receipt:
        delivery = Delivery("bot", f"{session.game_id}:{version}:{seat}")
        return await self._games.act(
            session.game_id,
            seat,
            action,
            delivery=delivery,
            cause=choice.cause,
            thoughts=_kept_thoughts(session, seat, choice),
            version=version,
        )

    async def _do_for_person(
        self,
        session: Session,
        version: int,
        seat: Seat,
        action: Any,  # noqa: ANN401 - the game's own
    ) -> Receipt:
        line = session.kind.game.action_line(action, session.observe(seat))
        delivery = Delivery("go", f"{session.game_id}:{version}:{seat}")
        return await self._games.submit(
            await self._caller(session, seat),
            line,
            turn=session.turn,
            delivery=delivery,
            game_id=session.game_id,
        )

    async def _caller(self, session: Session, seat: Seat) -> Caller:
        """Return the person in a seat as one who asks from the room that they came from."""
        member = next(member for member in session.lobby.people if member.seat == seat)
        async with self._games.store.reading() as conn:
            user = await rooms.find_user(conn, member.user)
            room = await rooms.find_room(conn, member.room)
        if user is None or room is None:
            raise IllegalAction("table-not-seated")
        return Caller(member.user, member.room, room.guild, user.name)


class _ClaimedElsewhereError(Exception):
    """Another process has claimed the move, and acts or is dead."""


def _wishes(choices: Mapping[Seat, Choice[Any, Any]]) -> Wishes:
    return {seat: choice.action for seat, choice in choices.items()}


def _kept_thoughts(session: Session, seat: Seat, choice: Choice[Any, Any]) -> ThoughtsRow | None:
    """Return the thoughts behind a choice where they tell something."""
    recap = session.kind.bots.recap
    if recap is None or not recap.kept(choice):
        return None
    return ThoughtsRow(session.turn, seat, recap.write(choice.thoughts.value))


def _tell_of(refusal: IllegalAction, game_id: GameId, version: int, seat: Seat) -> None:
    """Tell operators of a move that was refused, unless only somebody was faster."""
    key = refusal.phrase.key
    tell = _LOG.debug if key == WENT_ON else _LOG.error
    tell("bot-move-refused", game=game_id, version=version, seat=seat, reason=key)

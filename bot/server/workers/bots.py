"""The bots at the tables: they act on their turn, or when their human teammates say so.

A bot's move applies only to the version of the game that the bot saw. Expiring leases claim moves,
so that only one process thinks; `Games` plays a move once, and stores the bot's thoughts with it.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

from bot.games.names import with_names
from bot.games.requests import Caller, Delivery, Receipt, Submission
from bot.games.service import Games
from bot.games.session import Session, table_view
from bot.gametypes.bots import AnyTable
from bot.gametypes.engine import FALLBACK, Engine
from bot.identity import GameId
from bot.lobby.model import Status
from bot.server.workers.bot_memory import BotMoves, SeedFor, seed_of
from bot.server.workers.worker import GameWorker, PauseFor, log_refused
from bot.store import games as stored
from bot.store import leases, rooms
from bot.store.games import ThoughtsRow
from bot.store.leases import Holder
from core.bot import AnyChoice
from core.rules import IllegalAction, Seat
from core.view import Phrase

MOVE_LEASE: Final = "move"
"""The lease kind of bots' moves."""

CLAIMED: Final = timedelta(seconds=30)
"""Duration of the lease on a move, longer than the timeout of thinking."""


class BotWorker:
    """The bots of all games; `holder` is the process that claims their moves."""

    def __init__(
        self,
        games: Games,
        engine: Engine,
        holder: Holder,
        *,
        seed_for: SeedFor = seed_of,
        pause: PauseFor = asyncio.sleep,
    ) -> None:
        self._games = games
        self._bot_moves = BotMoves(games, engine, seed_for)
        self._holder = holder
        self._pause = pause
        self._began = games.now()

    async def run(self) -> None:
        """Run the bots of all games until cancelled."""
        await GameWorker("players", self._play, self._running_games, pause=self._pause).run(
            self._games.notifier
        )

    # `version` is an existing version of the game, None if unknown.

    async def act(
        self, game_id: GameId, *, after_patience: bool = False, version: int | None = None
    ) -> Receipt | None:
        """Play at most one bot's move; return its receipt.

        With `after_patience`, bots no longer wait for their human teammates. Raises IllegalAction
        for an unknown game, and StoreFault.
        """
        try:
            return await self._act(game_id, after_patience=after_patience, version=version)
        except _ClaimedElsewhereError:
            return None

    async def continue_bots(
        self, game_id: GameId, seat: Seat, *, version: int | None = None
    ) -> tuple[Receipt, ...]:
        """Resume the waiting bots for the person in a seat; return the receipts.

        If a card lacks marks, bots add theirs. The person agrees by continuing, so this adds their
        missing mark, too. Another action in between cancels the rest of the plan.
        """
        session, sight, choices = await self._waiting(game_id, version)
        team_play = session.game_type.bots.team_play
        receipts, seen = list[Receipt](), session.version
        for actor, action in team_play.plan(sight, seat):
            receipt = await self._do(session, seen, actor, action, choices.get(actor))
            if receipt is None:
                break
            receipts.append(receipt)
            seen = receipt.version
        return tuple(receipts)

    async def consequence(
        self, game_id: GameId, seat: Seat, line: str | None = None, *, version: int | None = None
    ) -> str | None:
        """Return the line of the move that bots would make right after a person's line.

        Without a line, the person resumes the bots. Return None if no irreversible move follows, or
        only the person's own. Raises InvalidNotation.
        """
        session, sight, _ = await self._waiting(game_id, version)
        game, observation = session.game_type.game, session.observe(seat)
        action = None if line is None else game.parse(line, observation, session.turn)
        answer = session.game_type.bots.team_play.consequence(sight, seat, action)
        return None if answer is None else game.action_line(answer, observation)

    async def advice(
        self, game_id: GameId, reader: Seat | None = None, *, version: int | None = None
    ) -> tuple[Phrase, ...]:
        """Return the intended moves of waiting bots that `reader` may know; None for everyone."""
        session, sight, _ = await self._waiting(game_id, version)
        advice = session.game_type.bots.team_play.advice(sight, reader)
        return with_names(advice, await self._games.display_names(session)) if advice else ()

    # The service.

    async def _play(self, game_id: GameId, version: int | None) -> timedelta | None:
        """Run a bot's action at the table's pace.

        If another process, perhaps a dead one, has claimed the move, return the time to retry.
        """
        session = await self._games.session(game_id, version)
        team_play, sight = session.game_type.bots.team_play, table_view(session)
        if not team_play.bots_to_act(sight):
            return None
        seconds = session.lobby.settings.pace_seconds if team_play.waits_politely(sight) else 0
        pace = timedelta(seconds=seconds)
        early = (session.moved_at or self._began) + pace - self._games.now()
        if early > timedelta():  # exceeds the pace if the clock was set back
            await self._pause(min(early, pace).total_seconds())
        try:
            await self._act(game_id, version=session.version)
        except _ClaimedElsewhereError:
            return leases.PROCESS_TTL + timedelta(seconds=1)
        return None

    async def _running_games(self) -> tuple[GameId, ...]:
        rows = await self._games.store.read(stored.unfinished)
        return tuple(row.game_id for row in rows if row.status == Status.RUNNING.value)

    async def _act(
        self, game_id: GameId, *, after_patience: bool = False, version: int | None = None
    ) -> Receipt | None:
        """Play at most one move; raises _ClaimedElsewhereError."""
        session = await self._games.session(game_id, version)
        team_play = session.game_type.bots.team_play
        sight, choices = table_view(session), dict[Seat, AnyChoice]()
        for seat in team_play.bots_to_act(sight):
            if not after_patience:
                await self._claim(session, seat)
            choices[seat] = choice = await self._bot_moves.choice(session, sight, seat)
            action = team_play.step(sight, seat, choice.action)
            if action is not None:
                return await self._do(session, session.version, seat, action, choice)
        planned = team_play.plan(_intending(sight, choices), None) if after_patience else ()
        for seat, action in planned[:1]:
            return await self._do(session, session.version, seat, action, choices.get(seat))
        return None

    async def _claim(self, session: Session, seat: Seat) -> None:
        key, now = f"{session.game_id}:{session.version}:{seat}", self._games.now()
        async with self._games.store.writing_once() as conn:
            if not await leases.claim(conn, MOVE_LEASE, key, self._holder, CLAIMED, now):
                raise _ClaimedElsewhereError

    async def _waiting(
        self, game_id: GameId, version: int | None
    ) -> tuple[Session, AnyTable, Mapping[Seat, AnyChoice]]:
        """Return a game, its view with intentions, and the choices of bots that wait for people."""
        session = await self._games.session(game_id, version)
        sight = table_view(session)
        waiting = session.game_type.bots.team_play.waiting(sight)
        choices = {seat: await self._bot_moves.choice(session, sight, seat) for seat in waiting}
        return session, _intending(sight, choices), choices

    # Moves.

    async def _do(
        self,
        session: Session,
        version: int,
        seat: Seat,
        action: Any,  # noqa: ANN401 - the game's own
        choice: AnyChoice | None,
    ) -> Receipt | None:
        """Play a move chosen for a version; return None if another action came first.

        Without a choice, the move is the action of the person for whom the bots waited.
        """
        game_id, seen = session.game_id, f"{session.game_id}:{version}:{seat}"
        try:
            if choice is None:
                line = session.game_type.game.action_line(action, session.observe(seat))
                sent = Submission(line, session.turn, game_id, Delivery("go", seen))
                receipt = await self._games.submit(await self._caller(session, seat), sent)
            else:
                receipt = await self._games.act(
                    game_id,
                    seat,
                    action,
                    delivery=Delivery("bot", seen),
                    cause=choice.cause,
                    thoughts=_kept_thoughts(session, seat, choice),
                    version=version,
                )
        except IllegalAction as refusal:
            log_refused("bot-move-refused", refusal, game=game_id, version=version, seat=seat)
            return await self._fall_back(session, version, seat, choice)
        return None if receipt.repeated else receipt

    async def _fall_back(
        self, session: Session, version: int, seat: Seat, refused: AnyChoice | None
    ) -> Receipt | None:
        """Play a legal move for a bot whose choice is illegal, unless the game has moved on."""
        newest = await self._games.session(session.game_id)
        if refused is None or refused.cause == FALLBACK or newest.version != version:
            return None
        choice = await self._bot_moves.fallback(session, table_view(session), seat)
        return await self._do(session, version, seat, choice.action, choice)

    async def _caller(self, session: Session, seat: Seat) -> Caller:
        """Return the person in a seat as a caller from the room that they joined from."""
        member = next(member for member in session.lobby.people if member.seat == seat)
        async with self._games.store.reading() as conn:
            user = await rooms.find_user(conn, member.user)
            room = await rooms.find_room(conn, member.room)
        if user is None or room is None:
            raise IllegalAction("table-not-seated")
        return Caller(member.user, member.room, room.guild, user.name)


class _ClaimedElsewhereError(Exception):
    """Another process, perhaps a dead one, has claimed the move."""


def _intending(sight: AnyTable, choices: Mapping[Seat, AnyChoice]) -> AnyTable:
    return replace(sight, intentions={seat: one.action for seat, one in choices.items()})


def _kept_thoughts(session: Session, seat: Seat, choice: AnyChoice) -> ThoughtsRow | None:
    """Return the row of a choice's thoughts if the game's recap uses them."""
    recap = session.game_type.bots.recap
    if recap is None or not recap.kept(choice):
        return None
    return ThoughtsRow(session.turn, seat, recap.write(choice.thoughts.value))

"""Bots with known moves, at tables that tests reach through the door."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from bot.games.deadlines import PATIENCE
from bot.games.requests import Caller, Press, Receipt, Submission
from bot.games.service import Games
from bot.games.session import Session
from bot.gametypes.engine import Engine, LocalEngine, MoveRequest
from bot.gametypes.registry import GameTypes
from bot.identity import GameId
from bot.lobby.model import Status
from bot.server.workers.bots import BotWorker
from bot.server.workers.clock import SteadyTime
from bot.server.workers.worker import PauseFor
from bot.store.connection import Store
from bot.store.leases import Holder
from bot.store.notify import Notifier
from core.bot import BotChoice
from core.codenames.model import Event, Identity, Options
from core.rules import Seat
from tests.bot.games.parlour import person
from tests.bot.tables import Fixed, Scripted, with_bots

T = TypeVar("T")

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
HOST = "host"
ALL = tuple(chair.seat for chair in Options().chairs)
"""The chairs of the usual table."""


@dataclass
class Hands:
    """A clock that only a test moves, and the seconds that pass by it."""

    moment: datetime = NOON
    passed: float = 0.0

    def __call__(self) -> datetime:
        return self.moment

    def forward(self, **by: float) -> None:
        self.set(**by)
        self.passed += timedelta(**by).total_seconds()

    def set(self, **by: float) -> None:
        """Set the clock forward or back without time passing."""
        self.moment += timedelta(**by)

    def steady(self) -> SteadyTime:
        """Return the time of a process with this clock."""
        return SteadyTime(self, lambda: self.passed)


@dataclass
class Troupe:
    """Bots by their names."""

    bots: Mapping[str, Scripted]
    loaded: int = 0

    def __call__(self) -> "Troupe":
        self.loaded += 1
        return self

    def __getitem__(self, name: str, /) -> Scripted:
        return self.bots[name]


def everybody() -> dict[str, Scripted]:
    """Return bots for all chairs of the usual table."""
    return {seat: Scripted() for seat in ALL}


@dataclass
class Salon:
    """A table of bots and people, who are named after their seats; the host only watches."""

    games: Games
    hands: Hands
    thinker: Engine
    game_id: GameId
    players: BotWorker = field(init=False)

    def __post_init__(self) -> None:
        self.players = self.process("one")

    def process(
        self, holder: str, thinker: Engine | None = None, *, pause: PauseFor = asyncio.sleep
    ) -> BotWorker:
        """Return the bots of another process."""
        return BotWorker(
            self.games,
            thinker or self.thinker,
            Holder(holder),
            pause=pause,
        )

    async def say(
        self, seat: str, line: str, turn: int | None = None, *, press: Press | None = None
    ) -> Receipt:
        """Submit a person's line."""
        return await self.games.submit(
            person(seat), Submission(line, turn=turn, game_id=self.game_id, press=press)
        )

    async def act(self, *, waited: bool = False) -> list[Event]:
        """Run a bot's action; return the resulting events of the game."""
        return await self._events(self.players.act(self.game_id, after_patience=waited))

    async def go(self, seat: str) -> list[Event]:
        """Resume the bots; return the resulting events of the game."""
        return await self._events(self.players.continue_bots(self.game_id, Seat(seat)))

    async def rest(self) -> None:
        """Run bots until they wait."""
        while await self.players.act(self.game_id):
            pass

    async def advice(self) -> list[str]:
        return [said.key for said in await self.players.advice(self.game_id)]

    async def consequence(self, seat: str, line: str | None = None) -> str | None:
        return await self.players.consequence(self.game_id, Seat(seat), line)

    async def session(self) -> Session:
        return await self.games.session(self.game_id)

    async def public(self) -> Any:
        return (await self.session()).observe(None)

    async def places(self, identity: Identity) -> list[int]:
        """Return the places of an identity's cards."""
        cards = (await self.session()).observe(Seat("blue-spymaster")).cards
        return [place for place, card in enumerate(cards) if card.key is identity]

    async def word(self, place: int) -> str:
        return str((await self.public()).cards[place].word)

    async def _events(self, doing: Coroutine[Any, Any, Any]) -> list[Event]:
        before = (await self.session()).version
        await doing
        return [one.event for one in (await self.session()).log if one.version > before]


def place_name(place: int) -> str:
    return f"{'ABCDE'[place // 5]}{place % 5 + 1}"


def in_salon(
    url: str,
    bots: Mapping[str, Scripted],
    work: Callable[[Salon], Coroutine[Any, Any, T]],
    *lines: str,
    thinker: Engine | None = None,
    patience: timedelta | None = PATIENCE,
    **options: object,
) -> T:
    """Return the result of some work at a table: bots by their seats, people in all others.

    The host says `lines` before the start. `patience` is the bots' patience without a clock.
    """

    async def run() -> T:
        async with Store.open(url) as store:
            hands, notifier = Hands(), Notifier(store, troubled=print)
            troupe = Troupe({_name(seat, bot): bot for seat, bot in bots.items()})
            kinds = {**GameTypes(), **with_bots(troupe)}
            games = Games(store, notifier, kinds, entropy=Fixed(), now=hands, patience=patience)
            game_id = await _seated(games, bots, lines, options)
            salon = Salon(games, hands, thinker or LocalEngine({"codenames": troupe}), game_id)
            return await work(salon)

    return asyncio.run(run())


def _name(seat: str, bot: Scripted) -> str:
    """Return a bot's name: its own, or one from its seat."""
    return f"for-{seat}" if bot.name == "scripted" else bot.name


async def _seated(
    games: Games, bots: Mapping[str, Scripted], lines: tuple[str, ...], options: dict[str, object]
) -> GameId:
    opened = await games.open(person(HOST), "codenames", options)

    async def say(caller: Caller, line: str) -> None:
        await games.submit(caller, Submission(line, game_id=opened.game_id))

    await say(person(HOST), "watch")
    for chair in (await games.session(opened.game_id)).lobby.chairs:
        if chair.seat in bots:
            await say(person(HOST), f"bot {chair.seat} {_name(chair.seat, bots[chair.seat])}")
        else:
            await say(person(chair.seat), "join")
            await say(person(chair.seat), f"chair {chair.seat}")
    for line in (*lines, "start"):
        await say(person(HOST), line)
    session = await games.session(opened.game_id)
    assert session.lobby.status is Status.RUNNING
    return opened.game_id


@dataclass
class Held:
    """An engine that holds its answers back until they are released."""

    thinker: Engine
    asked: asyncio.Event = field(default_factory=asyncio.Event)
    may_go: asyncio.Event = field(default_factory=asyncio.Event)
    tasks: list[MoveRequest] = field(default_factory=list)

    async def choose(self, task: MoveRequest) -> BotChoice[Any, Any]:
        self.tasks.append(task)
        self.asked.set()
        await self.may_go.wait()
        return await self.thinker.choose(task)

"""A process that a test may kill at any moment: people act at several tables at full speed.

It sends each wish through a pipe before the delivery, and each acknowledgement at once. Its redraw
loops draw on platforms at the pipe's other end, which survive the process.

"""

import asyncio
import threading
from collections.abc import Awaitable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from multiprocessing.connection import Connection
from typing import Any, TypeAlias

from adapters.chat.screen import RedrawLoop
from bot.games import GameId, Games, MessageTarget, MessageTask, MessageTasks
from bot.store.connection import Store
from bot.store.leases import new_holder
from bot.store.notify import Notifier
from core.rules import Refusal
from tests.scenarios.people import Table, Wish, deliver, room_at

CLAIMED = timedelta(seconds=2)
"""The time for which a killed process's drawings stay claimed."""

PLATFORMS = ("recorder", "telegraph")

LONGEST = 60.0
"""Maximum seconds of any step."""


@dataclass(frozen=True, slots=True)
class Job:
    """The job of a process: deliver the wishes in `again`, then exit if `ends`, else play on."""

    url: str
    number: int
    """Number of processes before it."""
    tables: int
    again: tuple[Wish, ...]
    ends: bool = False
    """Whether it ends by itself when everything is delivered and drawn."""


@dataclass(frozen=True, slots=True)
class Meant:
    """A wish is about to be delivered."""

    wish: Wish


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """A wish has taken effect."""

    wish_id: str
    game_id: GameId
    version: int
    repeated: bool


@dataclass(frozen=True, slots=True)
class Refused:
    """A wish was refused, with the sentence's key."""

    wish_id: str
    key: str


@dataclass(frozen=True, slots=True)
class Call:
    """A call to a platform; the answer is `(number, answer or exception)`."""

    number: int
    platform: str
    method: str
    arguments: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """Everything is delivered and drawn."""


Told: TypeAlias = Meant | Acknowledged | Refused | Call | Ended


def work(pipe: "Connection[Told, Any]", job: Job) -> None:
    """Do a job; the process starts here."""
    asyncio.run(_work(pipe, job))


class _Wire:
    """The pipe, for coroutines."""

    def __init__(self, pipe: "Connection[Told, Any]") -> None:
        self._pipe = pipe
        self._loop = asyncio.get_running_loop()
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._calls = 0
        threading.Thread(target=self._listen, daemon=True).start()

    def tell(self, told: Told) -> None:
        self._pipe.send(told)

    async def ask(self, platform: str, method: str, *arguments: object) -> Any:
        self._calls += 1
        number, answer = self._calls, self._loop.create_future()
        self._waiting[number] = answer
        self.tell(Call(number, platform, method, arguments))
        return await answer

    def _listen(self) -> None:
        while True:
            try:
                number, answer = self._pipe.recv()
            except (EOFError, OSError):
                return
            self._loop.call_soon_threadsafe(self._answer, number, answer)

    def _answer(self, number: int, answer: object) -> None:
        waiting = self._waiting.pop(number)
        if waiting.done():
            return
        if isinstance(answer, Exception):
            waiting.set_exception(answer)
        else:
            waiting.set_result(answer)


class _Distant:
    """A platform at the other end of the pipe."""

    def __init__(self, name: str, wire: _Wire) -> None:
        self.name = name
        self._wire = wire

    async def post(self, task: MessageTask) -> str:
        asked = (task.target, task.game_view, task.nonce)
        handle: str = await self._wire.ask(self.name, "add", *asked)
        return handle

    async def edit(self, task: MessageTask, handle: str) -> str:
        await self._wire.ask(self.name, "change", task.target, handle, task.game_view)
        return handle

    async def find(self, task: MessageTask) -> str | None:
        found: str | None = await self._wire.ask(self.name, "seek", task.target, task.nonce)
        return found or task.handle

    def forget(self, spot: MessageTarget) -> None:
        """The platform's content is at the other end."""


async def _work(pipe: "Connection[Told, Any]", job: Job) -> None:
    wire = _Wire(pipe)
    # With less patience, people would get errors and retry; a disk may stall for long under load.
    async with Store.open(job.url, patience=LONGEST) as store, asyncio.TaskGroup() as group:
        notifier = Notifier(store, troubled=print)
        games = Games(store, notifier)
        services = [group.create_task(notifier.run())]
        for name in PLATFORMS:
            drawings = MessageTasks(games, new_holder(), claimed=CLAIMED)
            screen = RedrawLoop(drawings, _Distant(name, wire), patience=1.0, pace=0.1)
            services.append(group.create_task(screen.run()))
        await _all_of(_do(games, wire, wish) for wish in job.again)
        if not job.ends:
            await _all_of(_play(games, wire, job, number) for number in range(job.tables))
        async with asyncio.timeout(LONGEST):
            await _drawn(games)
        wire.tell(Ended())
        for service in services:
            service.cancel()


async def _all_of(works: Iterable[Awaitable[None]]) -> None:
    await asyncio.gather(*works)


async def _play(games: Games, wire: _Wire, job: Job, number: int) -> None:
    """Play at a table until killed."""
    table = Table(number, str(job.number), seed=1000 * job.number + number)
    while True:
        game_id = await games.current(room_at(number, PLATFORMS[0]))
        session = await games.session(game_id) if game_id else None
        await _do(games, wire, table.next(session))


async def _do(games: Games, wire: _Wire, wish: Wish) -> None:
    wire.tell(Meant(wish))
    try:
        async with asyncio.timeout(LONGEST):
            receipt = await deliver(games, wish)
    except Refusal as refused:
        wire.tell(Refused(wish.id, refused.phrase.key))
        return
    wire.tell(Acknowledged(wish.id, receipt.game_id, receipt.version, receipt.repeated))


async def _drawn(games: Games) -> None:
    """Wait until nothing is left to draw."""
    while await _late(games):
        await asyncio.sleep(0.05)


async def _late(games: Games) -> bool:
    drawings = MessageTasks(games, new_holder())
    found = [
        await drawings.outdated(game_id, platform)
        for game_id in await drawings.unfinished()
        for platform in PLATFORMS
    ]
    return any(found)

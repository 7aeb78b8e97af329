"""Worker processes that think for bots, each task with a deadline.

The pool starts its workers. A worker loads a game's bots at the first request for one of them, or
earlier if a server warms the pool. Embedded models are memory-mapped, so that all workers share one
copy. The pool kills and replaces a worker that is too slow; after a crash, a new worker retries
once. If that fails, too, the game's fallback chooses a legal move, so that no table waits forever.
"""

import asyncio
import ctypes
import gc
import signal
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext, SpawnContext
from multiprocessing.process import BaseProcess
from typing import Any, Final, Generic, Self, TypeVar

import structlog

from bot.gametypes.bots import BotRoster
from bot.gametypes.engine import BotLoaders, BotSet, MoveRequest, compute, loading
from bot.gametypes.registry import GAMES
from bot.logs import error_location
from core.bot import AnyChoice, BotChoice

START_SECONDS: Final = 60.0
"""Timeout for a worker to start and load the bots of a game."""

WARMING_SECONDS: Final = 20.0
"""Time that a server waits for its workers to load bots, which takes about 3 s.

Slower workers keep loading after it.
"""

LONGEST_THINKING_SECONDS: Final = 10.0

_LOG = structlog.get_logger()

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Lends resources to people in turn, the last returned first; use it in one event loop."""

    def __init__(self, resources: Iterable[T]) -> None:
        self._free = [*resources]
        self._waiting: OrderedDict[str, deque[asyncio.Future[T]]] = OrderedDict()
        """The futures that each person awaits; the next person comes first."""

    async def take(self, person: str) -> T:
        """Return a resource once one is free and it is the person's turn."""
        if self._free:
            return self._free.pop()
        place: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(person, deque()).append(place)
        try:
            return await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self.put(place.result())
            raise

    def put(self, resource: T) -> None:
        """Put a resource back for the next person."""
        while self._waiting:
            person, places = self._waiting.popitem(last=False)
            place = places.popleft()
            if places:
                self._waiting[person] = places
            if not place.done():
                place.set_result(resource)
                return
        self._free.append(resource)


class EnginePool:
    """An engine of worker processes; `bots` are each game's bots, by its name.

    The hosts of tables take turns. Use it as a context, which starts the workers and ends them.
    """

    def __init__(
        self,
        bots: Mapping[str, BotRoster[Any, Any, Any]],
        *,
        workers: int = 1,
        seconds: float = LONGEST_THINKING_SECONDS,
        start_seconds: float = START_SECONDS,
    ) -> None:
        self._bots = bots
        loaders = {game: one.loader for game, one in bots.items()}
        self._workers = [_Worker(loaders, start_seconds, seconds) for _ in range(workers)]
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="worker")
        self._idle = FairQueue(self._workers)

    async def __aenter__(self) -> Self:
        starts = (asyncio.to_thread(worker.start) for worker in self._workers)
        await asyncio.gather(*starts)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def warm(self) -> None:
        """Load most games' bots in the workers; wait for them until a timeout."""
        loop = asyncio.get_running_loop()
        games = [game for game, bots in self._bots.items() if bots.is_warmed]
        loading = [loop.run_in_executor(self._threads, one.load, games) for one in self._workers]
        await asyncio.wait(loading, timeout=WARMING_SECONDS)

    async def choose(self, request: MoveRequest) -> AnyChoice:
        """Return the bot's choice, or the fallback of its game."""
        worker = await self._idle.take(request.host)
        loop = asyncio.get_running_loop()
        try:
            choice = await loop.run_in_executor(self._threads, worker.ask, request)
        except WorkerFault as fault:
            told = {"of": request.game, "bot": request.bot, "fault": str(fault)}
            _LOG.error("bot-did-not-choose", **told)
        else:
            return choice
        finally:
            self._idle.put(worker)
        return await asyncio.to_thread(self._bots[request.game].fallback, request)

    async def close(self) -> None:
        """End all workers at once."""
        for worker in self._workers:
            worker.close()
        await asyncio.to_thread(self._end)

    def _end(self) -> None:
        self._threads.shutdown()
        for worker in self._workers:
            worker.forget()


class WorkerFault(Exception):
    """A worker that returned no choice; the text is safe to log."""


@dataclass(slots=True)
class _Running:
    process: BaseProcess
    line: "Connection[MoveRequest | str, object]"
    loaded: set[str] = field(default_factory=set)
    """The games whose bots the process has loaded."""


@dataclass(slots=True)
class _Worker:
    """One worker process, restarted at the next request after it has ended."""

    loaders: BotLoaders
    start_seconds: float
    seconds: float
    _running: _Running | None = field(default=None, repr=False)
    _is_closed: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def start(self) -> None:
        """Start the process; if that fails, the first request tries again.

        It fails if a signal ends the whole process group.
        """
        with self._lock:
            try:
                self._start()
            except (EOFError, OSError) as error:
                _LOG.info("worker-not-started", fault=type(error).__name__)

    def load(self, games: Iterable[str]) -> None:
        """Load the bots of some games; after a failure, the first request tries again."""
        for game in games:
            with self._lock:
                try:
                    self._answer(game)
                except (EOFError, OSError):
                    self.forget()
                    return

    def ask(self, request: MoveRequest) -> AnyChoice:
        """Return the process's choice; blocks, and raises WorkerFault."""
        # The answer to a cancelled request may still be due.
        with self._lock:
            # If the system kills a process, for example for its memory, a new one retries.
            for is_last in (False, True):
                try:
                    answer = self._answer(request)
                except TimeoutError:
                    self.forget()
                    raise WorkerFault("too slow") from None
                except (EOFError, OSError) as error:
                    self.forget()
                    if is_last or self._is_closed:
                        raise WorkerFault(f"died: {type(error).__name__}") from None
                else:
                    break
            if isinstance(answer, BotChoice):
                return answer
            raise WorkerFault(str(answer))

    def close(self) -> None:
        """End the process at once, and start no other."""
        self._is_closed = True
        running = self._running
        if running is not None:
            with suppress(ValueError):  # another thread has just ended it
                running.process.kill()

    def forget(self) -> None:
        """Kill the process, if any, and free its resources."""
        running, self._running = self._running, None
        if running is not None:
            running.process.kill()
            running.process.join()
            running.process.close()
            running.line.close()

    def _living(self) -> _Running:
        """Return the running process, restarted if it has ended."""
        # Between tasks, only the end of the line can be read: a process outlives its fork server.
        if self._running is not None and self._running.line.poll():
            self.forget()
        return self._running or self._start()

    def _start(self) -> _Running:
        context = _context()
        ours, theirs = context.Pipe()
        process = context.Process(target=serve, args=(theirs, self.loaders), daemon=True)
        with theirs:
            process.start()
        self._running = running = _Running(process, ours)
        if self._is_closed:
            process.kill()
        return running

    def _answer(self, task: MoveRequest | str) -> object:
        """Return the process's answer to a task; raises TimeoutError.

        The first task of a game has time to load its bots, too.
        """
        running, game = self._living(), task if isinstance(task, str) else task.game
        running.line.send(task)
        loading = 0.0 if game in running.loaded else self.start_seconds
        if not running.line.poll(self.seconds + loading):
            raise TimeoutError
        answer: object = running.line.recv()
        if not isinstance(answer, str):
            running.loaded.add(game)
        return answer


def _context() -> ForkServerContext | SpawnContext:
    """Return a context whose fork server has imported all modules, if the system can fork.

    Workers then start a hundred times faster, and share the memory of their modules. They import
    plugins themselves, because a fault of a plugin would end the server.
    """
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    context = get_context("forkserver")
    games = [game.cli_class.partition(":")[0] for game in GAMES if game.cli_class]
    context.set_forkserver_preload([__name__, *games])
    return context


def serve(line: "Connection[object, MoveRequest | str]", loaders: BotLoaders) -> None:
    """Answer tasks from a line until it closes, as the main function of a worker process.

    A task is the name of a game whose bots to load, or a request for a bot's choice.
    """
    # Ctrl-C reaches all processes of a terminal; the parent process ends its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    bots_of, asked = loading(loaders), set[str]()
    return_memory = memory_returner()
    with suppress(EOFError, OSError):  # the line is closed
        while True:
            task = line.recv()
            line.send(_answer(bots_of, task))
            if not isinstance(task, str) and task.game not in asked:
                # Models and words stay: collecting them again would delay answers.
                asked.add(task.game)
                gc.freeze()
            return_memory()


def memory_returner() -> Callable[[], object]:
    """Return a function that returns free memory to the system; a no-op without glibc.

    A search for a clue leaves some 30 MB of gaps between cached objects.
    """
    with suppress(OSError, AttributeError, TypeError):
        trim = ctypes.CDLL(None).malloc_trim
        return partial(trim, 0)
    return lambda: None


def _answer(bots_of: Callable[[str], BotSet], task: MoveRequest | str) -> object:
    """Return a bot's choice, None after loading a game's bots, or the location of an error."""
    try:
        if isinstance(task, str):
            bots_of(task)
            return None
        return compute(bots_of(task.game), task)
    except Exception as error:  # the parent process logs it
        return error_location(error.__cause__ or error)

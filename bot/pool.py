"""Worker processes that think for bots, each task with a deadline.

A worker loads the embedded models once, memory-mapped, so that all of them share one copy. One
that takes too long or dies is killed and replaced, and the bot does what the random player would,
or passes where it may: a table never waits for a bot for ever.
"""

import asyncio
import signal
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Final, Self

import numpy as np
import structlog

from bot.blame import blame
from bot.thinker import Cast, Casting, Task, chosen, embedded_cast
from core.agents.language import language_of
from core.agents.policy import ChancePolicy, Manner
from core.agents.thoughts import Choice, GuessThoughts
from core.codenames.actions import Pass
from core.rules import Secret
from core.words.ensemble import MODELS
from core.words.lexicon import default_lexicon

FALLBACK: Final = "fallback"
"""The cause of an action that no bot chose in time."""

START_SECONDS: Final = 60.0
"""How long a worker may take to load the models."""

THINKING_SECONDS: Final = 10.0

READY: Final = "ready"

_LOG = structlog.get_logger()


class PoolThinker:
    """Thinks in worker processes; `casting` must be importable by its name.

    Workers are started when they are needed first. Use it as a context, which ends them.
    """

    def __init__(
        self,
        casting: Casting = embedded_cast,
        *,
        workers: int = 1,
        seconds: float = THINKING_SECONDS,
        start_seconds: float = START_SECONDS,
    ) -> None:
        limits = _Limits(start_seconds, seconds)
        self._workers = [_Worker(casting, limits) for _ in range(workers)]
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="worker")
        self._idle: asyncio.LifoQueue[_Worker] = asyncio.LifoQueue()
        for worker in self._workers:
            self._idle.put_nowait(worker)

    @classmethod
    def embedded(
        cls, ensemble: Sequence[str] = MODELS, *, workers: int = 1, seconds: float = 10.0
    ) -> Self:
        """Return workers that play with the embedded models; ACE listens to the ensemble."""
        return cls(partial(embedded_cast, tuple(ensemble)), workers=workers, seconds=seconds)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def think(self, task: Task) -> Choice:
        """Return what the bot does, or what comes in its place."""
        worker = await self._idle.get()
        loop = asyncio.get_running_loop()
        try:
            choice = await loop.run_in_executor(self._threads, worker.ask, task)
        except WorkerFault as fault:
            _LOG.error("bot-did-not-choose", bot=task.bot, fault=str(fault))
        else:
            return choice
        finally:
            self._idle.put_nowait(worker)
        return await asyncio.to_thread(fallback, task)

    async def close(self) -> None:
        """End all workers, whatever they do."""
        for worker in self._workers:
            worker.close()
        await asyncio.to_thread(self._end)

    def _end(self) -> None:
        self._threads.shutdown()
        for worker in self._workers:
            worker.forget()


class WorkerFault(Exception):
    """A worker that gave no choice; its text is safe to log."""


def fallback(task: Task) -> Choice:
    """Return what is done where no bot chose in time: a pass where it is allowed, else anything."""
    observation = task.observation
    if observation.clue and observation.turns[-1].guesses:
        thoughts = GuessThoughts(FALLBACK, observation.clue.word, None, None, ())
        return Choice(Pass(observation.number), FALLBACK, Secret(thoughts))
    manner = Manner(language_of(default_lexicon()))
    rng = np.random.default_rng(task.seed)
    choice = ChancePolicy(manner).choose(observation, task.memory, rng)
    return replace(choice, cause=FALLBACK)


@dataclass(frozen=True, slots=True)
class _Limits:
    start_seconds: float
    seconds: float


@dataclass(slots=True)
class _Running:
    process: BaseProcess
    line: "Connection[Task, object]"
    is_ready: bool = False


@dataclass(slots=True)
class _Worker:
    """A place for one process, which is started when it is asked something and none runs."""

    casting: Casting
    limits: _Limits
    _running: _Running | None = field(default=None, repr=False)
    _is_closed: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def ask(self, task: Task) -> Choice:
        """Return the process's choice, waiting for it; raises WorkerFault."""
        # Who asked before may have been cancelled, and its answer is still to come.
        with self._lock:
            running = self._running or self._start()
            try:
                answer = self._answer(running, task)
            except TimeoutError:
                self._end(running)
                raise WorkerFault("too slow") from None
            except (EOFError, OSError) as error:
                self._end(running)
                raise WorkerFault(f"died: {type(error).__name__}") from None
            if isinstance(answer, Choice):
                return answer
            raise WorkerFault(str(answer))

    def close(self) -> None:
        """End the process at once, whatever it does, and start no other."""
        self._is_closed = True
        running = self._running
        if running is not None:
            with suppress(ValueError):  # it has just been ended for another reason
                running.process.kill()

    def forget(self) -> None:
        """Give back what the ended process left."""
        if self._running is not None:
            self._end(self._running)

    def _start(self) -> _Running:
        spawn = get_context("spawn")
        ours, theirs = spawn.Pipe()
        process = spawn.Process(target=serve, args=(theirs, self.casting), daemon=True)
        process.start()
        theirs.close()
        self._running = running = _Running(process, ours)
        if self._is_closed:
            process.kill()
        return running

    def _answer(self, running: _Running, task: Task) -> object:
        if not running.is_ready:
            said = _heard(running, self.limits.start_seconds)
            if said != READY:
                self._end(running)
                return said
            running.is_ready = True
        running.line.send(task)
        return _heard(running, self.limits.seconds)

    def _end(self, running: _Running) -> None:
        self._running = None
        running.process.kill()
        running.process.join()
        running.process.close()
        running.line.close()


def _heard(running: _Running, seconds: float) -> object:
    """Return what a process says within so many seconds; raises TimeoutError."""
    if not running.line.poll(seconds):
        raise TimeoutError
    return running.line.recv()


def serve(line: "Connection[object, Task]", casting: Casting) -> None:
    """Answer the tasks that come over a line until it is closed: what a worker process runs."""
    # Ctrl-C goes to all processes of a terminal; ours ends this one when it ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):  # the line is closed
        cast = _loaded(line, casting)
        while cast is not None:
            line.send(_tried(cast, line.recv()))


def _loaded(line: "Connection[object, Task]", casting: Casting) -> Cast | None:
    """Return the cast and say so, or say what it lacks."""
    try:
        cast = casting()
    except Exception as error:  # whatever it is, the operator has to be told
        line.send(blame(error))
        return None
    line.send(READY)
    return cast


def _tried(cast: Cast, task: Task) -> object:
    try:
        return chosen(cast, task)
    except Exception as error:  # one task's fault is not the next one's
        return blame(error)

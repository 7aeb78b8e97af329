"""Processes that run the jobs of an experiment, each with one thread for linear algebra."""

import json
import os
import signal
import sys
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Final, TypeAlias

from bot.logs import error_location
from core.rules import Refusal
from core.view import Phrase, phrase

ONE_THREAD: Final[Mapping[str, str]] = dict.fromkeys(
    (
        "OMP_NUM_THREADS",
        "OPENBLAS_NUM_THREADS",
        "MKL_NUM_THREADS",
        "VECLIB_MAXIMUM_THREADS",
        "NUMEXPR_NUM_THREADS",
        "NUMBA_NUM_THREADS",
    ),
    "1",
)
"""The environment of a worker: processes that all use all cores wait for each other."""

ENDING_SECONDS: Final = 5.0
"""How long a process that is told to end may take."""

JobFunction: TypeAlias = Callable[[Any], object]


class JobFault(Refusal):
    """A job that failed, or a place to run jobs that there is not."""


@dataclass(frozen=True, slots=True)
class Failure:
    """The reason why a job has no result."""

    reason: Phrase


JobResults: TypeAlias = Generator[tuple[int, str | Failure], None, None]
"""Yields the place of an item and its result as JSON, in any order."""


def attempt(function: JobFunction, item: object) -> str | Failure:
    """Return a job's result as JSON, or the reason why there is none."""
    try:
        return json.dumps(function(item), ensure_ascii=False, allow_nan=False)
    except Refusal as refusal:
        return Failure(refusal.phrase)
    except Exception as error:  # whatever it is, the other items' results are kept
        return Failure(phrase("arena-job-error", where=error_location(error), said=str(error)))


def worker_results(function: JobFunction, items: Sequence[object], count: int) -> JobResults:
    """Yield the place of each item and its result, as `count` processes finish them.

    The processes end with the generator, whatever they do then.
    """
    waiting, workers = iter(enumerate(items)), list[_Worker]()
    try:
        with _environment(ONE_THREAD):
            for _ in range(count):
                workers.append(_started(function))
                workers[-1].give(next(waiting, None))
        while busy := [worker for worker in workers if worker.place is not None]:
            ready = wait([worker.line for worker in busy])
            for worker in busy:
                if worker.line in ready:
                    yield worker.result()
                    worker.give(next(waiting, None))
    finally:
        for worker in workers:
            worker.end()


@dataclass(slots=True)
class _Worker:
    """A process, the line to it, and the place of the item that it works on."""

    process: BaseProcess
    line: "Connection[Any, Any]"
    place: int | None = None

    def give(self, job: tuple[int, object] | None) -> None:
        """Hand it the next item; None leaves it without."""
        self.place = None
        if job is not None:
            self.place, item = job
            with suppress(BrokenPipeError):  # it has died, and its result will say so
                self.line.send(item)

    def result(self) -> tuple[int, str | Failure]:
        """Return the place of its item and what became of it."""
        place = self.place
        if place is None:
            raise ValueError("this worker has nothing to do")
        try:
            return place, self.line.recv()
        except (EOFError, OSError):
            self.process.join()
            return place, Failure(phrase("arena-worker-died", code=str(self.process.exitcode)))

    def end(self) -> None:
        """End the process, and what it has started, at once; kill it if it does not obey."""
        self.process.terminate()
        self.process.join(ENDING_SECONDS)
        self.process.kill()
        self.process.join()
        self.process.close()
        self.line.close()


def _started(function: JobFunction) -> _Worker:
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=serve, args=(theirs, function), daemon=True)
    with _interrupts_ignored():
        process.start()
    theirs.close()
    return _Worker(process, ours)


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Ignore Ctrl-C for a moment: a process that starts now ignores it from the beginning."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def serve(line: "Connection[Any, Any]", function: JobFunction) -> None:
    """Work on items until the other end of the line is closed; Ctrl-C is the other end's.

    A process that is told to end leaves its job as an error would, so that programs which play in
    it are ended, too.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with suppress(EOFError, OSError):
        while True:
            line.send(attempt(function, line.recv()))


@contextmanager
def _environment(variables: Mapping[str, str]) -> Iterator[None]:
    """Set variables of the environment, which new processes inherit, for a while."""
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value

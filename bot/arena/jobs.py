"""Experiments as many small jobs, which joblib runs: here, in processes, or on a Dask cluster.

A job's item is a frozen dataclass that can be pickled, with a `key` that names it in the
experiment; a function of a module turns it into a result that JSON can hold. Results come back in
the order of the items, whatever ran them, so an experiment gives the same bytes with any number of
processes. With a file, which is a head and then a line of JSON for each result, a result is kept as
soon as it is there, and a run that was stopped goes on from it.
"""

import json
import re
import signal
import warnings
from argparse import Namespace
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from os import fstat
from pathlib import Path
from stat import S_ISREG
from typing import Any, BinaryIO, Final, Protocol, TypeAlias, TypeVar

from bot.arena.options import describer, whole_number
from bot.files import explained, open_for_more, shown
from bot.gametypes.cli import OptionAdder
from bot.logs import error_location
from bot.progress import progress
from core.rules import Refusal
from core.view import Phrase, phrase

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

job_count: Final = whole_number(1, 64, "jobs cannot run")
"""Reads a number of processes."""

CONNECT_SECONDS: Final = 10.0
"""How long the scheduler may take to answer."""

KIND: Final = "spyring arena"
"""The first value in the head of a file of results."""

LONGEST_HEAD: Final = 1000
"""Bytes that are looked at to tell what another file is."""


class JobItem(Protocol):
    """One piece of an experiment."""

    @property
    def key(self) -> str:
        """The item's name, which no other item of the experiment has."""


I = TypeVar("I", bound=JobItem)  # noqa: E741 - an item


JobResult: TypeAlias = tuple[int, str | Phrase]
"""The place of an item, and its result as JSON or the reason why there is none."""


@dataclass(frozen=True, slots=True)
class JobPlan:
    """The place where jobs run, and the file that keeps their results."""

    jobs: int = 1
    cluster: str | None = None
    """The address of a Dask scheduler, which goes before processes."""
    store: Path | None = None

    @property
    def is_resumed(self) -> bool:
        """Whether there are results to go on from."""
        return self.store is not None and self.store.is_file()


def add_job_options(adder: OptionAdder) -> None:
    """Add the options that a `JobPlan` is read from."""
    where = describer(adder, adder.parser.add_mutually_exclusive_group())
    where("--jobs", "arena-jobs", metavar="N", type=job_count, default=1)
    where("--cluster", "arena-cluster", metavar="ADDRESS")
    describer(adder)("--resume", "arena-resume", metavar="FILE", type=Path)


def job_plan(arguments: Namespace) -> JobPlan:
    """Return the plan that the options ask for."""
    return JobPlan(arguments.jobs, arguments.cluster, arguments.resume)


def fingerprint_of(configuration: Mapping[str, object]) -> str:
    """Return the checksum of an experiment: its configuration, and the checksums of its data."""
    text = json.dumps(configuration, sort_keys=True, ensure_ascii=False)
    return sha256(text.encode()).hexdigest()


def run_jobs(
    function: Callable[[I], object], items: Sequence[I], plan: JobPlan, fingerprint: str
) -> list[Any]:
    """Return the result of each item, in the items' order, as JSON reads it back.

    `function` stands in a module, so that other processes find it; its results hold nothing that
    JSON does not, and do not depend on how many threads linear algebra uses. `fingerprint` tells
    experiments apart. Raises Refusal for an item that fails, with its reason, and for a
    file that cannot keep results of this experiment; ValueError for two items of one key. Whatever
    ends the run, finished items stay in the file.
    """
    keys = [item.key for item in items]
    if len({*keys}) < len(keys):
        raise ValueError("two items of an experiment have the same key")
    with job_store(plan.store, fingerprint) as store:
        waiting = [item for item in items if item.key not in store]
        with progress(len(items)) as report, closing(_results(function, waiting, plan)) as results:
            report(len(items) - len(waiting))
            for done, (place, result) in enumerate(results, len(items) - len(waiting) + 1):
                key = waiting[place].key
                if isinstance(result, Phrase):
                    raise Refusal("arena-job-failed", item=key, reason=result)
                store.add(key, result)
                report(done)
        return [store[key] for key in keys]


def _results(
    function: Callable[[I], object], items: Sequence[I], plan: JobPlan
) -> Generator[JobResult, None, None]:
    """Yield the place of each item and its result, as they are finished.

    Whatever runs ends with the generator. Raises Refusal.
    """
    if not items:
        return
    joblib: Any = import_module("joblib")  # slow, and not typed
    tasks = (joblib.delayed(attempt)(function, place, item) for place, item in enumerate(items))
    with _backend(plan), warnings.catch_warnings():
        warnings.filterwarnings("ignore", module="joblib")  # it warns of a run that was ended
        finished = joblib.Parallel(return_as="generator_unordered", batch_size=1)(tasks)
        try:
            yield from finished
        except Exception as error:  # errors of items are results
            raise Refusal("arena-worker-died", problem=_death(error)) from None
        finally:
            finished.close()


def _death(error: Exception) -> str:
    """Return the exit codes of processes that died, or what a cluster says of its workers."""
    codes = re.search(r"\{(.+)\}", str(error))
    return codes[1] if codes else str(error).partition(". ")[0]


def attempt(function: Callable[[Any], object], place: int, item: object) -> JobResult:
    """Return an item's place and its result as JSON, or the reason why there is none."""
    try:
        return place, json.dumps(function(item), ensure_ascii=False, allow_nan=False)
    except Refusal as refusal:
        return place, refusal.phrase
    except Exception as error:  # whatever it is, the other items' results are kept
        return place, phrase("arena-job-error", where=error_location(error), said=str(error))


@contextmanager
def _backend(plan: JobPlan) -> Iterator[None]:
    """Let joblib run jobs where a plan says; raises Refusal where no scheduler answers."""
    joblib: Any = import_module("joblib")  # slow, and not typed
    if plan.cluster is not None:
        with _cluster_backend(plan.cluster) as backend, joblib.parallel_config(backend):
            yield
        return
    # Processes that all use all cores wait for each other; Ctrl-C is for the first one alone.
    ignore = (signal.SIGINT, signal.SIG_IGN)
    options = {"inner_max_num_threads": 1, "initializer": signal.signal, "initargs": ignore}
    with joblib.parallel_config("loky", n_jobs=plan.jobs, **options):
        yield


@contextmanager
def _cluster_backend(address: str) -> Iterator[Any]:
    """Yield the backend for the Dask scheduler at an address; raises Refusal where none answers.

    Its workers need this version of the program. They answer for their own threads: start them with
    one thread each, and with `OMP_NUM_THREADS=1`.
    """
    try:
        distributed: Any = import_module("distributed")  # slow, and not typed
        client = distributed.Client(address, timeout=CONNECT_SECONDS)
    except (OSError, ValueError, TimeoutError) as error:
        raise Refusal("arena-no-cluster", address=address, problem=str(error)) from None
    with client:
        yield _backend_type()(client=client)


def _backend_type() -> Any:  # noqa: ANN401 - of an untyped library
    base: Any = import_module("joblib._dask").DaskDistributedBackend

    class ClusterBackend(base):  # type: ignore[misc]
        """A backend that hears of tasks that Dask gives up: joblib's own waits for them."""

        def submit(self, func: object, callback: Callable[[Any], object]) -> Future[Any]:
            future: Future[Any] = super().submit(func, callback)
            future.add_done_callback(lambda done: done.exception() and callback(done))
            return future

        def retrieve_result_callback(self, out: Any) -> Any:  # noqa: ANN401
            done = out.result() if isinstance(out, Future) else out
            return super().retrieve_result_callback(done)

    return ClusterBackend


class JobStore(dict[str, object]):
    """Results by the keys of their items, as JSON has them; kept in a file where there is one."""

    def __init__(self, path: str = "", file: BinaryIO | None = None) -> None:
        super().__init__()
        self._path, self._file = path, file

    def add(self, key: str, result: str) -> None:
        """Keep a result of JSON; it is in the file when this returns. Raises FileError."""
        self[key] = json.loads(result)
        if self._file is not None:
            _write(self._path, self._file, {"key": key, "result": self[key]})

    def read(self, line: bytes, number: int) -> None:
        """Take in a line of the file; raises Refusal for one that holds no result."""
        try:
            kept = json.loads(line)
            self[str(kept["key"])] = kept["result"]
        except (ValueError, TypeError, KeyError, RecursionError):
            raise Refusal("arena-store-line", path=shown(self._path), line=number) from None


@contextmanager
def job_store(path: Path | None, fingerprint: str) -> Iterator[JobStore]:
    """Yield the results of an experiment, with those that its file has kept, if there is one.

    A last line without an end was being written when a run was killed: it is dropped. Raises
    Refusal for a file of another experiment or run, or of none, and FileError.
    """
    if path is None:
        yield JobStore()
        return
    file = open_for_more(str(path))
    try:
        _lock(str(path), file)
        yield _loaded(str(path), file, {"kind": KIND, "fingerprint": fingerprint})
    finally:
        with suppress(OSError):  # a line that could not be written has been told of
            file.close()


def _loaded(path: str, file: BinaryIO, head: Mapping[str, str]) -> JobStore:
    """Return a file's results, open for more of them; a new file gets its head."""
    store, start, whole = JobStore(path, file), _line(head), 0
    regular = S_ISREG(fstat(file.fileno()).st_mode)
    first = file.readline(LONGEST_HEAD) if regular else b"?"
    if not start.startswith(first):
        raise Refusal(_other_head(first), path=shown(path))
    if first == start:
        whole = len(start)
        for number, line in enumerate(file, start=2):
            if line.endswith(b"\n"):
                store.read(line, number)
                whole += len(line)
    file.seek(whole)
    file.truncate()
    if not whole:
        _write(path, file, head)
    return store


def _lock(path: str, file: BinaryIO) -> None:
    """Keep other runs from the file until it is closed, where the system can."""
    if fcntl is None:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise Refusal("arena-store-busy", path=shown(path)) from None
    except OSError:  # some file systems have no locks
        return


def _write(path: str, file: BinaryIO, value: object) -> None:
    with explained(path, "file-unwritable"):
        file.write(_line(value))
        file.flush()


def _other_head(line: bytes) -> str:
    """Return the key of the sentence about a file with another head."""
    try:
        ours = json.loads(line)["kind"] == KIND
    except (ValueError, TypeError, KeyError, RecursionError):
        ours = False
    return "arena-store-experiment" if ours else "arena-store-other"


def _line(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode() + b"\n"

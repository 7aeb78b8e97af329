"""Experiments as many small jobs, which joblib runs: here, in processes, or on a Dask cluster.

A job's item is a frozen dataclass that pickle can serialise, with a `key` that names it in the
experiment; a module's function turns it into a result of plain JSON types. Results are in the order
of the items, so an experiment gives the same bytes with any number of processes. A file, if there
is one, has a header and then a line of JSON for each result, written as soon as the job ends: a
stopped run resumes from it.
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

from bot.arena.options import whole_number
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
"""The time limit for a connection to the scheduler."""

KIND: Final = "spyring arena"
"""The first value in the header of a file of results."""

LONGEST_HEAD: Final = 1000
"""The bytes to read for the header of an unknown file."""


class JobItem(Protocol):
    """One piece of an experiment."""

    @property
    def key(self) -> str:
        """The item's unique name in the experiment."""


I = TypeVar("I", bound=JobItem)  # noqa: E741 - an item

JobResult: TypeAlias = tuple[int, str | Phrase]
"""The index of an item, and its result as JSON or the reason for its failure."""


@dataclass(frozen=True, slots=True)
class JobPlan:
    """The number of processes or the cluster for jobs, and the file for their results."""

    jobs: int = 1
    cluster: str | None = None
    """The address of a Dask scheduler, which overrides `jobs`."""
    store: Path | None = None

    @property
    def is_resumed(self) -> bool:
        """Whether there is a file of results to resume from."""
        return self.store is not None and self.store.is_file()


def add_job_options(adder: OptionAdder) -> None:
    """Add the options of a `JobPlan`."""
    where = adder.parser.add_mutually_exclusive_group()
    adder.describe("--jobs", "arena-jobs", where, metavar="N", type=job_count, default=1)
    adder.describe("--cluster", "arena-cluster", where, metavar="ADDRESS")
    adder.describe("--resume", "arena-resume", metavar="FILE", type=Path)


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
    """Run a function on each item; return the results in order, as JSON reads them back.

    Other processes import `function` from its module; its results are plain JSON types, and must
    not depend on the number of BLAS threads. `fingerprint` identifies the experiment. Raises
    Refusal if an item fails, and for a file that cannot keep this experiment's results; ValueError
    for two items with one key. Finished items always stay in the file.
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
    """Yield the index and result of each item when its job ends; raises Refusal.

    Closing the generator ends all jobs.
    """
    if not items:
        return
    joblib: Any = import_module("joblib")  # slow, and not typed
    tasks = (joblib.delayed(attempt)(function, place, item) for place, item in enumerate(items))
    with _backend(plan), warnings.catch_warnings():
        warnings.filterwarnings("ignore", module="joblib")  # it warns when jobs are cancelled
        finished = joblib.Parallel(return_as="generator_unordered", batch_size=1)(tasks)
        try:
            yield from finished
        except Exception as error:  # errors of items are results
            raise Refusal("arena-worker-died", problem=_death(error)) from None
        finally:
            finished.close()


def _death(error: Exception) -> str:
    """Return the exit codes of dead processes, or a cluster's message about its workers."""
    codes = re.search(r"\{(.+)\}", str(error))
    return codes[1] if codes else str(error).partition(". ")[0]


def attempt(function: Callable[[Any], object], place: int, item: object) -> JobResult:
    """Return an item's index and its result as JSON, or the reason for its failure."""
    try:
        return place, json.dumps(function(item), ensure_ascii=False, allow_nan=False)
    except Refusal as refusal:
        return place, refusal.phrase
    except Exception as error:  # other items' results are kept
        return place, phrase("arena-job-error", where=error_location(error), said=str(error))


@contextmanager
def _backend(plan: JobPlan) -> Iterator[None]:
    """Configure joblib for a plan; raises Refusal if no scheduler answers."""
    joblib: Any = import_module("joblib")  # slow, and not typed
    if plan.cluster is not None:
        with _cluster_backend(plan.cluster) as backend, joblib.parallel_config(backend):
            yield
        return
    # One thread each, as processes would fight for cores. Only the parent handles Ctrl-C.
    ignore = (signal.SIGINT, signal.SIG_IGN)
    options = {"inner_max_num_threads": 1, "initializer": signal.signal, "initargs": ignore}
    with joblib.parallel_config("loky", n_jobs=plan.jobs, **options):
        yield


@contextmanager
def _cluster_backend(address: str) -> Iterator[Any]:
    """Yield the backend for the Dask scheduler at an address; raises Refusal if none answers.

    Its workers need this version of the program. Start them with one thread each, and with
    `OMP_NUM_THREADS=1`.
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
        """A backend that reports tasks that Dask gives up on; joblib's own waits for them."""

        def submit(self, func: object, callback: Callable[[Any], object]) -> Future[Any]:
            future: Future[Any] = super().submit(func, callback)
            future.add_done_callback(lambda done: done.exception() and callback(done))
            return future

        def retrieve_result_callback(self, out: Any) -> Any:  # noqa: ANN401
            done = out.result() if isinstance(out, Future) else out
            return super().retrieve_result_callback(done)

    return ClusterBackend


class JobStore(dict[str, object]):
    """Results of plain JSON types by their items' keys, also kept in a file if there is one."""

    def __init__(self, path: str = "", file: BinaryIO | None = None) -> None:
        super().__init__()
        self._path, self._file = path, file

    def add(self, key: str, result: str) -> None:
        """Keep a result in JSON, and flush it to the file; raises FileError."""
        self[key] = json.loads(result)
        if self._file is not None:
            _write(self._path, self._file, {"key": key, "result": self[key]})

    def read(self, line: bytes, number: int) -> None:
        """Read a line of the file; raises Refusal if the line is not a result."""
        try:
            kept = json.loads(line)
            self[str(kept["key"])] = kept["result"]
        except (ValueError, TypeError, KeyError, RecursionError):
            raise Refusal("arena-store-line", path=shown(self._path), line=number) from None


@contextmanager
def job_store(path: Path | None, fingerprint: str) -> Iterator[JobStore]:
    """Open the results of an experiment, with those in its file, if any.

    It drops a killed run's unfinished last line. Raises FileError, and Refusal for a file that is
    in use or belongs to another experiment or program.
    """
    if path is None:
        yield JobStore()
        return
    file = open_for_more(str(path))
    try:
        _lock(str(path), file)
        yield _loaded(str(path), file, {"kind": KIND, "fingerprint": fingerprint})
    finally:
        with suppress(OSError):  # `_write` has reported the fault
            file.close()


def _loaded(path: str, file: BinaryIO, head: Mapping[str, str]) -> JobStore:
    """Return a file's results, ready for more; a new file gets its header."""
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
    """Lock the file until it is closed, if the system can; raises Refusal if another run has it."""
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
    """Return the message key for a file with another header."""
    try:
        ours = json.loads(line)["kind"] == KIND
    except (ValueError, TypeError, KeyError, RecursionError):
        ours = False
    return "arena-store-experiment" if ours else "arena-store-other"


def _line(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode() + b"\n"

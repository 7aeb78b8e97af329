"""Experiments as many small jobs: here, in processes of this machine, or on a Dask cluster.

A job's item is a frozen dataclass that can be pickled, with a `key` that names it in the
experiment; a function of a module turns it into a result that JSON can hold. Results come back in
the order of the items, whatever ran them, so an experiment gives the same bytes with any number of
processes. With a file, each result is kept as soon as it is there, and a run that was stopped goes
on from it.
"""

import json
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from bot.arena.cluster import cluster_results
from bot.arena.job_store import JobStore
from bot.arena.workers import (
    Failure,
    JobFault,
    JobResults,
    attempt,
    worker_results,
)
from bot.gametypes.cli import OptionAdder, natural
from bot.progress import progress

MOST_JOBS: Final = 64
"""Processes of one run."""


class JobItem(Protocol):
    """One piece of an experiment."""

    @property
    def key(self) -> str:
        """The item's name, which no other item of the experiment has."""
        ...


I = TypeVar("I", bound=JobItem)  # noqa: E741 - an item


@dataclass(frozen=True, slots=True)
class JobPlan:
    """The place where jobs run, and the file that keeps their results."""

    jobs: int = 1
    cluster: str | None = None
    """The address of a Dask scheduler, which goes before processes."""
    store: Path | None = None


def add_job_options(adder: OptionAdder) -> None:
    """Add the options that a `JobPlan` is read from."""
    parser, say = adder.parser, adder.say
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--jobs", metavar="N", type=job_count, default=1, help=say("arena-jobs"))
    where.add_argument("--cluster", metavar="ADDRESS", help=say("arena-cluster"))
    parser.add_argument("--resume", metavar="FILE", type=Path, help=say("arena-resume"))


def job_plan(arguments: Namespace) -> JobPlan:
    """Return the plan that the options ask for."""
    return JobPlan(arguments.jobs, arguments.cluster, arguments.resume)


def job_count(text: str) -> int:
    """Return a number of processes: at least one."""
    number = natural(text)
    if not 1 <= number <= MOST_JOBS:
        raise ArgumentTypeError(f"{number} jobs cannot run: choose 1 to {MOST_JOBS}")
    return number


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
    experiments apart. Raises JobFault for an item that fails, with its reason, and StoreError for a
    file that cannot keep results of this experiment; ValueError for two items of one key. Whatever
    ends the run, finished items stay in the file.
    """
    keys = [item.key for item in items]
    if len({*keys}) < len(keys):
        raise ValueError("two items of an experiment have the same key")
    with JobStore(plan.store, fingerprint) as store:
        waiting = [item for item in items if item.key not in store]
        with progress(len(items)) as report:
            report(len(items) - len(waiting))
            with closing(_results(function, waiting, plan)) as results:
                for done, (place, result) in enumerate(results, len(items) - len(waiting) + 1):
                    store.add(waiting[place].key, _checked(result, waiting[place].key))
                    report(done)
        return [json.loads(store[key]) for key in keys]


def _results(function: Callable[[I], object], items: Sequence[I], plan: JobPlan) -> JobResults:
    """Return what yields the place of each item and its result, in any order."""
    if plan.cluster is not None and items:
        return cluster_results(function, items, plan.cluster)
    if plan.jobs > 1 and len(items) > 1:
        return worker_results(function, items, min(plan.jobs, len(items)))
    return _results_here(function, items)


def _results_here(function: Callable[[I], object], items: Sequence[I]) -> JobResults:
    for place, item in enumerate(items):
        yield place, attempt(function, item)


def _checked(result: str | Failure, key: str) -> str:
    """Return a result; raises JobFault for a failure."""
    if isinstance(result, Failure):
        raise JobFault("arena-job-failed", item=key, reason=result.reason)
    return result

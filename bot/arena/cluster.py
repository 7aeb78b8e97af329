"""Jobs of an experiment on a Dask cluster that exists already (the extra `arena`).

Its workers need this version of the program. They answer for their own threads: start them with
one thread each, and with `OMP_NUM_THREADS=1`.
"""

from collections.abc import Sequence
from contextlib import closing
from importlib import import_module
from typing import Any, Final

from bot.arena.workers import (
    Failure,
    JobFault,
    JobFunction,
    JobResults,
    attempt,
)
from core.view import phrase

CONNECT_SECONDS: Final = 10.0
"""How long the scheduler may take to answer."""


def cluster_results(function: JobFunction, items: Sequence[object], address: str) -> JobResults:
    """Yield the place of each item and its result, as the cluster finishes them.

    Raises JobFault where no scheduler answers. What is not finished when the generator is closed is
    cancelled.
    """
    distributed: Any = import_module("distributed")  # slow, and not typed
    with closing(_client(distributed, address)) as client:
        futures = {
            client.submit(attempt, function, item, pure=False): place
            for place, item in enumerate(items)
        }
        try:
            for future in distributed.as_completed(futures):
                yield futures[future], _result(future)
        finally:
            client.cancel(list(futures))


def _client(distributed: Any, address: str) -> Any:  # noqa: ANN401 - untyped
    try:
        return distributed.Client(address, timeout=CONNECT_SECONDS)
    except (OSError, ValueError, TimeoutError) as error:
        raise JobFault("arena-no-cluster", address=address, problem=str(error)) from None


def _result(future: Any) -> str | Failure:  # noqa: ANN401 - untyped
    """Return a job's result; a fault of the cluster itself is a failure, too."""
    error = future.exception() if future.status == "error" else None
    if error is not None or future.status != "finished":
        where = type(error).__name__ if error else future.status
        return Failure(phrase("arena-job-error", where=where, said=str(error or "")))
    result: str | Failure = future.result()
    return result

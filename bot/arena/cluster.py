"""joblib's backend for a Dask cluster that exists already (the extra `arena`).

Its workers need this version of the program. They answer for their own threads: start them with
one thread each, and with `OMP_NUM_THREADS=1`.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final

from core.rules import Refusal

CONNECT_SECONDS: Final = 10.0
"""How long the scheduler may take to answer."""


class JobFault(Refusal):
    """A job that failed, or a place to run jobs that there is not."""


@contextmanager
def cluster_backend(address: str) -> Iterator[Any]:
    """Yield the backend for the scheduler at an address; raises JobFault where none answers."""
    try:
        distributed: Any = import_module("distributed")  # slow, and not typed
        client = distributed.Client(address, timeout=CONNECT_SECONDS)
    except (OSError, ValueError, TimeoutError) as error:
        raise JobFault("arena-no-cluster", address=address, problem=str(error)) from None
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

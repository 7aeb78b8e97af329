"""Exponential backoff: the pauses between retries."""

from collections.abc import Iterator
from math import inf


def backoff(first: float, longest: float = inf) -> Iterator[float]:
    """Yield endless pauses in seconds: each doubles the last, up to `longest`."""
    while True:
        yield first
        first = min(2 * first, longest)

"""Exponential back-off: the pauses between the tries of something that fails."""

from collections.abc import Iterator
from math import inf


def backoff(first: float, longest: float = inf) -> Iterator[float]:
    """Yield pauses in seconds without end: each twice as long as the last, up to the longest."""
    while True:
        yield first
        first = min(2 * first, longest)

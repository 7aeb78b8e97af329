"""Progress of long work, told on standard error where that is a terminal, and nowhere else."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import Final, TextIO, TypeAlias, TypeVar

T = TypeVar("T")

PATIENCE_SECONDS: Final = 0.5
"""How long work may take before it is told at all."""

EVERY_SECONDS: Final = 0.1
"""How often what is told changes at most."""

ERASE_LINE: Final = "\r\x1b[K"

Report: TypeAlias = Callable[[float], None]
"""Takes how much has been done, of the total."""


@contextmanager
def progress(
    total: float, *, stream: TextIO | None = None, clock: Callable[[], float] = monotonic
) -> Iterator[Report]:
    """Return what to tell how much of a total has been done; what is shown is erased at the end.

    It is written to standard error unless a stream is given; `clock` returns seconds.
    """
    written = stream or sys.stderr
    shown, due = False, clock() + PATIENCE_SECONDS

    def report(done: float) -> None:
        nonlocal shown, due
        if clock() < due:
            return
        due = clock() + EVERY_SECONDS
        shown = True
        written.write(f"{ERASE_LINE}{done:.0f}/{total:.0f}")
        written.flush()

    try:
        # A program that reads the output is told nothing.
        yield report if written.isatty() else lambda _done: None
    finally:
        if shown:
            written.write(ERASE_LINE)
            written.flush()


def counted(
    items: Sequence[T], *, stream: TextIO | None = None, clock: Callable[[], float] = monotonic
) -> Iterator[T]:
    """Yield items, and tell how many of them have been worked on."""
    with progress(len(items), stream=stream, clock=clock) as report:
        for number, item in enumerate(items):
            report(number)
            yield item

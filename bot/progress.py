"""Progress of long work, shown on standard error if that is a terminal."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import Final, TextIO, TypeAlias, TypeVar

T = TypeVar("T")

PATIENCE_SECONDS: Final = 0.5
"""Duration of work before its first progress."""

EVERY_SECONDS: Final = 0.1
"""The shortest interval between updates."""

ERASE_LINE: Final = "\r\x1b[K"

Report: TypeAlias = Callable[[float], None]
"""Receives the amount done, out of the total."""


@contextmanager
def progress(
    total: float, *, stream: TextIO | None = None, clock: Callable[[], float] = monotonic
) -> Iterator[Report]:
    """Yield a callback for the amount done out of a total; erase the shown progress at the end.

    The default `stream` is standard error; `clock` returns seconds.
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
        # No progress for programs.
        yield report if written.isatty() else lambda _done: None
    finally:
        if shown:
            written.write(ERASE_LINE)
            written.flush()


def counted(
    items: Sequence[T], *, stream: TextIO | None = None, clock: Callable[[], float] = monotonic
) -> Iterator[T]:
    """Yield items, and show the number of those done."""
    with progress(len(items), stream=stream, clock=clock) as report:
        for number, item in enumerate(items):
            report(number)
            yield item

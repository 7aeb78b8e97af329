"""Where the program starts: light, so that from the first moment nothing ends in a traceback.

Importing the games takes a moment in which people already press Ctrl-C. Only when that is
provided for is `bot.__main__` imported, which does the work.
"""

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

from bot.streams import INTERRUPTED, prepare


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return the exit code."""
    prepare()
    try:
        with leaving_at_once():
            from bot.__main__ import main as run  # noqa: PLC0415 - it imports all the rest
        return run(argv)
    except KeyboardInterrupt:
        return INTERRUPTED


@contextmanager
def leaving_at_once() -> Iterator[None]:
    """Let Ctrl-C end the program on the spot, as long as there is nothing that could be lost.

    An exception could be swallowed or shown by whatever is being imported.
    """
    usual = signal.getsignal(signal.SIGINT)
    if usual is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


def _leave(_number: int, _frame: FrameType | None) -> None:
    os._exit(INTERRUPTED)

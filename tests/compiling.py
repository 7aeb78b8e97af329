"""Turns in which the processes of a run compile, so that each function is compiled once.

On a clean clone the arena's games and shiritori's search take a minute to compile. A process that
waits for its turn then reads what the one before has stored in the cache.

"""

import fcntl
import os
from pathlib import Path
from threading import RLock
from typing import Any, Final

from numba.core.event import Listener, register

LOCK: Final = Path(__file__).parents[1] / "core" / "__pycache__" / "compiling.lock"


class Turn(Listener):  # type: ignore[misc]
    """Holds a lock on a file while numba holds its own on the compiler."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(exist_ok=True)
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT)  # open until the process ends
        self._threads, self._depth = RLock(), 0

    def on_start(self, _event: Any) -> None:
        """Wait for this process's turn. numba calls this before it takes its lock, which nests."""
        self._threads.acquire()
        self._depth += 1
        if self._depth == 1:
            fcntl.flock(self._file, fcntl.LOCK_EX)

    def on_end(self, _event: Any) -> None:
        """Give the next process its turn."""
        self._depth -= 1
        if not self._depth:
            fcntl.flock(self._file, fcntl.LOCK_UN)
        self._threads.release()

    def close(self) -> None:
        """Close the file, after numba's last call."""
        os.close(self._file)


def compile_in_turn(path: Path = LOCK) -> Turn:
    """Make numba in this process wait for a lock on a file before it compiles."""
    turn = Turn(path)
    register("numba:compiler_lock", turn)
    return turn

"""A sampling profile of a whole process: processor time by part of the program.

A signal interrupts the main thread after every few milliseconds of processor time, which count for
the part of its current function; other threads count by name. A sampling thread would not work: it
would run only while the main thread waits. Unix only.
"""

import json
import signal
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import thread_time_ns
from types import FrameType
from typing import Final

EVERY_SECONDS: Final = 0.01
WRITTEN_EVERY: Final = 50
"""Samples between two writes of the sums."""

PARTS: Final = (
    ("pictures and evidence", ("/adapters/picture/", "/PIL/", "pictures.py")),
    ("database", ("/sqlalchemy/", "/aiosqlite/", "/asyncpg/", "/bot/store/")),
    ("sentences", ("/bot/texts/", "/fluent/")),
    ("rules and views", ("/core/", "/bot/lobby/", "/bot/gametypes/", "/bot/games/")),
    ("rendering", ("/adapters/chat/", "/discord/ui/", "/discord/output/render.py")),
    ("discord.py and HTTP", ("/aiohttp/", "/discord/", "/json/", "/yarl/", "/multidict/")),
)
"""Parts by files of their code; the innermost frame in one of them decides."""

THREADS: Final = (
    ("_connection_worker_thread", "database"),
    ("asyncio_", "pictures and evidence"),
    ("uvloop_", "pictures and evidence"),
)
"""Parts by names of threads: SQLite's, and those for drawing and for evidence about people."""

REST: Final = "event loop and the rest"


@contextmanager
def sampling(file: Path) -> Iterator[None]:
    """Profile this process until the block ends; for its main thread."""
    sums = _Sums(file)
    signal.signal(signal.SIGPROF, sums.take)
    signal.setitimer(signal.ITIMER_PROF, EVERY_SECONDS, EVERY_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def used(file: Path) -> Counter[str]:
    """Return the nanoseconds of processor time of each part so far."""
    return Counter(json.loads(file.read_text("utf-8"))) if file.exists() else Counter()


class _Sums:
    """Sums of nanoseconds by part, written to a file at intervals."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._parts: Counter[str] = Counter()
        self._main = thread_time_ns()
        self._others: dict[int, int] = {}
        self._rounds = 0

    def take(self, _signal: int, frame: FrameType | None) -> None:
        """Count the main thread's time since the last signal for a part."""
        now = thread_time_ns()
        self._parts[_part(frame)] += now - self._main
        self._main = now
        self._rounds += 1
        if self._rounds % WRITTEN_EVERY == 0:
            self._write()

    def _write(self) -> None:
        for thread in threading.enumerate():
            native = thread.native_id
            if native and thread is not threading.main_thread():
                now = _nanoseconds(native)
                name = next((part for sign, part in THREADS if sign in thread.name), REST)
                self._parts[name] += max(0, now - self._others.get(native, 0))
                self._others[native] = now
        fresh = self._file.with_suffix(".new")
        fresh.write_text(json.dumps(self._parts), "utf-8")
        fresh.replace(self._file)


def _nanoseconds(thread: int) -> int:
    """Return a thread's processor time, 0 for a finished thread."""
    try:
        return int(Path(f"/proc/self/task/{thread}/schedstat").read_text("ascii").split()[0])
    except OSError:
        return 0


def _part(frame: FrameType | None) -> str:
    """Return the part of a frame, or of its innermost caller in a part."""
    while frame is not None:
        name = frame.f_code.co_filename
        for part, files in PARTS:
            if any(one in name for one in files):
                return part
        frame = frame.f_back
    return REST

"""A sampling profile of a whole process: processor time by the parts of the program.

The main thread is interrupted after every few milliseconds of processor time, which is given to
the part in whose function it was; that of the other threads is told by their names. A thread of
its own could not sample the main one: it would run only where that one waits. Unix only.
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
"""Rounds after which the sums are written."""

PARTS: Final = (
    ("pictures and evidence", ("/adapters/picture/", "/PIL/", "pictures.py")),
    ("database", ("/sqlalchemy/", "/aiosqlite/", "/asyncpg/", "/bot/store/")),
    ("sentences", ("/bot/texts/", "/fluent/")),
    ("rules and views", ("/core/", "/bot/lobby/", "/bot/gametypes/", "/bot/games/")),
    ("rendering", ("/adapters/chat/", "/discord/ui/", "/discord/output/render.py")),
    ("discord.py and HTTP", ("/aiohttp/", "/discord/", "/json/", "/yarl/", "/multidict/")),
)
"""Parts by files of their code; the innermost frame that is in one of them tells the part."""

THREADS: Final = (
    ("_connection_worker_thread", "database"),
    ("asyncio_", "pictures and evidence"),
    ("uvloop_", "pictures and evidence"),
)
"""Parts by names of threads: SQLite's, and those that draw and find evidence about people."""

REST: Final = "event loop and the rest"


@contextmanager
def sampling(file: Path) -> Iterator[None]:
    """Sum up what this process is busy with until the block ends; for its main thread."""
    sums = _Sums(file)
    signal.signal(signal.SIGPROF, sums.take)
    signal.setitimer(signal.ITIMER_PROF, EVERY_SECONDS, EVERY_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def used(file: Path) -> Counter[str]:
    """Return the nanoseconds of processor time that each part has used until now."""
    return Counter(json.loads(file.read_text("utf-8"))) if file.exists() else Counter()


class _Sums:
    """Sums of nanoseconds by parts, written to a file now and then."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._parts: Counter[str] = Counter()
        self._main = thread_time_ns()
        self._others: dict[int, int] = {}
        self._rounds = 0

    def take(self, _signal: int, frame: FrameType | None) -> None:
        """Give what the main thread has used since the last signal to a part."""
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
    """Return the processor time that a thread has used, 0 for one that has ended."""
    try:
        return int(Path(f"/proc/self/task/{thread}/schedstat").read_text("ascii").split()[0])
    except OSError:
        return 0


def _part(frame: FrameType | None) -> str:
    """Return the part that a frame is in: that of its innermost caller that is in one."""
    while frame is not None:
        name = frame.f_code.co_filename
        for part, files in PARTS:
            if any(one in name for one in files):
                return part
        frame = frame.f_back
    return REST

"""A sampling profile of a whole process: processor time by the parts of the program.

`sampling` looks at all threads every ten milliseconds and gives the processor time that each has
used since to the part in which it is; it writes the sums to a file, which `used` reads. Linux only.
"""

import json
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Final

EVERY_SECONDS: Final = 0.01
WRITTEN_EVERY: Final = 50
"""Rounds after which the sums are written."""

PARTS: Final = (
    ("pictures", ("/adapters/picture/", "/PIL/", "pictures.py")),
    ("database", ("/sqlalchemy/", "/aiosqlite/", "/asyncpg/", "/bot/store/")),
    ("sentences", ("/bot/texts/", "/fluent/")),
    ("views", ("/core/", "/bot/lobby/", "/bot/games/views.py", "/bot/gametypes/")),
    ("rendering", ("/adapters/chat/buttons.py", "/discord/ui/", "/discord/output/render.py")),
    ("sending", ("/aiohttp/", "/discord/", "/json/", "/yarl/", "/multidict/")),
)
"""Parts by files of their code; the innermost frame that is in one of them tells the part."""


@contextmanager
def sampling(file: Path) -> Iterator[None]:
    """Sum up what this process is busy with until the block ends."""
    stop = threading.Event()
    thread = threading.Thread(target=_sample, args=(file, stop), daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def used(file: Path) -> Counter[str]:
    """Return the nanoseconds of processor time that each part has used until now."""
    return Counter(json.loads(file.read_text("utf-8"))) if file.exists() else Counter()


def _sample(file: Path, stop: threading.Event) -> None:
    parts: Counter[str] = Counter()
    known: dict[int, int] = {}
    own, rounds = threading.get_native_id(), 0
    while not stop.is_set():
        time.sleep(EVERY_SECONDS)
        frames = sys._current_frames()  # noqa: SLF001 - it is documented for profilers
        for thread in threading.enumerate():
            native, frame = thread.native_id, frames.get(thread.ident or 0)
            if native and native != own and frame is not None:
                now = _nanoseconds(native)
                spent = now - known.get(native, 0)
                known[native] = now
                if spent > 0:
                    parts[_part(frame)] += spent
        rounds += 1
        if rounds % WRITTEN_EVERY == 0:
            fresh = file.with_suffix(".new")
            fresh.write_text(json.dumps(parts), "utf-8")
            fresh.replace(file)


def _nanoseconds(thread: int) -> int:
    """Return the processor time that a thread has used, 0 for one that has ended."""
    try:
        return int(Path(f"/proc/self/task/{thread}/schedstat").read_text("ascii").split()[0])
    except OSError:
        return 0


def _part(frame: FrameType | None) -> str:
    """Return the part that a thread is in: that of its innermost frame that is in one."""
    while frame is not None:
        name = frame.f_code.co_filename
        for part, files in PARTS:
            if any(one in name for one in files):
                return part
        frame = frame.f_back
    return "event loop and the rest"

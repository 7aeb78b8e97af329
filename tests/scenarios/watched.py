"""The program, with a watch on its event loop: the callbacks that block it, and for how long.

`python -m tests.scenarios.watched FILE run --discord` writes a line of JSON for each callback that
took over `NOTED_SECONDS` of processor time, with its place. Processor time is the thread's own, so
a busy machine changes nothing.

"""

import gc
import json
import sys
import threading
import traceback
from asyncio import Handle
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import thread_time
from typing import Any, Final

from bot.__main__ import main

NOTED_SECONDS: Final = 0.01

LOOK_SECONDS: Final = 0.005
"""Pause between two samples of the loop's place."""

COLLECTION: Final = "a collection of garbage"

FRAMES: Final = 8
"""Number of functions in a place's name, innermost last."""


@dataclass(frozen=True, slots=True)
class Hold:
    """A callback that blocked the loop, and `where` it was most often."""

    seconds: float
    where: str


@dataclass
class Watch:
    """Measures each callback of the loop in its own thread."""

    file: Path
    thread: int = field(default_factory=threading.get_ident)
    places: list[str] = field(default_factory=list)
    collected: float = 0.0
    """Seconds of garbage collection during a callback, which are recorded separately."""
    _collects_since: float = 0.0

    def start(self) -> None:
        """Measure from now on."""
        run, output = Handle._run, self.file.open("a", encoding="utf-8")

        def measured(handle: Any) -> None:
            if threading.get_ident() != self.thread:  # of another loop
                run(handle)
                return
            self.places.clear()
            self.collected, began = 0.0, thread_time()
            run(handle)
            seconds = thread_time() - began - self.collected
            where = max([*self.places], key=self.places.count, default=repr(handle))
            for hold in (Hold(seconds, where), Hold(self.collected, COLLECTION)):
                if hold.seconds >= NOTED_SECONDS:
                    print(json.dumps(asdict(hold)), file=output, flush=True)

        setattr(Handle, "_run", measured)  # noqa: B010 - a method of the library's
        gc.callbacks.append(self._collecting)
        threading.Thread(target=self._look, daemon=True).start()

    def _collecting(self, phase: str, _found: object) -> None:
        if threading.get_ident() != self.thread:
            return
        if phase == "start":
            self._collects_since = thread_time()
        else:
            self.collected += thread_time() - self._collects_since

    def _look(self) -> None:
        pause = threading.Event()
        while not pause.wait(LOOK_SECONDS):
            frame = sys._current_frames().get(self.thread)
            stack = traceback.extract_stack(frame)[-FRAMES:]
            self.places.append(
                " > ".join(f"{one.filename.rpartition('/')[2]}:{one.name}" for one in stack)
            )


def holds(file: Path) -> list[Hold]:
    """Return the holds recorded in a file."""
    return [Hold(**json.loads(line)) for line in file.read_text("utf-8").splitlines()]


if __name__ == "__main__":
    sys.modules["uvloop"] = None  # type: ignore[assignment] # Python's own loop can be watched
    Watch(Path(sys.argv[1])).start()
    sys.exit(main(sys.argv[2:]))

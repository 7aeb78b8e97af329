"""A hosted Spyring as a process of its own, with its own log."""

import json
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.bot.programs import MOST_SECONDS, command, environment


@dataclass
class Hosted:
    """A process that serves; its log is read as it is written."""

    process: "subprocess.Popen[str]"
    log: list[dict[str, Any]] = field(default_factory=list)

    def until(self, event: str) -> dict[str, Any]:
        """Wait for the next event of this name; return it."""
        assert self.process.stderr is not None
        for line in self.process.stderr:
            entry: dict[str, Any] = json.loads(line)
            self.log.append(entry)
            if entry["event"] == event:
                return entry
        raise AssertionError(f"{event} was not logged, but {self.log}")

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Send the process a signal to end; return its exit code."""
        self.process.send_signal(number)
        self.until("ended")
        return self.process.wait(MOST_SECONDS)


@contextmanager
def hosted(url: str, port: int = 0, *, level: str = "info") -> Iterator[Hosted]:
    """Run a hosted Spyring on a database; the block begins once it has started."""
    setting = {
        "DATABASE_URL": url,
        "SPYRING_METRICS_PORT": str(port),
        "SPYRING_LOG": "json",
        "SPYRING_LOG_LEVEL": level,
    }
    process = subprocess.Popen(  # noqa: S603 - our own program
        command("run"), stderr=subprocess.PIPE, text=True, env=environment(setting)
    )
    deadline = threading.Timer(MOST_SECONDS, process.kill)
    deadline.start()
    try:
        with process:
            serving = Hosted(process)
            serving.until("started")
            yield serving
    finally:
        deadline.cancel()
        process.kill()

"""The program in a terminal of its own, as for a person."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
from codecs import getincrementaldecoder
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from tests.bot.programs import MOST_SECONDS, environment

MOST_QUIET = 30
"""Seconds without output after which a program counts as hanging."""

STEERING = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\r|\x07")

UNFINISHED = re.compile(r"\x1b(\[[0-9;?]*)?\Z")
"""The beginning of a sequence that the next read completes."""

SETTING = {"SPYRING_PAUSE_SECONDS": "0", "TERM": "xterm"}


class Terminal:
    """The program in a terminal, as the leader of a session with job control."""

    def __init__(
        self,
        *arguments: str,
        size: tuple[int, int] = (40, 100),
        setting: Mapping[str, str] | None = None,
    ) -> None:
        self._keyboard, self._terminal = pty.openpty()
        self.resize(*size)
        self.program = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-m", "bot", *arguments],
            stdin=self._terminal,
            stdout=self._terminal,
            stderr=self._terminal,
            env=environment(SETTING | dict(setting or {})),
            process_group=0,
        )
        os.close(self._terminal)
        self.written = ""
        self._decoder = getincrementaldecoder("utf-8")("replace")
        self._unfinished = ""
        self._followed = 0
        """The length of the output up to the last words that were read."""

    def resize(self, rows: int, cols: int) -> None:
        """Resize the terminal; the caller must send the signal."""
        fcntl.ioctl(self._keyboard, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, 0, 0))

    def type(self, text: str) -> None:
        """Press keys, whether or not the program waits for them."""
        self._followed = len(self.written)
        os.write(self._keyboard, text.encode())

    def read(self, words: str) -> str:
        """Read until the output contains these words; return all output."""
        while words not in self.written:
            assert self._read(), f"{words!r} was not written: {self.written}"
        self._followed = self.written.rindex(words) + len(words)
        return self.written

    def read_on(self, words: str) -> str:
        """Read until the output contains these words once more; return the output since.

        The output starts after the words of the last read, or after the last keys: the program may
        have written more together with those words.
        """
        start = self._followed
        while (found := self.written.find(words, start)) < 0:
            assert self._read(), f"{words!r} was not written again: {self.written}"
        self._followed = found + len(words)
        return self.written[start:]

    def end(self) -> int:
        """Read to the end; return the exit code."""
        while self._read():
            pass
        return self.program.wait(MOST_SECONDS)

    def close(self) -> None:
        """Kill the program if it still runs."""
        if self.program.poll() is None:
            self.program.kill()
            self.program.wait()
        os.close(self._keyboard)

    def _read(self) -> bool:
        """Read the next output; return False at the end."""
        ready, _, _ = select.select([self._keyboard], [], [], MOST_QUIET)
        assert ready, f"nothing more was written: {self.written}"
        try:
            more = os.read(self._keyboard, 1 << 16)
        except OSError:
            return False
        text = self._unfinished + self._decoder.decode(more)
        finished = UNFINISHED.sub("", text)
        self._unfinished = text[len(finished) :]
        self.written += STEERING.sub("", finished)
        return bool(more)


@contextmanager
def terminal(
    *arguments: str, size: tuple[int, int] = (40, 100), setting: Mapping[str, str] | None = None
) -> Iterator[Terminal]:
    """Run the program in a terminal until the block ends."""
    opened = Terminal(*arguments, size=size, setting=setting)
    try:
        yield opened
    finally:
        opened.close()

"""A program that runs beside the referee and is asked a line at a time, within a time limit.

It never hangs: whatever the program does, an answer is there in time or `ProtocolBreach` is raised.
The program has a process group of its own, which is killed as a whole. Only POSIX systems can do
so.
"""

import os
import selectors
import shlex
import subprocess
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from signal import SIGKILL
from time import monotonic
from typing import IO, Final

from bot.arena.external.protocol import (
    LONGEST_LINE_BYTES,
    QUIT,
    ProtocolBreach,
    is_remark,
    shown,
    text_of,
)
from core.rules import Refusal

PIPE_BYTES: Final = 65_536

QUIT_SECONDS: Final = 1.0
"""How long a program may take to end when it is asked to."""

LAST_LINES: Final = 20
"""Lines of a program's standard error that are kept."""


class AgentProcess:
    """A program that runs; it is to be closed."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start a program; raises ProtocolBreach where it cannot be started."""
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user's own program
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise ProtocolBreach(f"it cannot be started: {_reason(error)}") from error
        self._stdin, self._stdout, self._stderr = map(
            _pipe, (self._process.stdin, self._process.stdout, self._process.stderr)
        )
        self._sent, self._heard = bytearray(), bytearray()
        self._errors: deque[str] = deque(maxlen=LAST_LINES)
        self._error = bytearray()
        self._open = True
        self._selector = selectors.DefaultSelector()
        for pipe in (self._stdout, self._stderr):
            self._selector.register(pipe, selectors.EVENT_READ)

    @property
    def errors(self) -> tuple[str, ...]:
        """The last lines of its standard error, as far as they were read."""
        rest = self._error.decode("utf-8", "replace")
        return (*self._errors, rest) if rest else tuple(self._errors)

    def tell(self, *lines: str) -> None:
        """Send lines; what the program does not take at once it gets with the next question."""
        for line in lines:
            self._sent += f"{line}\n".encode()
        self._write()

    def ask(self, *lines: str, seconds: float) -> str:
        """Send lines and return the line that answers them, remarks left out.

        Raises ProtocolBreach for a program that ends, is late, or breaks the protocol.
        """
        deadline = monotonic() + seconds
        while (early := self._line()) is not None:
            if not is_remark(early):
                raise ProtocolBreach(f"it spoke without being asked: {shown(early)}")
        self.tell(*lines)
        while True:
            line = self._line()
            if line is None:
                self._serve(deadline, seconds)
            elif not is_remark(line):
                return line

    def close(self) -> None:
        """Ask the program to quit, then end it and all that it started."""
        if self._process.returncode is None:
            with suppress(ProtocolBreach):
                self.tell(QUIT.line)
            self._end_input()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(QUIT_SECONDS)
        self.kill()

    def _end_input(self) -> None:
        if self._stdin in self._selector.get_map():
            self._selector.unregister(self._stdin)
        if self._process.stdin is not None:
            self._process.stdin.close()

    def kill(self) -> None:
        """End the program and all that it started."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, SIGKILL)
        self._selector.close()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        self._process.wait()

    def _line(self) -> str | None:
        """Return the next line that was heard, None where none is whole."""
        end = self._heard.find(b"\n")
        if end < 0:
            if len(self._heard) > LONGEST_LINE_BYTES:
                raise ProtocolBreach(f"a line is longer than {LONGEST_LINE_BYTES} bytes")
            return None
        raw = bytes(self._heard[:end])
        del self._heard[: end + 1]
        return text_of(raw)

    def _serve(self, deadline: float, seconds: float) -> None:
        """Read and write what can be; raises ProtocolBreach at the end of time or of the output."""
        left = deadline - monotonic()
        if left <= 0:
            raise ProtocolBreach(f"no answer within {seconds:g} seconds")
        if not self._open:
            raise ProtocolBreach(f"it ended {self._exit()}")
        for key, _ in self._selector.select(left):
            if key.fd == self._stdin:
                self._write()
            elif key.fd == self._stdout:
                self._read_output()
            else:
                self._read_errors()

    def _exit(self) -> str:
        """Return how the program ended, and the last of what it said of that."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(QUIT_SECONDS)
        while self._stderr in self._selector.get_map() and self._selector.select(0):
            self._read_errors()
        code = self._process.returncode
        ended = "its output" if code is None else f"with exit code {code}"
        said = next((line for line in reversed(self.errors) if line.strip()), None)
        return ended if said is None else f"{ended}: {shown(said)}"

    def _write(self) -> None:
        """Send what the program takes now, and go on later with the rest."""
        try:
            while self._sent:
                del self._sent[: os.write(self._stdin, self._sent)]
        except BlockingIOError:
            if self._stdin not in self._selector.get_map():
                self._selector.register(self._stdin, selectors.EVENT_WRITE)
            return
        except (BrokenPipeError, OSError):
            self._sent.clear()  # The end of its output tells more.
        if self._stdin in self._selector.get_map():
            self._selector.unregister(self._stdin)

    def _read_output(self) -> None:
        chunk = os.read(self._stdout, PIPE_BYTES)
        self._heard += chunk
        if not chunk:
            self._selector.unregister(self._stdout)
            self._open = False

    def _read_errors(self) -> None:
        chunk = os.read(self._stderr, PIPE_BYTES)
        if not chunk:
            self._selector.unregister(self._stderr)
        *lines, rest = bytes(self._error + chunk).split(b"\n")
        self._errors.extend(line.decode("utf-8", "replace") for line in lines)
        self._error = bytearray(rest[-LONGEST_LINE_BYTES:])


def _pipe(stream: IO[bytes] | None) -> int:
    """Return a stream's file descriptor, which from now on never blocks."""
    if stream is None:
        raise ValueError("a program without a pipe")
    os.set_blocking(stream.fileno(), False)
    return stream.fileno()


def _reason(error: Exception) -> str:
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)


def command_words(command: str) -> tuple[str, ...]:
    """Return the words of a command line; raises Refusal where no program can be started by it."""
    if os.name != "posix":
        raise Refusal("arena-exec-posix")
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise Refusal("arena-exec-quotes", command=command) from error
    if not words:
        raise Refusal("arena-exec-empty")
    return words

"""A child process that answers the referee a line at a time, within a time limit.

It never hangs: an answer comes in time, or `ask` raises `ProtocolBreach`. The program has its own
process group, which this module kills as a whole; this needs a POSIX system. On Linux, a mark in
the environment finds processes that have left the group.
"""

import asyncio
import os
import resource
import shlex
import sys
from asyncio.subprocess import Process, SubprocessStreamProtocol
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from signal import SIGKILL
from typing import Final

from bot.arena.external import protocol
from core.rules import Refusal

AGENT_MARK: Final = "SPYRING_AGENT"
"""The environment variable with a unique value for each program, which its children inherit."""

QUIT_SECONDS: Final = 1.0
"""The time limit for a program to quit."""


def memory_limit() -> int:
    """Return the limit on a process's data in bytes: half of this machine's memory."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2


class AgentProcess:
    """A running program; call `close` at the end.

    On Linux, it and each of its children have a memory limit. Its own event loop runs during `ask`.
    """

    def __init__(self, command: Sequence[str]) -> None:
        """Start a program; raises ProtocolBreach if it cannot start."""
        self._runner = asyncio.Runner()
        self._mark = token_hex(16)
        self._errors = bytearray()
        """The end of its standard error."""
        try:
            self._process = self._runner.run(self._start(command))
        except (OSError, ValueError) as error:
            self._runner.close()
            reason = getattr(error, "strerror", None) or str(error)
            raise protocol.ProtocolBreach(f"it cannot be started: {reason}") from error

    async def _start(self, command: Sequence[str]) -> Process:
        loop = asyncio.get_running_loop()
        self._transport, streams = await loop.subprocess_exec(
            lambda: SubprocessStreamProtocol(protocol.LONGEST_LINE_BYTES, loop),
            *command,
            start_new_session=True,
            env={**os.environ, AGENT_MARK: self._mark},
        )
        process = Process(self._transport, streams, loop)
        if sys.platform == "linux":
            with suppress(ProcessLookupError):  # it has ended
                resource.prlimit(process.pid, resource.RLIMIT_DATA, (memory_limit(),) * 2)
        self._listening = asyncio.create_task(self._listen(process))
        return process

    async def _listen(self, process: Process) -> None:
        """Read standard error, so that the pipe never blocks the program."""
        if process.stderr is not None:
            while chunk := await process.stderr.read(protocol.LONGEST_LINE_BYTES):
                self._errors = (self._errors + chunk)[-protocol.LONGEST_LINE_BYTES :]

    def tell(self, *lines: str) -> None:
        """Send lines; the rest of a full pipe goes out with the next question."""
        if self._process.stdin is not None and not self._process.stdin.is_closing():
            self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())

    def ask(self, *lines: str, seconds: float) -> str:
        """Send lines and return the answer, without remarks.

        Raises ProtocolBreach for a program that ends, is late, or breaks the protocol.
        """
        return self._runner.run(self._answer(lines, seconds))

    async def _answer(self, lines: Sequence[str], seconds: float) -> str:
        with suppress(TimeoutError):
            async with asyncio.timeout(0):  # only a buffered line
                raise protocol.ProtocolBreach(
                    f"it spoke without being asked: {protocol.shown(await self._line())}"
                )
        self.tell(*lines)
        try:
            async with asyncio.timeout(seconds):
                return await self._line()
        except TimeoutError:
            raise protocol.ProtocolBreach(f"no answer within {seconds:g} seconds") from None

    async def _line(self) -> str:
        """Return the next line that is not a remark; raises ProtocolBreach."""
        if self._process.stdout is None:
            raise ValueError("a program without a pipe")
        while True:
            try:
                raw = await self._process.stdout.readline()
            except ValueError:
                raise protocol.ProtocolBreach(
                    f"a line is longer than {protocol.LONGEST_LINE_BYTES} bytes"
                ) from None
            if not raw.endswith(b"\n"):
                raise protocol.ProtocolBreach(f"it ended {await self._exit()}")
            line = protocol.text_of(raw[:-1])
            if not protocol.is_remark(line):
                return line

    async def _exit(self) -> str:
        """Return the program's exit status in words, and its last error line."""
        await self._ended()
        code = self._process.returncode
        ended = "its output" if code is None else f"with exit code {code}"
        said = self._errors.decode("utf-8", "replace").strip().splitlines()
        return f"{ended}: {protocol.shown(said[-1])}" if said else ended

    def close(self) -> None:
        """Ask the program to quit, then kill it and its children."""
        if self._process.returncode is None and self._process.stdin is not None:
            self.tell(protocol.QUIT.line)
            self._process.stdin.close()
            self._runner.run(self._ended())
        self.kill()

    async def _ended(self) -> None:
        """Wait briefly for the end of the program and of its standard error."""
        ending = asyncio.create_task(self._process.wait())
        await asyncio.wait((ending, self._listening), timeout=QUIT_SECONDS)

    def kill(self) -> None:
        """Kill the program and its children."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, SIGKILL)
        self._kill_children()
        # Closing the transport may lose the exit code, so asyncio has to read it first.
        with suppress(TimeoutError):
            self._runner.run(asyncio.wait_for(self._process.wait(), QUIT_SECONDS))
        self._kill_children()  # a child has no environment for a moment while it starts
        self._transport.close()
        self._runner.run(self._ended())
        self._runner.close()

    def _kill_children(self) -> None:
        for process in _marked(f"{AGENT_MARK}={self._mark}".encode()):
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, SIGKILL)


def _marked(variable: bytes) -> Iterator[int]:
    """Yield the processes with a variable in their environment, if Linux allows reading it."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended, or is another user's
            if variable in (folder / "environ").read_bytes().split(b"\0"):
                yield int(folder.name)


def command_words(command: str) -> tuple[str, ...]:
    """Return the words of a command line; raises Refusal if it cannot start a program."""
    if os.name != "posix":
        raise Refusal("arena-exec-posix")
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise Refusal("arena-exec-quotes", command=command) from error
    if not words:
        raise Refusal("arena-exec-empty")
    return words

"""A program that runs beside the referee and is asked a line at a time, within a time limit.

It never hangs: whatever the program does, an answer is there in time or `ProtocolBreach` is raised.
The program has a process group of its own, which is killed as a whole. Only POSIX systems can do
so. Processes that have left the group are found on Linux, by a mark in their environment.
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
"""The variable with a value of its own for each program, which all that it starts inherit."""

QUIT_SECONDS: Final = 1.0
"""How long a program may take to end when it is asked to."""


def memory_limit() -> int:
    """Return the bytes of data that a program's process may have: half of this machine's memory."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2


class AgentProcess:
    """A program that runs; it is to be closed.

    On Linux its memory is limited, and that of each process that it starts.

    It has an event loop of its own, which runs while an answer is waited for.
    """

    def __init__(self, command: Sequence[str]) -> None:
        """Start a program; raises ProtocolBreach where it cannot be started."""
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
            with suppress(ProcessLookupError):  # it has ended already
                resource.prlimit(process.pid, resource.RLIMIT_DATA, (memory_limit(),) * 2)
        self._listening = asyncio.create_task(self._listen(process))
        return process

    async def _listen(self, process: Process) -> None:
        """Read standard error, so that the program never waits for a reader."""
        if process.stderr is not None:
            while chunk := await process.stderr.read(protocol.LONGEST_LINE_BYTES):
                self._errors = (self._errors + chunk)[-protocol.LONGEST_LINE_BYTES :]

    def tell(self, *lines: str) -> None:
        """Send lines; what the program does not take at once it gets with the next question."""
        if self._process.stdin is not None and not self._process.stdin.is_closing():
            self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())

    def ask(self, *lines: str, seconds: float) -> str:
        """Send lines and return the line that answers them, remarks left out.

        Raises ProtocolBreach for a program that ends, is late, or breaks the protocol.
        """
        return self._runner.run(self._answer(lines, seconds))

    async def _answer(self, lines: Sequence[str], seconds: float) -> str:
        with suppress(TimeoutError):
            async with asyncio.timeout(0):  # what has been read already
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
        """Return the next line that is no remark; raises ProtocolBreach."""
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
        """Return the program's exit status in words, and the last line that it wrote."""
        await self._ended()
        code = self._process.returncode
        ended = "its output" if code is None else f"with exit code {code}"
        said = self._errors.decode("utf-8", "replace").strip().splitlines()
        return f"{ended}: {protocol.shown(said[-1])}" if said else ended

    def close(self) -> None:
        """Ask the program to quit, then end it and all that it started."""
        if self._process.returncode is None and self._process.stdin is not None:
            self.tell(protocol.QUIT.line)
            self._process.stdin.close()
            self._runner.run(self._ended())
        self.kill()

    async def _ended(self) -> None:
        """Wait for the end of the program and of its standard error, but not for long."""
        ending = asyncio.create_task(self._process.wait())
        await asyncio.wait((ending, self._listening), timeout=QUIT_SECONDS)

    def kill(self) -> None:
        """End the program and all that it started."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, SIGKILL)
        for process in _marked(f"{AGENT_MARK}={self._mark}".encode()):
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, SIGKILL)
        # Until asyncio knows the exit code, which the closing of the transport may take.
        with suppress(TimeoutError):
            self._runner.run(asyncio.wait_for(self._process.wait(), QUIT_SECONDS))
        self._transport.close()
        self._runner.run(self._ended())
        self._runner.close()


def _marked(variable: bytes) -> Iterator[int]:
    """Yield the processes with a variable in their environment, as far as Linux shows these."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended, or is another user's
            if variable in (folder / "environ").read_bytes().split(b"\0"):
                yield int(folder.name)


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

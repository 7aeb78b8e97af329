"""The program: run in this process, or from a shell if the test is about that."""

import io
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import copy_context
from typing import IO, Any, TypeAlias

import pytest

from bot.__main__ import main
from tests.bot.journal import reset_log

Stream: TypeAlias = int | IO[Any]

MOST_SECONDS = 120


def spyring(*arguments: str, lines: str = "") -> "subprocess.CompletedProcess[str]":
    """Run the program in this process with lines of input; return its output as text."""
    ended = _ended(arguments, lines.encode())
    return subprocess.CompletedProcess(
        arguments, ended.returncode, ended.stdout.decode(), ended.stderr.decode()
    )


def run(
    *arguments: str, setting: Mapping[str, str] | None = None
) -> "subprocess.CompletedProcess[bytes]":
    """Run the program in this process, without input."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in (setting or {}).items():
            patch.setenv(name, value)
        return _ended(arguments)


def _ended(arguments: Sequence[str], lines: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    """Run the program with streams of its own, and undo its global settings."""
    stdout, stderr = io.BytesIO(), io.BytesIO()
    with pytest.MonkeyPatch.context() as patch:
        for name, stream in (("stdin", io.BytesIO(lines)), ("stdout", stdout), ("stderr", stderr)):
            patch.setattr(sys, name, io.TextIOWrapper(stream, encoding="utf-8"))
        # The program asks this stream for the screen's width.
        patch.setattr(sys, "__stdout__", sys.stdout)
        try:
            code = copy_context().run(_code, arguments)
        finally:
            reset_log()
        sys.stdout.flush()
        sys.stderr.flush()
        return subprocess.CompletedProcess(arguments, code, stdout.getvalue(), stderr.getvalue())


def _code(arguments: Sequence[str]) -> int:
    try:
        return main(arguments)
    except SystemExit as left:
        return int(left.code or 0)


def process(
    *arguments: str,
    stdin: Stream = subprocess.DEVNULL,
    stdout: Stream = subprocess.PIPE,
    setting: Mapping[str, str] | None = None,
) -> "subprocess.CompletedProcess[bytes]":
    """Run the program as a process to its end."""
    return subprocess.run(  # noqa: S603 - our own program
        command(*arguments),
        stdin=stdin,
        stdout=stdout,
        stderr=subprocess.PIPE,
        env=environment(setting),
        timeout=MOST_SECONDS,
        check=False,
    )


def shell(
    redirection: str, *arguments: str, setting: Mapping[str, str] | None = None
) -> "subprocess.CompletedProcess[bytes]":
    """Run the program in a shell that redirects or closes its streams."""
    return subprocess.run(  # noqa: S603 - our own program
        ["/bin/sh", "-c", f'exec "$@" {redirection}', "sh", *command(*arguments)],
        capture_output=True,
        env=environment(setting),
        timeout=MOST_SECONDS,
        check=False,
    )


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "bot", *arguments]


def environment(setting: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the environment of a shell without settings of Python."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return kept | dict(setting or {})


@contextmanager
def unread() -> Iterator[int]:
    """Yield the write end of a pipe whose reader is closed."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        yield writing
    finally:
        os.close(writing)

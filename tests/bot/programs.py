"""The program as a shell runs it, with any standard streams."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import IO, Any, TypeAlias

Stream: TypeAlias = int | IO[Any]

MOST_SECONDS = 120


def spyring(*arguments: str, lines: str = "") -> "subprocess.CompletedProcess[str]":
    """Run the program with lines to read; return what it writes as text."""
    return subprocess.run(  # noqa: S603 - our own program
        command(*arguments),
        input=lines,
        capture_output=True,
        text=True,
        timeout=MOST_SECONDS,
        check=False,
    )


def run(
    *arguments: str,
    stdin: Stream = subprocess.DEVNULL,
    stdout: Stream = subprocess.PIPE,
    setting: Mapping[str, str] | None = None,
) -> "subprocess.CompletedProcess[bytes]":
    """Run the program to its end."""
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
    """Return the environment of a shell in which nothing is set about Python's streams."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return kept | dict(setting or {})


@contextmanager
def unread() -> Iterator[int]:
    """Yield the writing end of a pipe whose reader has gone."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        yield writing
    finally:
        os.close(writing)

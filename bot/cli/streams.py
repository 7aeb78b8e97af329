"""Standard streams that may be closed, lack characters, be full or have no reader.

The program's start imports this first, so it imports nothing large.
"""

import codecs
import gc
import io
import os
import signal
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from os import environ
from typing import TextIO

INTERRUPTED = 130
"""The exit code of an interrupted program, as in shells."""

BROKEN_PIPE = 141
"""The exit code of a program whose reader has closed the pipe, as in shells."""

STAND_INS: Mapping[str, str] = {
    **dict.fromkeys("┌┬┐├┼┤└┴┘", "+"),
    **dict.fromkeys("─–—", "-"),
    **dict.fromkeys("‘’", "'"),
    **dict.fromkeys("“”", '"'),
    "│": "|",
    "░": ":",
    "…": "~",
    "►": ">",
    "·": ",",
    "●": "o",
    "■": "#",
    "▲": "^",
    "◆": "%",
    "★": "*",
    "○": ".",
    "✖": "x",
}
"""Replacements of the same width for characters that an encoding lacks."""

READABLE = "spyring-readable"
"""The name of `readable` as an error handler of codecs."""


def prepare() -> None:
    """Make the three standard streams usable, whatever they are connected to.

    A closed stream reads as empty and discards output. An error handler replaces characters that a
    stream can't read or write.
    """
    # In the order of their descriptors: each opened file takes the lowest free one.
    sys.stdin = sys.stdin or _nowhere("r")
    sys.stdout = sys.stdout or _nowhere("w")
    sys.stderr = sys.stderr or _nowhere("w")
    codecs.register_error(READABLE, readable)
    _forgive(sys.stdin, "backslashreplace")
    _forgive(sys.stdout, READABLE)
    _forgive(sys.stderr, READABLE)


def readable(error: UnicodeError) -> tuple[str, int]:
    """Return a replacement for characters that an encoding lacks, and the position after them.

    It is an error handler of `codecs.register_error`. Characters not in STAND_INS lose their
    accents or become a backslash and their number.
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(_stand_in(character) for character in lacking), error.end


def _stand_in(character: str) -> str:
    letter = unicodedata.normalize("NFKD", character)[0]
    plain = STAND_INS.get(character, letter)
    return plain if plain.isascii() else character.encode("ascii", "backslashreplace").decode()


def discard(stream: TextIO) -> None:
    """Redirect a broken stream to the null device, so that Python does not write to it again."""
    with suppress(OSError, ValueError), open(os.devnull, "wb") as nowhere:  # noqa: PTH123
        os.dup2(nowhere.fileno(), stream.fileno())


def remark(sentence: str) -> None:
    """Write a sentence to standard error, if it is open, without control characters."""
    from adapters.terminal.cells import printable  # noqa: PLC0415

    try:
        print(printable(sentence), file=sys.stderr)
    except OSError:
        discard(sys.stderr)


def _nowhere(mode: str) -> TextIO:
    stream = open(os.devnull, mode, encoding="utf-8")  # noqa: PTH123, SIM115 - kept open
    assert isinstance(stream, io.TextIOWrapper)  # noqa: S101
    return stream


def _forgive(stream: TextIO, errors: str) -> None:
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors=errors)


def is_coloured() -> bool:
    """Return whether the environment allows colours."""
    return not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"


@contextmanager
def loading() -> Iterator[None]:
    """Import modules without garbage collection; Ctrl-C exits at once during the imports.

    A module could swallow or print an exception during its import, and no data can be lost yet. The
    collector would scan the modules, which stay, again and again.
    """
    usual = signal.getsignal(signal.SIGINT)
    if usual is signal.default_int_handler:
        signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    known = len(sys.modules)
    gc.disable()
    try:
        yield
    finally:
        if len(sys.modules) > known:
            gc.freeze()
        gc.enable()
        signal.signal(signal.SIGINT, usual)

"""Standard input, output and error as they may be found: closed, narrow, full, or with no reader.

Nothing large is imported here: the entry needs it before anything else.
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
"""The exit code that shells know for a program that was interrupted."""

BROKEN_PIPE = 141
"""The exit code that shells know for a program whose reader has gone."""

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
"""What is written where an encoding lacks a character: as wide, so that boards keep their shape."""

READABLE = "spyring-readable"
"""The name by which Python's codecs know `readable`."""


def prepare() -> None:
    """Make the three standard streams usable, whatever they are connected to.

    A closed one reads as empty and swallows what is written; a character that cannot be read or
    written is shown by another one instead of ending the program.
    """
    # In the order of their descriptors: each opened file takes the lowest one that is free.
    sys.stdin = sys.stdin or _nowhere("r")
    sys.stdout = sys.stdout or _nowhere("w")
    sys.stderr = sys.stderr or _nowhere("w")
    codecs.register_error(READABLE, readable)
    _forgive(sys.stdin, "backslashreplace")
    _forgive(sys.stdout, READABLE)
    _forgive(sys.stderr, READABLE)


def readable(error: UnicodeError) -> tuple[str, int]:
    """Return what stands for the characters that an encoding lacks, and where to go on.

    It is a handler of errors as `codecs.register_error` has it. Characters without a stand-in
    lose their accents, or are written as a backslash and their number.
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
    """Let a stream that cannot be written lead nowhere, so that Python does not try again."""
    with suppress(OSError, ValueError), open(os.devnull, "wb") as nowhere:  # noqa: PTH123
        os.dup2(nowhere.fileno(), stream.fileno())


def _nowhere(mode: str) -> TextIO:
    stream = open(os.devnull, mode, encoding="utf-8")  # noqa: PTH123, SIM115 - kept open
    assert isinstance(stream, io.TextIOWrapper)  # noqa: S101
    return stream


def _forgive(stream: TextIO, errors: str) -> None:
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors=errors)


def is_coloured() -> bool:
    """Return whether the environment lets terminals show colours."""
    return not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"


@contextmanager
def loading() -> Iterator[None]:
    """Let modules be imported quickly, and Ctrl-C end the program on the spot meanwhile.

    An exception could be swallowed or shown by whatever is being imported, and nothing could be
    lost yet. Modules stay: the garbage collector would look at all of them again and again.
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

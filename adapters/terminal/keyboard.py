"""A terminal between prompts: typed-ahead text, echo, suspension, and a note while bots think.

This module touches no other input, so no line of a script is lost.
"""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import UnsupportedOperation
from threading import Timer
from typing import TYPE_CHECKING, Final, TextIO

from bot.texts import Texts
from core.view import phrase

try:
    import termios
except ImportError:  # on Windows, which keeps its echo and typed-ahead keys
    termios = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from _typeshed import HasFileno

PATIENCE_SECONDS: Final = 0.5
"""Seconds of work before the note appears."""

ERASE_LINE: Final = "\r\x1b[K"


def drop_typed_ahead(keyboard: "HasFileno") -> bool:
    """Drop typed-ahead text; return False if the input is not a terminal."""
    terminal = _terminal(keyboard)
    if terminal is None:
        return False
    with suppress(termios.error):
        termios.tcflush(terminal, termios.TCIFLUSH)
    return True


@contextmanager
def unechoed(keyboard: "HasFileno") -> Iterator[None]:
    """Turn a terminal's echo off; Ctrl-C and Ctrl-Z still work."""
    terminal = _terminal(keyboard)
    if terminal is None:
        yield
        return
    usual = termios.tcgetattr(terminal)
    silent = [*usual]
    silent[3] &= ~termios.ECHO
    termios.tcsetattr(terminal, termios.TCSANOW, silent)
    try:
        yield
    finally:
        with suppress(termios.error):
            termios.tcsetattr(terminal, termios.TCSANOW, usual)


def suspend() -> None:
    """Stop the program and its job until the shell continues it; a no-op on Windows."""
    if hasattr(signal, "SIGTSTP"):
        os.kill(0, signal.SIGTSTP)


def _terminal(keyboard: "HasFileno") -> int | None:
    """Return the descriptor of a terminal, None for any other input."""
    if termios is None:
        return None
    try:
        descriptor = keyboard.fileno()
    except (UnsupportedOperation, NotImplementedError, ValueError):
        return None
    return descriptor if os.isatty(descriptor) else None


@contextmanager
def thinking(
    texts: Texts,
    *,
    keyboard: TextIO | None = None,
    screen: TextIO | None = None,
    patience: float = PATIENCE_SECONDS,
) -> Iterator[None]:
    """Show a note that the bots think if work takes longer than `patience` seconds; then erase it.

    The terminal does not echo keys meanwhile. The default streams are standard input and output.
    """
    written, said = screen or sys.stdout, texts.say(phrase("terminal-thinking"))
    shown: list[str] = []

    def show() -> None:
        shown.append(said)
        written.write(said)
        written.flush()

    timer = Timer(patience, show)
    timer.daemon = True
    with unechoed(keyboard or sys.stdin):
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            if shown:
                written.write(ERASE_LINE)
                written.flush()

"""A terminal between prompts: text typed ahead, echo, suspension, and that the bots think.

Nothing here touches input that is no terminal: lines of a script are never thrown away.
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
except ImportError:  # on Windows, where keys that wait and the echo stay as they are
    termios = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from _typeshed import HasFileno

PATIENCE_SECONDS: Final = 0.5
"""How long anything may take before it is said that it is under way."""

ERASE_LINE: Final = "\r\x1b[K"


def drop_typed_ahead(keyboard: "HasFileno") -> bool:
    """Throw away what has been typed and not been read yet; return False where nobody types."""
    terminal = _terminal(keyboard)
    if terminal is None:
        return False
    with suppress(termios.error):
        termios.tcflush(terminal, termios.TCIFLUSH)
    return True


@contextmanager
def unechoed(keyboard: "HasFileno") -> Iterator[None]:
    """Let a terminal not show what is typed; Ctrl-C and Ctrl-Z do as usual."""
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
    """Stop the program with all of its job until the shell continues it; Windows has no such."""
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
    """Say that the bots think while work takes longer than `patience` seconds; then erase it.

    Keys that are pressed meanwhile are not shown. The streams are standard ones unless said.
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

"""The word that the program is at work, where a person at a terminal waits for it."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Final, TextIO

from adapters.terminal.keyboard import unechoed
from bot.texts import Texts
from core.view import phrase

PATIENCE_SECONDS: Final = 0.5
"""How long anything may take before it is said that it is under way."""

ERASE_LINE: Final = "\r\x1b[K"


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

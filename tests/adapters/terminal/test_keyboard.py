import io
import os
import select
import sys
import termios
from collections.abc import Iterator
from importlib.util import find_spec, module_from_spec
from threading import Event
from typing import TextIO

import pytest

from adapters.terminal.keyboard import ERASE_LINE, drop_typed_ahead, thinking, unechoed
from tests.adapters.terminal.tables import TEXTS

LONG = 3600.0
"""Seconds that exceed any test."""


class Told(io.StringIO):
    """A screen that reports each write."""

    def __init__(self) -> None:
        super().__init__()
        self.written = Event()

    def write(self, text: str) -> int:
        try:
            return super().write(text)
        finally:
            self.written.set()


@pytest.fixture
def keys() -> Iterator[tuple[int, TextIO]]:
    """A terminal's master descriptor, and its input."""
    typing, terminal = os.openpty()
    with open(terminal, encoding="utf-8") as opened:  # noqa: PTH123 - an open descriptor
        yield typing, opened
    os.close(typing)


def waits(stream: TextIO) -> bool:
    """Return whether input can be read at once."""
    return bool(select.select([stream], [], [], 0)[0])


def echoes(stream: TextIO) -> bool:
    return bool(termios.tcgetattr(stream)[3] & termios.ECHO)


def test_what_was_typed_ahead_at_a_terminal_is_thrown_away(keys: tuple[int, TextIO]) -> None:
    typing, terminal = keys
    os.write(typing, b"whale\n")
    assert waits(terminal)
    drop_typed_ahead(terminal)
    assert not waits(terminal)
    os.write(typing, b"tuna\n")
    assert terminal.readline() == "tuna\n"


def test_lines_of_a_script_are_never_thrown_away() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"whale\n")
    os.close(writing)
    with open(reading, encoding="utf-8") as script:  # noqa: PTH123 - an open descriptor
        drop_typed_ahead(script)
        with unechoed(script):
            assert script.readline() == "whale\n"
    for stream in (io.StringIO("whale\n"), io.BytesIO(b"whale")):
        assert not drop_typed_ahead(stream)


def test_keys_are_not_shown_while_the_program_is_at_work(keys: tuple[int, TextIO]) -> None:
    _, terminal = keys
    with thinking(TEXTS, keyboard=terminal, screen=Told(), patience=LONG):
        assert not echoes(terminal)
    assert echoes(terminal)


def test_long_work_is_told_and_the_word_is_taken_away_again(keys: tuple[int, TextIO]) -> None:
    screen = Told()
    with thinking(TEXTS, keyboard=keys[1], screen=screen, patience=0):
        assert screen.written.wait(LONG)
        assert screen.getvalue() == "thinking ..."
    assert screen.getvalue() == f"thinking ...{ERASE_LINE}"


def test_short_work_is_not_told(keys: tuple[int, TextIO]) -> None:
    screen = Told()
    with thinking(TEXTS, keyboard=keys[1], screen=screen, patience=LONG):
        pass
    assert screen.getvalue() == ""


def test_work_that_fails_leaves_the_terminal_as_it_was(keys: tuple[int, TextIO]) -> None:
    screen = Told()

    def fail() -> None:
        with thinking(TEXTS, keyboard=keys[1], screen=screen, patience=0):
            assert screen.written.wait(LONG)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert screen.getvalue().endswith(ERASE_LINE)
    assert echoes(keys[1])


def test_on_a_system_without_termios_the_module_loads_and_takes_nothing_for_a_terminal(
    keys: tuple[int, TextIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows lacks termios; the game works there nevertheless."""
    monkeypatch.setitem(sys.modules, "termios", None)
    spec = find_spec("adapters.terminal.keyboard")
    assert spec
    assert spec.loader
    elsewhere = module_from_spec(spec)
    spec.loader.exec_module(elsewhere)
    _, terminal = keys
    assert drop_typed_ahead(terminal)
    assert not elsewhere.drop_typed_ahead(terminal)
    with elsewhere.unechoed(terminal):
        pass

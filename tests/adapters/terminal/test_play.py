import io
import os
import re
from pathlib import Path

import pytest

import adapters.terminal
from adapters.terminal.play import BROKEN_PIPE, INTERRUPTED, play, type_keyword
from core.codenames.model import Options
from core.rules import IllegalAction, Seat
from tests.adapters.terminal.tables import TEXTS, chairs, dealt, keyword_of

CATALOGUE = Path(__file__).parents[3] / "bot" / "texts" / "en" / "terminal.ftl"
SOURCES = Path(adapters.terminal.__file__).parent


def test_without_a_manner_the_game_is_played_as_lines() -> None:
    table, stdout = dealt(), io.StringIO()
    streams = (io.StringIO("zephyr 2\n"), stdout)
    assert play(table, TEXTS, *streams, seats=chairs(table)) == 0
    assert stdout.getvalue().splitlines()[-1] == "end-of-input"


def test_a_keyword_is_typed_before_anything_else() -> None:
    table, stdout = dealt(Options(keyword=True)), io.StringIO()
    streams = (io.StringIO(), stdout)
    play(table, TEXTS, *streams, seats=chairs(table), keyword=" open sesame")
    lines = stdout.getvalue().splitlines()
    assert "typed blue-spymaster" in lines[0]
    assert "sesame" not in stdout.getvalue()
    assert keyword_of(table) == " open sesame"


def test_a_keyword_is_typed_for_the_first_person_who_may() -> None:
    table = dealt(Options(keyword=True))
    type_keyword(table, (Seat("blue-guesser"), Seat("red-spymaster")), "sesame")
    assert table.observe(None).typed_by == "red-spymaster"


def test_a_guesser_who_may_not_type_the_keyword_is_told_so() -> None:
    table = dealt(Options(keyword=True))
    with pytest.raises(IllegalAction):
        type_keyword(table, (Seat("blue-guesser"),), "sesame")
    assert table.observe(None).typed_by is None


def test_a_keyword_for_a_table_that_takes_none_is_refused() -> None:
    table = dealt()
    streams = (io.StringIO(), io.StringIO())
    with pytest.raises(IllegalAction) as refused:
        play(table, TEXTS, *streams, seats=chairs(table), keyword="sesame")
    assert refused.value.phrase.key == "no-keyword-now"


def test_bytes_that_are_no_text_are_refused_as_a_line() -> None:
    table = dealt()
    stdin = io.TextIOWrapper(io.BytesIO(b"\xff\xfe 2\nquit\n"), encoding="utf-8")
    stdout = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    assert play(table, TEXTS, stdin, stdout, seats=chairs(table)) == 0
    stdout.seek(0)
    assert re.search(r"^! .*xff", stdout.read(), re.MULTILINE)


def test_a_reader_who_has_gone_ends_the_game() -> None:
    table = dealt()
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "w", encoding="utf-8") as stdout:  # noqa: PTH123 - an open descriptor
        streams = (io.StringIO("board\n"), stdout)
        code = play(table, TEXTS, *streams, seats=chairs(table))
    assert code == BROKEN_PIPE


class Impatient(io.RawIOBase):
    """An input that Ctrl-C interrupts at every read."""

    def readable(self) -> bool:
        """Return True: it is a readable stream."""
        return True

    def readinto(self, _buffer: object) -> int:
        """Raise KeyboardInterrupt, as Ctrl-C does."""
        raise KeyboardInterrupt


def test_an_interrupt_ends_the_plain_game() -> None:
    table = dealt()
    stdin = io.TextIOWrapper(io.BufferedReader(Impatient()))
    streams = (stdin, io.StringIO())
    assert play(table, TEXTS, *streams, seats=chairs(table)) == INTERRUPTED


def test_every_sentence_of_the_terminal_is_written_and_used() -> None:
    written = set(re.findall(r"^(terminal-[a-z-]+) =", CATALOGUE.read_text("utf-8"), re.MULTILINE))
    source = "".join(path.read_text("utf-8") for path in SOURCES.glob("*.py"))
    named = set(re.findall(r'"(terminal-[a-z-]+)"', source))
    stems = tuple(re.findall(r'"(terminal-[a-z-]+-){', source))
    assert named <= written
    assert {key for key in written - named if not key.startswith(stems)} == set()

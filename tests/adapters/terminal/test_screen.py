import io
from collections.abc import Iterator

import pytest
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from adapters.terminal.screen import CLEAR, CLEAR_VISIBLE, Leaving, Screen

PROMPT = ">"
"""Text without blanks: terminals move over blanks instead of writing them."""

LONG = 3600.0
"""Seconds that exceed any test."""


@pytest.fixture
def keyboard() -> Iterator[PipeInput]:
    """A keyboard on which a test types."""
    with create_pipe_input() as pipe:
        yield pipe


@pytest.fixture
def written() -> io.StringIO:
    """The output to the screen."""
    return io.StringIO()


@pytest.fixture
def screen(keyboard: PipeInput, written: io.StringIO) -> Screen:
    """A screen of 30 rows and 80 columns."""
    size = Size(rows=30, columns=80)
    return Screen(keyboard, Vt100_Output(written, lambda: size, enable_cpr=False), "Leave? ")


def test_a_screen_knows_its_size(screen: Screen) -> None:
    assert screen.size == (30, 80)


def test_a_line_is_asked_for(screen: Screen, keyboard: PipeInput) -> None:
    keyboard.send_text("whale\r")
    assert screen.ask("> ") == "whale"


def test_the_end_of_input_leaves(screen: Screen, keyboard: PipeInput) -> None:
    keyboard.send_text("\x04")
    with pytest.raises(Leaving):
        screen.ask("> ")


def test_an_interrupt_leaves_only_if_that_is_wanted(screen: Screen, keyboard: PipeInput) -> None:
    keyboard.send_text("\x03n\rwhale\r\x03y\r")
    assert screen.ask("> ") == "whale"
    with pytest.raises(Leaving):
        screen.ask("> ")


def test_a_secret_is_not_written(screen: Screen, keyboard: PipeInput, written: io.StringIO) -> None:
    keyboard.send_text("sesame\r")
    assert screen.ask_secret("? ") == "sesame"
    assert "sesame" not in written.getvalue()


def test_a_line_is_remembered_for_the_one_who_typed_it(screen: Screen, keyboard: PipeInput) -> None:
    keyboard.send_text("whale\rtuna\rcod\r")
    screen.ask("> ", who="red")
    screen.ask("> ", who="blue")
    screen.ask("> ")
    remembered = {who: prompt.history.get_strings() for who, prompt in screen._prompts.items()}
    assert remembered == {"red": ["whale"], "blue": ["tuna"], "": []}


def test_a_secret_is_not_remembered(screen: Screen, keyboard: PipeInput) -> None:
    keyboard.send_text("sesame\r")
    screen.ask_secret("? ")
    assert screen._prompts == {}


@pytest.mark.parametrize(
    ("answer", "otherwise", "meant"),
    [("", True, True), ("", False, False), ("y", False, True), ("Yes", False, True),
     ("はい", False, True), ("ＹＥＳ", False, True), ("n", True, False), ("whale", True, False)],
)  # fmt: skip
def test_only_yes_or_an_empty_line_confirms(
    screen: Screen, keyboard: PipeInput, answer: str, otherwise: bool, meant: bool
) -> None:
    keyboard.send_text(f"{answer}\r")
    assert screen.confirm("? ", otherwise=otherwise) is meant


@pytest.mark.parametrize("key", [" ", "\r", "\n"])
def test_a_key_ends_the_waiting_and_no_more(screen: Screen, keyboard: PipeInput, key: str) -> None:
    keyboard.send_text(key)
    screen.wait(LONG)
    keyboard.send_text("whale\r")
    assert screen.ask("> ") == "whale"


def test_what_is_typed_while_waiting_answers_nothing(screen: Screen, keyboard: PipeInput) -> None:
    keyboard.send_text("whale\r")
    screen.wait(LONG)
    keyboard.send_text("tuna\r")
    assert screen.ask("> ") == "tuna"


def test_an_interrupt_ends_the_waiting_and_is_passed_on(
    screen: Screen, keyboard: PipeInput
) -> None:
    keyboard.send_text("\x03")
    with pytest.raises(KeyboardInterrupt):
        screen.wait(LONG)


def test_the_waiting_ends_by_itself(screen: Screen) -> None:
    screen.wait(0.001)


def test_no_waiting_reads_no_key(screen: Screen, keyboard: PipeInput) -> None:
    keyboard.send_text("whale\r")
    screen.wait(0)
    assert screen.ask("> ") == "whale"


def test_clearing_is_written_at_once(screen: Screen, written: io.StringIO) -> None:
    screen.clear()
    assert written.getvalue() == CLEAR


def test_lines_are_written_with_their_colours(screen: Screen, written: io.StringIO) -> None:
    screen.write(["\x1b[1;38;5;231;48;5;25mB\x1b[0m"])
    assert "48;5;25" in written.getvalue()


class Answered(io.StringIO):
    """Output whose first prompt a key answers."""

    def __init__(self, keyboard: PipeInput) -> None:
        super().__init__()
        self._keyboard = keyboard

    def write(self, text: str) -> int:
        """Write, and press a key at the first prompt."""
        if PROMPT in text and PROMPT not in self.getvalue():
            self._keyboard.send_text("a")
        return super().write(text)


def test_another_size_redraws_and_keeps_what_has_been_typed(keyboard: PipeInput) -> None:
    def size() -> Size:
        return Size(rows=30, columns=40 if PROMPT in written.getvalue() else 80)

    def redraw() -> None:
        resized.write(["drawn anew"])
        keyboard.send_text("le\r")

    written = Answered(keyboard)
    resized = Screen(keyboard, Vt100_Output(written, size, enable_cpr=False), "Leave? ")
    resized.redraw = redraw
    keyboard.send_text("wh")
    assert resized.ask(PROMPT) == "whale"
    told = written.getvalue().partition(CLEAR_VISIBLE)[2]
    assert told.count("drawn anew") == 1

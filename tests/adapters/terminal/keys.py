"""Lines typed on a table's screen, and its output."""

import io
import re
from collections.abc import Sequence
from typing import Final

from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from adapters.terminal.render import PlayOptions
from adapters.terminal.screen import Screen
from adapters.terminal.session import TerminalSession
from bot.cli.play.client import LocalClient
from bot.texts import Texts
from core.rules import Seat
from core.view import phrase
from tests.adapters.terminal.tables import TEXTS

TALL: Final = Size(rows=40, columns=80)
SMALL: Final = Size(rows=24, columns=80)
LEAVE: Final = "\x04"
INTERRUPT: Final = "\x03"
STEERING: Final = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\r|\x07")

PROMPT: Final = re.compile(r"\x1b\[\?2004h.*?\x1b\[\?2004l", re.DOTALL)
"""From a prompt's request for bracketed paste to its end."""


def play(
    typed: Sequence[str],
    table: LocalClient,
    seats: Sequence[Seat],
    *,
    size: Size = TALL,
    manner: PlayOptions | None = None,
    texts: Texts = TEXTS,
) -> tuple[int, str]:
    """Type lines at a table; return the exit code and all output.

    Enter ends a line, a control character stands by itself; after the last line Ctrl-D leaves.
    """
    written = io.StringIO()
    display = Vt100_Output(written, lambda: size, term="xterm-256color", enable_cpr=False)
    with create_pipe_input() as keyboard:
        for text in (*typed, LEAVE):
            keyboard.send_text(text if text in (LEAVE, INTERRUPT) else f"{text}\r")
        screen = Screen(keyboard, display, texts.say(phrase("terminal-leave")))
        options = manner or PlayOptions(colour=False)
        code = TerminalSession(table, texts, screen, seats, options).run()
    return code, written.getvalue()


def read(written: str) -> str:
    """Return the words on the screen, without the cursor movements between them."""
    return " ".join(STEERING.sub(" ", written).split())


def between_prompts(written: str) -> str:
    """Return the output except prompts, which the terminal repaints unpredictably often."""
    return PROMPT.sub("", written)

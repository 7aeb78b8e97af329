"""The terminal for games' own commands: text, views and pictures."""

import sys
from dataclasses import dataclass
from shutil import get_terminal_size

from adapters.picture import render
from adapters.picture.page import page
from adapters.picture.text import missing
from adapters.terminal.cells import printable
from adapters.terminal.render import render_text
from bot.cli.streams import is_coloured
from bot.texts import Texts
from core.view import Cell, Grid, Phrase, View, phrase


@dataclass(frozen=True, slots=True)
class TerminalConsole:
    """Writes to standard output, without control characters, and draws pictures."""

    texts: Texts

    @property
    def columns(self) -> int | None:
        """The terminal's width in cells; None if standard output is not a terminal."""
        return get_terminal_size().columns if sys.stdout.isatty() else None

    def write(self, text: str) -> None:
        """Write lines to standard output."""
        print(printable(text))

    def warn(self, text: str) -> None:
        """Write lines to standard error."""
        print(printable(text), file=sys.stderr)

    def show(self, view: View) -> None:
        """Write a view to standard output, in colour if the terminal has colours."""
        print(render_text(view, self.texts, colour=sys.stdout.isatty() and is_coloured()))

    def picture(self, grid: Grid, header: Phrase) -> bytes:
        """Return a grid as a PNG with a sentence above it, in a language that the font supports."""
        said = self.texts.say(header)
        if missing(said):
            # The program's font has no Japanese and would draw boxes.
            said = Texts.load().say(header)
        return render(grid, header=said)

    def page(self, view: View) -> bytes:
        """Return a view as a self-contained HTML page."""
        return page(view, self.texts)


def any_picture() -> bytes:
    """Return a picture of one cell, as a test of the fonts; raises OSError."""
    return render(Grid(((Cell("A1", "A1"),),), phrase("doctor-fonts")), header="A1")

"""Views as text for a terminal: the board as a table of tiles, everything else as lines.

Colour is never the only sign: an uncovered card is filled and shows its glyph and letter, a hint
(which only this viewer may know) is a small badge on a plain tile. Without colours a filled tile is
shaded, and the text is the same.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import chain
from typing import TypeAlias

from adapters.terminal.cells import centred, padded, printable, shortened, width, wrapped
from bot.texts import Texts
from core import view as model
from core.view import Phrase, Tone, View, find, phrase

USUAL_WIDTH = 80
WIDEST_TILE = 18
ROOMY_TILE = 9
"""The least cells of a tile with space before and after its word."""
FLAT_TILE = 14
"""The least cells of a tile with a word and signs side by side."""
MOST_CHOICES = 8
"""Choices of one block that are listed; the rest are only counted."""
BADGE = 5
"""Cells of a glyph and a letter with space around them."""
MARK = "►"
SEAT_PATTERN = re.compile(r"(?P<team>[a-z]+)-(?P<role>[a-z]+)(-(?P<number>[0-9]{1,3}))?")
"""A seat of a team; the first one of a role has no number."""

RESET = "\x1b[0m"
FILL = "░"
WHITE, DARK = 231, 16

COLOUR_PAIRS: Mapping[model.Colour, tuple[int, int]] = {
    model.Colour.BLUE: (WHITE, 25),
    model.Colour.RED: (WHITE, 160),
    model.Colour.GREEN: (WHITE, 28),
    model.Colour.YELLOW: (DARK, 220),
    model.Colour.PURPLE: (WHITE, 91),
    model.Colour.SAND: (DARK, 180),
    model.Colour.BLACK: (WHITE, 237),
}
"""Text and background of each colour, as distinguishable numbers of the 256-colour palette.

They are above the first sixteen, which themes change. A filled area sets both, to be legible on
dark and light screens.
"""

TONE_CODES: Mapping[Tone, str] = {
    Tone.LARGE: "1",
    Tone.STRONG: "1",
    Tone.QUIET: "2",
    Tone.GOOD: "1;32",
    Tone.BAD: "1;31",
}


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """Options of a game's display: `pause_s` seconds after a bot acts, `vocabulary` of clues."""

    colour: bool = True
    pause_s: float = 0.0
    vocabulary: Sequence[str] = ()


def render_text(view: View, texts: Texts, *, colour: bool, width: int = USUAL_WIDTH) -> str:
    """Return the view as text of at most `width` cells a line, without a final line feed."""
    return Renderer(texts, colour, width).view(view)


def uncrowded(view: View) -> Iterator[model.Block]:
    """Yield the blocks for a person who types.

    People type the names of cards. So this omits forms with listed values, evident choices, and the
    forms next to these: the prompt explains the input. `help` lists quiet choices.
    """
    plain = any(block.evident for block in find(view, model.Choices))
    for block in view.blocks:
        match block:
            case model.FormBlock(blanks=blanks, enabled=enabled):
                if enabled and not plain and not all(blank.values for blank in blanks):
                    yield block
            case model.Choices(choices=choices, evident=False):
                loud = tuple(one for one in choices if one.enabled and one.tone is not Tone.QUIET)
                yield model.Choices(loud[:MOST_CHOICES])
                if len(loud) > MOST_CHOICES:
                    yield model.Text(phrase("terminal-more-choices", more=len(loud) - MOST_CHOICES))
            case _ if not isinstance(block, model.Choices):
                yield block


DrawTile: TypeAlias = Callable[[model.Cell, int], str]
"""Draws one line of a card's tile, with the tile's width."""

FRAME_LINES = 3
"""Lines of a board besides its rows: the numbers of the columns, and the frame's edges."""


class Density(Enum):
    """The number of lines of a board."""

    RULED = auto()
    """Two a row, and a rule between rows."""
    CLOSE = auto()
    """Two a row: the word, and its signs below."""
    FLAT = auto()
    """One a row: the word and its signs side by side."""


@dataclass(frozen=True, slots=True)
class Renderer:
    """Renders blocks in one language, with or without colours, `width` cells wide."""

    texts: Texts
    colour: bool
    width: int = USUAL_WIDTH
    board_rows: int | None = None
    """Maximum lines of a board; None for as many as look best."""

    def view(self, view: View) -> str:
        """Return a whole view: its title, its blocks and its footer."""
        lines = [*self.sentence(view.title, Tone.STRONG)]
        lines += chain.from_iterable(map(self.block, uncrowded(view)))
        if view.footer:
            lines += self.sentence(view.footer, Tone.QUIET)
        return "\n".join(lines)

    def block(self, block: model.Block) -> Iterator[str]:
        """Yield the lines of one block of a view."""
        match block:
            case model.Text(phrase=said, tone=tone):
                yield from self.sentence(said, tone)
            case model.Grid():
                yield from self.grid(block)
            case model.Fields():
                yield from self._fields(block)
            case model.Drawing(lines=lines):
                yield from lines
            case model.FormBlock(label=label, blanks=blanks):
                usage = " ".join(blank.name.upper() for blank in blanks)
                yield from self.sentence(phrase("terminal-form", label=label, usage=usage))
            case model.Choices(choices=choices):
                for choice in choices:
                    said = phrase("terminal-choice", line=choice.line, label=choice.label)
                    yield from self.sentence(said, choice.tone)

    def sentence(self, said: Phrase, tone: Tone = Tone.PLAIN) -> Iterator[str]:
        """Yield a phrase's lines."""
        for line in wrapped(self.said(said), self.width):
            yield self.toned(line, tone)

    def toned(self, text: str, tone: Tone) -> str:
        """Return measured text in a tone."""
        return self._marked(text, TONE_CODES.get(tone))

    def filled(self, text: str, colour: model.Colour) -> str:
        """Return measured text on a coloured background."""
        pair = COLOUR_PAIRS.get(colour)
        return self._marked(text, pair and "1;38;5;{};48;5;{}".format(*pair))

    def _marked(self, text: str, code: str | None) -> str:
        return f"\x1b[{code}m{text}{RESET}" if self.colour and code and text else text

    def said(self, said: Phrase) -> str:
        """Return a phrase as text without control characters."""
        return printable(self.texts.say(said))

    def grid(self, grid: model.Grid) -> Iterator[str]:
        """Yield a grid's lines: column numbers, tiles in a frame, and words that were cut."""
        cols = max((len(row) for row in grid.cells), default=0)
        if not cols:
            return
        margin = 1 + max(width(row[0].row) for row in grid.cells if row)
        # The tiles and the frame share the width without the margin.
        share = (self.width - margin - 1) // cols - 1
        tile = BADGE if _is_wordless(grid) else max(1, min(WIDEST_TILE, share))
        density = self._density(grid, tile)
        yield from self._framed(grid, tile, margin, density)
        yield from self._full_words(grid, tile, density)
        yield from self._pointers(grid)

    def _framed(self, grid: model.Grid, tile: int, margin: int, density: Density) -> Iterator[str]:
        cols = max(len(row) for row in grid.cells)
        indent = " " * margin
        names = (" " + centred(cell.column, tile) for cell in grid.cells[0])
        yield (indent + "".join(names)).rstrip()
        yield indent + _rule("┌┬┐", cols, tile)
        for number, row in enumerate(grid.cells):
            if number and density is Density.RULED:
                yield indent + _rule("├┼┤", cols, tile)
            head = padded(row[0].row, margin)
            for draw in self._tile_lines(grid, density):
                yield head + "│" + "".join(draw(cell, tile) + "│" for cell in row)
                head = indent
        yield indent + _rule("└┴┘", cols, tile)

    def _density(self, grid: model.Grid, tile: int) -> Density:
        """Return the roomiest density of a grid that fits."""
        if _is_wordless(grid):
            return Density.FLAT
        rows = len(grid.cells)
        if self.board_rows is None or 3 * rows + FRAME_LINES - 1 <= self.board_rows:
            return Density.RULED
        if tile < FLAT_TILE or 2 * rows + FRAME_LINES <= self.board_rows:
            return Density.CLOSE
        return Density.FLAT

    def _tile_lines(self, grid: model.Grid, density: Density) -> tuple[DrawTile, ...]:
        """Return the functions that draw the lines of a tile."""
        if _is_wordless(grid):
            return (self._signs,)
        return (self._word_with_signs,) if density is Density.FLAT else (self._word, self._signs)

    def _word(self, cell: model.Cell, tile: int) -> str:
        """Return a tile's first line: the word."""
        word = shortened(printable(cell.label), word_room(cell, tile, flat=False))
        word = f" {word} " if tile >= ROOMY_TILE else word
        return self.filled(padded(word, tile, self._ground(cell)), cell.face.colour)

    def _signs(self, cell: model.Cell, tile: int) -> str:
        """Return a tile's second line: the face or the viewer's hint, and marks."""
        marks = _marks(cell)
        room = tile - width(marks)
        if cell.face != model.BLANK:
            text = padded(_badge(cell.face, room), room, self._ground(cell)) + marks
            return self.filled(text, cell.face.colour)
        if cell.hint is None:
            return " " * room + marks
        badge = _badge(cell.hint, room)
        return self.filled(badge, cell.hint.colour) + " " * (room - width(badge)) + marks

    def _word_with_signs(self, cell: model.Cell, tile: int) -> str:
        """Return a tile of one line: the word, marks, and the face or the viewer's hint."""
        face, marks = cell.known, _marks(cell)
        badge = _small_badge(face)
        label = shortened(printable(cell.label), word_room(cell, tile, flat=True))
        room = tile - width(badge) - width(marks)
        word = padded(f" {label}", room, self._ground(cell))
        if cell.face != model.BLANK:
            return self.filled(word + marks + badge, cell.face.colour)
        return word + marks + self.filled(badge, face.colour)

    def _ground(self, cell: model.Cell) -> str:
        """Return the character of a tile's background: a blank, or a shade without colours."""
        return " " if cell.face == model.BLANK or self.colour else FILL

    def _full_words(self, grid: model.Grid, tile: int, density: Density) -> Iterator[str]:
        """Yield the words that tiles had to cut, with their places."""
        flat = density is Density.FLAT
        long = [
            f"{cell.place} {cell.label}"
            for cell in chain.from_iterable(grid.cells)
            if width(printable(cell.label)) > word_room(cell, tile, flat=flat)
        ]
        if long:
            yield from self.sentence(phrase("terminal-cut-words", words=tuple(long)))

    def _pointers(self, grid: model.Grid) -> Iterator[str]:
        for cell in chain.from_iterable(grid.cells):
            if cell.marks:
                who = tuple(
                    spoken_seat(one.seat) if isinstance(one, model.SeatPhrase) else one
                    for one in cell.marks
                )
                yield from self.sentence(phrase("terminal-pointed", card=cell.label, who=who))

    def _fields(self, fields: model.Fields) -> Iterator[str]:
        """Yield lines of as many names and values as fit; wrap long ones."""
        line, used = "", 0
        for face, name, value in fields.rows:
            indent = width(_badge(face)) + 1 if face else 0
            said = self.said(phrase("terminal-field", name=name, value=value))
            plain, *further = wrapped(said, self.width - indent)
            size = width(plain) + indent
            if line and used + FIELD_GAP + size > self.width:
                yield line
                line, used = "", 0
            gap = FIELD_GAP if line else 0
            badge = f"{self.filled(_badge(face), face.colour)} " if face else ""
            line += " " * gap + badge + plain
            used += gap + size
            for plain in further:
                yield line
                line, used = " " * indent + plain, indent + width(plain)
        if line:
            yield line


FIELD_GAP = 3


def spoken_seat(seat: str) -> Phrase | str:
    """Return a seat's name as people say it: "red guesser 2" for red-guesser-2.

    Names without a team and a role stay unchanged.
    """
    named = SEAT_PATTERN.fullmatch(seat)
    if not named:
        return seat
    number = int(named["number"] or 1)
    return phrase("terminal-seat", team=named["team"], role=named["role"], number=number)


def word_room(cell: model.Cell, tile: int, *, flat: bool) -> int:
    """Return the cells of a tile for its word; a `flat` tile is a single line."""
    if flat:
        return tile - 1 - width(_small_badge(cell.known)) - width(_marks(cell))
    return tile - 2 if tile >= ROOMY_TILE else tile


def _badge(face: model.Face, room: int = BADGE) -> str:
    text = f"{face.glyph.value} {face.letter}"
    return f" {text} " if room >= BADGE else text


def _small_badge(face: model.Face) -> str:
    return "" if face == model.BLANK else f" {face.glyph.value}{face.letter} "


def _is_wordless(grid: model.Grid) -> bool:
    """Return whether the grid is a key card, whose places have no words."""
    return not any(cell.label for row in grid.cells for cell in row)


def _marks(cell: model.Cell) -> str:
    if not cell.marks:
        return ""
    return MARK if len(cell.marks) == 1 else f"{MARK}{len(cell.marks)}"


def _rule(corners: str, cols: int, tile: int) -> str:
    return corners[0] + corners[1].join(["─" * tile] * cols) + corners[2]

"""Views: a game as data to look at, before any platform decides how it is drawn.

A game's presenter turns an observation into a `View`; `core.fit` adapts it to what a platform can
show; an adapter renders the fitted view without asking which game it is. No finished sentence
lives here: text is a `Phrase`, rendered from the catalogues of `bot.texts`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import chain
from string import digits
from typing import Final, TypeAlias, TypeVar

from wcwidth import grapheme_boundary_before

WHEN: Final = "\ue001"
"""Stands in a phrase for a moment, until whoever shows it puts one there as people read it."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A message's key in the catalogues and the values that it names, in a fixed order.

    A value may be a phrase itself, which is rendered first, or a tuple of values: a list.
    """

    key: str
    params: tuple[tuple[str, object], ...] = ()

    def __getitem__(self, name: str) -> object:
        """Return the value called `name`; raises KeyError where there is none."""
        return dict(self.params)[name]


def phrase(key: str, **params: object) -> Phrase:
    """Return the `Phrase` of a key and its named values.

    >>> phrase("cards-left", team="red", cards=3)["cards"]
    3
    """
    return Phrase(key, tuple(sorted(params.items())))


@dataclass(frozen=True, slots=True)
class SeatPhrase(Phrase):
    """The phrase that names a chair, which may be replaced by the name of the person in it.

    Games know only chairs; who is spoken of in a sentence is always one of these.
    """

    seat: str = field(kw_only=True)


def seat_phrase(seat: str, said: Phrase) -> SeatPhrase:
    """Return the name of the chair of a seat: `said`, until somebody is known to sit there."""
    return SeatPhrase(said.key, said.params, seat=seat)


class Tone(Enum):
    """The tone of a text or a choice, for platforms that can show it.

    A LARGE text is what everybody looks at first, such as the word that is guessed.
    """

    PLAIN = "plain"
    LARGE = "large"
    STRONG = "strong"
    QUIET = "quiet"
    GOOD = "good"
    BAD = "bad"


class Colour(Enum):
    """The colours that a face may have; what each looks like is the adapter's choice."""

    BLUE = "blue"
    RED = "red"
    GREEN = "green"
    YELLOW = "yellow"
    PURPLE = "purple"
    SAND = "sand"
    BLACK = "black"
    BLANK = "blank"


class Glyph(Enum):
    """The shape that goes with a colour, so that nothing is told by colour alone."""

    CIRCLE = "●"
    SQUARE = "■"
    TRIANGLE = "▲"
    DIAMOND = "◆"
    STAR = "★"
    RING = "○"
    CROSS = "✖"
    NONE = " "


@dataclass(frozen=True, slots=True)
class Face:
    """The look of one kind of thing: a letter, a shape and a colour, each telling it alone."""

    letter: str
    glyph: Glyph
    colour: Colour


BLANK = Face(" ", Glyph.NONE, Colour.BLANK)


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to do with one press: its label and the line of notation that it submits.

    One that is not `enabled` keeps its place among the others, such as a letter that was guessed.
    """

    label: Phrase | str
    line: str
    tone: Tone = Tone.PLAIN
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class Note:
    """Something short that is noted on a card once all is over, such as a turn's number.

    A `firm` one tells what happened, another what was only meant.
    """

    text: str
    firm: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """One place of a grid.

    `place` is its coordinate ("B3"), `face` what lies there for all to see, `hint` what only
    this viewer may know (never printed), `marks` who has marked it, and `notes` what is told of it
    after the game.
    """

    place: str
    label: str
    face: Face = BLANK
    hint: Face | None = field(default=None, repr=False)
    marks: tuple[Phrase, ...] = ()
    choice: Choice | None = None
    notes: tuple[Note, ...] = ()

    @property
    def row(self) -> str:
        """The letter of its row."""
        return self.place.rstrip(digits)

    @property
    def column(self) -> str:
        """The number of its column."""
        return self.place.removeprefix(self.row)

    @property
    def known(self) -> Face:
        """The thing that lies there, or else all that this viewer knows of it."""
        return self.hint if self.hint and self.face == BLANK else self.face


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph."""

    phrase: Phrase
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells by rows, and a sentence that stands for the picture and is as secret as its hints.

    Where the sentence names each cell, it does so by `cards`, row by row.
    """

    cells: tuple[tuple[Cell, ...], ...]
    alt: Phrase = field(repr=False)

    def with_cells(self, change: Callable[[Cell], Cell]) -> "Grid":
        """Return the grid with each of its cells changed."""
        return replace(self, cells=tuple(tuple(map(change, row)) for row in self.cells))

    def columns(self, first: int, end: int) -> "Grid":
        """Return the grid's columns from `first` to before `end`, counted from 0."""
        cells = tuple(row[first:end] for row in self.cells)
        named = dict(self.alt.params).get("cards")
        said: object = self.alt
        if isinstance(named, tuple) and len(named) == sum(map(len, self.cells)):
            places = [col for row in self.cells for col in range(len(row))]
            said = tuple(one for one, col in zip(named, places, strict=True) if first <= col < end)
        return Grid(cells, phrase("chat-columns-alt", first=first + 1, last=end, cells=said))


class Pen(Enum):
    """The pen of a stroke."""

    BROAD = "broad"
    FINE = "fine"
    """For what is small, such as a face."""
    FAINT = "faint"
    """For what is still to come."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through points (across, down) from the top left, in heights of the drawing.

    It has the colour of what is written where it has none of its own.
    """

    points: tuple[tuple[float, float], ...]
    pen: Pen = Pen.BROAD
    colour: Colour | None = None


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture of its own, such as a gallows: strokes where pictures can be shown, else text.

    `lines` are of a fixed pitch; `alt` is a sentence that stands for the picture. Strokes are
    meant for a frame `breadth` times as wide as high, the last ones on top; a platform without
    pictures is given none.
    """

    lines: tuple[str, ...]
    strokes: tuple[Stroke, ...]
    alt: Phrase
    breadth: float = 1.0


@dataclass(frozen=True, slots=True)
class Fields:
    """Names and values that belong together; a face may stand before a name."""

    rows: tuple[tuple[Face | None, Phrase, Phrase], ...]
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Choices:
    """Things to do, besides those on the cells.

    `evident` choices, such as the letters of the alphabet, need not be listed to who types.
    """

    choices: tuple[Choice, ...]
    evident: bool = False


@dataclass(frozen=True, slots=True)
class Blank:
    """One blank of a form: its name, its label and the values it takes, if they are closed.

    `called` are the values in words, as many, or none where they speak for themselves. `now` is
    what it holds before it is filled in. A `named` one is written into the line with its name, as
    ``rows=4``, or left out where nothing is filled in. `pattern` is a regular expression of what is
    taken for the value in talk, in NFKC and lower case; empty: anything.
    """

    name: str
    label: Phrase
    values: tuple[str, ...] = ()
    initial: str = ""
    named: bool = False
    value_labels: tuple[Phrase | str, ...] = ()
    pattern: str = ""


@dataclass(frozen=True, slots=True)
class FormBlock:
    """Something to fill in; the line is the verb and the blanks, joined by spaces.

    `topic` tells forms of one verb apart. One that is not `enabled` only keeps its place. In talk a
    `bare` one is filled in without its verb: the game judges what is talk.
    """

    verb: str
    label: Phrase
    blanks: tuple[Blank, ...]
    topic: str = ""
    enabled: bool = True
    bare: bool = False

    @property
    def name(self) -> str:
        """The form's name within its view; its verb stands before the dot."""
        return f"{self.verb}.{self.topic}" if self.topic else self.verb


@dataclass(frozen=True, slots=True)
class Panel:
    """More to read and to do, shown to one person alone who asks for it by its label."""

    name: str
    label: Phrase
    title: Phrase
    blocks: "tuple[Block, ...]"

    @property
    def view(self) -> "View":
        """The panel as a screen of its own."""
        return View(self.title, self.blocks)


# What `core.fit` turns choices and grids into.


@dataclass(frozen=True, slots=True)
class Buttons:
    """Choices as rows of buttons."""

    rows: tuple[tuple[Choice, ...], ...]


@dataclass(frozen=True, slots=True)
class Menus:
    """Choices as menus to pick one from."""

    menus: tuple[tuple[Choice, ...], ...]


@dataclass(frozen=True, slots=True)
class Numbered:
    """Choices as lines of text, to be answered by their number, from 1."""

    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A grid as a picture with alternative text."""

    grid: Grid


@dataclass(frozen=True, slots=True)
class Monospace:
    """A grid as text of a fixed pitch."""

    grid: Grid


Block: TypeAlias = (
    Text
    | Grid
    | Drawing
    | Fields
    | Choices
    | FormBlock
    | Panel
    | Buttons
    | Menus
    | Numbered
    | Picture
    | Monospace
)

B = TypeVar("B", bound=Block)


@dataclass(frozen=True, slots=True)
class View:
    """A screen: a title, blocks from top to bottom, and a footer."""

    title: Phrase
    blocks: tuple[Block, ...] = ()
    footer: Phrase | None = None


def shorten(text: str, limit: int) -> str:
    """Return the text in at most `limit` characters, cut after a word where there is one.

    No grapheme, which a reader takes for one character, is cut in two.

    >>> shorten("a long line of words", 12)
    'a long line…'
    """
    if len(text) <= limit:
        return text
    if limit <= 0:
        return ""
    head = text[: grapheme_boundary_before(text, limit)]
    whole = head if text[len(head)].isspace() else head.rpartition(" ")[0] or head
    return whole.rstrip() + "…"


def with_panels(view: View) -> View:
    """Return a view with all that its panels hold in their place."""
    parts = (one.blocks if isinstance(one, Panel) else (one,) for one in view.blocks)
    return replace(view, blocks=tuple(chain.from_iterable(parts)))


def find(view: View, *kinds: type[B]) -> Iterator[B]:
    """Yield the view's blocks of the given kinds, from top to bottom."""
    return (block for block in view.blocks if isinstance(block, kinds))


def all_cells(view: View) -> Iterator[Cell]:
    """Yield the cells of all grids of a view, row by row."""
    return chain.from_iterable(row for grid in find(view, Grid) for row in grid.cells)

"""Views: a game's screens as data, independent of any platform.

A game's presenter turns an observation into a `View`, `core.fit` adapts the view to a platform, and
an adapter renders it without asking which game it is. No finished sentence lives here: text is a
`Phrase`, rendered from the catalogues of `bot.texts`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import chain
from string import digits
from typing import Final, TypeAlias, TypeVar

from wcwidth import grapheme_boundary_before

WHEN: Final = "\ue001"
"""The placeholder for a time in a phrase, which adapters render for their readers."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A message's key in the catalogues, and its named values in a fixed order.

    A value may itself be a phrase, which is rendered first, or a tuple: a list.
    """

    key: str
    params: tuple[tuple[str, object], ...] = ()

    def __getitem__(self, name: str) -> object:
        """Return the value called `name`; raises KeyError."""
        return dict(self.params)[name]


def phrase(key: str, **params: object) -> Phrase:
    """Return the `Phrase` of a key and named values.

    >>> phrase("cards-left", team="red", cards=3)["cards"]
    3
    """
    return Phrase(key, tuple(sorted(params.items())))


@dataclass(frozen=True, slots=True)
class SeatPhrase(Phrase):
    """The name of a chair, which a platform may replace with the name of its player.

    Games refer to players only by their chairs.
    """

    seat: str = field(kw_only=True)


def seat_phrase(seat: str, said: Phrase) -> SeatPhrase:
    """Return the name of a seat's chair; platforms without the player's name show `said`."""
    return SeatPhrase(said.key, said.params, seat=seat)


class Tone(Enum):
    """The tone of a text or a choice, on platforms that show it.

    A LARGE text, such as the word to guess, catches the eye first.
    """

    PLAIN = "plain"
    LARGE = "large"
    STRONG = "strong"
    QUIET = "quiet"
    GOOD = "good"
    BAD = "bad"


class Colour(Enum):
    """The colours of a face; adapters choose their shades."""

    BLUE = "blue"
    RED = "red"
    GREEN = "green"
    YELLOW = "yellow"
    PURPLE = "purple"
    SAND = "sand"
    BLACK = "black"
    BLANK = "blank"


class Glyph(Enum):
    """The shapes that go with the colours, in their order, for readers who confuse colours."""

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
    """The look of one kind of thing: a letter, a shape and a colour; each identifies it."""

    letter: str
    glyph: Glyph
    colour: Colour


BLANK = Face(" ", Glyph.NONE, Colour.BLANK)


@dataclass(frozen=True, slots=True)
class Choice:
    """A button to press: its label, and the line of notation that it submits.

    A disabled one, such as a guessed letter, keeps its place among the others.
    """

    label: Phrase | str
    line: str
    tone: Tone = Tone.PLAIN
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class Note:
    """A short note on a card after the game, such as a turn's number.

    A `firm` note is about an event, any other about an intention.
    """

    text: str
    firm: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """One place of a grid.

    `place` is its coordinate ("B3"), `face` its public side, `hint` its side for this viewer, which
    `repr` hides, `marks` the players who marked it, and `notes` the remarks after the game.
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
        """The face, or the viewer's hint if the face is blank."""
        return self.hint if self.hint and self.face == BLANK else self.face


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph."""

    phrase: Phrase
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells by rows, and alternative text for the picture, as secret as the hints.

    If the alternative text names each cell, its value `cards` has them row by row.
    """

    cells: tuple[tuple[Cell, ...], ...]
    alt: Phrase = field(repr=False)

    def with_cells(self, change: Callable[[Cell], Cell]) -> "Grid":
        """Return the grid with each cell changed."""
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
    """For small details, such as a face."""
    FAINT = "faint"
    """For parts of a figure that are still missing."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through points (across, down) from the top left, in heights of the drawing.

    Without a colour of its own it has the text's colour.
    """

    points: tuple[tuple[float, float], ...]
    pen: Pen = Pen.BROAD
    colour: Colour | None = None


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing, such as a gallows: strokes on platforms with pictures, else monospaced `lines`.

    `alt` is the alternative text. The frame is `breadth` times as wide as high; later strokes cover
    earlier ones.
    """

    lines: tuple[str, ...]
    strokes: tuple[Stroke, ...]
    alt: Phrase
    breadth: float = 1.0


@dataclass(frozen=True, slots=True)
class Fields:
    """Names with their values; a face may precede a name."""

    rows: tuple[tuple[Face | None, Phrase, Phrase], ...]
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Choices:
    """Choices besides those on the cells.

    `evident` ones, such as the letters of the alphabet, are not listed for keyboard users.
    """

    choices: tuple[Choice, ...]
    evident: bool = False


@dataclass(frozen=True, slots=True)
class Blank:
    """One blank of a form: its name, its label, and its values if they are a closed list.

    `value_labels` has a label for each value, or is empty if values are their own labels. `initial`
    is the preset value. The line has a `named` blank with its name, as ``rows=4``, or omits it if
    it is empty. `pattern` is a regular expression for the value in talk, in NFKC and lower case; an
    empty one matches anything.
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
    """A form to fill in; its line is the verb and the blanks, joined by spaces.

    `topic` distinguishes forms of one verb. A disabled one only keeps its place. Among chat
    messages a `bare` one needs no verb: the game decides which of them are talk.
    """

    verb: str
    label: Phrase
    blanks: tuple[Blank, ...]
    topic: str = ""
    enabled: bool = True
    bare: bool = False

    @property
    def name(self) -> str:
        """The form's name within its view: the verb, then a dot and the topic."""
        return f"{self.verb}.{self.topic}" if self.topic else self.verb


@dataclass(frozen=True, slots=True)
class Panel:
    """A further screen, shown only to the person who presses its label."""

    name: str
    label: Phrase
    title: Phrase
    blocks: "tuple[Block, ...]"

    @property
    def view(self) -> "View":
        """The panel as a screen of its own."""
        return View(self.title, self.blocks)


# The widgets that `core.fit` makes of choices and grids.


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
    """Choices as lines of text, to answer by number, from 1."""

    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A grid as a picture."""

    grid: Grid


@dataclass(frozen=True, slots=True)
class Monospace:
    """A grid as monospaced text."""

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
    """Return the text in at most `limit` characters, cut between words if possible.

    It never cuts a grapheme, which readers see as one character.

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
    """Return a view with each panel replaced by its blocks."""
    parts = (one.blocks if isinstance(one, Panel) else (one,) for one in view.blocks)
    return replace(view, blocks=tuple(chain.from_iterable(parts)))


def find(view: View, *kinds: type[B]) -> Iterator[B]:
    """Yield the view's blocks of some kinds, from top to bottom."""
    return (block for block in view.blocks if isinstance(block, kinds))


def all_cells(view: View) -> Iterator[Cell]:
    """Yield the cells of all grids of a view, row by row."""
    return chain.from_iterable(row for grid in find(view, Grid) for row in grid.cells)

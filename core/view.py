"""What a person may look at, as data, before any platform decides how it is drawn.

A game's presenter turns an observation into a `View`; `fit` adapts it to what a platform can
show; an adapter renders the fitted view without asking which game it is. No finished sentence
lives here: text is a `Phrase`, rendered from the catalogues of `bot.texts`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, field, replace
from enum import Enum
from functools import reduce
from itertools import groupby
from math import inf
from typing import TypeAlias


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


class Tone(Enum):
    """What a text or a choice is to the reader, for platforms that can show it."""

    PLAIN = "plain"
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
    """How one kind of thing looks: a letter, a shape and a colour, each telling it alone."""

    letter: str
    glyph: Glyph
    colour: Colour


BLANK = Face(" ", Glyph.NONE, Colour.BLANK)


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to do with one press: its label and the line of notation that it submits."""

    label: Phrase | str
    line: str
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Cell:
    """One place of a grid.

    `place` is its coordinate ("B3"), `face` what lies there for all to see, `hint` what only
    this viewer may know (never printed), and `marks` the names of those who point at it.
    """

    place: str
    label: str
    face: Face = BLANK
    hint: Face | None = field(default=None, repr=False)
    marks: tuple[str, ...] = ()
    choice: Choice | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph."""

    phrase: Phrase
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells by rows, and a sentence that stands for the picture and is as secret as its hints."""

    cells: tuple[tuple[Cell, ...], ...]
    alt: Phrase = field(repr=False)


@dataclass(frozen=True, slots=True)
class Fields:
    """Names and values that belong together; a face may stand before a name."""

    rows: tuple[tuple[Face | None, Phrase, Phrase], ...]


@dataclass(frozen=True, slots=True)
class Choices:
    """Things to do, besides those on the cells."""

    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Blank:
    """One blank of a form: its name, its label and the values it takes, if they are closed."""

    name: str
    label: Phrase
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FormBlock:
    """Something to fill in; the line is the verb and the blanks, joined by spaces."""

    verb: str
    label: Phrase
    blanks: tuple[Blank, ...]


# What `fit` turns choices and grids into.


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
    Text | Grid | Fields | Choices | FormBlock | Buttons | Menus | Numbered | Picture | Monospace
)


_WRITTEN = (Text, Fields, Monospace)


@dataclass(frozen=True, slots=True)
class View:
    """A screen: a title, blocks from top to bottom, and a footer."""

    title: Phrase
    blocks: tuple[Block, ...] = ()
    footer: Phrase | None = None


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a platform can show at once; all but `row`, `menu_options` and `label` count a message.

    `buttons` and `menu_options` count choices (0: it has none), `row` buttons a row, `rows` rows
    of buttons and menus, each of which takes one, `label` characters of a button's or cell's
    label. `components` counts all there is: neighbouring texts are one, a picture is one, and
    each row, button and menu is one. None sets no limit.
    """

    buttons: int = 0
    row: int = 5
    menus: int = 0
    menu_options: int = 0
    label: int = 80
    pictures: bool = False
    rows: int | None = None
    components: int | None = None


def fit(view: View, capabilities: Capabilities) -> View:
    """Return the view in the widgets that the platform has room for, the whole view together.

    Choices become buttons where they all fit, menus where those fit, numbered text otherwise;
    the cells' choices are offered after the grid in the same way. The fewest choices are fitted
    first, so that a whole board of them leaves room to end the turn. A grid becomes a picture or
    monospaced text.
    """
    parts = [part for block in view.blocks for part in _parts(block, capabilities)]
    room = _room(view, parts, capabilities)
    offers = [(place, part) for place, part in enumerate(parts) if isinstance(part, Choices)]
    for place, offer in sorted(offers, key=lambda pair: len(pair[1].choices)):
        spare = room.without(_Room(components=-1))  # its own, so far for a text
        parts[place] = _offered(offer.choices, capabilities, spare)
        room = spare.without(_cost(parts[place]))
    return replace(view, blocks=tuple(parts))


def _parts(block: Block, capabilities: Capabilities) -> tuple[Block, ...]:
    """Return a block as it is drawn, and the choices that are still to be fitted."""
    match block:
        case Grid():
            return (
                _drawn(block, capabilities),
                *_shortened(_cell_choices(block), capabilities.label),
            )
        case Choices(choices=choices):
            return _shortened(choices, capabilities.label)
        case _:
            return (block,)


@dataclass(frozen=True, slots=True)
class _Room:
    """Numbers of widgets: what is left of a message, or what a block takes of it."""

    buttons: float = 0
    menus: float = 0
    rows: float = 0
    components: float = 0

    def holds(self, cost: "_Room") -> bool:
        """Return whether a block finds what it needs."""
        needed = astuple(cost)
        return all(
            number <= max(0, left) for number, left in zip(needed, astuple(self), strict=True)
        )

    def without(self, cost: "_Room") -> "_Room":
        """Return what is left beside a block; less than nothing where it must be shown anyway."""
        pairs = zip(astuple(self), astuple(cost), strict=True)
        return _Room(*(left - number for left, number in pairs))


def _room(view: View, parts: Sequence[Block], capabilities: Capabilities) -> _Room:
    """Return what the view leaves for its choices, each offer of them counted as a text."""
    room = _Room(
        capabilities.buttons,
        capabilities.menus,
        inf if capabilities.rows is None else capabilities.rows,
        inf if capabilities.components is None else capabilities.components,
    )
    written = [True, *(isinstance(part, _WRITTEN) for part in parts), view.footer is not None]
    texts = sum(kind for kind, _ in groupby(written))
    others = [_cost(part) for part in parts if not isinstance(part, _WRITTEN)]
    return reduce(_Room.without, (_Room(components=texts), *others), room)


def _cost(block: Block) -> _Room:
    match block:
        case Buttons(rows=rows):
            count = sum(map(len, rows))
            return _Room(buttons=count, rows=len(rows), components=len(rows) + count)
        case Menus(menus=menus):
            return _Room(menus=len(menus), rows=len(menus), components=2 * len(menus))
        case FormBlock():
            return _Room(buttons=1, rows=1, components=2)  # what opens it
        case _:
            return _Room(components=1)


def _drawn(grid: Grid, capabilities: Capabilities) -> Picture | Monospace:
    short = tuple(
        tuple(replace(cell, label=cut(cell.label, capabilities.label)) for cell in row)
        for row in grid.cells
    )
    fitted = replace(grid, cells=short)
    return Picture(fitted) if capabilities.pictures else Monospace(fitted)


def _cell_choices(grid: Grid) -> tuple[Choice, ...]:
    return tuple(cell.choice for row in grid.cells for cell in row if cell.choice)


def _shortened(choices: tuple[Choice, ...], limit: int) -> tuple[Choices, ...]:
    """Return the choices with labels that fit, as a block where there are any."""
    short = tuple(
        choice
        if isinstance(choice.label, Phrase)
        else replace(choice, label=cut(choice.label, limit))
        for choice in choices
    )
    return (Choices(short),) if short else ()


def _offered(choices: tuple[Choice, ...], capabilities: Capabilities, room: _Room) -> Block:
    widgets: list[Block] = [Buttons(_chunks(choices, capabilities.row))]
    if capabilities.menu_options > 0:
        widgets.append(Menus(_chunks(choices, capabilities.menu_options)))
    return next((widget for widget in widgets if room.holds(_cost(widget))), Numbered(choices))


def _chunks(choices: tuple[Choice, ...], size: int) -> tuple[tuple[Choice, ...], ...]:
    return tuple(choices[start : start + size] for start in range(0, len(choices), size))


def cut(text: str, limit: int) -> str:
    """Return the text in at most `limit` characters, cut after a word where there is one.

    >>> cut("a long line of words", 12)
    'a long line…'
    """
    if len(text) <= limit:
        return text
    head = text[: max(0, limit - 1)]
    whole = head if text[len(head)].isspace() else head.rpartition(" ")[0] or head
    return whole.rstrip() + "…" if limit > 0 else ""


def find(view: View, kinds: type | tuple[type, ...]) -> Iterable[Block]:
    """Yield the view's blocks of the given kinds, from top to bottom."""
    return (block for block in view.blocks if isinstance(block, kinds))

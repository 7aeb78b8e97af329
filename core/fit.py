"""Capabilities of a platform, and the fitting of a view to its widgets.

Adapters that break lines find the Japanese rules here.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import groupby, pairwise
from math import inf
from typing import Final, NamedTuple

from core.view import (
    Block,
    Buttons,
    Choice,
    Choices,
    Drawing,
    Fields,
    FormBlock,
    Grid,
    Menus,
    Monospace,
    Numbered,
    Panel,
    Phrase,
    Picture,
    Text,
    View,
    shorten,
)

_WRITTEN: Final = (Text, Fields, Monospace)

NEVER_FIRST: Final = frozenset(
    "、。，．・：；？！…％）」』】〕］｝〉》”’ー々ゝゞヽヾ〜ｰﾞﾟ)]},.:;?!%"
    "ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
)
"""Characters that never begin a Japanese line (JIS X 4051, 6.1, line-start prohibition)."""

NEVER_LAST: Final = frozenset("（「『【〔［｛〈《“‘([{\N{ZERO WIDTH JOINER}")
"""Characters that never end a Japanese line (ibid., line-end prohibition), and a joiner."""


@dataclass(frozen=True, slots=True)
class Capabilities:
    """A platform's limits; all but `row`, `menu_options` and `label` are per message.

    `buttons` and `menu_options` count choices (0: unsupported), `row` the buttons in a row, `rows`
    the rows of buttons and the menus, `label` the characters of a button's or cell's label.
    `components` counts everything: each row, button, menu and picture, and each run of texts.
    """

    buttons: int = 0
    row: int = 5
    menus: int = 0
    menu_options: int = 0
    label: int = 80
    pictures: bool = False
    rows: float = inf
    components: float = inf


def fit(view: View, capabilities: Capabilities) -> View:
    """Return the view in widgets of the platform, within the limits of one message.

    Choices become buttons if all fit, else menus of even sizes if those fit, else numbered text of
    the enabled ones; the cells' choices follow their grid in the same way. The smallest sets come
    first, so that a whole board leaves room to end the turn. A grid becomes a picture or monospaced
    text; without pictures a drawing is text alone.
    """
    parts = [part for block in view.blocks for part in _parts(block, capabilities)]
    room = _room(view, parts, capabilities)
    offers = [(place, part) for place, part in enumerate(parts) if isinstance(part, Choices)]
    for place, offer in sorted(offers, key=lambda pair: len(pair[1].choices)):
        spare = room.without(_Room(components=-1))  # returns the one counted for its text
        parts[place] = _offered(offer.choices, capabilities, spare)
        room = spare.without(_cost(parts[place]))
    return replace(view, blocks=tuple(parts))


def _parts(block: Block, capabilities: Capabilities) -> tuple[Block, ...]:
    """Return a block as it is drawn, and its choices, not yet fitted."""
    match block:
        case Grid():
            choices = tuple(cell.choice for row in block.cells for cell in row if cell.choice)
            return (_drawn(block, capabilities), *_shortened(choices, capabilities.label))
        case Choices(choices=choices):
            return _shortened(choices, capabilities.label)
        case Drawing():
            return (block if capabilities.pictures else replace(block, strokes=()),)
        case _:
            return (block,)


class _Room(NamedTuple):
    """Numbers of widgets: a message's room for them, or a block's need."""

    buttons: float = 0
    menus: float = 0
    rows: float = 0
    components: float = 0

    def holds(self, cost: "_Room") -> bool:
        """Return whether a block fits."""
        return all(number <= max(0, left) for number, left in zip(cost, self, strict=True))

    def without(self, cost: "_Room") -> "_Room":
        """Return the room after a block, below 0 for a block that does not fit."""
        return _Room(*(left - number for left, number in zip(self, cost, strict=True)))


def _room(view: View, parts: Sequence[Block], capabilities: Capabilities) -> _Room:
    """Return the room for the view's choices; each set of choices counts as a text."""
    most = capabilities
    room = _Room(most.buttons, most.menus, most.rows, most.components)
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
        case FormBlock() | Panel():
            return _Room(buttons=1, rows=1, components=2)  # the button that opens it
        case _:
            return _Room(components=1)


def _drawn(grid: Grid, capabilities: Capabilities) -> Picture | Monospace:
    fitted = grid.with_cells(lambda one: replace(one, label=shorten(one.label, capabilities.label)))
    return Picture(fitted) if capabilities.pictures else Monospace(fitted)


def _shortened(choices: tuple[Choice, ...], limit: int) -> tuple[Choices, ...]:
    """Return the choices with shortened labels, as a block if there are any."""

    def short(one: Choice) -> Choice:
        label = one.label
        return one if isinstance(label, Phrase) else replace(one, label=shorten(label, limit))

    return (Choices(tuple(map(short, choices))),) if choices else ()


def _offered(choices: tuple[Choice, ...], capabilities: Capabilities, room: _Room) -> Block:
    row = capabilities.row
    rows = tuple(choices[at : at + row] for at in range(0, len(choices), row))
    widgets: list[Block] = [Buttons(rows)]
    if capabilities.menu_options > 0:
        widgets.append(Menus(_evenly(choices, capabilities.menu_options)))
    listed = Numbered(tuple(choice for choice in choices if choice.enabled))
    return next((widget for widget in widgets if room.holds(_cost(widget))), listed)


def _evenly(choices: tuple[Choice, ...], most: int) -> tuple[tuple[Choice, ...], ...]:
    """Return the fewest groups of at most `most`, of nearly equal size: 26 are 13 and 13."""
    number = -(-len(choices) // most)
    ends = [-(-len(choices) * end // number) for end in range(number + 1)]
    return tuple(choices[start:end] for start, end in pairwise(ends))

"""What there is to press: a view whose choices carry the ids of buttons, made for a message."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Final, TypeAlias

from adapters.discord.press import Deed, Press, read
from adapters.discord.prose import label
from bot.games import Look
from bot.texts import Texts
from core.view import (
    Block,
    Cell,
    Choice,
    Choices,
    Colour,
    Face,
    FormBlock,
    Grid,
    Menus,
    Numbered,
    Phrase,
    Tone,
    View,
    phrase,
)

BUTTONS: Final = 25
"""Cards that are shown as buttons, which also keep their place when they are uncovered."""

ROW: Final = 5
"""Buttons in a row."""

TONES: Final = {Colour.BLUE: Tone.STRONG, Colour.RED: Tone.BAD, Colour.GREEN: Tone.GOOD}
"""How a button looks whose card is uncovered, in the colours that buttons have."""

_COLON: Final = re.compile("[:：]")
"""What the explanation of a command begins with, for which a button has no room."""

Own: TypeAlias = tuple[Deed, str, Phrase]
"""A button of this adapter: what it does with what, and its label."""

KEY: Final[Own] = (Deed.SHOW, "key", phrase("discord-key"))
BOARD: Final[Own] = (Deed.SHOW, "board", phrase("discord-board"))
OWN: Final[Own] = (Deed.SHOW, "own", phrase("discord-own"))
TAKE: Final[Own] = (Deed.TAKE, "reactions", phrase("discord-take"))


@dataclass(frozen=True, slots=True)
class Keyboard:
    """Makes the choices of one look into things to press, each of them once.

    `shared` tells that all in the room see the message, not one person alone.
    """

    look: Look
    texts: Texts
    shared: bool
    made: set[str] = field(default_factory=set)

    def view(self, own: Iterable[Own] = ()) -> View:
        """Return the look's view with labels as text and lines as ids; `own` come last."""
        view = self.look.view
        blocks = list(chain.from_iterable(map(self._block, view.blocks)))
        forms = [block for block in view.blocks if isinstance(block, FormBlock)]
        opened = (
            (Deed.OPEN, form.name, _COLON.split(self.texts.say(form.label))[0])
            for form in forms
            if not _is_on_cards(form, view)
        )
        last = [
            Choice(said, str(self._press(deed, line)))
            for deed, line, said in (*opened, *own)
            if self._press(deed, line).fits
        ]
        return replace(view, blocks=tuple(_joined(blocks, self._pressed(last))))

    def _press(self, deed: Deed, line: str) -> Press:
        return Press(deed, self.look.game_id, self.look.turn, line)

    def _block(self, block: Block) -> Iterator[Block]:
        match block:
            case Grid():
                yield self._grid(block)
            case Choices(choices=choices, evident=evident):
                kept = [one for one in choices if not (self.shared and one.tone is Tone.QUIET)]
                presses = [(one, self._press(Deed.SUBMIT, one.line)) for one in kept]
                fitting = [replace(one, line=str(press)) for one, press in presses if press.fits]
                yield from self._pressed(fitting, evident=evident)
                typed = tuple(one for one, press in presses if not press.fits)
                if typed:
                    yield Numbered(typed)
            case FormBlock():
                return
            case _:
                yield block

    def _pressed(self, choices: Iterable[Choice], *, evident: bool = False) -> Iterator[Choices]:
        """Yield the choices that were not made yet, as a block where there are any."""
        new = []
        for choice in choices:
            if choice.line not in self.made:
                self.made.add(choice.line)
                new.append(replace(choice, label=label(self._said(choice.label))))
        if new:
            yield Choices(tuple(new), evident)

    def _said(self, text: Phrase | str) -> str:
        return text if isinstance(text, str) else self.texts.say(text)

    def _grid(self, grid: Grid) -> Grid:
        cells = [cell for row in grid.cells for cell in row]
        widest = max(map(len, grid.cells), default=0)
        offered = any(cell.choice for cell in cells)
        whole = offered and len(cells) <= BUTTONS and widest <= ROW
        change = self._button if whole else self._option
        return replace(grid, cells=tuple(tuple(map(change, row)) for row in grid.cells))

    def _option(self, cell: Cell) -> Cell:
        """Return a cell that can be picked where it can be chosen."""
        return replace(cell, choice=next(self._once(self._card(cell)), None))

    def _button(self, cell: Cell) -> Cell:
        """Return a cell with a button, which keeps its place when nothing can be done there."""
        return replace(cell, choice=next(self._once(self._card(cell) or self._idle(cell)), None))

    def _once(self, choice: Choice | None) -> Iterator[Choice]:
        return (one for block in self._pressed([choice] if choice else []) for one in block.choices)

    def _card(self, cell: Cell) -> Choice | None:
        """Return the choice of a card, named by its place: its word may be longer than an id."""
        if cell.choice is None:
            return None
        verb = cell.choice.line.split()[0]
        press = self._press(Deed.SUBMIT, f"{verb} {cell.place}")
        return Choice(_name(cell), str(press), cell.choice.tone) if press.fits else None

    def _idle(self, cell: Cell) -> Choice:
        tone = TONES.get(cell.face.colour, Tone.QUIET)
        return Choice(_name(cell), str(self._press(Deed.NOTHING, cell.place)), tone)


def _joined(blocks: Sequence[Block], last: Iterable[Choices]) -> Iterator[Block]:
    """Yield the blocks and the last choices, in one row with those before them if there is room."""
    yield from blocks[:-1]
    ends: tuple[Block, ...] = (*blocks[-1:], *last)
    match ends:
        case (Choices(choices=before, evident=False), Choices(choices=after)) if (
            len(before) + len(after) <= ROW
        ):
            yield Choices((*before, *after))
        case _:
            yield from ends


def offering(view: View) -> View:
    """Return a fitted view whose menus and lists leave out what can only be seen, not be chosen."""
    return replace(view, blocks=tuple(map(_offering, view.blocks)))


def _offering(block: Block) -> Block:
    match block:
        case Menus(menus=menus):
            kept = (tuple(filter(_is_offered, menu)) for menu in menus)
            return Menus(tuple(menu for menu in kept if menu))
        case Numbered(choices=choices):
            return Numbered(tuple(filter(_is_offered, choices)))
        case _:
            return block


def _is_offered(choice: Choice) -> bool:
    press = read(choice.line)
    return press is None or press.deed is not Deed.NOTHING


def row_length(view: View) -> int:
    """Return how many buttons make a row, so that the buttons of cards lie as the cards do."""
    grids = (block for block in view.blocks if isinstance(block, Grid))
    widest = max((len(row) for grid in grids for row in grid.cells), default=ROW)
    return max(1, widest) if widest <= ROW else ROW


def lettered(face: Face) -> str:
    """Return a face as text: its shape and its letter."""
    return f"{face.glyph.value}{face.letter}".strip()


def _name(cell: Cell) -> str:
    return " ".join(filter(None, (cell.place, cell.label.upper(), lettered(cell.face))))


def _is_on_cards(form: FormBlock, view: View) -> bool:
    """Return whether the cards themselves offer a form: its one blank takes cards."""
    closed = len(form.blanks) == 1 and bool(form.blanks[0].values)
    grids = (block for block in view.blocks if isinstance(block, Grid))
    return closed and any(cell.choice for grid in grids for row in grid.cells for cell in row)

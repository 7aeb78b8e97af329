"""Buttons of a message: a view whose choices have the ids of their actions."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, groupby
from typing import Final, TypeAlias

from adapters.chat.incoming import ButtonAction, ButtonId, OpeningId, RequestId, read_button_id
from adapters.chat.platform import Limits
from adapters.chat.reaction_picks import is_confirmed
from bot.games import GameView
from bot.texts import Texts
from core import view
from core.view import Block, Choice, Choices, Colour, FormBlock, Grid, View, all_cells, find, phrase

BUTTON_TONES: Final = {
    Colour.BLUE: view.Tone.STRONG,
    Colour.RED: view.Tone.BAD,
    Colour.GREEN: view.Tone.GOOD,
}
"""Tones of the buttons of uncovered cards, in the colours that buttons have."""

COLOUR_EMOJI: Final = {
    Colour.BLUE: "🔵",
    Colour.RED: "🟥",
    Colour.GREEN: "🟢",
    Colour.YELLOW: "🔶",
    Colour.PURPLE: "🟪",
    Colour.SAND: "⬜",
    Colour.BLACK: "☠️",
}
"""Emoji on the buttons of uncovered cards if buttons lack the teams' colours."""

_COLON: Final = re.compile("[:：]")
"""The sign before a command's explanation, which a button omits."""

TURNING: Final = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Characters that change the direction of the text after them."""

ExtraButton: TypeAlias = tuple[ButtonAction, str, view.Phrase]
"""A button of every game: its action, its subject, and its label."""

KEY_BUTTON: Final[ExtraButton] = (ButtonAction.SHOW, "key", phrase("chat-key"))
TAKE_BUTTON: Final[ExtraButton] = (ButtonAction.TAKE, "reactions", phrase("chat-take"))


def extra_buttons(game_view: GameView, limits: Limits) -> tuple[ExtraButton, ...]:
    """Return the buttons of a shared message for every game: private views, questions, the record.

    If a message has no room for a check mark among its reactions, a button confirms picks.
    """
    if game_view.apart:
        return ((ButtonAction.SHOW, "own", phrase("chat-own")),)
    if not any(find(game_view.view, Grid)):
        return ()
    offered = game_view.settings.reactions and limits.reactions > 0
    confirmed = offered and is_confirmed(game_view, limits.reactions)
    record = ("record",) if game_view.recorded else ()
    return (
        *((TAKE_BUTTON,) if confirmed else ()),
        *((KEY_BUTTON,) if game_view.keyed else ()),
        *(
            (ButtonAction.SHOW, one, phrase(f"chat-{one}"))
            for one in ("board", *game_view.questions, *record)
        ),
    )


@dataclass(frozen=True, slots=True)
class ButtonFactory:
    """Turns each choice of one game view into a button, once.

    Everyone in the room sees a `shared` message; `panel` names the panel to show.
    """

    game_view: GameView
    texts: Texts
    shared: bool
    limits: Limits
    panel: str = ""
    made: set[str] = field(default_factory=set)

    def with_buttons(self, own: Iterable[ExtraButton] = ()) -> View:
        """Return the game's view with labels as text and lines as ids.

        The buttons of forms and then `own` follow the last choices, but precede harmful choices;
        text below stays below.
        """
        view = self.game_view.view
        places = [at for at, one in enumerate(view.blocks, 1) if _is_pressed(one)]
        end = places[-1] if places else len(view.blocks)
        blocks, below = [*self._rows(view.blocks[:end])], self._rows(view.blocks[end:])
        forms = () if self.panel else forms_of(view, self.limits.fields)
        opened = [self._opening(form) for form in forms if not _is_on_cards(form, view)]
        others = [Choice(said, str(self._press(action, line))) for action, line, said in own]
        last = [one for one in (*opened, *others) if len(one.line) <= self.limits.custom_id]
        joined = _joined(blocks, self._pressed(last), self.limits.row)
        return replace(view, blocks=(*joined, *below))

    def _press(self, action: ButtonAction, line: str) -> ButtonId:
        game_view = self.game_view
        return ButtonId(action, game_view.game_id, game_view.turn, line, panel=self.panel)

    def _rows(self, blocks: Iterable[Block]) -> Iterator[Block]:
        """Yield the blocks; forms of a panel share rows, and so do panels and adjacent choices."""
        for _, group in groupby(blocks, _row_kind):
            own = [*group]
            made = [one for block in own for one in self._block(block)]
            choices = [one for one in made if isinstance(one, Choices)]
            if any(isinstance(one, view.Panel | FormBlock) for one in own) and choices:
                yield Choices(tuple(chain.from_iterable(one.choices for one in choices)))
                made = [one for one in made if not isinstance(one, Choices)]
            yield from made

    def _block(self, block: Block) -> Iterator[Block]:
        match block:
            case view.Panel(name=name, label=label):
                opens = self._press(ButtonAction.SHOW, name)
                yield from self._pressed([Choice(label, str(opens))])
            case Grid():
                yield self._grid(block)
            case Choices(choices=choices, evident=evident):
                kept = [one for one in choices if not (self.shared and one.tone is view.Tone.QUIET)]
                most = self.limits.custom_id
                presses = [(one, self._press(ButtonAction.SUBMIT, one.line)) for one in kept]
                fitting = [
                    replace(one, line=str(press)) for one, press in presses if press.fits(most)
                ]
                yield from self._pressed(fitting, evident=evident)
                if typed := tuple(one for one, press in presses if not press.fits(most)):
                    yield view.Numbered(typed)
            case FormBlock():
                if self.panel:
                    alone = View(block.label, (block,))
                    yield from self._pressed(
                        map(self._opening, forms_of(alone, self.limits.fields))
                    )
            case _:
                yield block

    def _opening(self, form: FormBlock) -> Choice:
        label = _COLON.split(self.texts.say(form.label))[0]
        opens = str(self._press(ButtonAction.OPEN, form.name))
        return Choice(label, opens, enabled=form.enabled)

    def _pressed(self, choices: Iterable[Choice], *, evident: bool = False) -> Iterator[Choices]:
        """Yield a block of the choices that are new, if any."""
        new = []
        for choice in choices:
            if choice.line not in self.made:
                self.made.add(choice.line)
                label = button_label(self.texts.say(choice.label), self.limits.label)
                new.append(replace(choice, label=label))
        if new:
            yield Choices(tuple(new), evident)

    def _grid(self, grid: Grid) -> Grid:
        offered = any(cell.choice for cell in chain.from_iterable(grid.cells))
        whole = offered and fits_buttons(grid, self.limits)
        return grid.with_cells(partial(self._chosen, whole=whole))

    def _chosen(self, cell: view.Cell, *, whole: bool) -> view.Cell:
        """Return a cell with its choice; on a `whole` board each cell has a button."""
        choice = self._card(cell) or (self._idle(cell) if whole else None)
        made = next(self._pressed([choice] if choice else []), None)
        return replace(cell, choice=made.choices[0] if made else None)

    def _card(self, cell: view.Cell) -> Choice | None:
        """Return the choice of a card by its place, since its word may be too long for an id."""
        if cell.choice is None:
            return None
        verb = cell.choice.line.split()[0]
        button = self._press(ButtonAction.SUBMIT, f"{verb} {cell.place}")
        press = replace(button, version=self.game_view.version)
        is_short = press.fits(self.limits.custom_id)
        return Choice(self._name(cell), str(press), cell.choice.tone) if is_short else None

    def _idle(self, cell: view.Cell) -> Choice:
        tone = BUTTON_TONES.get(cell.face.colour, view.Tone.QUIET)
        press = str(self._press(ButtonAction.NOTHING, cell.place))
        return Choice(self._name(cell), press, tone if self.limits.colours else view.Tone.QUIET)

    def _name(self, cell: view.Cell) -> str:
        face = face_text(cell.face)
        if not self.limits.colours and cell.face.colour in COLOUR_EMOJI:
            face = f"{COLOUR_EMOJI[cell.face.colour]}{cell.face.letter}"
        return " ".join(filter(None, (cell.place, cell.label.upper(), face)))


def forms_of(view: View, most: int) -> Iterator[FormBlock]:
    """Yield the forms of a view with at most `most` blanks each.

    A longer form is split if its blanks are named, because then each part is a separate line;
    otherwise it is left out, and people type its line.
    """
    for form in find(view, FormBlock):
        if len(form.blanks) <= most:
            yield form
        elif all(blank.named for blank in form.blanks):
            for number, start in enumerate(range(0, len(form.blanks), most), 1):
                blanks = form.blanks[start : start + most]
                part = phrase("chat-form-part", label=form.label, number=number)
                label = form.label if number == 1 else part
                yield replace(form, label=label, blanks=blanks, topic=f"{form.topic}.{number}")


def _is_pressed(block: Block) -> bool:
    """Return whether a block has or opens harmless buttons."""
    if isinstance(block, Choices):
        return any(one.tone is not view.Tone.BAD for one in block.choices)
    return isinstance(block, FormBlock | view.Panel)


def _row_kind(block: Block) -> type | None:
    """Return the kind of blocks that may share a row with this one."""
    if isinstance(block, view.Panel | Choices):
        return Choices
    return FormBlock if isinstance(block, FormBlock) else None


def _joined(blocks: Sequence[Block], last: Iterable[Choices], row: int) -> Iterator[Block]:
    """Yield the blocks and the last choices, which share the last row if they fit."""
    yield from blocks[:-1]
    ends: tuple[Block, ...] = (*blocks[-1:], *last)
    match ends:
        case (Choices(choices=before, evident=False), Choices(choices=after)) if (
            len(before) + len(after) <= row
        ):
            yield Choices((*before, *after))
        case _:
            yield from ends


def reply_view(view: View, texts: Texts, asker: str, limits: Limits) -> View:
    """Return an answer's view with labels as text and the ids of requests, for the asker alone.

    Without an asker, the view is a welcome: anyone may press its choices, which open games.
    """

    def pressed(choice: Choice) -> Choice:
        label = button_label(texts.say(choice.label), limits.label)
        made = RequestId(asker, choice.line) if asker else OpeningId(choice.line)
        return replace(choice, label=label, line=str(made))

    return with_choices(view, pressed)


def with_choices(view: View, change: Callable[[Choice], Choice]) -> View:
    """Return a view with each choice changed, except those of cells."""
    blocks = (
        replace(one, choices=tuple(map(change, one.choices))) if isinstance(one, Choices) else one
        for one in view.blocks
    )
    return replace(view, blocks=tuple(blocks))


def first_buttoned(fitted: Iterator[View]) -> View:
    """Return the first fitted view whose cards have buttons, or else the first one.

    Its menus and lists have only the choices that can be pressed.
    """
    first = next(fitted)
    buttoned = (one for one in chain((first,), fitted) if not any(find(one, view.Menus)))
    shown = next(buttoned, first)
    return replace(shown, blocks=tuple(map(_offering, shown.blocks)))


def _offering(block: Block) -> Block:
    match block:
        case view.Menus(menus=menus):
            kept = (tuple(filter(is_offered, menu)) for menu in menus)
            return view.Menus(tuple(menu for menu in kept if menu))
        case view.Numbered(choices=choices):
            return view.Numbered(tuple(filter(is_offered, choices)))
        case _:
            return block


def is_offered(choice: Choice) -> bool:
    """Return whether a choice does something."""
    press = read_button_id(choice.line)
    return press is None or press.action is not ButtonAction.NOTHING


def fits_buttons(grid: Grid, limits: Limits) -> bool:
    """Return whether each row of cards can be a row of buttons."""
    widest = max(map(len, grid.cells), default=0)
    return widest <= limits.row and sum(map(len, grid.cells)) <= limits.card_buttons


def row_length(view: View, most: int) -> int:
    """Return the number of buttons in a row: the number of cards in a row, or else `most`."""
    rows = (row for grid in find(view, Grid) for row in grid.cells)
    widest = max((len(row) for row in rows if any(one.choice for one in row)), default=most)
    return max(1, min(widest, most))


def face_text(face: view.Face) -> str:
    """Return a face as text: its shape and its letter."""
    return f"{face.glyph.value}{face.letter}".strip()


def _is_on_cards(form: FormBlock, view: View) -> bool:
    """Return whether the cards themselves offer a form: its only blank is a card."""
    closed = len(form.blanks) == 1 and bool(form.blanks[0].values)
    return closed and any(cell.choice for cell in all_cells(view))


def blank_options(blank: view.Blank, texts: Texts, most: int) -> Iterator[tuple[str, str]]:
    """Yield the values of a blank, with labels of at most `most` characters."""
    for value, label in zip(blank.values, blank.value_labels or blank.values, strict=True):
        yield value, button_label(texts.say(label), most)


def heading(text: str, most: int) -> tuple[str, str]:
    """Return a text's head and explanation; the explanation is "" if the text is short enough.

    >>> heading("Clock: off, or a time for each turn", 20)
    ('Clock', 'off, or a time for each turn')
    """
    line = button_label(text, len(text))
    before, *explained = _COLON.split(line, maxsplit=1)
    return (line, "") if len(line) <= most or not explained else (before, explained[0].strip())


def button_label(text: str, most: int) -> str:
    """Return a text as one line of at most `most` characters, for unformatted buttons and menus."""
    return " ".join(view.shorten(TURNING.sub("", text), most).split()) or "–"

"""Forms and panels of a game view: finding, splitting and refusing them, and their lines."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from adapters.chat.buttons import forms_of
from adapters.chat.commands import CommandTables
from adapters.chat.incoming import ButtonId
from bot.games import Caller, Games, GameView, refusal
from core import view
from core.rules import IllegalAction, Refusal
from core.view import Blank, FormBlock, Panel, Text, Tone, View, all_cells, find, phrase

EXAMPLE_TEXTS: Final = ("x", "あ")
"""Texts for a blank, one in each of the scripts that games read."""

NAMED_SUFFIX: Final = "="
"""The end of a blank's id whose name stands in the line."""


def form_of(game_view: GameView, name: str, most: int) -> FormBlock | None:
    """Return the form of a name, if the view offers it."""
    forms = forms_of(view.with_panels(game_view.view), most)
    return next((one for one in forms if one.name == name and one.enabled), None)


def panel_view(game_view: GameView, name: str, said: str = "") -> GameView | None:
    """Return a game view that is a panel of another one, below what is said; None without it."""
    panel = next((one for one in find(game_view.view, Panel) if one.name == name), None)
    if panel is None:
        return None
    told = (Text(phrase("chat-said", said=said), Tone.GOOD),) if said else ()
    return replace(game_view, view=replace(panel.view, blocks=(*told, *panel.blocks)))


def panel_of(game_view: GameView, name: str) -> GameView:
    """Return a game's panel; raises IllegalAction for that of a lobby that has ended."""
    shown = panel_view(game_view, name)
    if shown is None:
        raise IllegalAction("chat-no-panel")
    return shown


async def refusal_for(
    games: Games, caller: Caller, button: ButtonId, tables: CommandTables, most: int
) -> Refusal:
    """Return why a person cannot fill in a form: as the rules would refuse its lines.

    Where they refuse none, a newcomer's would only take a chair. Raises GameGone and StoreFault.
    """
    turn, game_id = button.turn, button.game_id
    game_view = await games.look(caller, game_id, as_public=True)
    form = form_of(game_view, button.line, most)
    for example in _examples(form) if form else _command_examples(tables, game_view.game, button):
        if refused := await refusal(games, caller, example, turn=turn, game_id=game_id):
            return refused
    seat = (await games.look(caller, game_id)).seat
    return IllegalAction("chat-form-closed" if seat else "table-not-seated")


def _examples(form: FormBlock) -> Iterator[str]:
    """Yield lines that a form could make."""
    for text in EXAMPLE_TEXTS:
        values = ((field_id(one), one.values[0] if one.values else text) for one in form.blanks)
        yield line_from(form.name, values)


def _command_examples(tables: CommandTables, game: str, button: ButtonId) -> Iterator[str]:
    """Yield lines of the move that a form made which nobody is offered now."""
    moves = [move for one in tables.games if one.game == game for move in one.play]
    for move in (move for move in moves if move.name == button.line):
        for text in EXAMPLE_TEXTS:
            values = (option.choices[0] if option.choices else text for option in move.options)
            yield " ".join((move.name, *values))


def field_id(blank: Blank) -> str:
    """Return the id of a blank, which tells whether the line names it."""
    return blank.name + NAMED_SUFFIX if blank.named else blank.name


def line_from(name: str, fields: Iterable[tuple[str, str]]) -> str:
    """Return the line of a form that was filled in, from its values by the ids of its blanks."""
    written = (_written(blank, value.strip()) for blank, value in fields)
    return " ".join([name.partition(".")[0], *filter(None, written)])


def _written(blank: str, value: str) -> str:
    """Return a value as the line has it, with the name of a named blank; "" of an empty one."""
    return blank + value if blank.endswith(NAMED_SUFFIX) and value else value


def has_hints(view: View) -> bool:
    """Return whether a view shows a key."""
    return any(cell.hint for cell in all_cells(view))

"""The terminal's own answers: parts of a view, the key as letters, and help."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from adapters.terminal.cells import padded, width, wrapped
from adapters.terminal.input import LocalCommand, local_commands
from adapters.terminal.render import Renderer
from bot.games import LocalTable
from core import view as model
from core.command import Command, Commands
from core.game import GameInterface
from core.rules import Seat
from core.view import Drawing, Fields, FormBlock, Grid, Text, Tone, View, all_cells, find, phrase

INDENT = "  "

LEAST_LOG = 3
"""Turns of the log on the smallest screen; `log` shows all."""


def fitting(view: View, renderer: Renderer, rows: int) -> list[str]:
    """Return the view's lines, without the oldest quiet texts if the view is too long."""
    lines = renderer.view(view).split("\n")
    quiet = [block for block in view.blocks if is_quiet(block)]
    for oldest in quiet[: max(0, len(quiet) - LEAST_LOG)]:
        if len(lines) <= rows:
            break
        view = replace(view, blocks=tuple(b for b in view.blocks if b is not oldest))
        lines = renderer.view(view).split("\n")
    return lines


def rules(view: View, renderer: Renderer, rows: int) -> list[str]:
    """Return a game's rules as lines, without the example if the screen has no room for it."""
    lines = renderer.view(view).split("\n")
    if len(lines) < rows:
        return lines
    texts = tuple(one for one in view.blocks if isinstance(one, Text) and not is_quiet(one))
    return renderer.view(replace(view, blocks=texts)).split("\n")


def part(command: LocalCommand, view: View, renderer: Renderer) -> Iterator[str]:
    """Yield the lines of one part of a view, or a note that the part is empty.

    The parts are the board (its cards, or everything to look at), the cards left, and the log.
    """
    board: tuple[type[model.Block], ...] = (
        (Grid,) if any(find(view, Grid)) else (Drawing, Text, Fields)
    )
    kinds = {LocalCommand.LEFT: (Fields,), LocalCommand.LOG: (Text,)}.get(command, board)
    found = [line for block in find(view, *kinds) for line in renderer.block(block)]
    none = "terminal-log-empty" if command is LocalCommand.LOG else "terminal-board-empty"
    yield from found or renderer.sentence(phrase(none))


def is_quiet(block: model.Block) -> bool:
    """Return whether the block is a text that a reader can do without."""
    return isinstance(block, Text) and block.tone is Tone.QUIET


def knows_key(view: View) -> bool:
    """Return whether the view shows the key."""
    return any(cell.hint for cell in all_cells(view))


def key_line(view: View) -> str:
    """Return the key as one line of letters by rows: ``key BRRBR RTTBK ...``."""
    rows = [
        "".join((cell.hint or cell.face).letter for cell in row)
        for grid in find(view, Grid)
        for row in grid.cells
    ]
    return " ".join(["key", *rows])


def without_key(view: View) -> View:
    """Return the view without hints, which only this viewer may know."""
    hidden = phrase("terminal-key-hidden")
    blocks = (
        replace(one.with_cells(lambda cell: replace(cell, hint=None)), alt=hidden)
        if isinstance(one, Grid)
        else one
        for one in view.blocks
    )
    return replace(view, blocks=tuple(blocks))


def without_secret_forms(view: View, commands: Commands) -> View:
    """Return the view without forms that have a prompt of their own."""
    blocks = (
        block
        for block in view.blocks
        if not (isinstance(block, FormBlock) and block.verb in commands.secret_verbs)
    )
    return replace(view, blocks=tuple(blocks))


def usage(command: Command) -> str:
    """Return the syntax of a command: ``clue WORD NUMBER``."""
    named = [(option.name.upper(), option.default == "") for option in command.options]
    return " ".join(
        [command.name, *(f"[{name}]" if optional else name for name, optional in named)]
    )


def help_lines(
    game: GameInterface[Any, Any, Any],
    commands: Iterable[Command],
    renderer: Renderer,
    seats: Sequence[Seat],
    *,
    script: bool = False,
) -> Iterator[str]:
    """Yield a game's commands and the terminal's, each with an explanation.

    `seats` are the people's: with several of them, a line may have to name one. `script` is for
    authors of scripts.
    """
    known = (*commands, *game.commands.questions)
    entries = [(usage(command), phrase(command.key)) for command in known]
    orders = local_commands(game.commands)
    entries += [(order.value, phrase(f"terminal-order-{order.value}")) for order in orders]
    column = max(width(typed) for typed, _ in entries)
    yield from renderer.sentence(phrase("terminal-help-head"))
    for typed, meaning in entries:
        yield from _entry(padded(typed, column), renderer.said(meaning), renderer.width)
    key = "terminal-help-script" if script else "terminal-help-keyboard"
    alone = phrase(key, game=game.commands.game)
    yield from renderer.sentence(alone if game.text_interface else phrase("terminal-help-bare"))
    if len(seats) > 1:
        yield from renderer.sentence(phrase("terminal-help-prefix", seat=seats[-1]))


def _entry(head: str, text: str, room: int) -> Iterator[str]:
    start = f"{INDENT}{head}{INDENT}"
    for number, line in enumerate(wrapped(text, max(1, room - width(start)))):
        yield (" " * width(start) if number else start) + line


def secret_verb(table: LocalTable, seat: Seat) -> str | None:
    """Return the verb of the form that the table waits for if its text is secret."""
    legal = table.legal(seat)
    verbs = table.game.commands.secret_verbs
    secret = (one.verb for one in legal.forms if one.verb in verbs)
    return None if legal.actions else next(secret, None)

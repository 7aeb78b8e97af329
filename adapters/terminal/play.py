"""A game in a terminal: on a screen for people, or as plain lines for scripts."""

import io
import os
from collections.abc import Sequence
from typing import TextIO

from adapters.terminal import plain
from adapters.terminal.keyboard import unechoed
from adapters.terminal.render import PlayOptions
from bot.games import LocalTable
from bot.texts import Texts
from core.rules import Seat
from core.view import phrase

BROKEN_PIPE = 141
"""The usual exit code of a program whose reader has gone."""

INTERRUPTED = 130
"""The usual exit code of a program that was interrupted."""


def play(
    table: LocalTable,
    texts: Texts,
    stdin: TextIO,
    stdout: TextIO,
    *,
    seats: Sequence[Seat],
    keyword: str | None = None,
    options: PlayOptions | None = None,
) -> int:
    """Play the game with the people in `seats`; return the exit code.

    Without `options` the game is plain lines, otherwise on a screen. A `keyword` is typed for the
    people first. Raises Refusal for a keyword that the table rejects.
    """
    if keyword is not None:
        type_keyword(table, seats, keyword)
    if options is None:
        return _play_plain(plain.Script(table, texts, seats, stdin, stdout))
    # Imported only here: scripts need no screen.
    from prompt_toolkit.input import create_input  # noqa: PLC0415
    from prompt_toolkit.output import create_output  # noqa: PLC0415

    from adapters.terminal.screen import Screen  # noqa: PLC0415
    from adapters.terminal.session import TerminalSession  # noqa: PLC0415

    leave = texts.say(phrase("terminal-leave"))
    screen = Screen(create_input(stdin), create_output(stdout), leave)
    with unechoed(stdin):  # prompts themselves echo typed text
        return TerminalSession(table, texts, screen, seats, options).run()


def type_keyword(table: LocalTable, seats: Sequence[Seat], keyword: str) -> None:
    """Type a keyword for the first person who can act."""
    waiting = [*(seat for seat in seats if seat in table.to_act), *seats]
    table.submit(waiting[0], f"keyword {keyword}")


def _play_plain(script: plain.Script) -> int:
    for stream in (script.stdin, script.stdout):  # invalid bytes must not end the game
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        return script.run()
    except BrokenPipeError:
        # At exit Python would flush into the same pipe and report it again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), script.stdout.fileno())
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED

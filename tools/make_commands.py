"""Write docs/commands.md, the page of all commands, from the parser and the command tables.

`python -m tools.make_commands` writes the file in the working directory.
"""

from argparse import PARSER, SUPPRESS, ZERO_OR_MORE, Action, ArgumentParser, HelpFormatter
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from adapters.chat.commands import CommandAction, CommandEntry, CommandTables, by_path, typed_name
from adapters.slack.input.command_text import UMBRELLA, roots
from bot.cli.help import CommandParser
from bot.cli.parser import PLAY, build_parser
from bot.gametypes.registry import BUILT_IN, GameEntry
from bot.lobby.notation import LOBBY_COMMANDS
from bot.settings import Settings
from bot.texts import ENGLISH, Texts
from core.command import InputType, Option
from core.view import phrase

PAGE: Final = Path("docs/commands.md")

PROGRAM: Final = "spyring"

COMMON_OPTIONS: Final = frozenset({"help", "language", "version"})
"""The options that the page explains once."""

_TEXTS: Final = Texts.load(ENGLISH)

_INTRODUCTION: Final = """\
# All commands

`python -m tools.make_commands` writes this page from the program.

## On the command line

Arguments in brackets are optional. All commands accept `--help` and `--language` (`en` or `ja`).
`spyring --version` prints the version.
"""

_CHATS: Final = """\
## In a chat

These are the commands on Discord. On Slack, commands that do not begin with
{roots} begin with `/{umbrella}`, such as
`/{umbrella} help`. Options in brackets are optional.
"""

_CHAT_COLUMNS: Final = ("command", "options", "meaning")

_OF_ALL: Final = """\
### All games

Write `/codenames`, `/hangman` or `/shiritori` for `/GAME`.
"""


def page() -> str:
    """Return the page's text."""
    tables = CommandTables(tuple(game.load().commands for game in BUILT_IN), LOBBY_COMMANDS)
    entries = by_path(tables.entries(), _TEXTS)
    *most, last = (f"`/{root}`" for root in roots(entries))
    chats = _CHATS.format(roots=f"{', '.join(most)} or {last}", umbrella=UMBRELLA)
    return "\n".join([_INTRODUCTION, *_program_lines(), chats, *_chat_lines(entries)])


# The command line.


def _program_lines() -> Iterator[str]:
    """Yield a section for each command of the program."""
    first, *others = BUILT_IN
    for name, parser in _commands(_program(first)).items():
        yield from _command_lines(f"{PROGRAM} {name}", parser)
        for game in others if name == PLAY else ():
            own = _commands(_program(game))[PLAY]
            yield from _command_lines(f"{PROGRAM} {PLAY} {game.name}", own)


def _program(played: GameEntry) -> ArgumentParser:
    return build_parser(BUILT_IN, Settings.model_construct(), _TEXTS, played)


def _command_lines(name: str, parser: ArgumentParser) -> Iterator[str]:
    """Yield a section about a command, and then sections about its own commands."""
    if isinstance(parser, CommandParser) and parser.add_options:
        parser.add_options()
    actions = [one for one in _actions(parser) if one.dest not in COMMON_OPTIONS]
    rows = [(_argument(one), one.help % {}) for one in actions if one.help not in (None, SUPPRESS)]
    yield f"### `{name}`\n\n{_sentence(parser.description or '')}\n"
    yield from _table(("argument", "meaning"), rows)
    for word, command in _commands(parser).items():
        yield from _command_lines(f"{name} {word}", command)


def _argument(action: Action) -> str:
    """Return an argument as people type it, with brackets if it is optional."""
    choices = f"{{{','.join(map(str, action.choices))}}}" if action.choices else ""
    value = "" if action.nargs == 0 else str(action.metavar or choices or action.dest.upper())
    flag = max(action.option_strings, key=len, default="")
    typed = " ".join(filter(None, (flag, value)))
    is_needed = action.required and action.nargs != ZERO_OR_MORE
    return f"`{typed}`" if is_needed else f"`[{typed}]`"


def _actions(parser: ArgumentParser) -> list[Action]:
    """Return the arguments of a parser, which it passes to the formatter of its help."""
    found: list[Action] = []

    class Formatter(HelpFormatter):
        def add_argument(self, action: Action) -> None:
            found.append(action)

    parser.formatter_class = Formatter
    parser.format_help()
    return found


def _commands(parser: ArgumentParser) -> dict[str, ArgumentParser]:
    """Return the commands of a parser by name."""
    found = (action.choices for action in _actions(parser) if action.nargs == PARSER)
    return next((dict(choices) for choices in found if isinstance(choices, dict)), {})


# Chats.


def _chat_lines(entries: Mapping[tuple[str, ...], CommandEntry]) -> Iterator[str]:
    """Yield a section for each game, one for all games, and one for the other commands."""
    common: defaultdict[tuple[str, ...], list[CommandEntry]] = defaultdict(list)
    for game in BUILT_IN:
        of_game = {path: one for path, one in entries.items() if path[0] == game.name}
        own = {path: one for path, one in of_game.items() if _is_own(one, game)}
        yield f"### {_title(game.name)}\n"
        yield from _table(_CHAT_COLUMNS, (_row(path, one) for path, one in own.items()))
        for path in of_game.keys() - own.keys():
            common[path[1:]].append(of_game[path])
    shared = (_row(("GAME", *path), *users) for path, users in sorted(common.items()))
    yield _OF_ALL
    yield from _table(_CHAT_COLUMNS, shared)
    roots_of_games = {game.name for game in BUILT_IN}
    others = (_row(path, one) for path, one in entries.items() if path[0] not in roots_of_games)
    yield "### Other commands\n"
    yield from _table(_CHAT_COLUMNS, others)


def _is_own(entry: CommandEntry, game: GameEntry) -> bool:
    """Return whether a command is about one game, which defines it."""
    own = (CommandAction.OPEN, CommandAction.QUESTION)
    return entry.action in own or entry.command in game.load().commands.play


def _row(path: tuple[str, ...], entry: CommandEntry, *others: CommandEntry) -> tuple[str, ...]:
    """Return the row of a command, which may have entries for several games."""
    users = [_title(one.game) for one in (entry, *others)]
    only = (
        f" ({' and '.join(users)} only)" if path[0] == "GAME" and len(users) < len(BUILT_IN) else ""
    )
    options = ", ".join(map(_option, entry.command.options))
    return f"`/{' '.join(path)}`", options, _TEXTS.say(phrase(entry.command.key)) + only


def _option(option: Option) -> str:
    is_needed = option.default is None and option.kind is not InputType.FLAG
    name = typed_name(option)
    return f"`{name}`" if is_needed else f"`[{name}]`"


# Markdown.


def _title(game: str) -> str:
    name = _TEXTS.say(phrase("game-name", game=game))
    return name[0].upper() + name[1:]


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table and an empty one; none for a table without rows."""
    written = [_cells(row) for row in rows]
    if written:
        yield from (_cells(columns), _cells(["---"] * len(columns)), *written, "")


def _cells(row: Sequence[str]) -> str:
    return f"| {' | '.join(row)} |"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")

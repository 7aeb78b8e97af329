"""Slash commands of the games, the lobby and the server on any platform, and lines as commands."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from types import MappingProxyType
from typing import Final

from bot.chat.commands import REQUESTS, opening
from bot.chat.request import RequestSpec
from bot.texts import Texts, Typing
from core.command import Command, Commands, Option
from core.view import phrase

TOP_LEVEL: Final = ("clue", "guess")
"""Verbs of games that have a command of their own, too.

It has the options of the first game that knows the verb; its line goes to the room's game.
"""


class CommandAction(Enum):
    """The action of a slash command."""

    OPEN = "open"
    """It opens a table."""
    SAY = "say"
    """It submits a line."""
    SHOW = "show"
    """It shows something to one person alone."""
    QUESTION = "question"
    """It asks about a game that is over, for one person alone."""
    ASK = "ask"
    """It makes a request besides games."""


ADAPTER_COMMANDS: Final = (Command("board"), Command("key"), Command("help"))
"""Commands that show something of any game."""


@dataclass(frozen=True, slots=True)
class CommandEntry:
    """One slash command: the game it belongs to, its action, and the group it stands in.

    A request belongs to no game: `game` is the first of its names.
    """

    game: str
    command: Command
    action: CommandAction
    group: str | None = None
    is_top_level: bool = False
    ask: RequestSpec | None = None

    @property
    def is_direct(self) -> bool:
        """Whether it is offered in direct messages, too; commands of games are not."""
        return self.ask is not None and self.ask.direct

    def path(self, texts: Texts) -> tuple[str, ...]:
        """Return the names by which it is called."""
        name = localised_name(texts, "slash", self.command.name)
        if self.is_top_level:
            return (name,)
        return tuple(filter(None, (self.game, self.group, name)))


@dataclass(frozen=True, slots=True)
class CommandTables:
    """The command tables: of each game, of the table around it, and of requests besides games."""

    games: tuple[Commands, ...]
    table: tuple[Command, ...]
    asks: tuple[RequestSpec, ...] = REQUESTS

    def entries(self) -> Iterator[CommandEntry]:
        """Yield all slash commands."""
        for game in self.games:
            yield CommandEntry(game.game, opening(game), CommandAction.OPEN)
            yield from (CommandEntry(game.game, one, CommandAction.SAY) for one in game.play)
            for one in self.table:
                if one.name not in game.unused:
                    yield CommandEntry(game.game, one, CommandAction.SAY, one.group or None)
            for one in game.questions:
                yield CommandEntry(game.game, one, CommandAction.QUESTION)
            shown = (one for one in ADAPTER_COMMANDS if one.name not in game.unused)
            yield from (CommandEntry(game.game, one, CommandAction.SHOW) for one in shown)
        played = [(game.game, one) for game in self.games for one in game.play]
        for verb in TOP_LEVEL:
            named = (
                CommandEntry(game, one, CommandAction.SAY, is_top_level=True)
                for game, one in played
            )
            yield from islice((entry for entry in named if entry.command.name == verb), 1)
        yield from map(_request_entry, self.asks)


def _request_entry(ask: RequestSpec) -> CommandEntry:
    first, *inner = ask.path
    group = inner[0] if len(inner) > 1 else None
    return CommandEntry(
        first, ask.command, CommandAction.ASK, group, is_top_level=not inner, ask=ask
    )


def by_path(
    entries: Iterable[CommandEntry], texts: Texts
) -> Mapping[tuple[str, ...], CommandEntry]:
    """Return the slash commands by the names by which they are called, which are English."""
    return MappingProxyType({entry.path(texts): entry for entry in entries})


def line_of_command(entry: CommandEntry, given: Mapping[str, object]) -> str:
    """Return the line that a slash command with these options stands for."""
    words = (
        str(given.get(option.name, option.default or "")).strip()
        for option in entry.command.options
    )
    return " ".join([entry.command.name, *filter(None, words)])


def localised_name(texts: Texts, prefix: str, name: str) -> str:
    """Return the name of a command (``slash``) or an option (``slot``) in a language."""
    return texts.say(phrase(f"{prefix}-{name}"))


WRITTEN: Final = frozenset({CommandAction.SAY, CommandAction.OPEN, CommandAction.QUESTION})
"""The actions of commands that stand for lines."""


class CommandFormatter:
    """Writes lines as the slash commands of these entries.

    Commands and options are called as in `named`, or, with None, in the reader's language.
    """

    def __init__(self, entries: Iterable[CommandEntry], named: Texts | None = None) -> None:
        said = (entry for entry in entries if entry.action in WRITTEN)
        self._entries = tuple(entry for entry in said if not entry.is_top_level)
        self._named = named
        self._spelled: dict[tuple[Texts, str], Texts] = {}

    def for_game(self, texts: Texts, game: str) -> Texts:
        """Return texts in which lines are the commands of a game, where several games have them."""
        found = self._spelled.get((texts, game))
        if found is None:
            found = self._spelled[texts, game] = texts.typing(self._typing(texts, game))
        return found

    def _typing(self, texts: Texts, game: str) -> Typing:
        others = {entry.command.name: entry for entry in reversed(self._entries)}
        own = {entry.command.name: entry for entry in self._entries if entry.game == game}
        known = others | own

        def typed(line: str) -> str:
            command = _command(line, known, self._named or texts)
            return texts.say(phrase("chat-command", line=command))

        return typed


def _command(line: str, known: Mapping[str, CommandEntry], texts: Texts) -> str:
    """Return the slash command of a line, as it is shown where it is typed."""
    verb, *words = line.split()
    entry = known.get(verb)
    if entry is None:
        return line
    parts = (localised_name(texts, "slash", part) for part in (entry.group, verb) if part)
    options = (
        f"{localised_name(texts, 'slot', option.name)}:{value}"
        for option, value in _filled(entry.command.options, words)
    )
    return " ".join((f"/{entry.game}", *parts, *options))


def _filled(options: Iterable[Option], words: list[str]) -> Iterator[tuple[Option, str]]:
    """Yield the options that words are given for, one each; the rest of a line is one."""
    rest = list(words)
    for option in options:
        if not rest:
            return
        taken = len(rest) if option.kind.is_line else 1
        yield option, " ".join(rest[:taken])
        del rest[:taken]

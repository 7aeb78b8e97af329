"""Slash commands on any platform: their tables, lines as commands, and options as text. Pure."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Final

from bot.chat.commands import REQUESTS, opening
from bot.chat.request import RequestSpec, RoomRef, Value
from bot.games import User
from bot.texts import ENGLISH, Texts, Typing
from core.command import Command, Commands, InputType, Option, half_width
from core.rules import InvalidNotation
from core.view import phrase

TOP_LEVEL: Final = ("clue", "guess")
"""Verbs of games that are also top-level commands.

Their options are those of the first game with the verb; the room's game receives their lines.
"""


ADAPTER_COMMANDS: Final = (Command("board"), Command("key"), Command("help"))
"""Commands that show something of any game."""

TRUE_WORDS: Final = frozenset({"yes", "on", "true", "はい"})

FALSE_WORDS: Final = frozenset({"no", "off", "false", "いいえ"})

_NAMED: Final = re.compile(r"([\w-]+)[:=：＝](.*)")
"""An option after its name."""

_WORD: Final = re.compile(r"\S+")

ONE_WORD: Final = (InputType.INTEGER, InputType.FLAG, InputType.CHOICE)
"""The kinds of options whose values are one word."""

_QUOTES: Final = '"“”„「」 '
"""Characters around a line that are not part of it."""

ENGLISH_TEXTS: Final = Texts.load(ENGLISH)
"""Typed names of commands and options are English."""


class CommandAction(Enum):
    """The action of a slash command."""

    OPEN = "open"
    """It opens a table."""
    SAY = "say"
    """It submits a line."""
    SHOW = "show"
    """It shows something to one person alone."""
    QUESTION = "question"
    """It asks about a finished game, for one person alone."""
    ASK = "ask"
    """It makes a request besides games."""


@dataclass(frozen=True, slots=True)
class CommandEntry:
    """One slash command: its game, its action, and its group, if any.

    A request besides games has the first word of its path as `game`.
    """

    game: str
    command: Command
    action: CommandAction
    group: str | None = None
    is_top_level: bool = False
    ask: RequestSpec | None = None

    @property
    def is_direct(self) -> bool:
        """Whether direct messages offer it, too; they offer no game commands."""
        return self.ask is not None and self.ask.direct

    def path(self, texts: Texts) -> tuple[str, ...]:
        """Return the command's path of names."""
        name = localised_name(texts, "slash", self.command.name)
        if self.is_top_level:
            return (name,)
        return tuple(filter(None, (self.game, self.group, name)))


@dataclass(frozen=True, slots=True)
class CommandTables:
    """The command tables of each game, of the table around it, and of requests besides games."""

    games: tuple[Commands, ...]
    table: tuple[Command, ...]

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
        top = partial(CommandEntry, action=CommandAction.SAY, is_top_level=True)
        played = [top(game.game, one) for game in self.games for one in game.play]
        firsts = {entry.command.name: entry for entry in reversed(played)}
        yield from (firsts[verb] for verb in TOP_LEVEL if verb in firsts)
        yield from map(_request_entry, REQUESTS)


def _request_entry(ask: RequestSpec) -> CommandEntry:
    first, *inner = ask.path
    group = inner[0] if len(inner) > 1 else None
    return CommandEntry(
        first, ask.command, CommandAction.ASK, group, is_top_level=not inner, ask=ask
    )


def by_path(
    entries: Iterable[CommandEntry], texts: Texts
) -> Mapping[tuple[str, ...], CommandEntry]:
    """Return the slash commands by their paths, which are English."""
    return {entry.path(texts): entry for entry in entries}


def line_of_command(entry: CommandEntry, given: Mapping[str, object]) -> str:
    """Return the line of a slash command with these options."""
    options = entry.command.options
    words = (str(given.get(one.name, one.default or "")).strip() for one in options)
    return " ".join([entry.command.name, *filter(None, words)])


def localised_name(texts: Texts, prefix: str, name: str) -> str:
    """Return the name of a command (``slash``) or an option (``slot``) in a language."""
    return texts.say(phrase(f"{prefix}-{name}"))


WRITTEN: Final = frozenset({CommandAction.SAY, CommandAction.OPEN, CommandAction.QUESTION})
"""The actions of commands that stand for lines."""


class CommandFormatter:
    """Writes lines as slash commands.

    `named` are the names of commands and options; None means the reader's language.
    """

    def __init__(self, entries: Iterable[CommandEntry], named: Texts | None = None) -> None:
        said = (entry for entry in entries if entry.action in WRITTEN)
        self._entries = tuple(entry for entry in said if not entry.is_top_level)
        self._named = named
        self._spelled: dict[tuple[Texts, str], Texts] = {}

    def for_game(self, texts: Texts, game: str) -> Texts:
        """Return texts that write lines as commands; the given game's commands come first."""
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
    """Return a line as the slash command to type."""
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
    """Yield each option with its word while words remain; a whole-line option has all of them."""
    rest = list(words)
    for option in options:
        if not rest:
            return
        taken = len(rest) if option.kind.is_line else 1
        yield option, " ".join(rest[:taken])
        del rest[:taken]


# Options as text.


class Names:
    """People and rooms as a platform writes them in texts; this default has no notation."""

    def person(self, _text: str) -> User | None:
        """Return the person whom a text mentions."""
        return None

    def room(self, _text: str) -> RoomRef | None:
        """Return the room that a text names."""
        return None

    def plain(self, text: str) -> str:
        """Return a text in the notation of lines."""
        return text


NO_NAMES: Final = Names()


def is_named(word: str) -> bool:
    """Return whether a word is an option with its name.

    >>> is_named("rows:4"), is_named("tonight?")
    (True, False)
    """
    return _NAMED.fullmatch(word) is not None


def values_of(command: Command, text: str, names: Names = NO_NAMES) -> Mapping[str, Value]:
    """Return the options of a command from the text after it, by name or in their order.

    A secret option is the rest of the text, with its blanks; a line ends before the next named
    option, and may be in quotation marks. Raises InvalidNotation for an invalid value and for too
    many words.
    """
    options = {option.name: option for option in command.options if can_type(option)}
    found, rest = dict[str, str](), text.strip()
    while named := _NAMED.fullmatch(_split(rest)[0]):
        name = _option_called(named[1], options)
        if name is None:
            break
        if options[name].secret:
            found[name], rest = rest[named.start(2) :], ""
        elif options[name].kind is InputType.LINE:
            end = _next_option(rest, named.end(), options)
            found[name], rest = rest[named.start(2) : end], rest[end:].strip()
        else:
            found[name], rest = named[2], _split(rest)[1]
    found |= _in_order([one for one in options.values() if one.name not in found], rest)
    lines = {
        name: value.splitlines() if options[name].secret else half_width(value).split()
        for name, value in found.items()
    }
    return {name: _value(options[name], " ".join(words), names) for name, words in lines.items()}


def _split(text: str) -> tuple[str, str]:
    """Return the first word of a text, and the rest."""
    first, rest, *_ = (*text.split(maxsplit=1), "", "")
    return first, rest


def _next_option(text: str, start: int, options: Mapping[str, Option]) -> int:
    """Return the position of the next named option, or of the end."""
    for word in _WORD.finditer(text, start):
        named = _NAMED.fullmatch(word[0])
        if named and _option_called(named[1], options):
            return word.start()
    return len(text)


def _option_called(name: str, options: Mapping[str, Option]) -> str | None:
    """Return the option with a name, as lines or people write it."""
    sought = half_width(name).casefold()
    return next(
        (one.name for one in options.values() if sought in (one.name, typed_name(one))), None
    )


def _in_order(options: Sequence[Option], text: str) -> dict[str, str]:
    """Return the values of options in their order; the last one is the rest of the text."""
    found, rest = dict[str, str](), text
    for place, option in enumerate(options):
        if not rest:
            break
        is_last = place == len(options) - 1 or option.kind.is_line
        if is_last and option.kind not in ONE_WORD:
            found[option.name], rest = rest, ""
        else:
            found[option.name], rest = _split(rest)
    if rest:
        raise InvalidNotation("chat-many-words", words=" ".join(rest.split()))
    return found


def _value(option: Option, text: str, names: Names) -> Value:
    match option.kind:
        case InputType.INTEGER:
            return _integer(option, text)
        case InputType.FLAG:
            return _flag(option, text)
        case InputType.PERSON:
            if (user := names.person(text)) is not None:
                return user
            raise InvalidNotation("chat-person", name=typed_name(option), found=text)
        case InputType.ROOM:
            if (room := names.room(text)) is not None:
                return room
            raise InvalidNotation("chat-channel", name=typed_name(option), found=text)
        case InputType.CHOICE if option.choices and text.casefold() not in option.choices:
            raise _unknown(option, text, option.choices)
        case InputType.CHOICE:
            return text.casefold()
        case InputType.LINE if not option.secret:
            return names.plain(text.strip(_QUOTES))
        case _:
            return names.plain(text)


def _integer(option: Option, text: str) -> int:
    least = -(10**6) if option.least is None else option.least
    most = 10**6 if option.most is None else option.most
    if text.isascii() and text.isdecimal() and len(text) < 8 and least <= int(text) <= most:
        return int(text)
    raise InvalidNotation(
        "option-integer", name=typed_name(option), found=text, least=least, most=most
    )


def _flag(option: Option, text: str) -> bool:
    word = text.casefold()
    if word in TRUE_WORDS | {typed_name(option), option.name}:
        return True
    if word in FALSE_WORDS:
        return False
    raise _unknown(option, text, ("yes", "no"))


def _unknown(option: Option, text: str, choices: Sequence[str]) -> InvalidNotation:
    return InvalidNotation(
        "option-choice", name=typed_name(option), found=text, choices=tuple(choices)
    )


def can_type(option: Option) -> bool:
    """Return whether people can type the value of an option."""
    return option.kind is not InputType.FILE


def typed_name(option: Option) -> str:
    """Return the name of an option as people type it."""
    return localised_name(ENGLISH_TEXTS, "slot", option.name)

"""Texts after a slash command: the command that they name, and its options. Pure."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from adapters.chat.commands import CommandEntry, localised_name
from adapters.slack.ids import room_of, user_of
from bot.chat.request import RoomRef, Value
from bot.games import User
from bot.texts import ENGLISH, Texts
from core.command import InputType, Option, half_width
from core.rules import InvalidNotation
from core.view import Phrase, phrase

UMBRELLA: Final = "spyring"
"""The slash command under which stand all commands that have none of their own."""

ASKED_MOST: Final = ("leaderboard", "profile")
"""The requests that have a slash command of their own."""

TRUE_WORDS: Final = frozenset({"yes", "on", "true", "はい"})
FALSE_WORDS: Final = frozenset({"no", "off", "false", "いいえ"})

_NAMED: Final = re.compile(r"([\w-]+)[:=：＝](.*)")
"""An option with its name before it."""

_USER: Final = re.compile(r"<@([A-Z0-9]+)(?:\|[^>]*)?>")
_CHANNEL: Final = re.compile(r"<#([A-Z0-9]+)(?:\|([^>]*))?>")
_LINK: Final = re.compile(r"<(?:https?://|mailto:)[^>|]*\|([^>]*)>")


@dataclass(frozen=True, slots=True)
class TypedCommand:
    """A command that was typed: its path, and the rest of the line as it is."""

    path: tuple[str, ...]
    rest: str


def typed_command(
    command: str, text: str, entries: Mapping[tuple[str, ...], CommandEntry]
) -> TypedCommand | None:
    """Return the command that a text names, None where it names none."""
    root = command.strip("/").casefold()
    start = () if root == UMBRELLA else (root,)
    for inner in range(min(3, len(text.split())), -1, -1):
        words = text.split(maxsplit=inner)
        path = (*start, *(half_width(word).casefold() for word in words[:inner]))
        if path in entries:
            return TypedCommand(path, "".join(words[inner:]))
    return None


def roots(entries: Mapping[tuple[str, ...], CommandEntry]) -> tuple[str, ...]:
    """Return the slash commands besides the umbrella: the games', and what is asked for most."""
    games = (entry.game for entry in entries.values() if entry.ask is None)
    return (*dict.fromkeys(games), *ASKED_MOST)


def commands_of(
    command: str, entries: Mapping[tuple[str, ...], CommandEntry]
) -> tuple[tuple[str, ...], ...]:
    """Return the paths of all commands that stand under a slash command."""
    root = command.strip("/").casefold()
    if root == UMBRELLA:
        others = roots(entries)
        return tuple(path for path in entries if path[0] not in others and not _is_verb(path))
    return tuple(path for path in entries if path[0] == root)


def commands_begun(
    command: str, text: str, entries: Mapping[tuple[str, ...], CommandEntry]
) -> tuple[tuple[str, ...], ...]:
    """Return the commands of the group that a text names, or else all under the slash command."""
    root, found = command.strip("/").casefold(), commands_of(command, entries)
    group: tuple[str, ...] = () if root == UMBRELLA else (root,)
    for word in half_width(text).split():
        longer = (*group, word.casefold())
        if not any(path[: len(longer)] == longer for path in found):
            break
        group = longer
    return tuple(path for path in found if path[: len(group)] == group)


def _is_verb(path: tuple[str, ...]) -> bool:
    """Return whether a path is a move of a game: those stand under their game here."""
    return path in (("clue",), ("guess",))


def usage(path: tuple[str, ...], entry: CommandEntry) -> str:
    """Return a command as it is typed, with the names of its options.

    An option that may be left out stands in brackets.
    """
    is_own = entry.ask is None or path[0] in ASKED_MOST
    start = path if is_own else (UMBRELLA, *path)
    options = (_named(option) for option in entry.command.options if _can_type(option))
    return " ".join((f"/{start[0]}", *start[1:], *options))


def _named(option: Option) -> str:
    name = _slot(option).upper()
    return name if option.default is None and option.kind is not InputType.FLAG else f"[{name}]"


def _can_type(option: Option) -> bool:
    return option.kind is not InputType.FILE


def _slot(option: Option) -> str:
    return localised_name(ENGLISH_TEXTS, "slot", option.name)


ENGLISH_TEXTS: Final = Texts.load(ENGLISH)
"""Names of commands and options are English, as they are typed."""


def values_of(entry: CommandEntry, text: str, team: str) -> Mapping[str, Value]:
    """Return the options of a command from the text after it, by their names or in their order.

    A secret one is all that is left, as it is typed, with its blanks. Raises InvalidNotation for a
    value that the option cannot have, and for words too many.
    """
    options = {option.name: option for option in entry.command.options if _can_type(option)}
    found, rest = dict[str, str](), text.strip()
    while named := _NAMED.fullmatch(_first_word(rest)):
        name = _option_called(named[1], options)
        if name is None:
            break
        if options[name].secret:
            found[name], rest = rest[named.start(2) :], ""
        else:
            found[name], rest = named[2], _without_first_word(rest)
    found |= _in_order([one for one in options.values() if one.name not in found], rest)
    plain = {
        name: _one_line(value) if options[name].secret else half_width(" ".join(value.split()))
        for name, value in found.items()
    }
    return {name: _value(options[name], value, team) for name, value in plain.items()}


def _one_line(text: str) -> str:
    return " ".join(text.splitlines())


def _first_word(text: str) -> str:
    return next(iter(text.split(maxsplit=1)), "")


def _without_first_word(text: str) -> str:
    return "".join(text.split(maxsplit=1)[1:])


def _option_called(name: str, options: Mapping[str, Option]) -> str | None:
    """Return the option of a name, as the line or as people write it."""
    sought = half_width(name).casefold()
    return next((one.name for one in options.values() if sought in (one.name, _slot(one))), None)


def _in_order(options: Sequence[Option], text: str) -> dict[str, str]:
    """Return the values of options in their order; the last one has all that is left."""
    found, rest = dict[str, str](), text
    for place, option in enumerate(options):
        if not rest:
            break
        is_last = place == len(options) - 1 or option.kind.is_line
        if is_last and _is_text(option):
            found[option.name], rest = rest, ""
        else:
            found[option.name], rest = _first_word(rest), _without_first_word(rest)
    if rest:
        raise InvalidNotation("slack-many-words", words=" ".join(rest.split()))
    return found


def _is_text(option: Option) -> bool:
    return option.kind not in (InputType.INTEGER, InputType.FLAG, InputType.CHOICE)


def _value(option: Option, text: str, team: str) -> Value:
    match option.kind:
        case InputType.INTEGER:
            return _integer(option, text)
        case InputType.FLAG:
            return _flag(option, text)
        case InputType.PERSON:
            return _person(option, text, team)
        case InputType.ROOM:
            return _room(option, text, team)
        case InputType.CHOICE if option.choices and text.casefold() not in option.choices:
            raise _unknown(option, text, option.choices)
        case InputType.CHOICE:
            return text.casefold()
        case _:
            return plain_words(text, team)


def _integer(option: Option, text: str) -> int:
    least = -(10**6) if option.least is None else option.least
    most = 10**6 if option.most is None else option.most
    if text.isascii() and text.isdecimal() and len(text) < 8 and least <= int(text) <= most:
        return int(text)
    raise InvalidNotation("option-integer", name=_slot(option), found=text, least=least, most=most)


def _flag(option: Option, text: str) -> bool:
    word = text.casefold()
    if word in TRUE_WORDS | {_slot(option), option.name}:
        return True
    if word in FALSE_WORDS:
        return False
    raise _unknown(option, text, ("yes", "no"))


def _unknown(option: Option, text: str, choices: Sequence[str]) -> InvalidNotation:
    return InvalidNotation("option-choice", name=_slot(option), found=text, choices=tuple(choices))


def _person(option: Option, text: str, team: str) -> User:
    if named := _USER.fullmatch(text):
        return user_of(team, named[1])
    raise InvalidNotation("slack-person", name=_slot(option), found=text)


def _room(option: Option, text: str, team: str) -> RoomRef:
    if named := _CHANNEL.fullmatch(text):
        return RoomRef(room_of(team, named[1]), named[2] or named[1])
    raise InvalidNotation("slack-channel", name=_slot(option), found=text)


def plain_words(text: str, team: str) -> str:
    """Return a text as lines have it: people by their names in the application, links as words.

    >>> plain_words("replace blue-guesser <@U1|ann> &amp;", "T1")
    'replace blue-guesser slack:T1/U1 &'
    """
    named = _USER.sub(lambda found: str(user_of(team, found[1])), text)
    linked = _LINK.sub(lambda found: found[1], named)
    plain = re.sub(r"<(https?://[^>]*)>", r"\1", linked)
    return plain.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def usages(
    paths: Iterable[tuple[str, ...]],
    entries: Mapping[tuple[str, ...], CommandEntry],
    texts: Texts,
) -> Iterator[Phrase]:
    """Yield each of these commands as it is typed, and what it does."""
    for path in paths:
        entry = entries[path]
        does = texts.say(phrase(entry.command.key))
        yield phrase("slack-usage", usage=usage(path, entry), does=does)

"""Options of a command as text: by their names, or in their order. Pure."""

import re
from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from adapters.chat.commands import localised_name
from bot.chat.request import RoomRef, Value
from bot.games import User
from bot.texts import ENGLISH, Texts
from core.command import Command, InputType, Option, half_width
from core.rules import InvalidNotation

TRUE_WORDS: Final = frozenset({"yes", "on", "true", "はい"})
FALSE_WORDS: Final = frozenset({"no", "off", "false", "いいえ"})

_NAMED: Final = re.compile(r"([\w-]+)[:=：＝](.*)")
"""An option with its name before it."""

_WORD: Final = re.compile(r"\S+")

_QUOTES: Final = '"“”„「」 '
"""What may stand around a line, and is no part of it."""

ENGLISH_TEXTS: Final = Texts.load(ENGLISH)
"""Names of commands and options are English, as they are typed."""


class Names(Protocol):
    """People and rooms as a platform writes them in texts."""

    def person(self, text: str) -> User | None:
        """Return the person whom a text mentions."""

    def room(self, text: str) -> RoomRef | None:
        """Return the room that a text names."""

    def plain(self, text: str) -> str:
        """Return a text as lines have it."""


class _NoNames:
    """Texts that are plain, and mention nobody; Names."""

    def person(self, _text: str) -> None:
        return None

    def room(self, _text: str) -> None:
        return None

    def plain(self, text: str) -> str:
        return text


NO_NAMES: Final = _NoNames()


def is_named(word: str) -> bool:
    """Return whether a word gives an option by its name.

    >>> is_named("rows:4"), is_named("tonight?")
    (True, False)
    """
    return _NAMED.fullmatch(word) is not None


def values_of(command: Command, text: str, names: Names = NO_NAMES) -> Mapping[str, Value]:
    """Return the options of a command from the text after it, by their names or in their order.

    A secret one is all that is left, as it is typed, with its blanks; a line ends before the next
    option that is named, and may stand in quotation marks. Raises InvalidNotation for a
    value that the option cannot have, and for words too many.
    """
    options = {option.name: option for option in command.options if can_type(option)}
    found, rest = dict[str, str](), text.strip()
    while named := _NAMED.fullmatch(_first_word(rest)):
        name = _option_called(named[1], options)
        if name is None:
            break
        if options[name].secret:
            found[name], rest = rest[named.start(2) :], ""
        elif options[name].kind is InputType.LINE:
            end = _next_option(rest, named.end(), options)
            found[name], rest = rest[named.start(2) : end], rest[end:].strip()
        else:
            found[name], rest = named[2], _without_first_word(rest)
    found |= _in_order([one for one in options.values() if one.name not in found], rest)
    plain = {
        name: _one_line(value) if options[name].secret else half_width(" ".join(value.split()))
        for name, value in found.items()
    }
    return {name: _value(options[name], value, names) for name, value in plain.items()}


def _one_line(text: str) -> str:
    return " ".join(text.splitlines())


def _first_word(text: str) -> str:
    return next(iter(text.split(maxsplit=1)), "")


def _without_first_word(text: str) -> str:
    return "".join(text.split(maxsplit=1)[1:])


def _next_option(text: str, start: int, options: Mapping[str, Option]) -> int:
    """Return where the next option that is given by its name begins: at the end if none is."""
    for word in _WORD.finditer(text, start):
        named = _NAMED.fullmatch(word[0])
        if named and _option_called(named[1], options):
            return word.start()
    return len(text)


def _option_called(name: str, options: Mapping[str, Option]) -> str | None:
    """Return the option of a name, as the line or as people write it."""
    sought = half_width(name).casefold()
    return next(
        (one.name for one in options.values() if sought in (one.name, typed_name(one))), None
    )


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
        raise InvalidNotation("chat-many-words", words=" ".join(rest.split()))
    return found


def _is_text(option: Option) -> bool:
    return option.kind not in (InputType.INTEGER, InputType.FLAG, InputType.CHOICE)


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
    """Return whether the value of an option can be typed."""
    return option.kind is not InputType.FILE


def typed_name(option: Option) -> str:
    """Return the name of an option as it is typed."""
    return localised_name(ENGLISH_TEXTS, "slot", option.name)

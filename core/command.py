"""Commands as data, for slash commands and argument parsers; the reading of typed lines."""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final
from unicodedata import normalize

from core.rules import InvalidNotation, Misspelled
from core.view import Phrase, phrase


class InputType(Enum):
    """The kind of an option: how people type, pick or complete it."""

    TEXT = "text"
    """One word."""
    LINE = "line"
    """The rest of the line, with its spaces."""
    INTEGER = "integer"
    FLAG = "flag"
    CHOICE = "choice"
    CARD = "card"
    """A card of the board, completed from the covered ones."""
    LETTER = "letter"
    """A letter or a word, completed from the board's choices."""
    TEAM = "team"
    """A team of the table."""
    SEAT = "seat"
    """A chair of the table, by its seat."""
    CHAIR = "chair"
    """A chair by seat, or by team and role, then the name of a bot: a whole line."""
    MEMBER = "member"
    """A person at the table, as ``platform:id`` or by number, or a bot."""
    SETTING = "setting"
    """The name of a setting of the table or of its game."""
    VALUE = "value"
    """A value for the setting named by the option before it: a whole line."""
    PACK = "pack"
    """A pack of words, by name."""
    PERSON = "person"
    """A user of the platform, picked from its list."""
    ROOM = "room"
    """A room of the platform, picked from its list."""
    FILE = "file"
    """An attached file."""

    @property
    def is_line(self) -> bool:
        """Whether its value is the rest of a line, with its spaces."""
        return self in (InputType.LINE, InputType.CHAIR, InputType.VALUE)

    @property
    def is_completed(self) -> bool:
        """Whether the table or the guild offers completions for it."""
        typed = (InputType.TEXT, InputType.LINE, InputType.INTEGER, InputType.FLAG)
        picked = (InputType.CHOICE, InputType.PERSON, InputType.ROOM, InputType.FILE)
        return self not in typed + picked


_FULL_WIDTH: Final = re.compile(r"(?<!\S)[!-~！-～]+(?:(?<=[=:＝：])|(?!\S))|[^\S\t\n]")
"""A word of full-width characters, or its part up to an equals sign or colon; a blank."""

_VERB: Final = re.compile(r"(?:^|:)\s*(\w+)\s?")
"""The first word of a line, or the first after a seat's name."""


def half_width(text: str) -> str:
    """Return a text with plain blanks, its full-width words as ASCII.

    Words with other letters do not change, and the length stays the same.

    >>> half_width("ｃｌｕｅ　Ｔシャツ　２"), half_width("ｐａｃｋ＝どうぶつ")
    ('clue Ｔシャツ 2', 'pack=どうぶつ')
    """
    if text.isascii():  # unchanged, and a message may have thousands of words
        return text
    return _FULL_WIDTH.sub(lambda found: normalize("NFKC", found[0]), text)


def half_width_line(line: str, secret: Collection[str]) -> str:
    """Return a typed line in half width, except for the text after a `secret` verb.

    >>> half_width_line("ｋｅｙｗｏｒｄ　ＡＢＣ", ["keyword"])
    'keyword ＡＢＣ'
    """
    plain = half_width(line)
    ends = (found.end() for found in _VERB.finditer(plain) if found[1].casefold() in secret)
    end = next(ends, len(line))
    return plain[:end] + line[end:]


def near_word(typed: str, words: Iterable[str]) -> str | None:
    """Return the first word that is one slip away from a typed word of 3 letters or more.

    A slip is a missing, added or wrong letter, or two swapped ones.

    >>> [near_word(one, ["clue", "guess"]) for one in ("cleu", "gess", "guest", "glue", "clues")]
    ['clue', 'guess', 'guess', 'clue', 'clue']
    >>> near_word("club", ["pass"]), near_word("clue", ["clue"]), near_word("to", ["two"])
    (None, None, None)
    """
    return next((word for word in words if len(typed) > 2 and _is_slip(typed, word)), None)


def unknown_verb(line: str, verbs: Sequence[str], read: Callable[[str], object]) -> InvalidNotation:
    """Return the refusal of a line that begins with none of the verbs.

    It is Misspelled if the line can be `read` with a verb that is one slip away.
    """
    verb, _, rest = line.strip().partition(" ")
    if near := near_word(verb.casefold(), verbs):
        with suppress(InvalidNotation):
            read(meant := f"{near} {rest}".rstrip())
            return Misspelled("line-near", line=meant, verb=verb, near=near)
    return InvalidNotation("line-unknown", verb=verb, verbs=tuple(verbs))


def _is_slip(typed: str, word: str) -> bool:
    pairs = enumerate(zip(typed, word, strict=False))
    unlike = (place for place, (one, other) in pairs if one != other)
    alike = next(unlike, min(len(typed), len(word)))
    found, meant = typed[alike:], word[alike:]
    swapped = found[1::-1] + found[2:]
    return found != meant and (meant in (found[1:], swapped) or meant[1:] in (found, found[1:]))


def value_label(name: str, value: str) -> Phrase | str:
    """Return the label of an option's or setting's value; a number is its own label."""
    return value if value.isdecimal() else phrase(f"value-{name}-{value}")


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a command: its kind and its allowed values.

    `default` is None for a required option and for a flag. `least` and `most` bound an integer.
    The catalogue describes it under `option-NAME`, or under the key in `described`. Only its author
    may read the value of a `secret` one.
    """

    name: str
    kind: InputType
    default: str | int | None = None
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    described: str = ""
    secret: bool = False

    @property
    def key(self) -> str:
        """The catalogue's key of the description."""
        return self.described or f"option-{self.name}"


def number_option(name: str, allowed: range, default: int) -> Option:
    """Return an option for a number within a range."""
    return Option(name, InputType.INTEGER, default, least=allowed[0], most=allowed[-1])


def choice_option(name: str, default: Enum) -> Option:
    """Return an option for a value of its default's enum."""
    choices = tuple(str(one.value) for one in type(default))
    return Option(name, InputType.CHOICE, str(default.value), choices)


def options_of(game: str, *options: Option) -> tuple[Option, ...]:
    """Return the options with the game's own descriptions, `option-GAME-NAME`."""
    return tuple(replace(one, described=f"option-{game}-{one.name}") for one in options)


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its verb, and its options in order.

    The catalogue describes it under `command-NAME`, or under the key in `described`. It may belong
    to a `group`.
    """

    name: str
    options: tuple[Option, ...] = ()
    described: str = ""
    group: str = ""

    @property
    def key(self) -> str:
        """The catalogue's key of the description."""
        return self.described or f"command-{self.name}"

    @classmethod
    def of(cls, game: str, name: str, *options: Option) -> "Command":
        """Return a command with the game's own descriptions of it and of its options."""
        return cls(name, options_of(game, *options), f"command-{game}-{name}")


@dataclass(frozen=True, slots=True)
class Commands:
    """A game's commands: `new` opens a table, and `play` has the commands at a table."""

    game: str
    new: Command
    play: tuple[Command, ...]
    unused: frozenset[str] = frozenset()
    """Verbs common to all games that this game does not have."""
    empty_line: str = ""
    """The verb of an empty script line, unless the line lets a bot continue."""
    has_packs: bool = False
    """Whether a table deals from a pack, which people may choose."""
    questions: tuple[Command, ...] = ()
    """Questions about a finished game: they change nothing, and only the asker sees the answer."""

    @property
    def secret_verbs(self) -> frozenset[str]:
        """The verbs with a secret option."""
        secret = (one for one in self.play if any(option.secret for option in one.options))
        return frozenset(command.name for command in secret)

    def typed_line(self, line: str) -> str:
        """Return a typed line in half width, except for its secrets."""
        return half_width_line(line, self.secret_verbs)

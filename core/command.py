"""Commands as data, from which slash commands and argument parsers are made; lines as typed."""

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
    """The kind of an option: how it is typed, picked or completed."""

    TEXT = "text"
    """One word."""
    LINE = "line"
    """The rest of the line, spaces and all."""
    INTEGER = "integer"
    FLAG = "flag"
    CHOICE = "choice"
    CARD = "card"
    """A card of the board, completed from those that are covered."""
    LETTER = "letter"
    """A letter or a word, completed from those with which the board offers the command."""
    TEAM = "team"
    """A team of the table."""
    SEAT = "seat"
    """A chair of the table, by its seat."""
    CHAIR = "chair"
    """A chair by its seat, or by team and role, with the name of a bot after it: a whole line."""
    MEMBER = "member"
    """A person at the table, as ``platform:id`` or by number, or a bot."""
    SETTING = "setting"
    """The name of a setting of the table or of its game."""
    VALUE = "value"
    """The value of the setting that the option before it names: a whole line."""
    PACK = "pack"
    """A pack of words, by its name."""
    PERSON = "person"
    """A person of the platform, picked."""
    ROOM = "room"
    """A room of the platform, picked."""
    FILE = "file"
    """A file that is sent along."""

    @property
    def is_line(self) -> bool:
        """Whether the rest of a line belongs to it, spaces and all."""
        return self in (InputType.LINE, InputType.CHAIR, InputType.VALUE)

    @property
    def is_completed(self) -> bool:
        """Whether it is completed from what there is at the table or in the guild."""
        typed = (InputType.TEXT, InputType.LINE, InputType.INTEGER, InputType.FLAG)
        picked = (InputType.CHOICE, InputType.PERSON, InputType.ROOM, InputType.FILE)
        return self not in typed + picked


_FULL_WIDTH: Final = re.compile(r"(?<!\S)[!-~！-～]+(?:(?<=[=:＝：])|(?!\S))|[^\S\t\n]")
"""A word of full-width letters, digits and signs, or its part up to a sign of names; a blank."""

_VERB: Final = re.compile(r"(?:^|:)\s*(\w+)\s?")
"""The first word of a line, or the first after the name of a seat."""


def half_width(text: str) -> str:
    """Return a text with plain blanks, and its words in full width as ASCII.

    Words with other letters stay as they are typed. No character comes or goes.

    >>> half_width("ｃｌｕｅ　Ｔシャツ　２"), half_width("ｐａｃｋ＝どうぶつ")
    ('clue Ｔシャツ 2', 'pack=どうぶつ')
    """
    return _FULL_WIDTH.sub(lambda found: normalize("NFKC", found[0]), text)


def half_width_line(line: str, secret: Collection[str]) -> str:
    """Return a typed line in half width; what stands behind a `secret` verb stays as it is.

    >>> half_width_line("ｋｅｙｗｏｒｄ　ＡＢＣ", ["keyword"])
    'keyword ＡＢＣ'
    """
    plain = half_width(line)
    ends = (found.end() for found in _VERB.finditer(plain) if found[1].casefold() in secret)
    end = next(ends, len(line))
    return plain[:end] + line[end:]


def near_word(typed: str, words: Iterable[str]) -> str | None:
    """Return the first word that is one slip away from a typed one; None for less than 3 letters.

    A slip is a letter that is left out, added, wrong, or swapped with the next.

    >>> [near_word(one, ["clue", "guess"]) for one in ("cleu", "gess", "guest", "glue", "clues")]
    ['clue', 'guess', 'guess', 'clue', 'clue']
    >>> near_word("club", ["pass"]), near_word("clue", ["clue"]), near_word("to", ["two"])
    (None, None, None)
    """
    return next((word for word in words if len(typed) > 2 and _is_slip(typed, word)), None)


def unknown_verb(line: str, verbs: Sequence[str], read: Callable[[str], object]) -> InvalidNotation:
    """Return the refusal of a line whose verb is none of these.

    It is Misspelled where a verb that is one slip away makes a line that can be `read`.
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
    """Return the label of a value that an option or setting can have; a number is its own."""
    return value if value.isdecimal() else phrase(f"value-{name}-{value}")


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a command: its kind, and the values that it may have.

    `default` is None for an option that must be given (or a flag). `least` and `most` bound an
    integer. Its description is the catalogue's `option-NAME`, unless `described` names another.
    The value of a `secret` one is for nobody else to read.
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
    """Return an option that is a number of a range."""
    return Option(name, InputType.INTEGER, default, least=allowed[0], most=allowed[-1])


def choice_option(name: str, default: Enum) -> Option:
    """Return an option that is a value of the enum of its default."""
    choices = tuple(str(one.value) for one in type(default))
    return Option(name, InputType.CHOICE, str(default.value), choices)


def options_of(game: str, *options: Option) -> tuple[Option, ...]:
    """Return options with descriptions of a game's own: `option-GAME-NAME`."""
    return tuple(replace(one, described=f"option-{game}-{one.name}") for one in options)


@dataclass(frozen=True, slots=True)
class Command:
    """A command: the verb of its line and its options in order.

    Its description is the catalogue's `command-NAME`, or `described`; it may stand in a `group`.
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
        """Return a command with descriptions of a game's own, as its options have."""
        return cls(name, options_of(game, *options), f"command-{game}-{name}")


@dataclass(frozen=True, slots=True)
class Commands:
    """A game's commands: `new` opens a table, the others are played at it."""

    game: str
    new: Command
    play: tuple[Command, ...]
    unused: frozenset[str] = frozenset()
    """Verbs that tables or platforms have for every game and that mean nothing in this one."""
    empty_line: str = ""
    """The verb that an empty line of a script stands for, where no bot waits to go on."""
    has_packs: bool = False
    """Whether tables are dealt from packs, of which people may choose one."""
    questions: tuple[Command, ...] = ()
    """Questions about a game that is over: they change nothing, and only the asker is answered."""

    @property
    def secret_verbs(self) -> frozenset[str]:
        """The verbs behind which stands what is for nobody else to read."""
        secret = (one for one in self.play if any(option.secret for option in one.options))
        return frozenset(command.name for command in secret)

    def typed_line(self, line: str) -> str:
        """Return a typed line as it is read: in half width, but for what is secret."""
        return half_width_line(line, self.secret_verbs)

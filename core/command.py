"""Commands as data, from which slash commands and argument parsers are made."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

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
        return self in _COMPLETED


_COMPLETED: Final = frozenset(
    {
        InputType.CARD,
        InputType.LETTER,
        InputType.TEAM,
        InputType.SEAT,
        InputType.CHAIR,
        InputType.MEMBER,
        InputType.SETTING,
        InputType.VALUE,
        InputType.PACK,
    }
)


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


@dataclass(frozen=True, slots=True)
class Command:
    """A command: the verb of its line and its options in order.

    Its description is the catalogue's `command-NAME`, unless `described` names another.
    """

    name: str
    options: tuple[Option, ...] = ()
    described: str = ""

    @property
    def key(self) -> str:
        """The catalogue's key of the description."""
        return self.described or f"command-{self.name}"


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

"""A game's commands as data, from which slash commands and argument parsers are made."""

from dataclasses import dataclass
from enum import Enum

from core.view import Phrase, phrase


class Kind(Enum):
    """What a person types for an option."""

    TEXT = "text"
    """One word."""
    LINE = "line"
    """The rest of the line, spaces and all."""
    INTEGER = "integer"
    FLAG = "flag"
    CHOICE = "choice"
    CARD = "card"
    """A card of the board, completed from those that are covered."""


def called(name: str, value: str) -> Phrase | str:
    """Return what a value is called that an option or setting can have; a number is itself."""
    return value if value.isdecimal() else phrase(f"value-{name}-{value}")


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a command: how it is typed, and what it may be.

    `default` is None for an option that must be given (or a flag). `least` and `most` bound an
    integer. Its description is the catalogue's `option-NAME`, unless `described` names another.
    What is typed for a `secret` one is for nobody else to read.
    """

    name: str
    kind: Kind
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
    """Something a person can ask for: the verb of its line and its options in order.

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

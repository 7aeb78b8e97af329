"""The actions of Codenames; `core.codenames.rules` judges them.

Every action names its intended `turn`, so that the rules refuse a late one. Cards are numbered by
rows from 0.
"""

from dataclasses import dataclass
from typing import TypeAlias

from core.codenames.model import Number
from core.rules import Expire, Seat, Secret


@dataclass(frozen=True, slots=True)
class Deal:
    """CHANCE deals a board from 16 secret bytes."""

    turn: int
    secret: Secret[bytes]


@dataclass(frozen=True, slots=True)
class TypeKeyword:
    """A spymaster types the keyword that determines the key card."""

    turn: int
    keyword: Secret[str]


@dataclass(frozen=True, slots=True)
class GiveClue:
    """The spymaster gives a clue word and a number.

    `anyway`: give it even if bots do not know the word. The table, not the player, adds
    `unknown_to`, the guessing bots that do not know it, and `heard_as`, their reading of a
    misspelled word.
    """

    turn: int
    word: str
    number: Number
    anyway: bool = False
    unknown_to: tuple[Seat, ...] = ()
    heard_as: str = ""


@dataclass(frozen=True, slots=True)
class Guess:
    """A guesser uncovers a card."""

    turn: int
    card: int


@dataclass(frozen=True, slots=True)
class Point:
    """A guesser marks a card for the others to see."""

    turn: int
    card: int


@dataclass(frozen=True, slots=True)
class Unpoint:
    """A guesser takes a mark back."""

    turn: int
    card: int


@dataclass(frozen=True, slots=True)
class Pass:
    """A guesser ends the turn."""

    turn: int


@dataclass(frozen=True, slots=True)
class Resign:
    """A player resigns for the whole team."""

    turn: int


Action: TypeAlias = Deal | TypeKeyword | GiveClue | Guess | Point | Unpoint | Pass | Resign | Expire

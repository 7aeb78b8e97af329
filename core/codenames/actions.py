"""The actions of Codenames; `core.codenames.rules` judges them.

Card numbers start at 0 and run row by row.
"""

from dataclasses import dataclass
from typing import TypeAlias

from core.codenames.model import Number
from core.rules import Expire, Seat, Secret, TurnAction


@dataclass(frozen=True, slots=True)
class Deal(TurnAction):
    """CHANCE deals a board from 16 secret bytes."""

    secret: Secret[bytes]


@dataclass(frozen=True, slots=True)
class TypeKeyword(TurnAction):
    """A spymaster types the keyword that determines the key card."""

    keyword: Secret[str]


@dataclass(frozen=True, slots=True)
class GiveClue(TurnAction):
    """The spymaster gives a clue word and a number.

    `anyway`: give it even if bots do not know the word. The table, not the player, adds
    `unknown_to`, the guessing bots that do not know it, and `heard_as`, their reading of a
    misspelled word.
    """

    word: str
    number: Number
    anyway: bool = False
    unknown_to: tuple[Seat, ...] = ()
    heard_as: str = ""


@dataclass(frozen=True, slots=True)
class CardAction(TurnAction):
    """A guesser's action on a card."""

    card: int


class Guess(CardAction):
    """A guesser uncovers a card."""


class Point(CardAction):
    """A guesser marks a card for the others to see."""


class Unpoint(CardAction):
    """A guesser takes a mark back."""


class Pass(TurnAction):
    """A guesser ends the turn."""


class Resign(TurnAction):
    """A player resigns for the whole team."""


Action: TypeAlias = Deal | TypeKeyword | GiveClue | Guess | Point | Unpoint | Pass | Resign | Expire

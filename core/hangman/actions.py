"""The actions of hangman; `core.hangman.rules` judges them.

Every action carries the `turn` that it was meant for. Where guessers take turns, each guess begins
another; else the whole word is one turn, for a letter that was guessed on an older board is still
meant, and refused only if it has been guessed since.
"""

from dataclasses import dataclass
from typing import TypeAlias

from core.hangman.model import Places
from core.hangman.options import Team
from core.rules import Expire, Secret


@dataclass(frozen=True, slots=True)
class SetWord:
    """The dealer fixes the word, or says which one it was that the dictionary lacks."""

    turn: int
    word: Secret[str]


@dataclass(frozen=True, slots=True)
class GuessLetter:
    """A guesser asks for a letter."""

    turn: int
    letter: str


@dataclass(frozen=True, slots=True)
class AnswerLetter:
    """The dealer says where the team's letter stands, from 0; nowhere: it is not in the word."""

    turn: int
    team: Team
    places: Places


@dataclass(frozen=True, slots=True)
class Solve:
    """A guesser tries a whole word."""

    turn: int
    word: str


@dataclass(frozen=True, slots=True)
class AnswerSolve:
    """The dealer who thinks of a word says whether it is the one that was tried."""

    turn: int
    right: bool


@dataclass(frozen=True, slots=True)
class TakeHint:
    """A guesser buys a letter with a life."""

    turn: int


Action: TypeAlias = SetWord | GuessLetter | AnswerLetter | Solve | AnswerSolve | TakeHint | Expire

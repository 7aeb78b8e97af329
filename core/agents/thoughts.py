"""Thoughts: a bot's reasons, kept secret while the game runs, told to people when it is over."""

from dataclasses import dataclass
from typing import TypeAlias

from core import bot
from core.agents.table_play import GuessReason
from core.codenames.actions import GiveClue, Guess, Pass, Point

BotAction: TypeAlias = GiveClue | Guess | Pass | Point

NamedNumbers: TypeAlias = tuple[tuple[str, float], ...]
"""Numbers by name: the similarity of cards, or the credit of experts."""


@dataclass(frozen=True, slots=True)
class ClueThoughts:
    """A spymaster's intention: the target cards with their similarity to the clue.

    `expert` is whose clue it was; `fallback` tells that no clue was good enough; `credits` are
    what each expert earns for the turn; `leanings` are what older bots believed of their teammate,
    of which nobody is told; `is_slip` tells that the bot knew a clearly better clue
    (`core.agents.levels`).
    """

    expert: str
    word: str
    number: int
    targets: NamedNumbers
    fallback: bool = False
    credits: NamedNumbers = ()
    leanings: NamedNumbers = ()
    is_slip: bool = False


@dataclass(frozen=True, slots=True)
class GuessThoughts:
    """A guesser's ranking: the covered cards with their similarity to the clue, nearest first.

    `expert` is who looked, `understood` the word that it took the clue for (None: it knows no
    such word, and the ranking is empty), `basis` what the guess rests on (None: the bot would
    rather stop), `credits` what each expert earns for the turn, `slips` the cards that the bot
    takes before clearly likelier ones.
    """

    expert: str
    clue: str
    understood: str | None
    basis: GuessReason | None
    ranking: NamedNumbers
    credits: NamedNumbers = ()
    slips: tuple[str, ...] = ()


Thoughts: TypeAlias = ClueThoughts | GuessThoughts


@dataclass(frozen=True, slots=True)
class CodenamesChoice(bot.BotChoice[BotAction, Thoughts]):
    """A bot's choice in Codenames; no action where it waits for its teammates' marks."""

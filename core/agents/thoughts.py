"""Thoughts: a bot's reasons, secret until the game is over."""

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

    - `expert`: the expert or bot that chose the clue
    - `fallback`: True if no clue passed the threshold
    - `credits`: the experts' credits for the turn
    - `leanings`: beliefs of older bots about their teammate, never shown
    - `is_slip`: True if the bot knew a clearly better clue (`core.agents.levels`)
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

    - `expert`: the expert or bot that chose the card
    - `understood`: the known words that match the clue; None without any, with an empty ranking
    - `basis`: the reason for the guess; None if the bot prefers to stop
    - `credits`: the experts' credits for the turn
    - `slips`: the cards that the bot guesses before clearly likelier ones
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
    """A bot's choice in Codenames, without an action while it waits for teammates' marks."""

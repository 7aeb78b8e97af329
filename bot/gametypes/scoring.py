"""Scores of finished games."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Generic, TypeAlias, TypeVar

from bot.identity import User
from bot.ratings.scores import ScoredPlay

E = TypeVar("E")
O = TypeVar("O")  # noqa: E741 - the observations' letter in core.rules too
P = TypeVar("P")

AttributedEvent: TypeAlias = tuple[E, User | None]
"""An event, and the person in the seat that caused it; None for bots and the clock."""


@dataclass(frozen=True, slots=True)
class GameScore:
    """The score of each person in a finished game, and whether one of them won."""

    won: bool
    plays: Mapping[User, ScoredPlay] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scoring(Generic[P, E, O]):
    """Scores of one game by its options P, events E and observations O."""

    tally: Callable[[O, Sequence[AttributedEvent[E]]], GameScore | None]
    """Returns scores from the public observation and the log; None if the game does not count."""

    def day(self, options: P, /) -> date | None:
        """Return the date of the word of the day, if the options ask for one."""
        day: str = getattr(options, "daily", "")
        return date.fromisoformat(day) if day else None

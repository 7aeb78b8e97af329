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
"""An event of a game, and the person in the seat that it came from; None for bots and the clock."""


@dataclass(frozen=True, slots=True)
class GameScore:
    """The score of each person who had a part in a finished game, and whether they won together."""

    won: bool
    plays: Mapping[User, ScoredPlay] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scoring(Generic[P, E, O]):
    """Scores of one game by its options P, events E and observations O."""

    tally: Callable[[O, Sequence[AttributedEvent[E]]], GameScore | None]
    """The scores of a game by its public observation and its log; None to count none."""

    def day(self, options: P, /) -> date | None:
        """Return the date of the word of the day that a table of these options plays for."""
        day: str = getattr(options, "daily", "")
        return date.fromisoformat(day) if day else None

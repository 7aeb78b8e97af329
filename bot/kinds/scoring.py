"""What the application must know of a game to keep scores of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, TypeAlias

from bot.identity import User
from bot.scores import Play

Deed: TypeAlias = tuple[Any, User | None]
"""An event of a game, and the person who sat where it came from; None for bots and the clock."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What a finished game is to those who had a part in it, and whether they won together."""

    won: bool
    plays: Mapping[User, Play] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scoring:
    """How the games of one kind are scored when they have come to their end."""

    tally: Callable[[Any, Sequence[Deed]], Tally | None]
    """The scores of a game, given what the public may know and its log; None if it counts not."""
    day: Callable[[Any], date | None]
    """The day whose word a table of these options plays for, if it does."""

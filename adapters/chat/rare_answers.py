"""Answers that a person gets at most once a minute, so that talk fills no room."""

from collections.abc import Callable
from enum import Enum
from typing import Final

from bot.games import User

MOST_REMEMBERED: Final = 1000
"""Answers that a process remembers."""

ONCE_SECONDS: Final = 60.0
"""Time in which a person gets an answer of one kind."""


class Mark(Enum):
    """A reaction that is put on a text in place of an answer."""

    TALK = "❔"
    """The text is not understood as an action."""


class RareAnswers:
    """Remembers who got which kind of answer lately; `clock` returns seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._given: dict[tuple[User, str], float] = {}

    def is_first(self, user: User, kind: str) -> bool:
        """Return whether a person has had no answer of a kind within the time, and note it."""
        now, key = self._clock(), (user, kind)
        if now - self._given.get(key, -ONCE_SECONDS) < ONCE_SECONDS:
            return False
        self._given.pop(key, None)
        self._given[key] = now
        if len(self._given) > MOST_REMEMBERED:
            del self._given[next(iter(self._given))]
        return True

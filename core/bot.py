"""A bot's decision in any game."""

from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from core.rules import Secret

A_co = TypeVar("A_co", covariant=True)
T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True)
class BotChoice(Generic[A_co, T_co]):
    """A bot's action, the expert or bot that chose it (``ace:minilm``), and its thoughts.

    `action` is None while the bot waits for its teammates.
    """

    action: A_co | None
    cause: str
    thoughts: Secret[T_co]


AnyChoice: TypeAlias = BotChoice[Any, Any]
"""A choice of a bot of any game."""

"""A bot's decision, whatever game it plays."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from core.rules import Secret

A_co = TypeVar("A_co", covariant=True)
T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True)
class BotChoice(Generic[A_co, T_co]):
    """A bot's action, the part of it that chose it (``ace:minilm``), and its thoughts.

    `action` is None where the bot has done its part and waits for its teammates.
    """

    action: A_co | None
    cause: str
    thoughts: Secret[T_co]

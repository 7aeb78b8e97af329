"""Whether direct messages, with which keys are sent, reach the people at a table."""

from dataclasses import dataclass
from typing import TypeAlias

from bot.identity import User


@dataclass(frozen=True, slots=True)
class DirectFound:
    """It was found out whether direct messages reach a person."""

    user: User
    reached: bool


@dataclass(frozen=True, slots=True)
class DirectRetried:
    """A person whom they did not reach asks to be sent direct messages again."""

    user: User


DirectEvent: TypeAlias = DirectFound | DirectRetried
"""How direct messages are found to reach people."""

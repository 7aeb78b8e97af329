"""A bot around another bot; subclasses time, record or inform the inner bot."""

from dataclasses import dataclass

from core.agents.memory import Memory, PlayedTurn
from core.agents.policy import Policy


@dataclass(frozen=True, slots=True)
class WrappedPolicy(Policy):
    """A bot with the name and the memory of another; subclasses choose."""

    policy: Policy

    @property
    def name(self) -> str:
        """The other bot's name."""
        return self.policy.name

    def learn(self, memory: Memory, turn: PlayedTurn, /) -> Memory:
        """Return the other bot's memory after a turn."""
        return self.policy.learn(memory, turn)

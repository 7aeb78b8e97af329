"""A bot for Codenames: ``one-card`` gives each clue for one card."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from core.agents.expert import Expert
from core.agents.memory import Memory
from core.agents.policy import ExpertPolicy, Policy, TableStyle, clue_choice
from core.agents.thoughts import ClueThoughts, CodenamesChoice
from core.codenames.model import Observation


@dataclass(frozen=True, slots=True)
class OneCard(Policy):
    """Reduces the clues of another bot to their nearest card, and guesses like it."""

    other: Policy

    @property
    def name(self) -> str:
        """The bot's name."""
        return "one-card"

    def choose(
        self, observation: Observation, memory: Memory, rng: np.random.Generator, /
    ) -> CodenamesChoice:
        """Return the other bot's action, with a clue for one card."""
        choice = self.other.choose(observation, memory, rng)
        thoughts = choice.thoughts.value
        if not isinstance(thoughts, ClueThoughts):
            return replace(choice, cause=self.name)
        nearest = replace(thoughts, number=1, targets=thoughts.targets[:1])
        return clue_choice(observation, nearest, self.name)


def one_card(experts: Mapping[str, Expert], style: TableStyle) -> OneCard:
    """Return the bot with the first language model."""
    return OneCard(ExpertPolicy(next(iter(experts.values())), style))

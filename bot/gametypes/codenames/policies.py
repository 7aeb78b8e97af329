"""The bots of Codenames by name: ACE, experts with one model, and listening bots."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from bot.models.ensemble import AssetError, known
from bot.plugin_faults import plugin_faults
from bot.plugins import BOT_PLUGINS, load_plugin, plugins
from core.agents.ace import AceVariant
from core.agents.expert import Expert
from core.agents.listener import Listener, default_listener
from core.agents.listener_policy import ListenerPolicy
from core.agents.memory import Memory, PlayedTurn
from core.agents.policy import AcePolicy, ExpertPolicy, Policy, RandomPolicy, TableStyle
from core.agents.thoughts import CodenamesChoice
from core.bot import BotChoice
from core.codenames.model import Observation
from core.words.ensemble import STORED
from core.words.receptive_words import WHOLE

ACE_NAMES: Final = tuple(variant.value for variant in AceVariant)

RANDOM: Final = "random"
"""The name of the bot that plays at random."""


class BotRegistry:
    """The bots at a table by name, made from experts."""

    def __init__(
        self,
        experts: Mapping[str, Expert],
        manner: TableStyle,
        without: Sequence[str] = (),
        *,
        listener: Listener | None = None,
    ) -> None:
        """Build the bots; ACE omits the experts `without`. Raises AssetError.

        The default listener is the English one.
        """
        known(experts, without)
        self._experts = experts
        self._manner = manner
        self._listener = listener or default_listener()
        self._listening = {
            policy.name: policy
            for adapts in ((True, False) if experts.keys() >= set(STORED) else ())
            for policy in (ListenerPolicy(experts, manner, self._listener, adapts=adapts),)
        }
        self._without = tuple(without)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all bots."""
        return (*ACE_NAMES, *self._listening, *self._experts, RANDOM, *plugins(BOT_PLUGINS))

    def named(self, name: str) -> Policy:
        """Return a bot; raises AssetError for an unknown name, PluginError for a faulty plugin."""
        if name in self._listening:
            return self._listening[name]
        if name == RANDOM:
            return RandomPolicy(self._manner)
        if name in ACE_NAMES:
            check_left(self._experts, self._without)
            others = {one: self._experts[one] for one in self._without}
            usual = tuple(self._experts[one] for one in self._experts if one not in others)
            return AcePolicy(usual, self._manner, AceVariant(name), tuple(others.values()))
        known(dict.fromkeys(self.names), (name,))
        if name not in self._experts:
            make = load_plugin(BOT_PLUGINS, name)
            with plugin_faults(BOT_PLUGINS, name):
                return PluginPolicy(name, make(self._experts, self._manner))
        return ExpertPolicy(self._experts[name], self._manner, self._experts.get(WHOLE[0]))


@dataclass(frozen=True, slots=True)
class PluginPolicy:
    """The bot of a plugin: its errors name its package."""

    name: str
    policy: Policy

    def choose(
        self, observation: Observation, memory: Memory, rng: np.random.Generator, /
    ) -> CodenamesChoice:
        """Return the bot's choice; raises PluginError."""
        with plugin_faults(BOT_PLUGINS, self.name):
            choice = self.policy.choose(observation, memory, rng)
            if not isinstance(choice, BotChoice):
                raise TypeError(f"{type(choice).__name__} is no choice")
            return choice

    def learn(self, memory: Memory, turn: PlayedTurn, /) -> Memory:
        """Return the memory after a turn; raises PluginError."""
        with plugin_faults(BOT_PLUGINS, self.name):
            return self.policy.learn(memory, turn)


def check_left(names: Iterable[str], without: Collection[str]) -> None:
    """Raise AssetError if every expert is left out."""
    if set(names) <= set(without):
        raise AssetError("asset-no-expert", without=tuple(without))

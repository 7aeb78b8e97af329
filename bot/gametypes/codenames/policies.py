"""The bots of Codenames by name: ACE, experts with one model, and listening bots."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from bot.models.ensemble import AssetError, known
from bot.plugins import BOT_PLUGINS, load_plugin, plugins
from core.agents.ace import AceVariant
from core.agents.expert import Expert
from core.agents.listener import Listener, default_listener
from core.agents.listener_policy import ListenerPolicy
from core.agents.policy import AcePolicy, ExpertPolicy, Policy, RandomPolicy, TableStyle
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
            policy: Policy = load_plugin(BOT_PLUGINS, name)(self._experts, self._manner)
            return policy
        return ExpertPolicy(self._experts[name], self._manner, self._experts.get(WHOLE[0]))


def check_left(names: Iterable[str], without: Collection[str]) -> None:
    """Raise AssetError if every expert is left out."""
    if set(names) <= set(without):
        raise AssetError("asset-no-expert", without=tuple(without))

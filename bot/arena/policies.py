"""Tables of the arena: rules, the bots of `spyring simulate`, and baselines from other work."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from bot.gametypes.codenames.policies import ACE_NAMES, BotRegistry
from bot.models.ensemble import ModelSet
from core.agents.listener_policy import LISTENING, TEAMMATE, ListenerPolicy
from core.agents.policy import Policy, TableStyle
from core.arena.baselines import (
    AGGRESSIVENESS,
    BaselinePolicy,
    detect_policy,
    noisy_clue,
    threshold_clue,
)
from core.codenames.clue import Referee
from core.codenames.deal import Supply
from core.codenames.model import Options
from core.codenames.rules import Codenames
from core.words.japanese import default_japanese
from core.words.lexicon import default_lexicon
from core.words.packs import Pack

THRESHOLDS: Final = {f"threshold-{name}": distance for name, distance in AGGRESSIVENESS.items()}
NOISY: Final = "noise"
DETECT: Final = "detect"

DICTIONARY: Final = "gloss"
NEIGHBOURS: Final = "minilm"
"""The models of `DETECT`: of dictionaries, and of similarity."""
BASE: Final = "fusion"
"""The model of the other baselines; the model set's first model replaces a missing one."""


def table_rules(options: Options, words: Sequence[str]) -> Codenames:
    """Return the rules of a table with cards from a list of words."""
    referee = Referee(default_lexicon().english, default_japanese())
    return Codenames(options, Supply(Pack("bench", tuple(words))), referee)


class ArenaPolicies(BotRegistry):
    """All bots of the arena, by name."""

    def __init__(self, model_set: ModelSet, without: tuple[str, ...] = ()) -> None:
        """Build the bots of a model set; ACE omits the experts `without`. Raises AssetError."""
        style = TableStyle(model_set.language())
        super().__init__(model_set.experts, style, without, listener=model_set.listener())
        experts, first = model_set.experts, next(iter(model_set.experts.values()))
        base, near, meant = (experts.get(one, first) for one in (BASE, NEIGHBOURS, DICTIONARY))
        self._baselines: dict[str, Policy] = {
            name: BaselinePolicy(name, base, style, partial(threshold_clue, one))
            for name, one in THRESHOLDS.items()
        }
        self._baselines[NOISY] = BaselinePolicy(NOISY, base, style, noisy_clue)
        self._baselines[DETECT] = detect_policy(DETECT, near, meant, style)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all bots."""
        return (*super().names, *self._baselines)

    def named(self, name: str) -> Policy:
        """Return a bot; raises AssetError for an unknown name."""
        if name in self._baselines:
            return self._baselines[name]
        return super().named(name)

    def without(self, name: str, left_out: tuple[str, ...]) -> Policy:
        """Return a bot without some experts, if it is ACE or listens to several models.

        Other bots stay as they are. Raises AssetError for an unknown name.
        """
        if name in LISTENING:
            adapts = name == TEAMMATE
            return ListenerPolicy(
                self._experts, self._manner, self._listener, adapts=adapts, without=left_out
            )
        if name not in ACE_NAMES:
            return self.named(name)
        kept = {one: expert for one, expert in self._experts.items() if one not in left_out}
        return BotRegistry(kept, self._manner).named(name)

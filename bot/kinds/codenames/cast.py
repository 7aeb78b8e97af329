"""The bots of Codenames: the embedded models', and what is done where none chose in time."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import numpy as np

from bot.assets import default_experts
from bot.simulation import Policies
from bot.thinker import FALLBACK, Task
from core.agents.language import language_of
from core.agents.policy import ChancePolicy, Manner
from core.agents.thoughts import Choice, GuessThoughts
from core.codenames.actions import Pass
from core.codenames.model import Observation
from core.rules import Secret
from core.words.ensemble import MODELS
from core.words.lexicon import default_lexicon


def embedded_cast(ensemble: Sequence[str] = MODELS) -> Policies:
    """Return the bots of the embedded models; `ensemble` names those that ACE listens to.

    Raises AssetError for a name that no model has.
    """
    others = tuple(name for name in MODELS if name not in ensemble)
    experts = default_experts((*ensemble, *others))
    return Policies(experts, _manner(), without=others)


def fallback(task: Task) -> Choice:
    """Return what is done where no bot chose in time: a pass where it is allowed, else anything."""
    observation: Observation = task.observation
    if observation.clue and observation.turns[-1].guesses:
        thoughts = GuessThoughts(FALLBACK, observation.clue.word, None, None, ())
        return Choice(Pass(observation.number), FALLBACK, Secret(thoughts))
    rng = np.random.default_rng(task.seed)
    choice = ChancePolicy(_manner()).choose(observation, task.memory, rng)
    return replace(choice, cause=FALLBACK)


@cache
def _manner() -> Manner:
    """Return how all bots of a process speak: to judge the words of the lexicon takes a second."""
    return Manner(language_of(default_lexicon()))

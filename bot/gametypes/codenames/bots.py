"""The bots of Codenames: those of the embedded models, and how they behave."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

import numpy as np

from bot.gametypes.bots import BotRoster
from bot.gametypes.codenames.models import default_experts
from bot.gametypes.codenames.pack_coverage import pack_warnings
from bot.gametypes.codenames.recap import CODENAMES_RECAP
from bot.gametypes.codenames.simulation import ACE_NAMES, Policies
from bot.gametypes.codenames.teamplay import CODENAMES_TEAM_PLAY
from bot.gametypes.engine import FALLBACK, MoveRequest
from core.agents.language import language_of, understood
from core.agents.policy import RandomPolicy, TableStyle
from core.agents.thoughts import CodenamesChoice, GuessThoughts
from core.codenames.actions import Pass
from core.codenames.model import Observation, Options
from core.codenames.rules import Codenames
from core.rules import Secret
from core.view import Phrase
from core.words.ensemble import MODELS, clue_words, unknown_words
from core.words.lexicon import default_lexicon


def embedded_bots(ensemble: Sequence[str] = MODELS) -> Policies:
    """Return the bots of the embedded models; `ensemble` names those that ACE listens to.

    Raises AssetError for a name that no model has.
    """
    others = tuple(name for name in MODELS if name not in ensemble)
    experts = default_experts((*ensemble, *others))
    return Policies(experts, _table_style(), without=others)


class CodenamesRoster(BotRoster[Options, Codenames, Observation]):
    """The bots of Codenames, which sit in every chair."""

    team_play = CODENAMES_TEAM_PLAY
    recap = CODENAMES_RECAP

    def fallback(self, request: MoveRequest) -> CodenamesChoice:
        """Return a pass for a bot that did not choose in time; a random move where none may be."""
        observation: Observation = request.observation
        if observation.clue and observation.turns[-1].guesses:
            thoughts = GuessThoughts(FALLBACK, observation.clue.word, None, None, ())
            return CodenamesChoice(Pass(observation.number), FALLBACK, Secret(thoughts))
        rng = np.random.default_rng(request.seed)
        choice = RandomPolicy(_table_style()).choose(observation, request.memory, rng)
        return replace(choice, cause=FALLBACK)

    def knows(self, bot: str, word: str) -> bool:
        """Return whether a model of a bot knows a clue; True of a bot that follows no model."""
        ensemble = tuple(name for name in self.offered if name in MODELS)
        models = (bot,) if bot in MODELS else ensemble if bot in ACE_NAMES else ()
        form = understood(word, _vocabulary(), _irregular())
        unknown = (unknown_words(model) for model in models)
        return not models or (form is not None and any(form not in words for words in unknown))

    def warnings(self, rules: Codenames) -> tuple[Phrase, ...]:
        """Return that bots know too little of the table's pack, if so."""
        return pack_warnings(rules.supply.pack)


@cache
def _vocabulary() -> frozenset[str]:
    return frozenset(clue_words())


@cache
def _irregular() -> Mapping[str, str]:
    return default_lexicon().irregular


@cache
def _table_style() -> TableStyle:
    """Return the style of all bots of a process: judging the lexicon's words takes a second."""
    return TableStyle(language_of(default_lexicon()))

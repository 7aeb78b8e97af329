"""The bots of Codenames and their behaviour."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import takewhile
from typing import Final

import numpy as np

from bot.gametypes.bots import BotRoster
from bot.gametypes.codenames.policies import ACE_NAMES, RANDOM, BotRegistry
from bot.gametypes.codenames.recap import CODENAMES_RECAP
from bot.gametypes.codenames.teamplay import CODENAMES_TEAM_PLAY
from bot.gametypes.engine import FALLBACK, MoveRequest
from bot.models.ensemble import default_experts, japanese_experts, unknown_to, with_others
from core.agents.japanese import (
    BilingualPolicy,
    japanese_language,
    japanese_listener,
    understanding_of,
)
from core.agents.language import language_of
from core.agents.listener_policy import LISTENING
from core.agents.policy import RandomPolicy, TableStyle
from core.agents.thoughts import CodenamesChoice, GuessThoughts
from core.codenames.actions import Pass
from core.codenames.model import Observation, Options
from core.codenames.rules import Codenames
from core.rules import Secret
from core.view import Phrase, phrase
from core.words.ensemble import MODELS, STORED, clue_words
from core.words.japanese import are_japanese, japanese_model
from core.words.lexicon import default_lexicon
from core.words.packs import Pack
from core.words.receptive_words import receptive_model

PART: Final = 10
"""Bots warn about a pack if they do not know more than one word in this many."""

SAMPLE: Final = 1_000
"""The size of the evenly spread sample that represents a larger pack."""

NAMED: Final = 8
"""The most unknown words in a sentence."""

PACKS_REMEMBERED: Final = 64
"""The size of the cache of packs' unknown words."""


class TableBots:
    """The bots of Codenames by name, for English and Japanese cards."""

    def __init__(self, ensemble: Sequence[str] = MODELS) -> None:
        """Build the bots; ACE follows the models of an ensemble.

        Raises AssetError for an unknown model, and for models with too few words in common.
        """
        names, others = with_others(ensemble)
        self._english = BotRegistry(
            default_experts(names), _style(is_japanese=False), without=others
        )
        self._japanese = cache(
            lambda: BotRegistry(
                japanese_experts(names),
                _style(is_japanese=True),
                others,
                listener=japanese_listener(),
            )
        )

    def __getitem__(self, name: str, /) -> BilingualPolicy:
        """Return a bot; raises AssetError for an unknown name."""
        return BilingualPolicy(self._english.named(name), lambda: self._japanese().named(name))


class CodenamesRoster(BotRoster[Options, Codenames, Observation]):
    """The bots of Codenames, which play in every chair."""

    team_play = CODENAMES_TEAM_PLAY
    recap = CODENAMES_RECAP

    def load(self) -> None:
        """Load ACE's models; those on disk import gensim."""
        unknown_to(self._ensemble)

    def fallback(self, request: MoveRequest) -> CodenamesChoice:
        """Return a pass for a late bot, or a random move if it may not pass."""
        observation: Observation = request.observation
        if observation.clue and observation.turns[-1].guesses:
            thoughts = GuessThoughts(FALLBACK, observation.clue.word, None, None, ())
            return CodenamesChoice(Pass(observation.number), FALLBACK, Secret(thoughts))
        rng = np.random.default_rng(request.seed)
        style = _style(is_japanese=are_japanese(observation.words))
        choice = RandomPolicy(style).choose(observation, request.memory, rng)
        return replace(choice, cause=FALLBACK)

    def knows(self, rules: Codenames, bot: str, word: str) -> bool:
        """Return whether a model of a bot knows a clue; True for a bot without models."""
        models, cards = self._models_of(bot, rules.options.ensemble), rules.supply.pack.words
        heard = understanding_of(cards).understand(word)
        if not models or heard is None:
            return not models
        knows = _knows_japanese if are_japanese(cards) else _knows
        return heard.is_sure and any(knows(model, heard.word, models) for model in models)

    def correction(self, rules: Codenames, bot: str, word: str) -> str:
        """Return the word that a bot reads in a misspelled clue; empty if there is none."""
        heard = understanding_of(rules.supply.pack.words).understand(word)
        models = self._models_of(bot, rules.options.ensemble)
        return heard.word if models and heard and heard.is_corrected else ""

    @property
    def _ensemble(self) -> tuple[str, ...]:
        """ACE's default models."""
        named = takewhile(RANDOM.__ne__, self.offered)
        return tuple(name for name in named if name not in (*ACE_NAMES, *LISTENING))

    @property
    def models(self) -> tuple[str, ...]:
        """The models that a table may name: the installation's and all embedded ones."""
        return with_others(self._ensemble)[0]

    def _models_of(self, bot: str, chosen: tuple[str, ...]) -> tuple[str, ...]:
        """Return the models of a bot, if it has any; ACE follows the table's, if they exist."""
        if bot in LISTENING:
            return STORED
        if bot in ACE_NAMES:
            return tuple(name for name in chosen if name in self.models) or self._ensemble
        return (bot,) if bot in self.models else ()

    def warnings(self, rules: Codenames) -> tuple[Phrase, ...]:
        """Return a warning if bots know too little of the table's pack."""
        return pack_warnings(rules.supply.pack)

    def unknown_words(self, pack: Pack) -> tuple[Phrase, ...]:
        """Return a sentence on words that no bot knows, if any, for the pack's owner."""
        unknown = len(unknown_cards(pack.words))
        if not unknown:
            return ()
        is_strange = unknown * PART > len(pack.words)
        return (_naming("pack-strange" if is_strange else "pack-unknown", pack.words),)


def pack_warnings(pack: Pack) -> tuple[Phrase, ...]:
    """Return a warning if bots know too little of a pack.

    The chance that a team's card is unknown is the share of unknown words. A sample represents a
    large pack, because each shown lobby calls this in the event loop.
    """
    sample = pack.words[:: 1 + len(pack.words) // SAMPLE]
    if len(unknown_cards(sample)) * PART <= len(sample):
        return ()
    key = "pack-strange" if len(sample) == len(pack.words) else "pack-strange-sample"
    return (_naming(key, sample),)


def _naming(key: str, words: tuple[str, ...]) -> Phrase:
    """Return a sentence that names the first unknown words and counts the others."""
    unknown = unknown_cards(words)
    named = unknown[:NAMED]
    more = len(unknown) - len(named)
    return phrase(key, strange=len(unknown), words=len(words), named=named, more=more)


@lru_cache(maxsize=PACKS_REMEMBERED)
def unknown_cards(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cards that no bot knows even in part, so that no clue means them."""
    known = understanding_of(words)
    return tuple(word for word in words if not known.knows_card(word))


def load_understanding(cards: tuple[str, ...]) -> None:
    """Load the models and lookups for clues, in a fifth of a second for each language."""
    understanding_of(cards).load()
    _clue_words()
    unknown_to(STORED)
    load = japanese_model if are_japanese(cards) else receptive_model
    for name in MODELS:
        load(name)


def _knows(model: str, word: str, ensemble: Sequence[str]) -> bool:
    """Return whether a model has a vector for a word; a stored one only has clue words."""
    if word in _clue_words():
        lacking = dict(zip(ensemble, unknown_to(tuple(ensemble)), strict=True))
        return word not in lacking[model]
    return model in MODELS and receptive_model(model).knows(word)


def _knows_japanese(model: str, word: str, _ensemble: Sequence[str]) -> bool:
    """Return whether a model has a vector for a word; embedded ones look it up in English."""
    return model not in MODELS or japanese_model(model).knows(word)


@cache
def _clue_words() -> frozenset[str]:
    return frozenset(clue_words())


@cache
def _style(*, is_japanese: bool) -> TableStyle:
    """Return the style of all bots, cached because the lexicon takes a second."""
    return TableStyle(japanese_language() if is_japanese else language_of(default_lexicon()))

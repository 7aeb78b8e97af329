"""Tables of four by four cards for bots that use the listener."""

import numpy as np

from core.agents.associations import ModelSource, Vocabulary
from core.agents.expert import expert
from core.agents.language import language_of
from core.agents.listener import default_listener
from core.agents.listener_policy import ListenerPolicy
from core.agents.policy import TableStyle
from core.codenames.clue import Referee
from core.codenames.deal import Supply
from core.codenames.model import Options, State
from core.codenames.rules import Codenames
from core.rules import CHANCE, advance
from core.words.ensemble import MODELS, clue_words, embedded_model
from core.words.lexicon import default_lexicon
from core.words.packs import Pack
from core.words.receptive_words import receptive_model

WORDS = (
    *("whale", "desert", "jug", "nurse", "crown", "violin", "tiger", "castle"),
    *("snow", "bread", "robot", "river", "pirate", "garden", "clock", "needle"),
)


def listener_policy(*, adapts: bool) -> ListenerPolicy:
    """Return a bot with the embedded models."""
    vocabulary = Vocabulary(clue_words())
    experts = {
        name: expert(
            name, ModelSource(embedded_model(name), vocabulary, hearing=receptive_model(name))
        )
        for name in MODELS
    }
    style = TableStyle(language_of(default_lexicon()))
    return ListenerPolicy(experts, style, default_listener(), adapts=adapts)


def rules_of(options: Options, words: tuple[str, ...] = WORDS) -> Codenames:
    """Return the rules of a table whose pack has these words."""
    pack = Supply(Pack("words", words))
    return Codenames(options, pack, Referee(default_lexicon().english))


def dealt(rules: Codenames, seed: int) -> State:
    """Return the state after a deal by a seed."""
    deal = rules.chance(rules.initial(), np.random.default_rng(seed))
    assert deal is not None
    return advance(rules, rules.initial(), rules.decide(rules.initial(), CHANCE, deal))

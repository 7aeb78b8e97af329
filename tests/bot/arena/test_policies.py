"""The bots of the arena: a bot with several models can leave some out."""

from functools import cache

import numpy as np
import pytest

from bot.arena.policies import ArenaPolicies, table_rules
from bot.models.ensemble import ModelSet, default_model_set
from core.agents.memory import EMPTY
from core.agents.thoughts import ClueThoughts
from core.arena.engine_game import DUEL_OPTIONS, dealt
from core.words.ensemble import STORED

LEFT_OUT = ("minilm", "piece", "sense")


@cache
def models() -> ModelSet:
    """Return all models; only processes that run these tests spend the second to read them."""
    return default_model_set()


@cache
def policies() -> ArenaPolicies:
    """Return the bots that use all models."""
    return ArenaPolicies(models())


def clue(name: str, without: tuple[str, ...]) -> ClueThoughts:
    """Return a bot's first clue on a board."""
    rules = table_rules(DUEL_OPTIONS, models().board_words)
    state = dealt(rules, 3)
    (seat,) = rules.to_act(state)
    bot = policies().without(name, without)
    thoughts = bot.choose(rules.observe(state, seat), EMPTY, np.random.default_rng(1)).thoughts
    assert isinstance(thoughts.value, ClueThoughts)
    return thoughts.value


@pytest.mark.sampled
@pytest.mark.parametrize("name", ["ace", "stranger", "teammate"])
def test_bots_that_listen_to_several_models_leave_some_out(name: str) -> None:
    every, fewer = clue(name, ()), clue(name, LEFT_OUT)
    assert every.expert.split(":")[0] in (name, *STORED)
    assert every.targets != fewer.targets


@pytest.mark.parametrize("name", ["minilm", "noise", "random"])
def test_others_are_as_ever(name: str) -> None:
    assert policies().without(name, LEFT_OUT) == policies().named(name)

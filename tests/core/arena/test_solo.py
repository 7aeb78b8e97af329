"""Solo games of two bots through the real rules: ends, outcomes, learning."""

from copy import deepcopy

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.agents.expert import expert
from core.agents.language import plain_language
from core.agents.memory import Memory, PlayedTurn
from core.agents.policy import AcePolicy, ExpertPolicy, RandomPolicy, TableStyle
from core.agents.thoughts import CodenamesChoice
from core.arena.engine_game import (
    NO_MEMORIES,
    SOLO_OPTIONS,
    EngineGame,
    PairMemories,
    PlayedGame,
    PolicyPair,
)
from core.arena.pair import Pair
from core.codenames.clue import Referee
from core.codenames.deal import Supply
from core.codenames.model import Observation, Phase
from core.codenames.rules import Codenames
from core.rating.colt import OUTCOMES, Ending
from core.words.packs import Pack
from tests.core.agents.boards import made_up_source
from tests.profile import examples

SOURCE = made_up_source(0, cards=40, clues=200, reach=60, levels=1000)
OTHER = made_up_source(1, cards=40, clues=200, reach=60, levels=1000)
MANNER = TableStyle(plain_language(SOURCE.vocabulary))
PACK = Pack("cards", tuple(f"card{number}" for number in range(40)))
RULES = Codenames(SOLO_OPTIONS, Supply(PACK), Referee())

OWN = ExpertPolicy(expert("own", SOURCE), MANNER)
STRANGER = ExpertPolicy(expert("other", OTHER), MANNER)
ACE = AcePolicy((expert("other", OTHER), expert("own", SOURCE)), MANNER)
CHANCE = RandomPolicy(MANNER)


def played(pair: PolicyPair, seed: int) -> PlayedGame:
    return EngineGame(RULES, (pair,), (NO_MEMORIES,), seed).play()[0]


@settings(max_examples=examples(20), deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([OWN, STRANGER, ACE, CHANCE]))
def test_a_game_is_won_with_nine_cards_and_lost_otherwise(
    seed: int, guesser: ExpertPolicy | AcePolicy | RandomPolicy
) -> None:
    game = played(Pair(OWN, guesser), seed)
    outcomes = [OUTCOMES[outcome] for outcome in game.outcomes]
    found = sum(outcome.own for outcome in outcomes)
    opponents = sum(outcome.ending is Ending.OPPONENT for outcome in outcomes)
    assert (found == 9) == game.won
    assert game.won or outcomes[-1].ending is Ending.ASSASSIN or opponents == 8


def test_the_same_seed_gives_the_same_game() -> None:
    pair = Pair(CHANCE, CHANCE)
    assert played(pair, 5) == played(pair, 5)
    assert len({played(pair, seed).outcomes for seed in range(8)}) > 4


class Attentive:
    """A bot that plays at random and records its generator's next draw."""

    name = "attentive"

    def __init__(self, noted: list[tuple[int, Phase, float]]) -> None:
        self.noted = noted

    def choose(
        self, observation: Observation, memory: Memory, rng: np.random.Generator
    ) -> CodenamesChoice:
        self.noted.append((observation.number, observation.phase, deepcopy(rng).random()))
        return CHANCE.choose(observation, memory, rng)

    def learn(self, memory: Memory, turn: PlayedTurn) -> Memory:
        return CHANCE.learn(memory, turn)


def test_each_bot_has_a_generator_for_each_turn_and_the_same_one_all_through_it() -> None:
    games: list[list[tuple[int, Phase, float]]] = [[] for _ in range(8)]
    for seed, noted in enumerate(games):
        played(Pair(Attentive(noted), Attentive(noted)), seed)
    for noted in games:
        assert len(set(noted)) == len({(number, phase) for number, phase, _ in noted})
    draws = [draw for noted in games for _, _, draw in set(noted)]
    assert len(set(draws)) == len(draws) < sum(map(len, games))


def test_a_pair_that_thinks_alike_wins() -> None:
    assert all(played(Pair(OWN, OWN), seed).won for seed in range(10))


@pytest.mark.sampled
@pytest.mark.parametrize(("side", "policy"), [("spymaster", ACE), ("guesser", ACE)])
def test_ace_learns_at_the_table_whom_it_plays_with(side: str, policy: AcePolicy) -> None:
    pair = Pair(policy, OWN) if side == "spymaster" else Pair(OWN, policy)
    memories: PairMemories = (NO_MEMORIES,)
    for seed in range(12):
        _, memories = EngineGame(RULES, (pair,), memories, seed).play()
    (kept,) = memories
    mine = kept.spymaster if side == "spymaster" else kept.guesser
    others = kept.guesser if side == "spymaster" else kept.spymaster
    assert mine.turns > 12
    assert mine.arm("own").uses > 2 * mine.arm("other").uses
    assert others.turns == 0

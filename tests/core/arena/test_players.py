"""The paper's players: the experts that they follow and credit, and their learning."""

from dataclasses import replace

import numpy as np
import pytest

from core.agents.expert import ClueProposal, Expert, expert
from core.agents.memory import EMPTY, PlayedTurn
from core.agents.position import start_position
from core.arena.ace_kernel import ArmRule
from core.arena.paper_game import PublicTurn, paper_board
from core.arena.players import ArenaPlayer, RandomPlayer
from core.arena.tournament import Arena, ExpertAgent
from tests.core.agents.boards import made_up_source

WORDS = tuple(f"card{number}" for number in range(40))
FIRST = made_up_source(0, cards=40, clues=200, reach=60, levels=1000)
SECOND = made_up_source(1, cards=40, clues=200, reach=60, levels=1000)

ARENA = Arena(
    {
        "one": expert("one", FIRST),
        "twin": expert("twin", FIRST),
        "other": expert("other", SECOND),
        "two": Expert("two", FIRST, SECOND),
    },
    WORDS,
)
ONE, OTHER, TWO = (ArenaPlayer(ARENA, ExpertAgent((name,))) for name in ("one", "other", "two"))
BOARD = paper_board(0, WORDS)
POSITION = start_position(BOARD)
QUESTION = PublicTurn(BOARD.cards, POSITION.covered, "clue3", 3)


def rng() -> np.random.Generator:
    return np.random.default_rng(0)


def clue(player: ArenaPlayer) -> ClueProposal:
    return player.announce(POSITION, EMPTY, rng())


def guesses(player: ArenaPlayer) -> tuple[int, ...]:
    return player.advise(QUESTION, EMPTY, rng()).guesses


@pytest.mark.parametrize("rule", [ArmRule.ACE, ArmRule.ACE_PAPER])
def test_experts_who_say_the_same_share_the_credit(rule: ArmRule) -> None:
    ace = ArenaPlayer(ARENA, ExpertAgent(("one", "twin", "other"), rule))
    memory = ace.learn(EMPTY, PlayedTurn(2, (("other", 1.0),)))
    announcement = ace.announce(POSITION, memory, rng())
    assert announcement == replace(clue(ONE), credits=(("one", 1.0), ("twin", 1.0)))
    advice = ace.advise(QUESTION, memory, rng())
    assert advice.guesses == guesses(ONE)
    assert dict(advice.credits)["twin"] == 1.0


def test_in_the_code_an_expert_is_credited_for_the_share_it_would_have_guessed() -> None:
    advice = ArenaPlayer(ARENA, ExpertAgent(("one", "other"), ArmRule.ACE)).advise(
        QUESTION, EMPTY, rng()
    )
    shared = len(set(guesses(ONE)) & set(guesses(OTHER)))
    assert dict(advice.credits).get("other", 0.0) == pytest.approx(shared / 3)


def test_a_guesser_looks_at_the_guessers_similarities() -> None:
    assert clue(TWO) == clue(ONE)
    assert guesses(TWO) == guesses(OTHER)


def test_experts_and_chance_learn_nothing() -> None:
    turn = PlayedTurn(2, (("one", 1.0),))
    assert ONE.learn(EMPTY, turn) == EMPTY
    assert RandomPlayer(FIRST.vocabulary).learn(EMPTY, turn) == EMPTY


def test_chance_says_a_word_of_the_vocabulary_and_guesses_covered_cards() -> None:
    chance = RandomPlayer(FIRST.vocabulary)
    assert chance.announce(POSITION, EMPTY, rng()).word in FIRST.vocabulary
    assert set(chance.advise(QUESTION, EMPTY, rng()).guesses) <= POSITION.covered

"""The bot for strangers: it plays to the listener, and to the score."""

from dataclasses import replace

import numpy as np
import pytest

from core.agents.associations import ModelSource, Vocabulary
from core.agents.expert import expert
from core.agents.language import language_of
from core.agents.listener import default_listener
from core.agents.memory import EMPTY, PlayedTurn
from core.agents.people import GuesserView, HeardClue
from core.agents.policy import TableStyle
from core.agents.position import BoardPosition, CardKind, KeyedBoard
from core.agents.stranger import (
    MOST,
    CardsLeft,
    StrangerPolicy,
    best_clue,
    is_worth_it,
    meant_chances,
)
from core.agents.thoughts import ClueThoughts, GuessThoughts
from core.codenames.actions import GiveClue
from core.codenames.clue import Referee
from core.codenames.deal import Supply
from core.codenames.model import Options, Role, State
from core.codenames.rules import Codenames
from core.rules import CHANCE, advance
from core.words.ensemble import default_ensemble
from core.words.heard import heard_model
from core.words.lexicon import default_lexicon
from core.words.packs import Pack

WORDS = (
    *("whale", "desert", "jug", "nurse", "crown", "violin", "tiger", "castle"),
    *("snow", "bread", "robot", "river", "pirate", "garden", "clock", "needle"),
)


@pytest.fixture(scope="module")
def policy() -> StrangerPolicy:
    models = default_ensemble()
    vocabulary = Vocabulary(next(iter(models.values())).words)
    experts = {
        name: expert(name, ModelSource(model, vocabulary, hearing=heard_model(name)))
        for name, model in models.items()
    }
    return StrangerPolicy(experts, TableStyle(language_of(default_lexicon())), default_listener())


def rules_of(options: Options) -> Codenames:
    pack = Supply(Pack("words", WORDS))
    return Codenames(options, pack, Referee(default_lexicon().english))


def dealt(rules: Codenames, seed: int) -> State:
    deal = rules.chance(rules.initial(), np.random.default_rng(seed))
    assert deal is not None
    return advance(rules, rules.initial(), rules.decide(rules.initial(), CHANCE, deal))


def test_it_plays_a_whole_game_in_every_chair(policy: StrangerPolicy) -> None:
    rules = rules_of(Options(rows=4, cols=4))
    state = dealt(rules, 1)
    while rules.outcome(state) is None:
        seat = min(rules.to_act(state))
        sees = rules.observe(state, seat)
        choice = policy.choose(sees, EMPTY, np.random.default_rng(state.number))
        thoughts = choice.thoughts.value
        if isinstance(thoughts, ClueThoughts):
            assert 1 <= len(thoughts.targets) == thoughts.number <= MOST
        else:
            assert isinstance(thoughts, GuessThoughts)
            chances = [chance for _, chance in thoughts.ranking]
            assert sum(chances) == pytest.approx(1)
            assert chances == sorted(chances, reverse=True)
        assert choice.action is not None
        state = advance(rules, state, rules.decide(state, seat, choice.action))
    assert policy.learn(EMPTY, PlayedTurn(3)) == EMPTY


@pytest.mark.parametrize(("word", "card"), [("sahara", "desert"), ("mozart", "violin")])
def test_it_guesses_what_people_would_also_on_words_that_nobody_says(
    policy: StrangerPolicy, word: str, card: str
) -> None:
    rules = rules_of(Options(rows=4, cols=4))
    state = dealt(rules, 3)
    seat = min(rules.to_act(state))
    state = advance(rules, state, rules.decide(state, seat, GiveClue(state.number, word, 1)))
    sees = rules.observe(state, min(rules.to_act(state)))
    assert sees.chair is not None
    assert sees.chair.role is Role.GUESSER
    thoughts = policy.choose(sees, EMPTY, np.random.default_rng(1)).thoughts.value
    assert isinstance(thoughts, GuessThoughts)
    assert thoughts.understood == word
    assert thoughts.ranking[0][0].casefold() == card


# Without models: the rows are cards, the columns clues.

POSITION = BoardPosition(
    KeyedBoard(
        ("a", "b", "x", "y"),
        (CardKind.OWN, CardKind.OWN, CardKind.OPPONENT, CardKind.ASSASSIN),
    ),
    frozenset(range(4)),
)
LEFT = CardsLeft(own=5, other=5, total=10)


def chosen(*clues: list[float], left: CardsLeft = LEFT) -> tuple[int, int, tuple[int, ...]]:
    scores = np.array(clues, np.float32).T
    return best_clue(scores, POSITION, left, np.random.default_rng(1))


def test_the_clue_on_which_most_cards_are_found_is_given() -> None:
    assert chosen([9, 0, 0, 0], [9, 9, 0, 0]) == (1, 2, (0, 1))
    assert chosen([9, 0, 0, 0], [9, 9, 9, 0]) == (0, 1, (0,))


def test_a_clue_near_the_assassin_is_not_given() -> None:
    assert chosen([9, 9, 0, 8], [6, 0, 0, 0])[0] == 1


def test_a_card_that_no_model_knows_is_not_meant() -> None:
    scores = np.array([[9, 9, 0, 0]], np.float32).T
    rng = np.random.default_rng(1)
    assert best_clue(scores, POSITION, LEFT, rng, frozenset((1, 2, 3))) == (0, 1, (1,))
    assert best_clue(scores, POSITION, LEFT, rng, frozenset((2, 3)))[2] == ()


def test_who_is_behind_is_bolder() -> None:
    safe, bold = [6.0, 0.0, 0.0, 0.0], [4.0, 3.0, 1.5, 0.0]
    assert chosen(safe, bold, left=CardsLeft(2, 1, 10))[:2] == (1, 2)
    assert chosen(safe, bold, left=CardsLeft(2, 9, 20))[:2] == (0, 1)


def test_a_card_that_is_hardly_found_is_not_meant() -> None:
    beside_bystanders = KeyedBoard(
        ("a", "b", "x", "y"), (CardKind.OWN,) * 2 + (CardKind.BYSTANDER,) * 2
    )
    position = BoardPosition(beside_bystanders, frozenset(range(4)))
    rng = np.random.default_rng(1)
    near, far = (np.array([[9.0], [second], [0], [0]], np.float32) for second in (2.0, -3.0))
    assert best_clue(near, position, LEFT, rng)[1] == 2
    assert best_clue(far, position, LEFT, rng)[1] == 1


def test_the_last_cards_of_a_race_that_is_won_are_meant_clearly() -> None:
    far_ahead = CardsLeft(own=1, other=9, total=20)
    one_left = KeyedBoard(("a", "x", "y"), (CardKind.OWN, CardKind.BYSTANDER, CardKind.ASSASSIN))
    position = BoardPosition(one_left, frozenset(range(3)))
    vague, clear = [0.5, 0.0, -9.0], [4.0, 0.0, -1.5]
    scores = np.array([vague, clear], np.float32).T
    assert best_clue(scores, position, far_ahead, np.random.default_rng(1))[0] == 1


def test_a_card_that_was_found_on_a_later_clue_is_owed_no_more(policy: StrangerPolicy) -> None:
    cards = ("whale", "desert", "violin", "nurse")
    first = HeardClue("ocean", 2, frozenset(range(4)), ())
    look = GuesserView(cards, frozenset((1, 2, 3)), frozenset((0,)), (first, first), 0)
    assert policy._owed(look, first) == 1
    assert policy._owed(replace(look, own=frozenset()), first) == 2
    unknown = replace(first, word=None)
    assert policy._owed(look, unknown) == 0


def test_a_card_is_worth_its_risk_if_it_was_surely_meant() -> None:
    assert is_worth_it(0.9, LEFT)
    assert not is_worth_it(0.0, CardsLeft(own=2, other=2, total=12))


def test_cards_are_meant_more_likely_the_more_are_asked_for() -> None:
    chances = np.array([0.5, 0.3, 0.2])
    assert meant_chances(chances, 1) == pytest.approx(chances)
    assert (meant_chances(chances, 2) > chances).all()
    assert (meant_chances(chances, 0) == 0).all()

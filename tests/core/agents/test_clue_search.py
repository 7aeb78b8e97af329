"""The best clue: most cards found, by most experts, and as bold as the score requires."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from core.agents import clue_search
from core.agents.associations import Vocabulary
from core.agents.clue_search import (
    HOPEFUL,
    PROMISED,
    CardsLeft,
    PlannedClue,
    hopeful,
    turn_worth,
)
from core.agents.explanations import Mixture
from core.agents.listener import BLENDED, FITTED_WEIGHTS, default_listener
from core.agents.position import BoardPosition, CardKind, KeyedBoard
from core.rating.race import TYPICAL_RACE, Race
from core.words.ensemble import STORED
from core.words.packs import default_pack
from tests.core.agents.boards import FAST, SLOW

# Without models: the rows are cards, the columns are clues.


POSITION = BoardPosition(
    KeyedBoard(
        ("a", "b", "x", "y"),
        (CardKind.OWN, CardKind.OWN, CardKind.OPPONENT, CardKind.ASSASSIN),
    ),
    frozenset(range(4)),
)
LEFT = CardsLeft(own=5, other=5, total=10)


SEEDS = range(40)


def best_clue(
    mixture: Mixture,
    position: BoardPosition,
    left: CardsLeft,
    rng: np.random.Generator,
    known: frozenset[int] | None = None,
    temperature: float = 0.0,
    race: Race = TYPICAL_RACE,
) -> PlannedClue:
    worth = turn_worth(position, left, race)
    return clue_search.best_clue(mixture, position, worth, rng, known, temperature)


def by_one(clues: list[list[float]]) -> Mixture:
    """Return one expert's scores of clues, each a list by card."""
    return Mixture(np.ones(1), np.array([np.transpose(clues)], np.float32))


def chosen(*clues: list[float], left: CardsLeft = LEFT) -> tuple[int, int, tuple[int, ...]]:
    return told(best_clue(by_one([*clues]), POSITION, left, np.random.default_rng(1)))


def told(clue: PlannedClue) -> tuple[int, int, tuple[int, ...]]:
    return clue.column, clue.number, clue.places


def test_the_clue_on_which_most_cards_are_found_is_given() -> None:
    assert chosen([9, 0, 0, 0], [9, 9, 0, 0]) == (1, 2, (0, 1))
    assert chosen([9, 0, 0, 0], [9, 9, 9, 0]) == (0, 1, (0,))


@pytest.mark.parametrize(
    ("race", "number"),
    [(Race(), 1), (Race(others=SLOW), 1), (Race(others=FAST), 2), (Race(own=SLOW), 2)],
    ids=["typical", "slow others", "fast others", "slow"],
)
def test_a_team_dares_more_where_it_is_expected_to_be_behind(race: Race, number: int) -> None:
    mixture = by_one([[9, 0, 0, 0], [3, 3, 2, 0]])
    clue = best_clue(mixture, POSITION, LEFT, np.random.default_rng(1), race=race)
    assert clue.number == number


def test_above_a_temperature_of_0_the_best_clue_is_not_always_given() -> None:
    choose = partial(best_clue, by_one([[6, 6, 0, 0], [3, 2, 0, 0]]), POSITION, LEFT)
    given = {
        temperature: [
            choose(np.random.default_rng(seed), temperature=temperature).column for seed in SEEDS
        ]
        for temperature in (0.0, 0.1, 1.0)
    }
    assert given[0.0].count(0) == len(SEEDS)
    assert len(SEEDS) > given[0.1].count(0) > given[1.0].count(0) > 0


def test_a_clue_is_a_slip_where_another_one_is_clearly_better() -> None:
    wide: list[list[float]] = [[9, 9, 0, 0], [1, 0, 3, 2]]
    narrow: list[list[float]] = [[9, 9, 0, 0], [9, 8.9, 0, 0]]
    slips = {
        (name, clue.column, clue.is_slip)
        for name, scores in (("wide", wide), ("narrow", narrow))
        for seed in SEEDS
        for temperature in (0.0, 1.0)
        for clue in [
            best_clue(
                by_one(scores),
                POSITION,
                LEFT,
                np.random.default_rng(seed),
                temperature=temperature,
            )
        ]
        if clue.number == 2
    }
    assert slips == {
        *(("wide", 0, False), ("wide", 1, True)),
        *(("narrow", 0, False), ("narrow", 1, False)),
    }


def test_a_clue_on_which_most_experts_agree_is_better_than_one_that_a_single_one_overrates() -> (
    None
):
    shares = np.full(3, 1 / 3)
    agreed, overrated = np.zeros((2, 3, 4))
    agreed[:, :2] = 3
    overrated[0, :2] = 12
    mixture = Mixture(shares, np.stack([agreed, overrated], axis=2).astype(np.float32))
    clue = best_clue(mixture, POSITION, LEFT, np.random.default_rng(1))
    assert (clue.column, clue.number, sorted(clue.places)) == (0, 2, [0, 1])
    trusted = Mixture(np.array([1.0, 0, 0]), mixture.scores)
    assert best_clue(trusted, POSITION, LEFT, np.random.default_rng(1)).column == 1


def test_the_chance_of_each_meant_card_is_that_it_is_found() -> None:
    clue = best_clue(by_one([[4, 4, 0, 0]]), POSITION, LEFT, np.random.default_rng(1))
    assert clue.number == 2
    before_both = np.exp(4) / (np.exp(4) + 2)
    assert dict(clue.meant) == pytest.approx(dict.fromkeys((0, 1), before_both), abs=0.03)


def test_a_card_is_as_likely_found_however_much_clearer_another_one_is() -> None:
    clue = best_clue(by_one([[12, 4, 0, 0]]), POSITION, LEFT, np.random.default_rng(1))
    assert clue.number == 2
    assert dict(clue.meant)[1] == pytest.approx(np.exp(4) / (np.exp(4) + 2), abs=0.03)


def test_cards_that_are_turned_are_no_rivals() -> None:
    covered = BoardPosition(POSITION.board, frozenset((0, 3)))
    clue = best_clue(by_one([[2, 9, 9, 0]]), covered, LEFT, np.random.default_rng(1))
    assert dict(clue.meant) == pytest.approx({0: np.exp(2) / (np.exp(2) + 1)}, abs=0.05)


def test_a_clue_near_the_assassin_is_not_given() -> None:
    assert chosen([9, 9, 0, 8], [6, 0, 0, 0])[0] == 1


def test_a_card_that_no_model_knows_is_not_meant() -> None:
    choose = partial(best_clue, by_one([[9, 9, 0, 0]]), POSITION, LEFT, np.random.default_rng(1))
    assert told(choose(frozenset((1, 2, 3)))) == (0, 1, (1,))
    assert choose(frozenset((2, 3))).places == ()


def test_clues_whose_cards_lead_most_are_looked_at_for_each_number() -> None:
    clues = HOPEFUL + 50
    leads = np.random.default_rng(1).permutation(clues)
    scores = np.zeros((4, clues), np.float32)
    scores[0], scores[1] = leads, np.roll(leads, 1)
    found = set(hopeful(scores, POSITION, most=2).tolist())
    both = np.minimum(leads, np.roll(leads, 1))
    size = HOPEFUL // 2
    assert found >= set(np.argsort(-both)[: size // 2].tolist())
    assert size <= len(found) <= HOPEFUL
    assert len(hopeful(scores, POSITION, most=2, count=10)) <= 10


def test_a_card_that_no_model_knows_makes_no_clue_hopeful() -> None:
    scores = np.array([[9, 0, 0, 0], [0, 2, 0, 0]], np.float32).T
    assert hopeful(scores, POSITION, count=1).tolist() == [0]
    assert hopeful(scores, POSITION, frozenset((1, 2, 3)), most=1, count=1).tolist() == [1]


def test_who_is_behind_is_bolder() -> None:
    safe, bold = [6.0, 0.0, 0.0, 0.0], [4.0, 3.0, 1.5, 0.0]
    assert chosen(safe, bold, left=CardsLeft(2, 1, 10))[:2] == (1, 2)
    assert chosen(safe, bold, left=CardsLeft(2, 9, 20))[:2] == (0, 1)


@pytest.mark.slow
def test_who_is_behind_means_more_cards_with_a_clue_on_the_same_boards() -> None:
    words, listener = default_pack().words, default_listener()
    kinds = [CardKind.OWN] * 5 + [CardKind.OPPONENT] * 5 + [CardKind.ASSASSIN]
    numbers = []
    for seed in range(8):
        drawn = np.random.default_rng(seed).choice(words, 80, replace=False).tolist()
        cards, clues = tuple(drawn[: len(kinds)]), drawn[len(kinds) :]
        columns = [
            (listener.features(cards, clue) @ listener.weights.array).tolist()
            for clue in clues
            if listener.understand(clue)
        ]
        position = BoardPosition(KeyedBoard(cards, tuple(kinds)), frozenset(range(len(cards))))
        lefts = (CardsLeft(5, other, 11) for other in (3, 7))
        behind, ahead = (
            best_clue(by_one(columns), position, left, np.random.default_rng(seed)).number
            for left in lefts
        )
        numbers.append((behind, ahead))
    assert all(behind >= ahead for behind, ahead in numbers)
    assert sum(behind - ahead for behind, ahead in numbers) >= 3


def test_a_card_that_is_hardly_found_is_not_meant() -> None:
    beside_bystanders = KeyedBoard(
        ("a", "b", "x", "y"), (CardKind.OWN,) * 2 + (CardKind.BYSTANDER,) * 2
    )
    position = BoardPosition(beside_bystanders, frozenset(range(4)))
    rng = np.random.default_rng(1)
    near, far = (by_one([[9.0, second, 0, 0]]) for second in (3.0, -3.0))
    assert best_clue(near, position, LEFT, rng).number == 2
    assert best_clue(far, position, LEFT, rng).number == 1


@pytest.mark.parametrize(("second", "number"), [(1.2, 2), (0.6, 2), (0.0, 1)])
def test_a_number_counts_no_card_that_is_unlikely_to_be_found(second: float, number: int) -> None:
    last_turn = CardsLeft(own=2, other=1, total=10)
    rivals = np.exp([second, 0.8, 0.0])
    planned = best_clue(
        by_one([[9.0, second, 0.8, 0.0]]), POSITION, last_turn, np.random.default_rng(1)
    )
    assert planned.number == number
    assert bool(rivals[0] / rivals.sum() > PROMISED) is (number == 2)


def test_a_bolder_clue_whose_promise_holds_is_taken_before_a_single_card() -> None:
    last_turn = CardsLeft(own=2, other=1, total=10)
    wide, held = [9.0, 0.0, 0.8, 0.0], [2.0, 2.0, 0.8, 0.0]
    planned = best_clue(by_one([wide, held]), POSITION, last_turn, np.random.default_rng(1))
    assert (planned.column, planned.number) == (1, 2)


def test_no_clue_has_a_higher_number_than_the_cards_that_are_known() -> None:
    kinds = (CardKind.OWN,) * 4 + (CardKind.OPPONENT,)
    position = BoardPosition(KeyedBoard(("a", "b", "c", "d", "x"), kinds), frozenset(range(5)))
    near = by_one([[9.0, 8.0, 7.0, 6.0, -9.0]])
    for known, numbers in (({0}, {1}), ({0, 2}, {1, 2}), (set(), {1})):
        found = [
            best_clue(near, position, LEFT, np.random.default_rng(seed), frozenset(known), 1.0)
            for seed in range(20)
        ]
        assert {one.number for one in found} == numbers
        assert {place for one in found for place in one.places} <= known


def test_the_last_cards_of_a_race_that_is_won_are_meant_clearly() -> None:
    far_ahead = CardsLeft(own=1, other=9, total=20)
    one_left = KeyedBoard(("a", "x", "y"), (CardKind.OWN, CardKind.BYSTANDER, CardKind.ASSASSIN))
    position = BoardPosition(one_left, frozenset(range(3)))
    vague, clear = [0.5, 0.0, -9.0], [4.0, 0.0, -1.5]
    planned = best_clue(by_one([vague, clear]), position, far_ahead, np.random.default_rng(1))
    assert planned.column == 1


def test_a_model_has_the_share_of_its_weight_and_none_below_zero() -> None:
    cards, listener = ("whale", "desert"), default_listener()
    weights = replace(FITTED_WEIGHTS, cosines=(3.0, -1.0, 1.0, 0.0, 0.0, 0.0))
    near = {name: np.full((2, 2), 0.2, np.float32) for name in STORED}
    vocabulary = Vocabulary(("ocean", "sand", "water"))
    mixture = listener.weighted(weights).mixture(cards, vocabulary, near, np.array([0, 2]))
    models = (1 - BLENDED) * np.array([0.75, 0, 0.25, 0, 0, 0])
    assert mixture.shares.tolist() == pytest.approx([*models, BLENDED])
    assert mixture.scores.shape == (len(STORED) + 1, 2, 2)

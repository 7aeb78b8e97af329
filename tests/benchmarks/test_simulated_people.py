"""Simulated people give as much evidence about themselves as people would."""

import numpy as np
import pytest

from benchmarks.listener_bench import default_bench
from benchmarks.simulated_people import (
    ERRATIC,
    IN_PART,
    ONE_MODEL,
    PARTLY_OTHERS,
    RANDOM,
    SPREADS,
    SWITCHED,
    Boards,
    OtherModels,
    Reveals,
    boards_of,
    given_clues,
    people_of,
    picked_evidence,
)
from core.agents.explanations import NATS
from core.agents.listener import FITTED_WEIGHTS, default_listener
from core.agents.personas import LATER_PICKS, pick_evidence, reveal_evidence
from core.agents.plackett_luce import pick_chances

SEED = 3


@pytest.fixture(scope="module")
def boards() -> Boards:
    """A board in all its positions."""
    bench = default_bench()
    return boards_of(bench, OtherModels((), bench.language.vocabulary.words), SEED, 1)


@pytest.mark.slow
def test_features_of_many_words_are_those_of_each(boards: Boards) -> None:
    listener, cards = default_listener(), boards.positions[1].board.cards
    for place, word in enumerate(boards.menus[1][:4]):
        found = boards.features[1, place, : len(cards)]
        assert found == pytest.approx(listener.features(cards, word), abs=1e-4)


def test_the_evidence_of_picks_is_that_of_a_person(boards: Boards) -> None:
    rng = np.random.default_rng(1)
    order = np.tile(np.arange(len(boards)), (2, 1))
    surest = 100 * FITTED_WEIGHTS.array  # a person who picks in the order of the scores
    weights = np.tile(surest, (*order.shape, 1))
    chances, told = picked_evidence(boards, order, weights, LATER_PICKS, rng)
    for turn, position in enumerate(boards.positions):
        cards, word = position.board.cards, boards.menus[turn][boards.clues[turn]]
        scores = default_listener().features(cards, word) @ surest
        assert chances[0, turn, : len(cards)] == pytest.approx(pick_chances(scores), abs=1e-3)
        ways = []
        for number in range(1, boards.numbers[turn] + 1):
            picks = np.argsort(-scores, kind="stable")[:number].tolist()
            evidence = pick_evidence(default_listener(), cards, word, picks)
            ways.append(np.abs(told[0, turn, 1:] - np.array(evidence.thousandths) / NATS).max())
        assert min(ways) < 0.01


@pytest.mark.slow
def test_the_evidence_of_reveals_is_that_of_a_person(boards: Boards) -> None:
    order = np.tile(np.arange(len(boards)), (2, 1))
    weights = np.tile(FITTED_WEIGHTS.array, (*order.shape, 1))
    clues, numbers, meant = given_clues(boards, order, weights, np.random.default_rng(1))
    assert (meant.sum(axis=2) == numbers).all()
    assert not (meant & ~boards.own).any()
    reveals = Reveals(boards)
    for turn, position in enumerate(boards.positions):
        cards, clue, number = position.board.cards, int(clues[0, turn]), int(numbers[0, turn])
        scores = boards.features[turn, clue, : len(cards)] @ FITTED_WEIGHTS.array
        picks = np.argsort(-scores).tolist()[:number]
        own = boards.own[turn][picks].tolist()
        found, told = reveals.of_turn(turn, clue, picks)
        assert found == (own.index(False) if False in own else number)
        turned = list(zip(picks, own, strict=True))[: found + 1]
        word, left = boards.menus[turn][clue], len(position.own())
        evidence = reveal_evidence(default_listener(), cards, word, number, turned, left)
        assert told[1:] == pytest.approx(np.array(evidence.thousandths) / NATS, abs=0.01)


def test_people_of_each_kind_are_what_the_kind_says() -> None:
    rng, fitted = np.random.default_rng(1), FITTED_WEIGHTS.array
    usual = people_of(SPREADS[0], 3, 4, 2, rng)
    assert (usual[:, :, : len(fitted)] == fitted).all()
    assert not usual[:, :, len(fitted) :].any()
    assert not people_of(RANDOM, 3, 4, 2, rng).any()
    partly = people_of(PARTLY_OTHERS, 3, 4, 2, rng)
    assert (partly[:, :, : len(fitted)] == fitted / 2).all()
    assert partly[:, :, len(fitted) :].sum(axis=2) == pytest.approx(IN_PART)
    alone = people_of(ONE_MODEL, 6, 4, 0, rng)
    assert ((alone > 0).sum(axis=2) == 1).all()
    switched = people_of(SWITCHED, 6, 4, 0, rng)
    assert (switched[:, 1] != switched[:, 2]).any(axis=1).all()
    assert (switched[:, 0] == switched[:, 1]).all()
    erratic = people_of(ERRATIC, 3, 4, 0, rng)
    assert (erratic[:, 1] != erratic[:, 2]).any(axis=1).all()

"""The fit of the listener: weights of the highest likelihood, predicted picks of other games."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from core.agents.clue_lookup import ClueMatch, Means
from tools.fit_listener import (
    Design,
    Event,
    Floats,
    chances,
    cross_validated,
    cross_validated_pairs,
    fit,
    fit_pairs,
    remembered_turns,
    with_pairs,
)

CARDS = 4
WORDS = ("ocean", "music", "doctor")


def test_the_fit_finds_the_highest_penalised_likelihood() -> None:
    rng = np.random.default_rng(3)
    shape = (60, CARDS)
    chosen = np.eye(CARDS)[rng.integers(CARDS, size=shape[0])]
    design = Design(
        rng.normal(size=(*shape, 3)),
        np.ones(shape, dtype=np.bool_),
        chosen,
        rng.uniform(0.5, 2, size=shape[0]),
        (None,) * shape[0],
        np.zeros(shape),
    )

    def loss(weights: Floats) -> float:
        nats = -np.log((chances(design, weights) * chosen).sum(axis=1))
        return float(design.weight @ nats + 3 / 2 * weights @ weights)

    found = fit(design, ridge=3)
    moved = [loss(found + step) for step in np.vstack([np.eye(3), -np.eye(3)]) * 1e-3]
    assert min(moved) > loss(found)


def test_picks_are_foreseen_by_other_games_and_if_asked_by_other_clue_words() -> None:
    design, games = _picks_by_word(12)
    by_games = cross_validated(design, games)
    by_words = cross_validated(design, games, new_words=True)
    assert ((by_games * design.chosen).sum(axis=1) > 0.5).all()
    assert by_words == pytest.approx(np.full(design.there.shape, 1 / CARDS))


def test_picks_of_one_game_alone_cannot_be_foreseen() -> None:
    design, _ = _picks_by_word(4)
    found = cross_validated(design, np.zeros(len(design.there), dtype=np.int64))
    assert found == pytest.approx(np.full(design.there.shape, 1 / CARDS))


WORKED, FAILED, MISSED = np.eye(3)
BOARD = ("whale", "desert", "jug", "nurse")


@pytest.mark.parametrize(
    ("marked", "picked", "expected"),
    [
        ([0], 0, {0: WORKED}),
        ([0], 1, {0: MISSED, 1: FAILED}),
        ([0], 3, {0: MISSED, 3: WORKED}),
        ([0, 1], 0, {0: WORKED, 1: WORKED}),
        ([0, 1], 2, {0: WORKED, 1: WORKED, 2: FAILED}),
        ([0], None, {0: WORKED}),
    ],
)
def test_cards_of_a_clue_worked_failed_or_were_missed(
    marked: list[int], picked: int | None, expected: dict[int, Floats]
) -> None:
    clue = Event(BOARD[:3], "ocean", tuple(marked), is_pick=False)
    first = () if picked is None else (Event(BOARD, "ocean", (picked,), is_pick=True),)
    other = (*BOARD, "piano")
    again, pick = (Event(other, "ocean", (0,), is_pick=is_pick) for is_pick in (False, True))
    games = np.array([1] * len(first) + [2, 1, 2])
    turns = remembered_turns([*first, pick, clue, again], games)
    rows = np.array([expected.get(card, np.zeros(3)) for card in range(len(other))])
    assert turns[len(first)].tolist() == turns[-1].tolist() == rows.tolist()
    assert not turns[: len(first)].any()
    assert not turns[len(first) + 1].any()


@pytest.mark.parametrize(
    ("clue", "game", "is_remembered"),
    [("ocean", 1, True), ("Océan", 1, True), ("ocean", 0, False), ("sea", 1, False)],
)
def test_turns_are_remembered_of_other_games_by_what_a_clue_is_understood_as(
    clue: str, game: int, *, is_remembered: bool
) -> None:
    events = [Event(BOARD, word, (0,), is_pick=False) for word in ("ocean", clue)]
    turns = remembered_turns(events, np.array([0, game]))
    assert turns[1].any() == is_remembered


def test_a_card_that_worked_before_is_foreseen_where_nothing_else_is_known() -> None:
    design, games = _picks_by_word(12)
    blank = replace(design, features=np.zeros(design.features.shape))
    turns = np.zeros((*design.there.shape, 3))
    turns[:, :, 0] = design.chosen * (games > 0)[:, None]
    turns[:, 1, 1] = 1
    worked, failed, missed = fit_pairs(with_pairs(blank, turns, np.zeros(len(WORDS))))
    assert worked > 0 > failed
    assert missed == 0
    found = cross_validated_pairs(blank, turns, games)
    own = (found * design.chosen).sum(axis=1)
    assert (own[games > 0] > own[0]).all()
    unheard = replace(blank, understood=(None,) * len(games))
    assert (cross_validated_pairs(unheard, turns, games) * design.chosen).sum() > len(games) / 2


def _picks_by_word(count: int) -> tuple[Design, NDArray[np.int64]]:
    """Return the picks of games that have each of `WORDS` as a clue, and the games' numbers.

    Each word has a feature of its own, which is 1 for the card that people pick for it.
    """
    words, games = np.tile(np.arange(len(WORDS)), count), np.repeat(np.arange(count), len(WORDS))
    chosen = np.eye(CARDS)[games % CARDS]
    features = chosen[:, :, None] * np.eye(len(WORDS))[words][:, None, :]
    understood = tuple(ClueMatch(WORDS[word], Means.WORD) for word in words)
    there = np.ones(chosen.shape, dtype=np.bool_)
    offset = np.zeros(chosen.shape)
    return Design(features, there, chosen, np.ones(len(games)), understood, offset), games

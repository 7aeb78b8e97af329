"""The fit of the listener: weights of the highest likelihood, foreseen picks of other games."""

import numpy as np
import pytest
from numpy.typing import NDArray

from core.agents.understanding import Means, Understood
from tools.fit_listener import Design, Floats, chances, cross_validated, fit

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


def _picks_by_word(count: int) -> tuple[Design, NDArray[np.int64]]:
    """Return the picks of games that have each of `WORDS` as a clue, and the games' numbers.

    Each word has a feature of its own, 1 for the card that is picked on it.
    """
    words, games = np.tile(np.arange(len(WORDS)), count), np.repeat(np.arange(count), len(WORDS))
    chosen = np.eye(CARDS)[games % CARDS]
    features = chosen[:, :, None] * np.eye(len(WORDS))[words][:, None, :]
    understood = tuple(Understood(WORDS[word], Means.WORD) for word in words)
    there = np.ones(chosen.shape, dtype=np.bool_)
    return Design(features, there, chosen, np.ones(len(games)), understood), games

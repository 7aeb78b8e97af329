"""A spymaster's search finds clues that a known teammate understands, and plays to its chances."""

import numpy as np
import pytest

from core.agents.belief import Belief, after_picks, new_belief
from core.agents.clue_search import (
    ClueQuestion,
    Goal,
    after_clue,
    best_clue,
    best_of,
    turn_values,
)
from core.agents.position import CardKind

NAMES = ("one", "two")
KINDS = np.array([0] * 9 + [1] * 8 + [2] * 7 + [3])


def question(seed: int = 0, clues: int = 400) -> ClueQuestion:
    similarity = np.random.default_rng(seed).normal(size=(2, 25, clues)).astype(np.float32)
    return ClueQuestion(
        similarity, KINDS, np.ones(25, dtype=np.bool_), np.array([0], dtype=np.int64)
    )


def known(expert: int) -> Belief:
    belief, rng = new_belief(NAMES, 2.5), np.random.default_rng(4)
    for _ in range(8):
        near = rng.normal(size=(25, 2))
        belief = after_picks(belief, near, near, [int(near[:, expert].argmax())])
    return belief


@pytest.mark.parametrize("expert", [0, 1])
def test_a_known_teammate_finds_what_the_clue_means(expert: int) -> None:
    asked = question()
    chosen = best_clue(asked, known(expert), np.random.default_rng(0))
    order = np.argsort(-asked.similarity[expert, :, chosen.column])
    assert (KINDS[order[: chosen.number]] == CardKind.OWN).all()
    assert chosen.number >= 3
    assert chosen.chance > 0.8


def test_a_barred_word_is_never_said() -> None:
    asked = question(clues=6)
    barred = ClueQuestion(asked.similarity, asked.kinds, asked.covered, np.arange(5))
    chosen = best_clue(barred, known(0), np.random.default_rng(0))
    assert chosen.column == 5
    none = ClueQuestion(asked.similarity, asked.kinds, asked.covered, np.arange(6))
    with pytest.raises(ValueError, match="no clue word"):
        best_clue(none, known(0), np.random.default_rng(0))


def test_the_best_of_some_clues_is_one_of_them() -> None:
    asked, rng = question(), np.random.default_rng
    some = [(7, 1), (8, 2), (9, 9)]
    chosen = best_of(asked, known(0), rng(0), some)
    assert (chosen.column, min(chosen.number, 6)) in [(c, min(n, 6)) for c, n in some]
    free = best_clue(asked, known(0), rng(0))
    assert free.value >= chosen.value - 0.02


@pytest.mark.parametrize("own", range(1, 10))
def test_more_found_is_worth_more_and_the_assassin_nothing(own: int) -> None:
    values = turn_values(new_belief(NAMES, 2.5), own, 8, Goal.WIN)
    assert (np.diff(values.clean) >= 0).all()
    assert (values.ended[2] == 0).all()
    assert (values.ended[0] <= values.ended[1] + 1e-9).all()
    assert (values.ended[1, :own] <= values.clean[:own] + 1e-9).all()


def test_the_same_draws_choose_the_same_clue() -> None:
    asked, belief = question(3), known(1)
    clues = {best_clue(asked, belief, np.random.default_rng(5)) for _ in range(3)}
    assert len(clues) == 1


def test_turns_that_go_wrong_widen_the_margin() -> None:
    near = np.random.default_rng(2).normal(size=(25, 2))
    is_own = np.zeros(25, dtype=np.bool_)
    is_own[np.argsort(-near.sum(axis=1))[:9]] = True
    start = new_belief(NAMES, 2.5)
    well = badly = start
    for _ in range(20):
        well = after_clue(well, near, is_own, 2, clean=True)
        badly = after_clue(badly, near, is_own, 2, clean=False)
    assert badly.margins[-1] > start.margins[-1] > well.margins[-1]
    assert badly.margins.sum() == pytest.approx(1.0)
    alone = after_clue(start, near, np.ones(25, dtype=np.bool_), 2, clean=True)
    assert alone is start

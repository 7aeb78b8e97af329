"""Teammates outside all ensembles differ as they should from the experts that compose them."""

import numpy as np

from benchmarks.held_out import between, perturbed, shuffled
from core.agents.expert import Expert, expert
from tests.core.agents.boards import made_up_source

WORDS = tuple(f"card{number}" for number in range(30))
ONE, TWO = (
    expert(name, made_up_source(seed, cards=30, clues=200, reach=40, levels=10_000))
    for seed, name in enumerate(("one", "two"))
)


def likeness(first: Expert, second: Expert) -> float:
    one, other = (each.guesser.associations(WORDS).similarity.ravel() for each in (first, second))
    return float(np.corrcoef(one, other)[0, 1])


def test_more_noise_is_less_alike() -> None:
    scales = (0.0, 0.3, 1.0)
    made = [perturbed("x", ONE, WORDS, scale, np.random.default_rng(1)) for scale in scales]
    alike = [likeness(ONE, each) for each in made]
    assert alike[0] > 0.999
    assert np.allclose(alike, [1 / np.sqrt(1 + scale**2) for scale in scales], atol=0.03)
    assert all(each.single for each in made)


def test_one_between_two_is_as_like_each() -> None:
    middle = between("x", ONE, TWO, WORDS)
    assert abs(likeness(middle, ONE) - likeness(middle, TWO)) < 0.05
    assert likeness(middle, ONE) > 0.6


def test_a_shuffled_expert_knows_nothing() -> None:
    stray = shuffled("x", ONE, WORDS, np.random.default_rng(2))
    assert abs(likeness(stray, ONE)) < 0.05
    view = stray.guesser.associations(WORDS)
    other = np.sort(ONE.guesser.associations(WORDS).similarity, axis=1)
    assert np.array_equal(np.sort(view.similarity, axis=1), other)


def test_two_chairs_stay_two() -> None:
    both = Expert("both", ONE.spymaster, TWO.guesser)
    made = perturbed("x", both, WORDS, 0.1, np.random.default_rng(3))
    assert not made.single
    assert not between("x", both, ONE, WORDS).single

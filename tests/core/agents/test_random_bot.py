"""The random bot says any clue and guesses any card, within its documented rules."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.agents.associations import Vocabulary
from core.agents.policy import random_clue, random_guesses

WORDS = Vocabulary(("ocean", "river", "lake"))


def test_every_word_and_every_number_from_1_to_4_is_said_about_equally_often() -> None:
    rng = np.random.default_rng(0)
    clues = [random_clue(WORDS, rng) for _ in range(2400)]
    for word in WORDS.words:
        for number in range(1, 5):
            count = sum((clue.word, clue.number) == (word, number) for clue in clues)
            # 200 expected, standard deviation 13.5.
            assert 140 < count < 260


@given(st.integers(0, 2**32), st.sets(st.integers(0, 24), min_size=1), st.integers(1, 9))
def test_guesses_are_one_to_n_different_covered_cards(
    seed: int, covered: set[int], number: int
) -> None:
    guesses = random_guesses(sorted(covered), number, np.random.default_rng(seed))
    assert 1 <= len(guesses) <= number
    assert len(set(guesses)) == len(guesses)
    assert set(guesses) <= covered


def test_every_count_up_to_n_is_guessed() -> None:
    rng = np.random.default_rng(1)
    counts = [len(random_guesses(range(25), 3, rng)) for _ in range(900)]
    assert all(220 < counts.count(number) < 380 for number in (1, 2, 3))

"""The answers of each dealer, and the example of the original rule."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.hangman.candidates import Candidates, Dictionary
from core.hangman.dealer_policies import (
    FAMILY_POLICIES,
    DealerPolicy,
    cheating,
    largest,
    stubborn,
)
from core.hangman.model import Places, hint_in_word, places_in

CHECK = ("crumbs", "trucks", "trumps", "truths")
LINES = (
    ("u", "good", 4, 19),
    ("r", "good", 4, 15),
    ("s", "good", 4, 11),
    ("h", "sorry", 3, 9),
    ("b", "sorry", 2, 6),
    ("c", "sorry", 1, 3),
    ("p", "good", 1, 2),
    ("m", "good", 1, 1),
    ("t", "good", 1, 0),
)
dealers = pytest.mark.parametrize("dealer", FAMILY_POLICIES.values(), ids=FAMILY_POLICIES)


def candidates(*words: str) -> Candidates:
    return Dictionary.of(words, len(words[0])).all()


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def seen(dealer: DealerPolicy, words: Candidates, letter: str) -> set[Places]:
    return {dealer(words, letter, rng(seed)) for seed in range(40)}


@pytest.mark.parametrize("seed", range(5))
def test_the_cheating_dealer_plays_the_check_to_the_word(seed: int) -> None:
    chance, left, lines = rng(seed), candidates(*CHECK), []
    for letter, *_ in LINES:
        places = cheating(left, letter, chance)
        left = left.answered(letter, places)
        lines.append((letter, "good" if places else "sorry", len(left), left.score))
    assert tuple(lines) == LINES
    assert left.words() == ("trumps",)


def test_the_cheating_dealer_accepts_where_rejecting_scores_no_more() -> None:
    # Without a: one word, three letters left. With a: one word, three other letters left.
    assert cheating(candidates("abcd", "efgg"), "a", rng()) == (0,)
    assert cheating(candidates("abcc", "efgg"), "a", rng()) == ()


def test_the_cheating_dealer_weighs_letters_and_not_words() -> None:
    words = candidates("aabb", "bbaa", "cdef")
    assert cheating(words, "a", rng()) == ()
    assert cheating(candidates("aabb", "aacc", "ddee", "dede"), "a", rng()) == ()
    assert cheating(candidates("abcd", "eeee", "ffff"), "a", rng()) == (0,)


def test_the_cheating_dealer_chooses_among_equal_ways_to_accept_by_chance() -> None:
    assert seen(cheating, candidates("abb", "bab", "bba"), "a") == {(0,), (1,), (2,)}


def test_the_stubborn_dealer_rejects_while_any_word_is_left() -> None:
    words = candidates("abcd", "aebd", "afgd", "zzzz")
    assert stubborn(words, "a", rng()) == ()
    assert stubborn(words.without("zzzz"), "a", rng()) == (0,)
    assert stubborn(words.without("zzzz"), "b", rng()) == ()


def test_the_stubborn_dealer_that_must_accept_keeps_the_highest_score() -> None:
    assert seen(stubborn, candidates("abbb", "accc", "bcad"), "a") == {(2,)}
    assert seen(stubborn, candidates("abbb", "aabc", "bcca"), "a") == {(0, 1), (3,)}


def test_the_largest_family_counts_words_and_not_letters() -> None:
    words = candidates("abcd", "eeee", "ffff", "azzz")
    assert largest(words.without("azzz"), "a", rng()) == ()
    assert largest(words.without("ffff"), "a", rng()) == (0,)


def test_among_largest_families_rejecting_goes_first_and_the_rest_by_chance() -> None:
    assert seen(largest, candidates("abb", "bab", "bbb"), "a") == {()}
    assert seen(largest, candidates("abb", "bab", "bba"), "a") == {(0,), (1,), (2,)}


words_of_three = st.lists(st.text("abcd", min_size=3, max_size=3), min_size=1, max_size=12)


@dealers
@settings(deadline=None)
@given(words=words_of_three, order=st.permutations("abcde"), seed=st.integers(0, 9))
def test_no_dealer_ever_answers_what_no_word_fits(
    dealer: DealerPolicy, words: list[str], order: list[str], seed: int
) -> None:
    chance, left = rng(seed), candidates(*words)
    said: dict[str, Places] = {}
    for letter in order:
        said[letter] = dealer(left, letter, chance)
        left = left.answered(letter, said[letter])
        fit = [
            word
            for word in dict.fromkeys(words)
            if all(places_in(word, known) == places for known, places in said.items())
        ]
        assert fit
        assert list(left.words()) == fit


def test_a_hint_gives_the_letter_away_that_leaves_the_highest_score() -> None:
    # e at the end leaves two words with five letters to guess, every other letter fewer.
    words = candidates("abe", "cde", "fgg")
    assert words.hint() == ("e", (2,))
    assert words.answered("e", (2,)).hint() == ("a", (0,))


def test_a_hint_that_nothing_decides_goes_by_the_alphabet_and_by_the_places() -> None:
    assert candidates("ba", "ab").hint() == ("a", (0,))


def test_a_hint_is_an_answer_that_words_fit_and_uncovers_something() -> None:
    words = candidates(*CHECK)
    letter, places = words.hint()
    assert places
    assert len(words.answered(letter, places)) > 0


def test_a_hint_of_a_fixed_word_uncovers_most_places() -> None:
    assert hint_in_word("banana", frozenset()) == ("a", (1, 3, 5))
    assert hint_in_word("banana", frozenset("a")) == ("n", (2, 4))
    assert hint_in_word("planet", frozenset("a")) == ("e", (4,))


def test_there_is_no_hint_where_nothing_is_covered() -> None:
    with pytest.raises(ValueError, match=r"."):
        hint_in_word("on", frozenset("no"))
    with pytest.raises(ValueError, match=r"."):
        candidates("on").answered("o", (0,)).answered("n", (1,)).hint()

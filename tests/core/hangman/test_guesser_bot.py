"""The bot as guesser: legal guesses, the lowest expected number, and boards that no word fits."""

import random
from dataclasses import replace
from functools import cache

import pytest

from core.hangman.candidates import Candidates, Dictionary
from core.hangman.guesser_bot import (
    GUESSER_LIMITS,
    PACE,
    Prospects,
    commonest,
    most_frequent,
    next_guess,
)
from core.hangman.model import Places, places_in
from core.hangman.partitions import SearchLimits
from tests.profile import either

EFFORTS = [
    GUESSER_LIMITS,
    replace(GUESSER_LIMITS, words=0),
    replace(GUESSER_LIMITS, words=0, wide=0),
    replace(GUESSER_LIMITS, nodes=1),
    replace(GUESSER_LIMITS, choices=1, words=2),
]


def candidates(*words: str) -> Candidates:
    return Dictionary.of(words, len(words[0])).all()


def listing(letters: str, length: int, size: int, seed: int) -> tuple[str, ...]:
    chance = random.Random(seed)
    return tuple(sorted({"".join(chance.choices(letters, k=length)) for _ in range(size)}))


def played(words: Candidates, word: str, care: SearchLimits, *, listed: bool) -> tuple[int, int]:
    """Return the wrong and all guesses that a word takes."""
    wrong = 0
    for guesses in range(1, 60):
        guess = next_guess(words, listed=listed, limits=care)
        if len(guess) > 1:
            assert guess == word
            return wrong, guesses
        assert guess not in words.guessed
        places = places_in(word, guess)
        words = words.answered(guess, places)
        wrong += not places
        if set(word) <= words.guessed:
            return wrong, guesses
    raise AssertionError("the word was never found")


@pytest.mark.sampled
@pytest.mark.longer
@pytest.mark.parametrize("care", EFFORTS)
@pytest.mark.parametrize("listed", [True, False])
@pytest.mark.parametrize("letters", ["abcdefgh", "あいうえおかがーん"])
def test_every_word_is_found(letters: str, listed: bool, care: SearchLimits) -> None:
    words = listing(letters, 4, 40, seed=1)
    for word in words[:: either(1, quick=5)]:
        wrong, guesses = played(candidates(*words), word, care, listed=listed)
        assert wrong < guesses


def test_the_only_word_is_solved_if_it_is_listed_and_spelled_if_not() -> None:
    word = candidates("whale")
    assert next_guess(word) == "whale"
    assert next_guess(word, listed=False) == "a"
    assert next_guess(word.answered("a", (2,)), listed=False) == "e"


def test_where_no_word_fits_letters_go_by_the_words_that_hold_them_then_by_the_alphabet() -> None:
    holding = {"e": 4, "l": 3, "h": 4, "x": 9}
    guesses: list[str] = []
    while len(guesses) < 6:
        guesses.append(commonest("abehlxz", frozenset(guesses), holding))
    assert guesses == ["x", "e", "h", "l", "a", "b"]
    with pytest.raises(ValueError, match=r"."):
        commonest("ab", frozenset("ab"), holding)


def test_a_letter_is_picked_only_while_a_word_is_left() -> None:
    none = candidates("whale", "shale").answered("x", (0,))
    for choose in (next_guess, most_frequent):
        with pytest.raises(ValueError, match="no word"):
            choose(none)


def test_the_most_frequent_letter_is_that_of_the_words_that_are_left() -> None:
    words = candidates("whale", "shale", "whole", "shire", "cocoa")
    assert most_frequent(words) == "e"
    assert most_frequent(words.answered("e", ())) == "a"


def test_nothing_is_left_to_guess_where_all_letters_are_guessed() -> None:
    words = candidates("あい")
    with pytest.raises(ValueError, match=r"."):
        most_frequent(words.answered("あ", (0,)).answered("い", (1,)))


def test_a_letter_that_hits_certainly_and_tells_the_words_apart_goes_first() -> None:
    # e is in all three words, at different places; t is in two.
    assert next_guess(candidates("teab", "etcd", "fgeh")) == "e"


def plain_value(words: frozenset[str]) -> float:
    """Return the least expected wrong guesses, in plain Python and without any shortcut."""
    letters = set("".join(words))

    @cache
    def value(left: frozenset[str]) -> float:
        if len(left) == 1:
            return 0.0
        return min(
            after(left, families)
            for families in (split(left, letter) for letter in letters)
            if len(families) > 1
        )

    def after(left: frozenset[str], families: dict[Places, frozenset[str]]) -> float:
        return PACE + sum(
            len(family) / len(left) * (value(family) + (not places))
            for places, family in families.items()
        )

    return value(words)


def split(words: frozenset[str], letter: str) -> dict[Places, frozenset[str]]:
    found = {places_in(word, letter) for word in words}
    return {
        places: frozenset(word for word in words if places_in(word, letter) == places)
        for places in found
    }


@pytest.mark.parametrize("seed", range(60))
def test_few_words_are_searched_to_the_end(seed: int) -> None:
    words = listing("abcde"[: 2 + seed % 4], 1 + seed % 5, 8, seed)
    prospects = Prospects(candidates(*words), nodes=10_000)
    assert prospects.value((1 << len(words)) - 1) == pytest.approx(plain_value(frozenset(words)))


@pytest.mark.parametrize("seed", range(20))
def test_the_letter_that_is_guessed_of_few_words_is_a_best_one(seed: int) -> None:
    words = frozenset(listing("abcde", 4, 8, seed))
    letter = Prospects(candidates(*sorted(words)), nodes=10_000).best()
    assert letter is not None
    expected = PACE + sum(
        len(family) / len(words) * (plain_value(family) + (not places))
        for places, family in split(words, letter).items()
    )
    assert expected == pytest.approx(plain_value(words))


def test_a_search_without_nodes_finds_nothing() -> None:
    assert Prospects(candidates("on", "no"), nodes=0).best() is None

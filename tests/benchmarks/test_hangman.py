"""The benchmark of hangman at a tiny size: its numbers can be computed by hand."""

import numpy as np
import pytest

from benchmarks.hangman import (
    GUESSERS,
    Configuration,
    Match,
    Played,
    check,
    dealers,
    game,
    made_up,
    over_all,
    plain_cheating,
    thinking,
    times,
    tournament,
)
from core.hangman.candidates import Dictionary
from core.words.word_lists import word_list

LITTLE = Configuration(games=3, seed=1, category="words", length=4, lives=None, words=300)
DICTIONARY = Dictionary.of(made_up(40, 4, seed=1), 4)


def test_made_up_words_are_different_and_the_same_each_time() -> None:
    words = made_up(200, 3, seed=5)
    assert len(set(words)) == 200
    assert words == made_up(200, 3, seed=5)


def test_every_dealer_has_a_line_in_the_table_of_times() -> None:
    lines = times(LITTLE).splitlines()
    assert len(lines) == 4 + len(dealers())
    assert lines[0].startswith("300 words of 4 letters")


def test_the_optimal_dealer_is_timed_with_lives_and_without() -> None:
    lines = thinking(DICTIONARY, 5).splitlines()
    assert [line.split("  ")[0] for line in lines[1:]] == ["optimal, no lives", "optimal, 5 lives"]
    assert len(list(game(DICTIONARY, "optimal", 1))) < len(list(game(DICTIONARY, "optimal")))


@pytest.mark.sampled
@pytest.mark.parametrize(
    "length", [4, *(pytest.param(length, marks=pytest.mark.slow) for length in range(5, 9))]
)
@pytest.mark.parametrize("guesser", GUESSERS)
def test_the_optimal_dealer_costs_no_less_than_the_cheating_one(guesser: str, length: int) -> None:
    dictionary = Dictionary.of(word_list("words").words, length)
    cheating = Match(dictionary, "cheating", GUESSERS[guesser], None).play(chance())
    wrong = Match(dictionary, "optimal", GUESSERS[guesser], 20).play(chance()).wrong
    guesses = Match(dictionary, "optimal", GUESSERS[guesser], None).play(chance()).guesses
    assert wrong >= cheating.wrong
    assert guesses >= cheating.guesses


def chance() -> np.random.Generator:
    return np.random.default_rng(1)


def test_the_plain_dealer_and_the_real_one_play_alike() -> None:
    moves = list(game(DICTIONARY, "cheating"))
    check(moves)
    words = frozenset(("crumbs", "trucks", "trumps", "truths"))
    start = Dictionary.of(words, 6).all()
    assert plain_cheating(words, "u", start) == (2,)
    assert plain_cheating(words, "h", start) == ()


@pytest.mark.parametrize("guesser", GUESSERS)
def test_the_means_over_all_words_are_those_of_a_game_for_each(guesser: str) -> None:
    pair = Dictionary.of(("on", "no"), 2)
    # One letter tells the words apart, then the word is solved: no wrong guess, two guesses.
    assert over_all(pair, GUESSERS[guesser]).split() == ["0.000", "2.000", "0"]
    three = Dictionary.of(("a", "b", "c"), 1)
    # Found at once, or after one or two wrong guesses; the last remaining word is solved.
    assert over_all(three, GUESSERS[guesser]).split() == ["1.000", "2.000", "2"]


@pytest.mark.parametrize("guesser", GUESSERS)
@pytest.mark.parametrize("lives", [None, 1, 2])
def test_a_game_ends_with_the_word_or_the_lives(guesser: str, lives: int | None) -> None:
    three = Dictionary.of(("a", "b", "c"), 1)
    for dealer in dealers():
        played = Match(three, dealer, GUESSERS[guesser], lives).play(np.random.default_rng(1))
        assert played == Played(lives is None, lives or 2, lives or 3)


def test_the_tournament_has_a_line_for_each_dealer_and_guesser() -> None:
    lines = list(tournament(DICTIONARY, LITTLE))
    assert len(lines) == (1 + len(dealers())) * len(GUESSERS)
    assert len({tuple(line.split()[:2]) for line in lines}) == len(lines)

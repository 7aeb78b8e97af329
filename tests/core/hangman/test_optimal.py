"""The optimal dealer, against a brute force without its shortcuts."""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import TypeAlias

import pytest

from core.hangman.candidates import Candidates
from core.hangman.dealer_policies import (
    DEALER_LIMITS,
    FAMILY_POLICIES,
    WRONG,
    MissedWin,
    Tree,
    last_missed_win,
    optimal,
)
from core.hangman.model import Places, places_in
from tests.core.hangman.brute import LOST, Answer, Price, brute, candidates, chance, uncovered
from tests.profile import either

SMALL = replace(DEALER_LIMITS, words=20, nodes=100_000)


def dictionaries(count: int, seed: int) -> list[tuple[str, ...]]:
    """Return small random lists whose words share letters."""
    chance = random.Random(seed)
    lists = []
    for _ in range(count):
        letters, length = chance.choice(["ab", "abc", "abcd", "abcde"]), chance.randint(1, 4)
        size = chance.randint(1, 5)
        words = {"".join(chance.choices(letters, k=length)) for _ in range(size)}
        lists.append(tuple(sorted(words)))
    return lists


@pytest.mark.parametrize(
    ("words", "accepted"), [(("ace", "bbe"), (0,)), (("cad", "ece"), (1,)), (("bbe", "eba"), (2,))]
)
def test_of_answers_that_score_and_cost_alike_the_dealer_accepts(
    words: tuple[str, ...], accepted: Places
) -> None:
    # One word without an a and one with it, and two letters left in each.
    rehearsing = replace(DEALER_LIMITS, words=0)
    assert optimal(candidates(*words), "a", None, chance(), rehearsing) == accepted


def priced(words: tuple[str, ...], lives: int | None) -> Price:
    """Return the tree's price, in the brute force's form."""
    tree = Tree(candidates(*words), lives=lives is not None, nodes=10**6)
    limit = 99 * WRONG if lives is None else lives * WRONG
    price = tree.price(tree.every, 0, limit)
    return LOST if price >= limit else divmod(price, WRONG)


@pytest.mark.sampled
@pytest.mark.longer
@pytest.mark.parametrize("seed", range(4))
def test_the_tree_prices_games_as_brute_force_does(seed: int) -> None:
    for words in dictionaries(either(500, quick=100), seed):
        for lives in (None, 2, 4):
            assert priced(words, lives) == brute(frozenset(words), lives), (words, lives)


def test_letters_that_are_guessed_already_cost_nothing_more() -> None:
    words = candidates("abc", "abd", "eef").answered("a", (0,))
    tree = Tree(words, lives=True, nodes=1000)
    assert tree.price(tree.every, tree.known(frozenset("a")), 9 * WRONG) == WRONG + 2
    assert tree.price(tree.every, tree.known(frozenset("ab")), 9 * WRONG) == WRONG + 2


def of_optimal(lives_count: bool) -> Answer:
    """Return the optimal dealer as an answer for the brute force."""

    @cache
    def answer(left: frozenset[str], guessed: frozenset[str], letter: str, lives: int) -> Places:
        words = standing(left, guessed)
        return optimal(words, letter, lives if lives_count else None, chance(), SMALL)

    return answer


def standing(left: frozenset[str], guessed: frozenset[str]) -> Candidates:
    words = candidates(*sorted(left))
    some = min(left)
    for letter in sorted(guessed):
        words = words.answered(letter, places_in(some, letter))
    return words


@pytest.mark.sampled
@pytest.mark.longer
@pytest.mark.parametrize("lives", [None, 1, 2, 3])
def test_no_dealer_beats_the_optimal_one(lives: int | None) -> None:
    better, count = 0, either(60, quick=20) if lives else either(20, quick=7)
    for words in dictionaries(count, seed=100):
        every = frozenset(words)
        best = brute(every, lives, of_optimal(lives is not None))
        assert best == brute(every, lives)
        for dealer in FAMILY_POLICIES.values():

            def answer(
                left: frozenset[str],
                guessed: frozenset[str],
                letter: str,
                lives: int,
                dealer: Callable[..., Places] = dealer,
            ) -> Places:
                del lives
                return dealer(standing(left, guessed), letter, chance())

            theirs = brute(every, lives, answer)
            assert theirs <= best
            better += best > theirs
    assert better > 0


def test_with_one_life_a_letter_that_can_be_rejected_ends_the_game() -> None:
    tiny = replace(DEALER_LIMITS, words=0, nodes=0, choices=1, wide=0)
    assert optimal(candidates("abc", "bcd"), "a", 1, chance(), tiny) == ()


def test_an_answer_is_the_same_each_time() -> None:
    words = ["".join(random.Random(n).choices("abcdefgh", k=4)) for n in range(60)]
    for effort in (DEALER_LIMITS, replace(DEALER_LIMITS, words=0)):
        answers = {optimal(candidates(*words), "a", 6, chance(), effort) for _ in range(3)}
        assert len(answers) == 1


Standing: TypeAlias = tuple[Candidates, int]
"""Possible words, and lives."""


def lost_game(words: tuple[str, ...], lives: int, letters: str) -> list[Standing]:
    """Return the positions before each guess against the optimal dealer; empty after a win."""
    left, standings = candidates(*words), []
    for letter in letters:
        if lives == 0:
            break
        standings.append((left, lives))
        places = optimal(left, letter, lives, chance(), SMALL)
        left, lives = left.answered(letter, places), lives - (not places)
    return standings if left.score else []


def test_the_last_chance_is_the_last_guess_before_the_game_was_lost() -> None:
    # Two wrong guesses find the word: i or o halves the list, then n or t does. z is one too many.
    words = ("pin", "pit", "pon", "pot")
    standings = lost_game(words, 3, "izxq")
    assert last_missed_win(standings, SMALL) == MissedWin(guess=1, letter="n", wrong=1)
    assert last_missed_win(standings[:1], SMALL) == MissedWin(guess=0, letter="i", wrong=2)


def test_a_game_that_nobody_could_win_had_no_last_chance() -> None:
    standings = lost_game(("bat", "cat", "hat", "mat"), 2, "bchm")
    assert standings
    assert last_missed_win(standings, SMALL) is None
    assert last_missed_win([], SMALL) is None


def test_nothing_is_claimed_beyond_what_was_proved() -> None:
    words = ("pin", "pit", "pon", "pot")
    standings = lost_game(words, 3, "izxq")
    assert last_missed_win(standings, replace(DEALER_LIMITS, words=1)) is None
    assert last_missed_win([(candidates(*words), 3)], replace(DEALER_LIMITS, nodes=1)) is None


@pytest.mark.parametrize("seed", range(3))
def test_a_last_chance_is_a_win_by_brute_force_and_later_ones_are_none(seed: int) -> None:
    found = 0
    for words in dictionaries(100, seed + 50):
        order = "".join(random.Random(seed).sample("abcdexyz", k=8))
        standings = lost_game(words, 2, order)
        chance = last_missed_win(standings, SMALL)
        wins = [brute_from(one, None) != LOST for one in standings]
        assert (chance is not None) == any(wins)
        if chance is not None:
            found += 1
            assert chance.guess == max(place for place, won in enumerate(wins) if won)
            assert brute_from(standings[chance.guess], chance.letter)[0] == chance.wrong
    assert found > 10


def brute_from(standing: Standing, letter: str | None) -> Price:
    """Return the brute force's price of a position; the next letter is given or free."""
    fitting, lives = standing
    left = frozenset(uncovered(word, fitting.guessed) for word in fitting.words())
    if letter is None:
        return brute(left, lives)
    prices = []
    for places in {places_in(word, letter) for word in left}:
        fit = frozenset(word for word in left if places_in(word, letter) == places)
        rest = frozenset(word.replace(letter, "") for word in fit)
        wrong, guesses = brute(rest, lives - (not places))
        prices.append(LOST if wrong == LOST[0] else (wrong + (not places), guesses + 1))
    return max(prices)

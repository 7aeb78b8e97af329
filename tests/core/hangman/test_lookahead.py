"""Simulated games against the same games, played one after another on plain words."""

import random
from collections import Counter
from math import log2

import pytest

from core.hangman.candidates import Dictionary
from core.hangman.guesser_bot import DOUBLING
from core.hangman.lookahead import REJECTION, SIMULATED_GUESSERS, simulate_answers
from core.hangman.model import Places, places_in
from core.words.word_lists import word_list


def families(words: tuple[str, ...], letter: str) -> dict[Places, tuple[str, ...]]:
    """Return the words by the places of a letter: without it first, then by the mask."""
    found: dict[Places, list[str]] = {}
    for word in words:
        found.setdefault(places_in(word, letter), []).append(word)
    masks = {places: sum(1 << place for place in places) for places in found}
    return {places: tuple(found[places]) for places in sorted(found, key=masks.__getitem__)}


def cheated(words: tuple[str, ...], letter: str, guessed: frozenset[str]) -> Places:
    """Return the answer by Moertel's rule; on a tie the first one that accepts the letter."""
    scores = {
        places: sum(len(set(word) - guessed - {letter}) for word in kept)
        for places, kept in families(words, letter).items()
    }
    return max(scores, key=lambda places: (scores[places], bool(places)))


def asked(
    words: tuple[str, ...],
    guessed: frozenset[str],
    guesser: int,
    every: tuple[str, ...],
    feared: float,
) -> str:
    """Return the letter that one of the guessers picks."""
    letters = sorted(set("".join(every)) | set("abcdefghijklmnopqrstuvwxyz"))
    if guesser == 0:
        here, all_of_them = Counter[str](), Counter[str]()
        for word in words:
            here.update(set(word))
        for word in every:
            all_of_them.update(set(word))
        free = [letter for letter in letters if letter not in guessed]
        return max(free, key=lambda letter: (here[letter], all_of_them[letter]))
    prices = {}
    for letter in letters:
        split = families(words, letter)
        sizes = {places: len(kept) for places, kept in split.items()}
        if len(sizes) > 1 and guesser == 1:
            later = sum(size * log2(size) for size in sizes.values())
            prices[letter] = sizes.get((), 0) + DOUBLING * later
        elif len(sizes) > 1:
            prices[letter] = max(
                size * (1.0 if places else feared) for places, size in sizes.items()
            )
    return min(prices, key=prices.__getitem__)


def played(
    words: tuple[str, ...],
    guessed: frozenset[str],
    guesser: int,
    every: tuple[str, ...],
    feared: float,
) -> tuple[int, int]:
    """Return the wrong and all guesses that remain."""
    if len(words) == 1:
        return 0, int(not set(words[0]) <= guessed)
    letter = asked(words, guessed, guesser, every, feared)
    places = cheated(words, letter, guessed)
    rest = families(words, letter)[places]
    wrong, guesses = played(rest, guessed | {letter}, guesser, every, feared)
    return wrong + (not places), guesses + 1


def made_up(count: int, length: int, letters: str, seed: int) -> tuple[str, ...]:
    chance = random.Random(seed)
    return tuple(dict.fromkeys("".join(chance.choices(letters, k=length)) for _ in range(count)))


LISTS = [
    *(made_up(30, 4, "abcd", seed) for seed in range(10)),
    *(made_up(60, 5, "abcdefgh", seed) for seed in range(5)),
    made_up(20, 4, "あいうえお", 1),
    made_up(12, 22, "abcdef", 1),
    ("on", "no"),
    ("aaa",),
]


@pytest.mark.parametrize("lives", [True, False])
@pytest.mark.parametrize("words", LISTS, ids=lambda words: words[0])
def test_rehearsed_games_are_those_that_are_played_one_by_one(
    words: tuple[str, ...], lives: bool
) -> None:
    candidates = Dictionary.of(words, len(words[0])).all()
    feared = 2**REJECTION if lives else 1.0
    for letter in sorted(set("".join(words)))[:3]:
        split = families(candidates.words(), letter)
        wrong, guesses = simulate_answers(candidates, letter, tuple(split), lives=lives)
        assert wrong.shape == guesses.shape == (len(split), SIMULATED_GUESSERS)
        known = candidates.guessed | {letter}
        for row, (places, kept) in enumerate(split.items()):
            for guesser in range(SIMULATED_GUESSERS):
                more = played(kept, known, guesser, words, feared)
                expected = (more[0] + (not places), more[1] + 1)
                assert (wrong[row, guesser], guesses[row, guesser]) == expected
        candidates = candidates.answered(letter, cheated(candidates.words(), letter, known))


def test_a_game_of_one_word_costs_the_guess_that_solves_it_unless_it_is_uncovered() -> None:
    pair = Dictionary.of(("aba", "bbb"), 3).all()
    wrong, guesses = simulate_answers(pair, "a", ((), (0, 2)), lives=True)
    assert wrong.tolist() == [[1] * SIMULATED_GUESSERS, [0] * SIMULATED_GUESSERS]
    assert guesses.tolist() == [[2] * SIMULATED_GUESSERS, [2] * SIMULATED_GUESSERS]
    uncovered = Dictionary.of(("aaa", "bbb"), 3).all()
    assert simulate_answers(uncovered, "a", ((0, 1, 2),), lives=True)[1].tolist() == [
        [1] * SIMULATED_GUESSERS
    ]


def test_lives_change_what_the_guesser_of_the_worst_case_asks_for_and_nothing_else() -> None:
    candidates = Dictionary.of(word_list("words").words, 7).all()
    _, counted = simulate_answers(candidates, "e", ((),), lives=True)
    _, free = simulate_answers(candidates, "e", ((),), lives=False)
    assert counted[0, :2].tolist() == free[0, :2].tolist()
    assert counted[0, 2] != free[0, 2]

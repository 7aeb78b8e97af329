"""The optimal dealer on small budgets: its claims are true, and repeatable."""

import random
from dataclasses import replace

import numpy as np
import pytest

from core.hangman.candidates import Candidates
from core.hangman.dealer_policies import DEALER_LIMITS, WRONG, Tree, optimal
from core.hangman.lookahead import simulate_answers
from core.hangman.model import Places
from core.hangman.partitions import Exhausted, SearchLimits
from core.words.word_lists import word_list
from tests.core.hangman.brute import LOST, Price, candidates, chance
from tests.profile import either

LISTS = either(6, quick=2)
"""Number of word lists, each larger than the one before, for each budget."""


@pytest.mark.sampled
@pytest.mark.parametrize("lives", [None, 2, 6])
@pytest.mark.parametrize(
    "effort",
    [
        replace(DEALER_LIMITS, words=0),
        replace(DEALER_LIMITS, words=0, choices=1),
        replace(DEALER_LIMITS, words=0, wide=0),
        replace(DEALER_LIMITS, nodes=1),
        replace(DEALER_LIMITS, nodes=30),
    ],
)
def test_however_little_it_thinks_its_answers_fit_a_word(
    lives: int | None, effort: SearchLimits
) -> None:
    words = ["".join(random.Random(n).choices("abcdefgh", k=4)) for n in range(60)]
    for seed in range(10):
        left = candidates(*words)
        for letter in random.Random(seed).sample("abcdefgh", k=8):
            places = optimal(left, letter, lives, chance(), effort)
            left = left.answered(letter, places)
            assert len(left) > 0


def mixed(size: int, seed: int) -> Candidates:
    """Return random words of five letters, after a guess of one letter."""
    chance = random.Random(seed)
    words = {"".join(chance.choices("abcdefghij", k=5)) for _ in range(size)}
    left = candidates(*sorted(words))
    return left.answered("j", max(left.families("j"), key=lambda one: one.size).places)


LITTLE = [
    replace(DEALER_LIMITS, words=words, nodes=nodes, choices=families, doublings=doublings)
    for words in (0, 12, 60)
    for nodes in (1, 40, 400)
    for families, doublings in ((1, 2.0), (3, 0.5), (12, 9.0))
]


@pytest.mark.sampled
@pytest.mark.longer
@pytest.mark.parametrize("effort", LITTLE)
@pytest.mark.parametrize("lives", [None, 3])
def test_an_answer_on_a_small_budget_fits_and_does_not_depend_on_chance(
    effort: SearchLimits, lives: int | None
) -> None:
    for seed in range(LISTS):
        left = mixed(10 * seed + 4, seed)
        for letter in "abc":
            places = optimal(left, letter, lives, np.random.default_rng(1), effort)
            assert places in {family.places for family in left.families(letter)}
            assert places == optimal(left, letter, lives, np.random.default_rng(2), effort)


@pytest.mark.parametrize("lives", [True, False])
def test_a_search_looks_at_no_more_nodes_than_it_may(lives: bool) -> None:
    outcomes = set()
    for seed in range(5):
        left = mixed(25, seed)
        rich = Tree(left, lives=lives, nodes=10**6)
        price = rich.price(rich.every, rich.known(left.guessed), 99 * WRONG)
        for nodes in (0, 3, 30, 300, 3_000, 30_000):
            tree = Tree(left, lives=lives, nodes=nodes)
            try:
                assert tree.price(tree.every, tree.known(left.guessed), 99 * WRONG) == price
                outcomes.add("decided")
            except Exhausted:
                assert 10**6 - rich.nodes > nodes
                outcomes.add("exhausted")
            assert 0 <= tree.nodes <= nodes
    assert outcomes == {"decided", "exhausted"}


@pytest.mark.sampled
@pytest.mark.parametrize("lives", [None, 4, 9])
def test_another_answer_than_that_of_cheating_costs_the_best_imagined_guesser_more(
    lives: int | None,
) -> None:
    english, others = [word for word in word_list("words").words if len(word) == 6], 0
    for seed in range(30):
        left = candidates(*sorted(random.Random(seed).sample(english, k=200)))
        for letter in "aeirst":
            places = optimal(left, letter, lives, chance(), replace(DEALER_LIMITS, words=0))
            theirs = max(left.families(letter), key=lambda one: (one.score, bool(one.places)))
            if places != theirs.places:
                others += 1
                before, after = imagined(left, letter, (theirs.places, places), lives)
                assert min(after) > min(before)
                assert all(one >= other for one, other in zip(after, before, strict=True))
    assert others > 0


def imagined(
    left: Candidates, letter: str, answers: tuple[Places, ...], lives: int | None
) -> list[list[Price]]:
    """Return the price of each answer for each imagined guesser."""
    wrong, guesses = simulate_answers(left, letter, answers, lives=lives is not None)
    pairs = [
        [*zip(*rows, strict=True)] for rows in zip(wrong.tolist(), guesses.tolist(), strict=True)
    ]
    if lives is None:
        return [[(0, guesses) for _, guesses in row] for row in pairs]
    return [
        [LOST if wrong >= lives else (wrong, guesses) for wrong, guesses in row] for row in pairs
    ]

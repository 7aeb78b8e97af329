"""The solver against brute force, and its choices."""

import os
import subprocess
import sys

import numpy as np
import pytest
from numpy.typing import NDArray

from core.compiled import compiles
from core.shiritori.graph import Counts, GameValue, SoundPair, settle, unpaired
from core.shiritori.search import open_table
from core.shiritori.solver import FIRST_SLICE, Solver, choose, solved
from tests.core.shiritori.brute import (
    counts_of,
    edges,
    random_ends,
    winning_pairs,
    won_sounds,
)
from tests.profile import either

TABLE = open_table(16)
"""Its keys describe positions completely, so all games here may share it."""


def proved_words(counts: Counts, token: int | None, nodes: int) -> frozenset[SoundPair]:
    solver = Solver(counts, token, open_table(10))
    solver.decide(nodes, FIRST_SLICE)
    return solver.proved


COUNTEREXAMPLES = [
    "0-1 1-2 2-0",
    "0-1 1-0 0-2 2-3 3-1",
    "1-2 2-1*2 1-0*2 0-2*2",
    "0-0",
    "0-0 1-1",
    "0-1 1-2 2-0 1-1",
    "0-1 1-2",
    "0-1*2",
    "0-2 1-0 2-1*2",
    "0-2 1-0 2-1",
    "0-0 0-1*2 1-2*2 2-0*4",
    "0-0 0-1*2 1-2*2 2-0*2",
    "0-1 1-3 3-2 2-0",
    "1-3 3-3 4-1",
    "1-3 3-3 4-1 3-4",
    "0-1 1-0 1-1",
]
"""Games that refute tempting reductions: cycles, parities, moves that lose now, and others."""


@pytest.mark.parametrize("text", COUNTEREXAMPLES)
def test_no_tempting_reduction_is_made(text: str) -> None:
    ends = edges(text)
    won = won_sounds(ends[None])[0]
    for token in (None, *range(5)):
        assert_solved(ends, won, 5, token)


@pytest.mark.sampled
@pytest.mark.longer
@pytest.mark.parametrize(
    ("games", "words", "sounds"),
    [(3_000, 5, 3), (3_000, 7, 4), (3_000, 8, 3), (1_500, 9, 5), (500, 11, 4)],
)
def test_values_and_winning_words_are_those_of_brute_force(
    games: int, words: int, sounds: int
) -> None:
    rng = np.random.default_rng(words)
    every = random_ends(either(games, quick=games // 4), words, sounds, rng)
    won = won_sounds(every)
    for game, ends in enumerate(every):
        token = int(rng.integers(-1, sounds))
        assert_solved(ends, won[game], sounds, None if token < 0 else token)


def assert_solved(
    ends: NDArray[np.int64],
    won: NDArray[np.int64],
    sounds: int,
    token: int | None,
) -> None:
    winning = winning_pairs(ends, won, token)
    solution = solved(counts_of(ends, sounds), token, 10**6, TABLE)
    assert solution.complete
    assert solution.winning == winning
    assert solution.value == (GameValue.WIN if winning else GameValue.LOSS)


CIRCLE = "0-1 1-2 2-0*2"
"""A game in which every sound has words: only a search proves the first word from sound 0."""


def test_a_search_proves_a_word_that_the_reductions_do_not() -> None:
    counts = counts_of(edges(CIRCLE), 3)
    assert not settle(unpaired(counts))[1].any()
    assert proved_words(counts, 0, 100) == {(0, 1)}
    assert proved_words(counts, 0, 1) == frozenset()


def test_words_that_a_short_search_proves_win_by_brute_force() -> None:
    rng = np.random.default_rng(3)
    every = random_ends(100, 8, 4, rng)
    won = won_sounds(every)
    found = 0
    for game, ends in enumerate(every):
        token = int(rng.integers(-1, 4))
        start = None if token < 0 else token
        winning = winning_pairs(ends, won[game], start)
        counts = counts_of(ends, 4)
        for nodes in (1, 60, 120):
            assert proved_words(counts, start, nodes) <= winning
        proved = proved_words(counts, start, 10**6)
        assert proved <= winning
        assert bool(proved) is bool(winning)
        found += bool(proved)
    assert 30 < found < 100


LOOPS = "0-1*2 1-2*2 2-0*2 2-3*2 3-0*3 1-3 0-0 2-2 3-4 4-2*2 4-1"
"""A game that no label settles."""


def test_slices_of_any_length_give_the_same_answers() -> None:
    counts = counts_of(edges(LOOPS), 5)
    whole = solved(counts, 0, 10**6)
    solver = Solver(counts, 0)
    while not solver.complete:
        solver.advance(1)
    assert (solver.value, solver.winning) == (whole.value, whole.winning)
    assert solver.nodes == whole.nodes


def test_nothing_is_claimed_without_a_proof() -> None:
    counts = counts_of(edges(LOOPS), 5)
    solution = solved(counts, 0, 1)
    assert (solution.value, solution.winning) == (GameValue.UNKNOWN, frozenset())
    assert not solution.complete
    choice = choose(counts, 0, 1)
    assert choice is not None
    assert choice.value is GameValue.UNKNOWN
    assert counts[choice.pair]


def test_the_solver_plays_a_word_that_is_proved_to_win() -> None:
    rng = np.random.default_rng(5)
    every = random_ends(500, 8, 4, rng)
    for ends, won in zip(every, won_sounds(every), strict=True):
        token = int(ends[0, 0])
        choice = choose(counts_of(ends, 4), token, 10**6, TABLE)
        winning = winning_pairs(ends, won, token)
        assert choice is not None
        assert choice.value == (GameValue.WIN if winning else GameValue.LOSS)
        assert choice.pair in winning or not winning


def test_no_word_is_chosen_where_none_is_left() -> None:
    assert choose(counts_of(edges("0-1"), 2), 1, 100) is None
    assert choose(counts_of(edges(""), 2), None, 100) is None


@pytest.mark.parametrize(("text", "token"), [("0-1", 1), ("", None)])
def test_an_empty_position_is_lost(text: str, token: int | None) -> None:
    solution = solved(counts_of(edges(text), 2), token, 100)
    assert (solution.value, solution.winning) == (GameValue.LOSS, frozenset())
    assert solution.complete


@pytest.mark.slow  # it runs this file again
@pytest.mark.skipif(not compiles(), reason="this is the run without the compiler")
def test_all_of_this_holds_without_a_compiler() -> None:
    subprocess.run(  # noqa: S603 - our own tests
        [sys.executable, "-m", "pytest", "-q", "-n", "0", __file__],
        check=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )

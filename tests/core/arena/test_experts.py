"""The paper's agents on tables say what `core.arena.paper` says, in both forms."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.agents.associations import TableSource, Vocabulary
from core.agents.expert import Expert, expert
from core.agents.position import BoardPosition, KeyedBoard
from core.arena.experts import (
    ABSENT,
    Cards,
    ClueRule,
    GuessRule,
    clue_by_arrays,
    clue_by_loops,
    guesses_by_arrays,
    guesses_by_loops,
    scratch,
)
from core.arena.kernel import left_by_arrays, left_by_loops
from core.arena.paper import paper_guesses, paper_spymaster
from core.arena.tables import ArenaTables, arena_tables, as_words, flags_of
from tests.core.agents.boards import made_up_board, made_up_source
from tests.profile import examples

CLUES = (clue_by_loops, clue_by_arrays)
GUESSES = (guesses_by_loops, guesses_by_arrays)


def tables_of(source: TableSource, words: tuple[str, ...]) -> ArenaTables:
    return arena_tables([expert("one", source)], words)


def cards_of(board: KeyedBoard, covered: frozenset[int], words: tuple[str, ...]) -> Cards:
    flags = np.zeros(len(board.cards), dtype=np.bool_)
    flags[list(covered)] = True
    return Cards(
        np.array([words.index(card) for card in board.cards]),
        np.array(board.kinds, dtype=np.int64),
        flags,
        0,
    )


@pytest.mark.parametrize("clue", CLUES)
@settings(max_examples=examples(150))
@given(
    st.integers(0, 10**6),
    st.sampled_from([(60, 20, 40), (60, 20, 2), (6, 15, 1), (140, 130, 3)]),
    st.sets(st.integers(0, 11), max_size=9),
)
def test_a_clue_is_that_of_the_papers_spymaster(
    clue: ClueRule, seed: int, size: tuple[int, int, int], uncovered: set[int]
) -> None:
    clues, reach, levels = size
    source = made_up_source(seed, clues=clues, reach=reach, levels=levels)
    board = made_up_board(seed)
    position = BoardPosition(board, frozenset(range(12)) - uncovered)
    if not position.own():
        return
    words = tuple(f"card{number}" for number in range(12))
    tables = tables_of(source, words)
    column, number = clue(tables, 0, cards_of(board, position.covered, words), scratch(tables))
    expected = paper_spymaster(source.associations(board.cards), board).clue(position)
    assert source.vocabulary.words[column] == expected.word
    assert (max(number, 1), number == 0) == (expected.number, expected.fallback)


@pytest.mark.parametrize("clue", CLUES)
def test_there_is_no_clue_where_every_neighbour_is_on_the_board(clue: ClueRule) -> None:
    words = tuple(f"card{number}" for number in range(12))
    similarity = np.eye(12, dtype=np.float32)
    neighbours = np.array([[(card + 1) % 12] for card in range(12)], dtype=np.int32)
    source = TableSource(words, Vocabulary(words), similarity, neighbours)
    tables = tables_of(source, words)
    board = made_up_board(3)
    cards = cards_of(board, frozenset(range(12)), words)
    assert clue(tables, 0, cards, scratch(tables)) == (ABSENT, 0)


@pytest.mark.parametrize("guess", GUESSES)
@settings(max_examples=examples(150))
@given(
    st.integers(0, 10**6),
    st.sampled_from([40, 2, 1]),
    st.sets(st.integers(0, 11), max_size=11),
    st.integers(1, 12),
)
def test_guesses_are_those_of_the_papers_guesser(
    guess: GuessRule, seed: int, levels: int, uncovered: set[int], number: int
) -> None:
    source = made_up_source(seed, levels=levels)
    board, words = made_up_board(seed), tuple(f"card{number}" for number in range(12))
    covered = frozenset(range(12)) - uncovered
    chosen = np.full(12, ABSENT)
    column = seed % 60
    guess(tables_of(source, words), 0, cards_of(board, covered, words), column, number, chosen)
    expected = paper_guesses(source, board.cards, covered, f"clue{column}", number)
    assert tuple(chosen[: len(expected)].tolist()) == expected
    assert (chosen[len(expected) :] == ABSENT).all()


@settings(max_examples=examples(50))
@given(st.integers(0, 10**6), st.sets(st.integers(0, 11)), st.integers(0, 3))
def test_cards_are_counted_alike_in_both_forms(seed: int, uncovered: set[int], kind: int) -> None:
    words = tuple(f"card{number}" for number in range(12))
    board = made_up_board(seed)
    cards = cards_of(board, frozenset(range(12)) - uncovered, words)
    left = [one for one in range(12) if board.kinds[one] == kind and one not in uncovered]
    assert left_by_loops(cards, kind) == left_by_arrays(cards, kind) == len(left)


def test_a_guesser_has_similarities_of_its_own() -> None:
    words = tuple(f"card{number}" for number in range(12))
    first, second = made_up_source(1), made_up_source(2)
    tables = arena_tables([Expert("two", first, second)], words)
    assert np.array_equal(tables.guesser[0], second.associations(words).similarity)
    assert np.array_equal(tables.neighbours[0], first.associations(words).neighbours)


@pytest.mark.parametrize("size", [1, 63, 64, 65, 300])
def test_flags_are_kept_as_bits(size: int) -> None:
    flags = np.random.default_rng(size).random((5, size)) < 0.5
    assert np.array_equal(flags_of(as_words(flags), size), flags)

"""The paper's agents, compiled: each point of the rule on a small table, and the whole rule against
an oracle in plain Python.

"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.agents.associations import Associations, TableSource
from core.agents.expert import Expert, expert
from core.agents.position import BoardPosition, CardKind, KeyedBoard, start_position
from core.arena.paper_kernels import arena_tables, as_words
from core.arena.tournament import Arena
from tests.core.agents.boards import associations_of, made_up_board, made_up_source
from tests.core.arena.plain import plain, plain_clue, plain_guesses
from tests.profile import examples

OWN, OPPONENT, BYSTANDER, ASSASSIN = CardKind
WORDS = tuple(f"card{number}" for number in range(12))


def arena_with(source: TableSource, words: tuple[str, ...] = WORDS) -> Arena:
    return Arena({"one": expert("one", source)}, words)


def said(arena: Arena, position: BoardPosition) -> tuple[str, int, bool]:
    """Return an expert's clue, its number, and whether it is a fallback."""
    column, number = arena.clue("one", arena.cards(position))
    return arena.vocabulary.words[column], max(number, 1), number == 0


def guessed(
    arena: Arena, cards: tuple[str, ...], covered: frozenset[int], word: str, number: int
) -> tuple[int, ...]:
    column = arena.vocabulary.columns[word]
    return arena.guesses("one", arena.seen_cards(cards, covered), column, number)


def table_of(words: Associations) -> Arena:
    source = TableSource(words)
    return arena_with(source, words.cards)


def clue_on(associations: Associations, *kinds: CardKind) -> tuple[str, int, bool]:
    board = KeyedBoard(associations.cards, kinds)
    return said(table_of(associations), start_position(board))


def test_more_targets_beat_a_nearer_clue() -> None:
    words = associations_of(
        {
            "lion": {"cat": 0.9, "animal": 0.5},
            "wolf": {"cat": 0.1, "animal": 0.5},
            "ink": {"cat": 0.2, "animal": 0.2},
        }
    )
    assert clue_on(words, OWN, OWN, ASSASSIN) == ("animal", 2, False)


def test_among_equal_counts_the_smallest_sum_of_distances_wins() -> None:
    words = associations_of(
        {"lion": {"cat": 0.6, "beast": 0.5}, "wolf": {"cat": 0.3, "beast": 0.5}, "ink": {"cat": 0}}
    )
    assert clue_on(words, OWN, OWN, BYSTANDER)[0] == "beast"


def test_a_card_as_near_as_a_bad_one_is_no_target() -> None:
    words = associations_of({"lion": {"cat": 0.5, "mane": 0.3}, "ink": {"cat": 0.5, "mane": 0.1}})
    assert clue_on(words, OWN, OPPONENT)[0] == "mane"


def test_a_word_of_the_board_is_no_clue_even_after_it_was_turned() -> None:
    words = associations_of(
        {"lion": {"wolf": 0.9, "cat": 0.4}, "wolf": {"cat": 0.2}, "ink": {"cat": 0.1}}
    )
    board = KeyedBoard(words.cards, (OWN, BYSTANDER, ASSASSIN))
    position = start_position(board).uncover([1])
    assert said(table_of(words), position)[0] == "cat"


def test_only_cards_that_list_the_clue_are_targets() -> None:
    rows = {
        "lion": {"cat": 0.9, "mane": 0.8},
        "wolf": {"cat": 0.7, "pack": 0.95, "howl": 0.9},
        "ink": {"cat": 0.1},
    }
    words = associations_of(rows, reach=2)
    # "cat" is nearer to the wolf than to any bad card, but third in the wolf's list of two.
    assert clue_on(words, OWN, OWN, ASSASSIN) == ("pack", 1, False)


def test_exact_ties_go_to_the_first_own_card_on_the_board_and_then_up_its_list() -> None:
    rows = {
        "ink": {},
        "wolf": {"zeta": 0.5, "beta": 0.5},
        "lion": {"alpha": 0.5, "gamma": 0.5},
    }
    assert clue_on(associations_of(rows), ASSASSIN, OWN, OWN)[0] == "zeta"


def test_without_any_safe_clue_the_nearest_listed_one_is_given_and_marked() -> None:
    words = associations_of(
        {"lion": {"cat": 0.5, "mane": 0.6}, "wolf": {"cat": 0.4}, "ink": {"cat": 0.9, "mane": 0.9}}
    )
    assert clue_on(words, OWN, OWN, BYSTANDER) == ("mane", 1, True)


def test_a_board_whose_words_are_all_the_neighbours_has_no_clue() -> None:
    words = associations_of({"lion": {"ink": 0.5}, "ink": {"lion": 0.5}}, reach=1)
    board = KeyedBoard(words.cards, (OWN, ASSASSIN))
    with pytest.raises(ValueError, match="off the board"):
        said(table_of(words), start_position(board))


@settings(max_examples=examples(150), deadline=None)
@given(
    seed=st.integers(0, 10**6),
    size=st.sampled_from(
        [(60, 14, 2), (60, 20, 5), (60, 40, 40), (60, 20, 1000), (6, 15, 1), (140, 130, 3)]
    ),
    turned=st.sets(st.integers(0, 11), max_size=9),
)
def test_a_clue_is_that_of_the_rule_in_plain_python(
    seed: int, size: tuple[int, int, int], turned: set[int]
) -> None:
    clues, reach, levels = size
    source = made_up_source(seed, clues=clues, reach=reach, levels=levels)
    board = made_up_board(seed)
    position = start_position(board).uncover(turned)
    if position.own():
        expected = plain_clue(plain(source.associations(board.cards)), position)
        found = said(arena_with(source), position)
        assert found == (expected.word, expected.number, expected.fallback)


@settings(max_examples=examples(150), deadline=None)
@given(
    seed=st.integers(0, 10**6),
    levels=st.sampled_from([40, 3, 1]),
    covered=st.frozensets(st.integers(0, 11), min_size=1),
    number=st.integers(1, 12),
)
def test_guesses_are_those_of_the_rule_in_plain_python(
    seed: int, levels: int, covered: frozenset[int], number: int
) -> None:
    board, source = made_up_board(seed), made_up_source(seed, levels=levels)
    expected = plain_guesses(plain(source.associations(board.cards)), covered, "clue7", number)
    assert guessed(arena_with(source), board.cards, covered, "clue7", number) == expected


def test_equal_distances_go_by_the_alphabet() -> None:
    source = made_up_source(3, levels=1)
    cards = ("card2", "card10", "card1")
    closeness = source.closeness(cards, "clue0")
    equal = [card for card, value in zip(cards, closeness, strict=True) if value == closeness[0]]
    found = guessed(arena_with(source), cards, frozenset({0, 1, 2}), "clue0", 3)
    assert [cards[place] for place in found if cards[place] in equal] == sorted(equal)


@settings(max_examples=examples(60), deadline=None)
@given(seed=st.integers(0, 10**6))
def test_with_its_own_guesser_a_clue_without_fallback_finds_own_cards_alone(seed: int) -> None:
    # The targets are nearer than every bad card, so that the n nearest cards are all own cards.
    board, arena = made_up_board(seed), arena_with(made_up_source(seed, levels=1000))
    position = start_position(board)
    word, number, fallback = said(arena, position)
    guesses = guessed(arena, board.cards, position.covered, word, number)
    assert fallback or {board.kinds[place] for place in guesses} == {CardKind.OWN}


def test_a_guesser_has_similarities_of_its_own() -> None:
    first, second = made_up_source(1), made_up_source(2)
    tables = arena_tables([Expert("two", first, second)], WORDS)
    assert np.array_equal(tables.guesser[0], second.associations(WORDS).similarity)
    assert np.array_equal(tables.neighbours[0], first.associations(WORDS).neighbours)


@pytest.mark.parametrize("size", [1, 63, 64, 65, 300])
def test_flags_are_kept_as_bits(size: int) -> None:
    flags = np.random.default_rng(size).random((5, size)) < 0.5
    bits = as_words(flags)
    kept = [[bits[row, one // 64] >> np.uint64(one % 64) & np.uint64(1) for one in range(size)]
            for row in range(5)]  # fmt: skip
    assert np.array_equal(np.array(kept, dtype=np.bool_), flags)

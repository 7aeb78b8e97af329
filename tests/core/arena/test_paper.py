"""The paper's agents: each point of the rule on a small table, and all of it against an oracle."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.plain import plain, plain_clue, plain_guesses
from core.agents.associations import Associations
from core.agents.position import BoardPosition, CardKind, KeyedBoard, start_position
from core.arena.paper import paper_guesses, paper_spymaster
from tests.core.agents.boards import associations_of, made_up_board, made_up_source
from tests.profile import examples

OWN, OPPONENT, BYSTANDER, ASSASSIN = CardKind


def board_of(associations: Associations, *kinds: CardKind) -> KeyedBoard:
    return KeyedBoard(associations.cards, kinds)


def clue_on(associations: Associations, *kinds: CardKind) -> tuple[str, int, tuple[int, ...], bool]:
    board = board_of(associations, *kinds)
    given = paper_spymaster(associations, board).clue(start_position(board))
    return given.word, given.number, given.targets, given.fallback


def test_more_targets_beat_a_nearer_clue() -> None:
    words = associations_of(
        {
            "lion": {"cat": 0.9, "animal": 0.5},
            "wolf": {"cat": 0.1, "animal": 0.5},
            "ink": {"cat": 0.2, "animal": 0.2},
        }
    )
    assert clue_on(words, OWN, OWN, ASSASSIN) == ("animal", 2, (0, 1), False)


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
    board = board_of(words, OWN, BYSTANDER, ASSASSIN)
    position = start_position(board).uncover([1])
    assert paper_spymaster(words, board).clue(position).word == "cat"


def test_only_cards_that_list_the_clue_are_targets() -> None:
    rows = {
        "lion": {"cat": 0.9, "mane": 0.8},
        "wolf": {"cat": 0.7, "pack": 0.95, "howl": 0.9},
        "ink": {"cat": 0.1},
    }
    words = associations_of(rows, reach=2)
    # "cat" is nearer to the wolf than to any bad card, but third in the wolf's list of two.
    assert clue_on(words, OWN, OWN, ASSASSIN) == ("pack", 1, (1,), False)


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
    assert clue_on(words, OWN, OWN, BYSTANDER) == ("mane", 1, (0,), True)


def test_a_board_whose_words_are_all_the_neighbours_has_no_clue() -> None:
    words = associations_of({"lion": {"ink": 0.5}, "ink": {"lion": 0.5}}, reach=1)
    board = board_of(words, OWN, ASSASSIN)
    with pytest.raises(ValueError, match="off the board"):
        paper_spymaster(words, board).clue(start_position(board))


@settings(max_examples=examples(150), deadline=None)
@given(
    seed=st.integers(0, 10**6),
    levels=st.sampled_from([2, 5, 40, 1000]),
    reach=st.sampled_from([14, 20, 40]),
    turned=st.sets(st.integers(0, 11), max_size=8),
)
def test_the_spymaster_agrees_with_the_rule_in_plain_python(
    seed: int, levels: int, reach: int, turned: set[int]
) -> None:
    board = made_up_board(seed)
    words = made_up_source(seed, levels=levels, reach=reach).associations(board.cards)
    position = start_position(board).uncover(turned)
    if position.own():
        expected = plain_clue(plain(words), position)
        assert paper_spymaster(words, board).clue(position) == expected


@settings(max_examples=examples(60), deadline=None)
@given(
    seed=st.integers(0, 10**6),
    covered=st.frozensets(st.integers(0, 11), min_size=1),
    number=st.integers(1, 12),
)
def test_the_guesser_agrees_with_the_rule_in_plain_python(
    seed: int, covered: frozenset[int], number: int
) -> None:
    board, source = made_up_board(seed), made_up_source(seed, levels=3)
    expected = plain_guesses(plain(source.associations(board.cards)), covered, "clue7", number)
    assert paper_guesses(source, board.cards, covered, "clue7", number) == expected


def test_equal_distances_go_by_the_alphabet() -> None:
    source = made_up_source(3, levels=1)
    cards = ("card2", "card10", "card1")
    closeness = source.closeness(cards, "clue0")
    equal = [card for card, value in zip(cards, closeness, strict=True) if value == closeness[0]]
    guessed = paper_guesses(source, cards, frozenset({0, 1, 2}), "clue0", 3)
    assert [cards[place] for place in guessed if cards[place] in equal] == sorted(equal)


@settings(max_examples=examples(60), deadline=None)
@given(seed=st.integers(0, 10**6))
def test_with_its_own_guesser_a_clue_without_fallback_finds_exactly_its_targets(seed: int) -> None:
    # The targets are nearer than every bad card, so that the n nearest cards are all own cards.
    board, source = made_up_board(seed), made_up_source(seed, levels=1000)
    position = start_position(board)
    given_clue = paper_spymaster(source.associations(board.cards), board).clue(position)
    guesses = paper_guesses(
        source, board.cards, position.covered, given_clue.word, given_clue.number
    )
    assert given_clue.fallback or {board.kinds[place] for place in guesses} == {CardKind.OWN}


def test_the_spymaster_leaves_the_associations_as_they_are() -> None:
    board = made_up_board(1)
    words = made_up_source(1).associations(board.cards)
    before = words.similarity.copy()
    paper_spymaster(words, board).clue(BoardPosition(board, frozenset(range(12))))
    assert np.array_equal(words.similarity, before)

"""Many boards at once are those that the paper's code deals one by one."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.arena.boards import _twister_deal, deal
from core.arena.solitaire import paper_board
from tests.profile import examples

WORDS = tuple(f"card{number}" for number in range(40))


def dealt(seed: int) -> tuple[list[str], list[int]]:
    board = paper_board(seed, WORDS)
    return list(board.cards), [int(kind) for kind in board.kinds]


def test_boards_of_consecutive_seeds_are_the_papers() -> None:
    boards = deal(range(100_000, 100_010), len(WORDS))
    for place, seed in enumerate(range(100_000, 100_010)):
        cards = [WORDS[word] for word in boards.words[place]]
        assert (cards, boards.kinds[place].tolist()) == dealt(seed)


@settings(max_examples=examples(40))
@given(st.one_of(st.integers(0, 2**70), st.sampled_from([2**32 - 1, 2**32, 2**64])))
def test_the_twister_to_compile_deals_as_pythons_own_does(seed: int) -> None:
    words, kinds = _twister_deal(seed, len(WORDS))
    assert ([WORDS[word] for word in words], kinds.tolist()) == dealt(seed)


def test_no_games_have_no_boards() -> None:
    assert deal([], 40).words.shape == (0, 25)


def test_a_board_needs_25_words() -> None:
    with pytest.raises(ValueError, match="25 cards from 24 words"):
        deal([0], 24)
    assert np.array_equal(np.sort(deal([0], 25).words[0]), np.arange(25))

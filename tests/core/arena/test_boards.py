"""Many boards at once are those that the paper's code deals one by one."""

import numpy as np
import pytest

from core.arena.boards import deal
from core.arena.paper_game import paper_board

WORDS = tuple(f"card{number}" for number in range(40))


def dealt(seed: int) -> tuple[list[str], list[int]]:
    board = paper_board(seed, WORDS)
    return list(board.cards), [int(kind) for kind in board.kinds]


def test_boards_of_consecutive_seeds_are_the_papers() -> None:
    boards = deal(100_000, 10, len(WORDS))
    for place, seed in enumerate(range(100_000, 100_010)):
        cards = [WORDS[word] for word in boards.words[place]]
        assert (cards, boards.kinds[place].tolist()) == dealt(seed)


@pytest.mark.parametrize("seed", [0, 2**32 - 1, 2**32, 2**64, 2**70])
def test_a_seed_may_be_of_any_size(seed: int) -> None:
    boards = deal(seed, 1, len(WORDS))
    cards = [WORDS[word] for word in boards.words[0]]
    assert (cards, boards.kinds[0].tolist()) == dealt(seed)


def test_no_games_have_no_boards() -> None:
    assert deal(0, 0, 40).words.shape == (0, 25)


def test_a_board_needs_25_words() -> None:
    with pytest.raises(ValueError, match="25 cards from 24 words"):
        deal(0, 1, 24)
    assert np.array_equal(np.sort(deal(0, 1, 25).words[0]), np.arange(25))

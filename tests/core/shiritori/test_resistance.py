import numpy as np

from core.shiritori.graph import GameValue, after, moves
from core.shiritori.resistance import Resistance
from core.shiritori.search import TABLE_BITS
from core.shiritori.search_arrays import open_table
from core.shiritori.solver import choose, solved
from tests.core.shiritori.brute import counts_of, edges


def lost_positions(seed: int) -> list[tuple[np.ndarray, int]]:
    rng = np.random.default_rng(seed)
    counts = (rng.random((6, 6)) < 0.35).astype(np.int32)
    return [
        (counts, token)
        for token in range(6)
        if counts[token].any() and solved(counts, token, 10_000).value is GameValue.LOSS
    ]


def test_a_word_is_played_after_which_the_opponent_can_go_wrong() -> None:
    # After 0-1 both answers win; after 0-2 the one with fewer answers, 2-4, loses to 4-5.
    counts = counts_of(edges("0-1 0-2 1-3 1-6 2-4 2-7 4-5"), 8)
    resistance = Resistance(counts, 0, open_table(TABLE_BITS))
    resistance.advance(10_000)
    assert resistance.done
    assert resistance.choice() == (0, 2)


def test_a_lost_position_always_has_a_lawful_word() -> None:
    for seed in range(40):
        for counts, token in lost_positions(seed):
            chosen = choose(counts, token, 5_000)
            assert chosen
            assert chosen.value is GameValue.LOSS
            assert chosen.pair in moves(counts, token)


def test_no_time_still_gives_a_word() -> None:
    counts = counts_of(edges("0-1 1-2"), 3)
    resistance = Resistance(counts, 0, open_table(TABLE_BITS))
    assert not resistance.done
    assert resistance.choice() == (0, 1)
    assert after(counts, (0, 1)).sum() == 1

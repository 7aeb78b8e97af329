"""The most resistant word, against a plain recursion over all lines of play."""

import numpy as np
import pytest

from core.shiritori.graph import Counts, GameValue, SoundPair, after, moves
from core.shiritori.resistance import CHANCES, Resistance
from core.shiritori.search import TABLE_BITS, open_table
from core.shiritori.solver import RESISTANCE_SHARE, SolverChoice, choose, solved
from tests.core.shiritori.brute import counts_of, edges

TABLE = open_table(TABLE_BITS)

Line = tuple[float, float]
"""The likelihood of a line of play with an opponent who plays any word, and with a greedy one."""


def lost_positions(seed: int, sounds: int = 6) -> list[tuple[Counts, int]]:
    rng = np.random.default_rng(seed)
    counts = rng.choice(3, (sounds, sounds), p=(0.6, 0.3, 0.1)).astype(np.int32)
    counts[rng.integers(sounds)] = 0
    return [
        (counts, token)
        for token in range(sounds)
        if counts[token].any() and solved(counts, token, 10_000).value is GameValue.LOSS
    ]


def resisted(counts: Counts, token: int) -> SoundPair:
    resistance = Resistance(counts, token, TABLE)
    resistance.advance(10**7)
    assert resistance.nodes < 10**7, "all lines have been looked at"
    return resistance.choice()


def chance_of(counts: Counts, pair: SoundPair, line: Line) -> float:
    """Return the chance that an opponent errs after a word in a lost position."""
    left = after(counts, pair)
    answers = moves(left, pair[1])
    leaves = {one: int(after(left, one)[one[1]].sum()) for one in answers}
    fewest = [one for one in answers if leaves[one] == min(leaves.values())]
    chance = 0.0
    for one in answers:
        any_word = line[0] * int(left[one]) / int(left[pair[1]].sum())
        greedy = line[1] * (one in fewest) / len(fewest)
        chance += best_chance(after(left, one), one[1], (any_word, greedy))
    return chance


def best_chance(counts: Counts, token: int, line: Line) -> float:
    """Return the best chance in a position of the player to move."""
    own = moves(counts, token)
    if not own:
        return 0.0
    value = solved(counts, token, 10**6, TABLE).value
    chance = CHANCES[value] * sum(line)
    if value is GameValue.WIN:
        return chance
    return max(chance, *(chance_of(counts, pair, line) for pair in own))


@pytest.mark.parametrize("seed", range(60))
def test_the_word_has_the_best_chance_of_all(seed: int) -> None:
    for counts, token in lost_positions(seed, sounds=4):
        chances = {pair: chance_of(counts, pair, (0.5, 0.5)) for pair in moves(counts, token)}
        assert chances[resisted(counts, token)] == pytest.approx(max(chances.values()))


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        # After 0-1 the answer wins; after 0-2 the one that leaves fewer answers, 2-4, does not.
        ("0-1 0-2 1-3 2-4 2-7 4-5 7-8 7-9 8-6 9-6", (0, 2)),
        # Each has one losing answer: after 0-1 one of three answers, after 0-2 one of two.
        ("0-1 0-2 1-3 1-4 1-5 5-6 2-3 2-8 8-6", (0, 2)),
        # Both answers are forced and win, but after 0-2 the answer after that may lose.
        ("0-1 1-3 0-2 2-4 4-5 5-6 5-7 7-8", (0, 2)),
    ],
)
def test_a_word_is_played_after_which_the_opponent_may_go_wrong(text: str, pair: SoundPair) -> None:
    counts = counts_of(edges(text), 10)
    assert solved(counts, 0, 10**6).value is GameValue.LOSS
    assert resisted(counts, 0) == pair


def test_slices_of_any_length_give_the_same_word() -> None:
    for seed in range(15):
        for counts, token in lost_positions(seed):
            resistance = Resistance(counts, token, open_table(TABLE_BITS))
            before = -1
            while before < resistance.nodes < 20_000:
                before = resistance.nodes
                resistance.advance(1)
            whole = Resistance(counts, token, open_table(TABLE_BITS))
            whole.advance(20_000)
            assert (whole.nodes, whole.choice()) == (resistance.nodes, resistance.choice())


def test_a_lost_position_always_has_a_lawful_word() -> None:
    for seed in range(15):
        for counts, token in lost_positions(seed):
            chosen = choose(counts, token, 5_000)
            assert chosen
            assert chosen.value is GameValue.LOSS
            assert chosen.pair in moves(counts, token)


def test_no_time_still_gives_a_word() -> None:
    counts = counts_of(edges("0-1 1-2"), 3)
    resistance = Resistance(counts, 0, open_table(TABLE_BITS))
    assert resistance.nodes == 0
    assert resistance.choice() == (0, 1)
    assert after(counts, (0, 1)).sum() == 1


def test_a_lost_position_keeps_nodes_to_resist_with() -> None:
    for seed in range(15):
        for counts, token in lost_positions(seed, sounds=8):
            table = open_table(12)
            proof = solved(counts, token, 10_000, table)
            resistance = Resistance(counts, token, table)
            resistance.advance((proof.nodes + 1) // RESISTANCE_SHARE)
            chosen = choose(counts, token, proof.nodes + 1, open_table(12))
            assert chosen == SolverChoice(resistance.choice(), GameValue.LOSS)

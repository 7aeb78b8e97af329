"""The reductions: each keeps the value, and does what its docstring says."""

from collections.abc import Callable

import numpy as np
import pytest

from core.shiritori.graph import (
    Counts,
    GameValue,
    capped,
    reachable,
    reduce_position,
    settle,
    unpaired,
    word_graph,
)
from tests.core.shiritori.brute import counts_of, edges, random_ends, values

Reduction = Callable[[Counts, int], Counts]


def counts(text: str, sounds: int = 5) -> Counts:
    return counts_of(edges(text), sounds)


def within_reach(game: Counts, token: int) -> Counts:
    """Return the words between reachable sounds."""
    reached = reachable(game, token)
    return np.where(np.outer(reached, reached), game, 0).astype(np.int32)


REDUCTIONS: list[Reduction] = [lambda game, _: unpaired(game), capped, within_reach]


@pytest.mark.parametrize("reduction", REDUCTIONS, ids=["unpaired", "capped", "within reach"])
def test_a_reduction_keeps_the_value(reduction: Reduction) -> None:
    rng = np.random.default_rng(14)
    games = random_ends(2_000, 8, 4, rng)
    tokens = rng.integers(0, 4, len(games))
    before = [counts_of(ends, 4) for ends in games]
    after = [reduction(game, int(token)) for game, token in zip(before, tokens, strict=True)]
    assert values(before, tokens) == values(after, tokens)
    assert any(map(np.any, np.array(before) != np.array(after)))


def test_settled_sounds_have_their_values_for_ever() -> None:
    rng = np.random.default_rng(4)
    settled = 0
    for ends in random_ends(300, 8, 4, rng):
        game = unpaired(counts_of(ends, 4))
        core, found = settle(game)
        for sound in np.flatnonzero(found):
            settled += 1
            assert values([game], [int(sound)]) == [found[sound] == GameValue.WIN]
            assert not core[sound].any()
            assert not core[:, sound].any() or found[sound] == GameValue.LOSS
    assert settled > 300


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("0-1 1-0", ""),
        ("0-1*3 1-0", "0-1*2"),
        ("0-0*2", ""),
        ("0-0*3", "0-0"),
        ("0-1 1-2 2-0", "0-1 1-2 2-0"),
    ],
)
def test_words_there_and_back_cancel_and_nothing_else(before: str, after: str) -> None:
    assert np.array_equal(unpaired(counts(before)), counts(after))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("0-1", [1, -1, -1]),
        ("0-1 1-2", [-1, 1, -1]),
        ("0-0", [1, -1, -1]),
        ("0-1 1-2 2-0", [0, 0, 0]),
        ("0-0 0-1 1-2", [1, 1, -1]),
    ],
)
def test_a_sound_is_settled_by_lost_sounds_and_lonely_loops(text: str, found: list[int]) -> None:
    assert settle(counts(text, 3))[1].tolist() == found


def test_more_words_than_arrivals_cannot_be_used() -> None:
    game = counts("0-1*5 1-2*5 2-0")
    assert np.array_equal(capped(game, 0), counts("0-1*2 1-2*2 2-0"))


def test_with_a_free_first_word_there_is_one_more_arrival_everywhere() -> None:
    game = counts("0-1*5 1-2*5 2-0")
    assert np.array_equal(capped(game, None), counts("0-1*2 1-2*2 2-0"))


def test_the_core_holds_what_the_token_can_reach() -> None:
    core = reduce_position(counts("0-1 1-2 2-0 4-0 4-1*2 3-4"), 1)
    assert (core.sounds, core.token) == ((0, 1, 2), 1)
    assert np.array_equal(core.counts, counts("0-1 1-2 2-0", 3))


def test_a_settled_position_has_no_core() -> None:
    core = reduce_position(counts("0-1"), 0)
    assert (core.value, core.sounds) == (GameValue.WIN, ())


def test_words_are_found_by_their_sounds() -> None:
    graph = word_graph([("シ", "リ"), ("リ", "ス"), ("シ", "リ")])
    assert graph.sounds == ("シ", "リ", "ス")
    assert graph.counts().tolist() == [[0, 2, 0], [0, 0, 1], [0, 0, 0]]
    assert graph.counts(used=[2]).tolist() == [[0, 1, 0], [0, 0, 1], [0, 0, 0]]
    assert graph.places([(1, 2), (0, 1)]) == [0, 1, 2]


def test_each_pair_of_a_chain_takes_a_word_of_its_own() -> None:
    graph = word_graph([("シ", "リ"), ("リ", "シ"), ("シ", "リ")])
    assert graph.take([(0, 1), (1, 0), (0, 1)]) == [0, 1, 2]

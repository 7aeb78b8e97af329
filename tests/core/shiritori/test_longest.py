"""The longest chain against brute force."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from core.shiritori.graph import Counts, SoundPair
from core.shiritori.longest import LongestSearch
from tests.core.shiritori.brute import counts_of, edges, longest_length, random_ends
from tests.profile import examples


def longest(counts: Counts, start: int | None, programs: int) -> LongestSearch:
    search = LongestSearch(counts, start)
    search.advance(programs)
    return search


def assert_chain(chain: tuple[SoundPair, ...], counts: Counts, start: int | None) -> None:
    assert all(one[1] == other[0] for one, other in pairwise(chain))
    assert all(counts[pair] >= times for pair, times in Counter(chain).items())
    assert start is None or not chain or chain[0][0] == start


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("games", "words", "sounds"), [(300, 5, 3), (300, 7, 5), (300, 8, 6), (200, 9, 7)]
)
def test_the_longest_chain_is_that_of_brute_force(games: int, words: int, sounds: int) -> None:
    rng = np.random.default_rng(words)
    for ends in random_ends(examples(games, quick=games // 6), words, sounds, rng):
        counts = counts_of(ends, sounds)
        start = None if rng.integers(2) else int(rng.integers(sounds))
        found = longest(counts, start, 10**6)
        assert (len(found.chain), found.complete) == (longest_length(ends, start), True)
        assert_chain(found.chain, counts, start)


@pytest.mark.parametrize(
    ("text", "start", "length"),
    [
        ("", None, 0),
        ("0-1", 1, 0),
        ("0-0", None, 1),
        ("0-1 2-3 3-4 4-2", None, 3),
        ("0-1 2-2*3 1-0 3-2", 0, 2),
        ("0-1 1-2 2-1 3-4 4-3", None, 3),
    ],
)
def test_a_chain_is_connected(text: str, start: int | None, length: int) -> None:
    found = longest(counts_of(edges(text), 5), start, 100)
    assert (len(found.chain), found.bound) == (length, length)


def test_a_list_without_words_has_an_empty_chain() -> None:
    found = longest(counts_of(edges(""), 0), None, 1)
    assert (found.chain, found.bound, found.complete) == ((), 0, True)


def test_without_a_proof_the_gap_is_stated() -> None:
    # Both cycles fit into a flow, but no chain can contain both.
    counts = counts_of(edges("0-1 1-0 2-3 3-4 4-2"), 5)
    found = longest(counts, 0, 0)
    assert (len(found.chain), found.bound, found.complete) == (2, 5, False)
    assert longest(counts, 0, 10).complete


@pytest.mark.parametrize("sounds", [26, 70, 150])
def test_lists_of_two_hundred_words_are_proved(sounds: int) -> None:
    counts = counts_of(random_ends(1, 200, sounds, np.random.default_rng(sounds))[0], sounds)
    found = longest(counts, None, 1_000)
    assert found.complete
    assert_chain(found.chain, counts, None)


def test_the_search_goes_on_where_it_stopped() -> None:
    counts = counts_of(random_ends(1, 90, 70, np.random.default_rng(1))[0], 70)
    search = LongestSearch(counts, None)
    while not search.complete:
        search.advance(1)
    assert search.chain == longest(counts, None, 1_000).chain

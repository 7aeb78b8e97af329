"""Pauses double up to the longest pause, which then repeats without end."""

from itertools import islice

from core.backoff import backoff


def test_each_pause_is_twice_the_last_up_to_the_longest() -> None:
    assert [*islice(backoff(0.5, 3.0), 5)] == [0.5, 1.0, 2.0, 3.0, 3.0]


def test_pauses_without_a_longest_go_on_doubling() -> None:
    assert [*islice(backoff(0.05), 3)] == [0.05, 0.1, 0.2]

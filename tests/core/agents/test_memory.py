"""Memories add up, go through JSON unchanged, and book each turn once."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.agents.memory import (
    EMPTY,
    Arm,
    Memory,
    PlayedTurn,
    booked,
    combine,
    from_json,
    settled,
    to_json,
)
from core.rating.colt import OUTCOME_COUNT

NAMES = ("minilm", "gloss", "sense")

played_turns = st.builds(
    PlayedTurn,
    outcome=st.integers(0, OUTCOME_COUNT - 1),
    credits=st.dictionaries(st.sampled_from(NAMES), st.sampled_from([0.25, 0.5, 1.0])).map(
        lambda named: tuple(named.items())
    ),
)


def remembered(turns: list[PlayedTurn], pending: PlayedTurn | None) -> Memory:
    memory = EMPTY
    for turn in turns:
        memory = booked(memory, turn)
    return Memory(len(turns) + (pending is not None), memory.arms, pending)


memories = st.builds(remembered, st.lists(played_turns, max_size=8), st.none() | played_turns)


@given(memories)
def test_a_memory_goes_through_json_unchanged(memory: Memory) -> None:
    assert from_json(json.loads(json.dumps(to_json(memory)))) == memory


@given(st.lists(played_turns, max_size=6))
def test_credits_that_are_fractions_survive_json(turns: list[PlayedTurn]) -> None:
    thirds = [
        PlayedTurn(turn.outcome, tuple((name, credit / 3) for name, credit in turn.credits))
        for turn in turns
    ]
    memory = remembered(thirds, None)
    assert from_json(json.loads(json.dumps(to_json(memory)))) == memory


def test_a_memory_of_another_version_is_refused() -> None:
    with pytest.raises(ValueError, match="version 2"):
        from_json({**to_json(EMPTY), "version": 2})


@given(memories, memories)
def test_the_memory_of_a_team_is_the_sum_of_its_peoples(first: Memory, second: Memory) -> None:
    team = combine([first, second])
    assert team.turns == first.turns + second.turns
    for name in NAMES:
        parts = [settled(memory).arm(name) for memory in (first, second)]
        assert team.arm(name).uses == pytest.approx(sum(part.uses for part in parts))
        assert sum(team.arm(name).counts) == pytest.approx(team.arm(name).uses)


@given(memories)
def test_one_persons_memory_combined_is_that_memory_settled(memory: Memory) -> None:
    assert combine([memory]) == settled(memory)


@given(memories)
def test_memories_are_values_that_go_into_sets(memory: Memory) -> None:
    same = from_json(to_json(memory))
    assert {memory, same} == {memory}


def test_nobodys_memory_is_empty() -> None:
    assert combine([]) == EMPTY


def test_booking_adds_the_credit_to_uses_and_to_the_outcome() -> None:
    memory = booked(EMPTY, PlayedTurn(7, (("gloss", 0.5),)))
    assert memory.arm("gloss").uses == 0.5
    assert memory.arm("gloss").counts[7] == 0.5
    assert memory.arm("sense") == Arm()


def test_settling_books_the_pending_turn_once() -> None:
    memory = Memory(1, pending=PlayedTurn(3, (("gloss", 1.0),)))
    once = settled(memory)
    assert once.arm("gloss").uses == 1.0
    assert settled(once) == once

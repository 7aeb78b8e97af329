"""Thoughts as they are stored."""

import json

import pytest

from core.agents.table import Basis
from core.agents.thoughts import (
    ClueThoughts,
    GuessThoughts,
    Thoughts,
    thoughts_from_json,
    thoughts_to_json,
)


def test_thoughts_go_into_plain_json_types() -> None:
    clue = ClueThoughts("gloss", "sea", 1, (("whale", 0.5),), credits=(("gloss", 1.0),))
    assert thoughts_to_json(clue) == {
        "kind": "clue",
        "expert": "gloss",
        "word": "sea",
        "number": 1,
        "targets": [["whale", 0.5]],
        "fallback": False,
        "credits": [["gloss", 1.0]],
    }
    guess = GuessThoughts("gloss", "seas", "sea", Basis.CLUE, (("whale", 0.5),))
    assert thoughts_to_json(guess) == {
        "kind": "guess",
        "expert": "gloss",
        "clue": "seas",
        "understood": "sea",
        "basis": "clue",
        "ranking": [["whale", 0.5]],
        "credits": [],
    }


def test_a_bot_that_would_rather_stop_rests_on_nothing() -> None:
    stopped = GuessThoughts("gloss", "seas", "sea", None, ())
    assert json.loads(json.dumps(thoughts_to_json(stopped)))["basis"] is None


@pytest.mark.parametrize(
    "thoughts",
    [
        ClueThoughts("gloss", "sea", 1, (("whale", 0.1),), credits=(("gloss", 1.0),)),
        ClueThoughts("random", "sea", 1, (), fallback=True),
        GuessThoughts("gloss", "seas", "sea", Basis.CLUE, (("whale", 1 / 3),), (("sense", 0.25),)),
        GuessThoughts("gloss", "seas", None, None, ()),
    ],
)
def test_thoughts_come_back_from_json_as_they_were(thoughts: Thoughts) -> None:
    assert thoughts_from_json(json.loads(json.dumps(thoughts_to_json(thoughts)))) == thoughts

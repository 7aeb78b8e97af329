"""The recap says after the game which cards bots meant."""

import json
from dataclasses import replace

import pytest

from bot.gametypes.codenames.recap import CODENAMES_RECAP
from bot.gametypes.recap import ThoughtsByTurn
from bot.texts import Texts
from core.agents.table_play import GuessReason
from core.agents.thoughts import ClueThoughts, GuessThoughts, Thoughts
from core.codenames.model import Observation
from core.rules import Seat
from tests.bot.tables import new_table

SPY, GUESSER = Seat("blue-spymaster"), Seat("blue-guesser")

MEANT = ClueThoughts("gloss", "zephyr", 2, (("whale", 0.5), ("shark", 0.4)))
TAKEN = GuessThoughts("minilm", "zephyr", "zephyr", None, (("a", 0.5), ("b", 0.4), ("c", 0.3)))
UNKNOWN = GuessThoughts("minilm", "zephyr", None, None, ())


def _observation(*, over: bool = True) -> Observation:
    table = new_table()
    table.submit(SPY, "clue zephyr 1")
    if over:
        table.submit(GUESSER, "resign")
    return table.observe(None)


def _said(minds: ThoughtsByTurn[Thoughts], *, over: bool = True) -> list[str]:
    return [said.key for said in CODENAMES_RECAP.every_turn(_observation(over=over), minds)]


def test_a_recap_goes_turn_by_turn_and_chair_by_chair() -> None:
    said = CODENAMES_RECAP.every_turn(_observation(), {(1, GUESSER): TAKEN, (1, SPY): MEANT})
    assert [one.key for one in said] == ["recap-clue", "recap-guess"]
    assert said[0]["targets"] == ("whale", "shark")
    assert said[1]["cards"] == ("a", "b", "c")


LISTENING = ClueThoughts(
    "teammate",
    "zephyr",
    2,
    (("whale", 0.543), ("shark", 0.004)),
    leanings=(("wordnet", 5.9), ("piece", -2.2)),
)


def test_a_bot_that_plays_to_the_listener_tells_its_chances_and_no_belief_about_people() -> None:
    head, said = CODENAMES_RECAP.every_turn(_observation(), {(1, SPY): LISTENING})
    assert head.key == "recap-chances"
    assert Texts.load().say(said).endswith(" meant whale (54%), shark (<1%) with zephyr 2.")
    assert "重視" not in Texts.load("ja").say(said)


def test_a_belief_about_a_forgotten_person_can_be_taken_out_of_thoughts() -> None:
    assert CODENAMES_RECAP.discreet(LISTENING) == replace(LISTENING, leanings=())
    assert CODENAMES_RECAP.discreet(TAKEN) == TAKEN


def test_nothing_is_told_before_the_end() -> None:
    assert _said({(1, SPY): MEANT}, over=False) == []


def test_a_clue_that_was_taken_back_is_not_told() -> None:
    other = ClueThoughts("gloss", "ocean", 2, (("whale", 0.5),))
    heard = GuessThoughts("minilm", "ocean", "ocean", None, (("a", 0.5),))
    assert _said({(1, SPY): other, (1, GUESSER): heard}) == []


def test_a_clue_that_meant_nothing_is_told_as_such() -> None:
    assert _said({(1, SPY): ClueThoughts("random", "zephyr", 2, ())}) == ["recap-clue-random"]


def test_that_a_bot_did_not_know_a_word_is_told_only_of_peoples_words() -> None:
    assert _said({(1, GUESSER): UNKNOWN}) == ["recap-guess-unknown"]
    assert _said({(1, GUESSER): UNKNOWN, (1, SPY): MEANT}) == ["recap-clue"]


# Stored thoughts.


def test_thoughts_go_into_plain_json_types() -> None:
    clue = ClueThoughts(
        "gloss",
        "sea",
        1,
        (("whale", 0.5),),
        credits=(("gloss", 1.0),),
        leanings=(("wordnet", 2.5),),
    )
    assert CODENAMES_RECAP.write(clue) == {
        "kind": "clue",
        "expert": "gloss",
        "word": "sea",
        "number": 1,
        "targets": [["whale", 0.5]],
        "fallback": False,
        "credits": [["gloss", 1.0]],
        "leanings": [["wordnet", 2.5]],
        "is_slip": False,
    }
    guess = GuessThoughts("gloss", "seas", "sea", GuessReason.CLUE, (("whale", 0.5),))
    assert CODENAMES_RECAP.write(guess) == {
        "kind": "guess",
        "expert": "gloss",
        "clue": "seas",
        "understood": "sea",
        "basis": "clue",
        "ranking": [["whale", 0.5]],
        "credits": [],
        "slips": [],
    }


def test_a_bot_that_would_rather_stop_rests_on_nothing() -> None:
    stopped = GuessThoughts("gloss", "seas", "sea", None, ())
    assert json.loads(json.dumps(CODENAMES_RECAP.write(stopped)))["basis"] is None


@pytest.mark.parametrize(
    "thoughts",
    [
        ClueThoughts("gloss", "sea", 1, (("whale", 0.1),), credits=(("gloss", 1.0),)),
        ClueThoughts("random", "sea", 1, (), fallback=True),
        GuessThoughts(
            "gloss", "seas", "sea", GuessReason.CLUE, (("whale", 1 / 3),), (("sense", 0.25),)
        ),
        GuessThoughts("gloss", "seas", None, None, ()),
    ],
)
def test_thoughts_come_back_from_json_as_they_were(thoughts: Thoughts) -> None:
    assert CODENAMES_RECAP.read(json.loads(json.dumps(CODENAMES_RECAP.write(thoughts)))) == thoughts

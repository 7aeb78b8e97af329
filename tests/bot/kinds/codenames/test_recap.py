"""What bots meant, told after the game."""

from bot.kinds.codenames.recap import recap
from bot.recap import Minds
from core.agents.thoughts import ClueThoughts, GuessThoughts
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


def _said(minds: Minds, *, over: bool = True) -> list[str]:
    return [said.key for said in recap(_observation(over=over), minds)]


def test_a_recap_goes_turn_by_turn_and_chair_by_chair() -> None:
    said = recap(_observation(), {(1, GUESSER): TAKEN, (1, SPY): MEANT})
    assert [one.key for one in said] == ["recap-clue", "recap-guess"]
    assert said[0]["targets"] == ("whale", "shark")
    assert said[1]["cards"] == ("a", "b", "c")


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

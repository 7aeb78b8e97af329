"""People who share one keyboard: who has it next, and the output in between."""

import re

import pytest

from adapters.terminal.input import next_person
from adapters.terminal.screen import CLEAR
from bot.cli.play.client import LocalClient
from core.codenames.model import Options as Codenames
from core.hangman.options import Dealer, Mode, Options
from core.rules import Seat
from tests.adapters.terminal.hangman import CHECK, DEALER, laid, secret
from tests.adapters.terminal.keys import play, read
from tests.adapters.terminal.tables import chairs, dealt

BLUE, RED = Seat("blue1"), Seat("red1")
NAMES = {BLUE: "ANNA", RED: "BEN"}
TEAMS = tuple(Seat(name) for name in ("blue1", "blue2", "red1", "red2"))
TWO = Options(mode=Mode.RACE, dealer=Dealer.HONEST, guessers=2)

READ = "Press Enter when you have read this, then hand over the keyboard."

TURN = ("", "")
"""Input between two guesses: confirmation of the answer, and handover of the keyboard."""


def raced(dealer: Dealer, words: tuple[str, ...] = CHECK) -> LocalClient:
    """Return a race of two people whose dealer is ready."""
    options = Options(mode=Mode.RACE, dealer=dealer, lives=8, hints=True)
    table = laid(options, BLUE, RED, words=words, named=NAMES)
    table.act()
    return table


def screens(written: str) -> list[str]:
    """Return the output between one clearing of the screen and the next."""
    return [read(one) for one in written.split(CLEAR)]


def guesses(table: LocalClient) -> list[int]:
    """Return the number of guesses of each team."""
    return [one.guesses for one in table.observe(None).progress]


def test_people_who_race_guess_by_turns_and_read_nothing_of_the_others_board() -> None:
    table = raced(Dealer.HONEST, words=("trumps",))
    typed = ("", "u", *TURN, "z", *TURN, "solve trumps", *TURN, "m")
    code, written = play(typed, table, (BLUE, RED))
    assert code == 0
    shown = screens(written)
    blue = [one for one in shown if "ANNA (blue)>" in one]
    red = [one for one in shown if "BEN (red)>" in one]
    assert [len(blue), len(red)] == [2, 2]
    assert "Good: U is at 3." in blue[0]
    assert "That's the word!" in blue[1]
    assert "Sorry: there's no Z." in red[0]
    assert "Blue: 1 guess " in red[0]
    assert "T R U M P S" in shown[-1]
    for one in shown[:-1]:
        assert "T R U M P S" not in one
        assert one in blue or not re.search(r"U stands|guesses U\.|trumps", one)
        assert one in red or not re.search(r"no Z|guesses Z\.", one)


@pytest.mark.parametrize("dealer", [Dealer.HONEST, Dealer.CHEATING])
def test_who_races_reads_the_answer_before_the_keyboard_is_handed_over(dealer: Dealer) -> None:
    table = raced(dealer)
    _, written = play(("", "x", "", ""), table, (BLUE, RED))
    first, *covered, second = screens(written)[-4:]
    before, _, after = first.partition("Blue: Sorry: there's no X.")
    assert "ANNA (blue) guesses X." in before
    assert after.strip().startswith(READ)
    assert "Hand the keyboard to BEN (red). Press Enter when nobody else is looking." in covered[-1]
    assert "no X" not in " ".join([*covered, second])
    assert "BEN (red)>" in second


@pytest.mark.sampled
@pytest.mark.parametrize("dealer", [Dealer.HONEST, Dealer.CHEATING])
def test_in_a_race_nobody_at_the_keyboard_gets_ahead(dealer: Dealer) -> None:
    table = raced(dealer)
    made = []
    for count in range(4):
        table = raced(dealer)
        typed = [line for letter in "xxzz"[:count] for line in ("", letter, "")]
        play(typed, table, (BLUE, RED))
        made.append(guesses(table))
    assert made == [[0, 0], [1, 0], [1, 1], [2, 1]]


def test_a_race_that_was_left_is_gone_on_with_by_who_has_guessed_less() -> None:
    table = raced(Dealer.HONEST)
    assert next_person(table, (BLUE, RED), None) == BLUE
    table.submit(BLUE, "guess x")
    assert next_person(table, (BLUE, RED), None) == RED
    table.submit(RED, "guess x")
    assert next_person(table, (BLUE, RED), RED) == BLUE
    assert next_person(table, (BLUE, RED), BLUE) == RED


def test_whose_board_is_the_last_one_keeps_the_keyboard() -> None:
    table = raced(Dealer.HONEST, words=("trumps",))
    table.submit(BLUE, "guess u")
    for letter in "bcdefghi":
        table.submit(RED, f"guess {letter}")
    _, written = play(("", "x", "z", "m"), table, (BLUE, RED))
    assert READ not in read(written)
    assert "Hand the keyboard to BEN" not in read(written)
    assert guesses(table)[0] == 4


def test_people_of_one_team_share_its_screen_and_teams_take_turns() -> None:
    table = laid(TWO, *TEAMS, words=("trumps",))
    typed = ("", "blue2: board", "blue2: u", *TURN, "x")
    _, written = play(typed, table, TEAMS)
    blue, red = (table.observe(seat).board for seat in (BLUE, RED))
    assert [one.seat for one in blue.tries] == ["blue2"]
    assert [one.seat for one in red.tries] == ["red1"]
    (shown,) = [one for one in screens(written) if "blue2: board" in one]
    assert shown.count("Blue: 0 guesses") == 2
    assert [next_person(table, TEAMS, last) for last in (Seat("red1"), Seat("red2"))] == [
        BLUE,
        BLUE,
    ]
    assert next_person(table, TEAMS, Seat("blue2")) == RED


@pytest.mark.sampled
@pytest.mark.parametrize("line", ["red1: board", "red1: u", "red1: solve trumps", "red2: help"])
def test_nobody_acts_or_looks_for_who_is_shown_another_board(line: str) -> None:
    table = laid(TWO, *TEAMS, words=("trumps",))
    _, written = play(("", line), table, TEAMS)
    assert "You can't see what " in read(written)
    assert " sees: hand over the keyboard when it's their turn." in read(written)
    assert guesses(table) == [0, 0]


def test_a_spymaster_is_not_spoken_for_by_a_guesser() -> None:
    table = dealt()
    table.submit(Seat("blue-spymaster"), "clue zephyr 2")
    _, written = play(
        ("", "blue-spymaster: key", "red-spymaster: clue quark 1"), table, chairs(table)
    )
    assert read(written).count("You can't see what ") == 2
    assert table.observe(None).turn.guesses == ()


def test_guessers_of_one_team_keep_the_keyboard_between_them() -> None:
    table = dealt(Codenames(guessers=2))
    table.submit(Seat("blue-spymaster"), "clue zephyr 2")
    for last in (None, Seat("blue-spymaster"), Seat("blue-guesser"), Seat("blue-guesser-2")):
        assert next_person(table, chairs(table), last) == "blue-guesser"


def test_who_sets_the_word_of_a_race_has_nothing_to_read() -> None:
    options = Options(mode=Mode.RACE, dealer=Dealer.WORD)
    table = laid(options, DEALER, BLUE, RED)
    _, written = play(("", "trumps", "", "u", *TURN), table, (DEALER, BLUE, RED))
    assert sum(READ in one for one in screens(written)) == 1
    assert guesses(table) == [1, 0]
    assert (
        next_person(secret(laid(options, DEALER, BLUE, RED)), (DEALER, BLUE, RED), DEALER) == BLUE
    )


def test_a_team_that_shares_a_keyboard_against_bots_is_never_asked_to_hand_it_over() -> None:
    table = laid(TWO, *TEAMS[:2])
    _, written = play(("", "x", "z"), table, TEAMS[:2])
    told = read(written)
    assert told.count("Hand the keyboard") == 1
    assert READ not in told
    assert guesses(table)[0] == 2

"""In mid-game a chair that sees the key is free only if the people of its team agree."""

import pytest

from bot.identity import User
from bot.lobby import notation
from bot.lobby.context import LastMove
from bot.lobby.events import ChairRequested
from bot.lobby.game_events import GameOver
from bot.lobby.progress import Agree, Refuse
from bot.lobby.view import table_blocks
from core.rules import Seat
from core.view import Choices
from tests.bot.lobby.tables import ANN, BEN, CAT, DAN, EVE, SIX, Table, name_of, running

RED = Seat("red-spymaster")


def playing() -> Table:
    """Return a game of Ann, the host, for Blue, and Ben and Cat, who guess for Red."""
    return running(SIX, blue_guesser=ANN, red_guesser=BEN, red_guesser_2=CAT)


def lines(table: Table) -> list[str]:
    """Return the lines of the buttons below the game."""
    blocks = [block for block in table_blocks(table.lobby, name_of) if isinstance(block, Choices)]
    return [choice.line for block in blocks for choice in block.choices]


@pytest.mark.parametrize("who", [ANN, BEN, CAT])
def test_the_host_or_a_player_of_the_team_admits_a_passer_by(who: User) -> None:
    table = playing()
    assert table.do(DAN, "chair red-spymaster")[-1] == ChairRequested(DAN, RED)
    assert table.sits(DAN) is None
    assert not table.lobby.shown
    assert lines(table) == [f"agree {RED}", f"refuse {RED}"]
    table.do(who, f"agree {RED}")
    assert table.sits(DAN) == RED
    assert {user for user, _ in table.lobby.shown} == {DAN}
    assert lines(table) == []


@pytest.mark.parametrize("answer", ["agree", "refuse", f"agree {RED}"])
def test_nobody_else_says_who_sits_down(answer: str) -> None:
    table = running(SIX, red_guesser=ANN, blue_guesser=BEN, red_guesser_2=CAT)
    table.do(DAN, "chair red-spymaster")
    for user in (BEN, DAN, EVE):
        assert table.refused(user, answer) == "table-request-others"
    table.do(EVE, answer, manages=True)
    assert not table.lobby.requests


def test_who_is_kept_out_may_ask_again() -> None:
    table = playing()
    table.do(DAN, "chair red-spymaster")
    table.do(BEN, "refuse")
    assert (table.sits(DAN), table.lobby.requests) == (None, ())
    assert table.refused(BEN, "agree red-spymaster") == "table-no-request"
    table.do(DAN, "chair red-spymaster")
    assert table.lobby.requests == (ChairRequested(DAN, RED),)


def test_a_chair_is_asked_for_once_at_a_time() -> None:
    table = playing()
    table.do(DAN, "chair red-spymaster")
    assert table.refused(DAN, "chair red-spymaster") == "table-chair-waiting"
    assert table.refused(EVE, "chair red-spymaster") == "table-chair-requested"
    table.do(DAN, "leave")
    table.do(EVE, "chair red-spymaster")
    assert table.lobby.requests == (ChairRequested(EVE, RED),)
    table.do(EVE, "watch")
    assert not table.lobby.requests


def test_a_team_without_people_the_host_and_a_chair_without_a_key_are_free() -> None:
    table = running(SIX, blue_guesser=ANN, red_guesser=BEN)
    table.do(BEN, "chair red-spymaster")  # Red has no other player
    assert table.sits(BEN) == RED
    table.do(CAT, "chair red-guesser")
    assert table.sits(CAT) == "red-guesser"
    table.do(BEN, "leave")
    table.do(ANN, "chair red-spymaster")
    assert table.sits(ANN) == RED


def test_a_chair_that_somebody_else_is_given_is_asked_for_no_more() -> None:
    table = playing()
    table.do(DAN, "chair red-spymaster")
    table.do(EVE, "join")
    table.do(ANN, f"replace red-spymaster {EVE}")
    assert not table.lobby.requests
    assert table.refused(BEN, f"agree {RED}") == "table-no-request"
    table.do(EVE, "stand")
    table.do(DAN, "chair red-spymaster")
    table.hear(GameOver())
    assert not table.lobby.requests


def test_an_answer_without_a_chair_is_about_the_take_back_while_there_is_one() -> None:
    table = playing()
    table.do(DAN, "chair red-spymaster")
    table.last_move = LastMove(3, Seat("blue-guesser"), (1,))
    table.do(ANN, "takeback")
    table.do(BEN, "refuse")
    assert table.lobby.proposal is None
    assert table.lobby.requests == (ChairRequested(DAN, RED),)
    table.do(BEN, "agree")
    assert table.sits(DAN) == RED


@pytest.mark.parametrize("answer", [Agree(), Agree(RED), Refuse(), Refuse(RED)])
def test_answers_are_lines(answer: Agree | Refuse) -> None:
    assert notation.parse(answer.line, playing().lobby) == answer

import pytest

from bot.identity import User
from bot.lobby.context import GameContext, LastMove
from bot.lobby.game_events import TakeBackLapsed, TakeBackProposed, TakenBack
from core.rules import Seat
from tests.bot.lobby.tables import (
    ANN,
    BEN,
    BOTS,
    CAT,
    DAN,
    EVE,
    SIX,
    Table,
    chairs,
    opened,
    running,
)

BLUE_MOVE = LastMove(12, Seat("blue-guesser"), (3,))
RED_MOVE = LastMove(15, Seat("red-guesser"), (4,))
TAKEN = TakenBack(12, (3,))


def _game(move: LastMove | None = BLUE_MOVE) -> Table:
    """Return a game of Ann and Ben against Cat, while Dan watches."""
    table = running(blue_guesser=ANN, blue_spymaster=BEN, red_guesser=CAT)
    table.do(DAN, "watch")
    table.last_move = move
    return table


def test_a_move_is_taken_back_when_the_other_team_agrees() -> None:
    table = _game()
    assert table.do(BEN, "takeback") == (TakeBackProposed(BEN, 12, (3,), ("red",)),)
    assert table.do(CAT, "agree")[-1] == TAKEN
    assert table.lobby.proposal is None


def test_every_team_that_has_people_has_to_agree() -> None:
    places = chairs("blue", "red", "green", "yellow")
    table = running(blue_guesser=ANN, red_guesser=BEN, green_guesser=CAT, places=places)
    table.last_move = BLUE_MOVE
    table.do(ANN, "takeback")
    assert len(table.do(CAT, "agree")) == 1
    assert table.do(BEN, "agree")[-1] == TAKEN


def test_a_team_that_is_out_is_not_asked() -> None:
    places = chairs("blue", "red", "green")
    table = running(blue_guesser=ANN, red_guesser=BEN, green_guesser=CAT, places=places)
    table.last_move = BLUE_MOVE
    table.moment = GameContext(BOTS, out=frozenset({"green"}))
    table.do(ANN, "takeback")
    assert table.refused(CAT, "refuse") == "team-out"
    assert table.do(BEN, "agree")[-1] == TAKEN


def test_people_who_play_only_with_bots_take_back_at_once() -> None:
    table = running(blue_guesser=ANN, blue_spymaster=BEN)
    table.last_move = BLUE_MOVE
    assert table.do(ANN, "takeback") == (TakeBackProposed(ANN, 12, (3,), ()), TAKEN)


UNCOVERED = LastMove(12, Seat("blue-guesser"), (3,), uncovers=True)


def test_people_of_the_other_team_may_agree_to_cover_a_card_again() -> None:
    table = _game(UNCOVERED)
    assert table.do(ANN, "takeback") == (TakeBackProposed(ANN, 12, (3,), ("red",)),)
    assert table.do(CAT, "agree")[-1] == TAKEN


def test_bots_do_not_agree_to_cover_a_card_again() -> None:
    table = running(blue_guesser=ANN, blue_spymaster=BEN)
    table.last_move = UNCOVERED
    assert table.refused(ANN, "takeback") == "table-take-back-uncovered"
    assert table.lobby.proposal is None


def test_one_team_of_bots_beside_people_is_enough_to_keep_a_card_uncovered() -> None:
    places = chairs("blue", "red", "green")
    table = running(blue_guesser=ANN, red_guesser=BEN, places=places)
    table.last_move = UNCOVERED
    assert table.refused(ANN, "takeback") == "table-take-back-uncovered"
    table.moment = GameContext(BOTS, out=frozenset({"green"}))
    assert table.do(ANN, "takeback") == (TakeBackProposed(ANN, 12, (3,), ("red",)),)


def test_who_plays_against_the_board_covers_no_card_again() -> None:
    table = running(blue_guesser=ANN, places=chairs("blue"))
    table.last_move = UNCOVERED
    assert table.refused(ANN, "takeback") == "table-take-back-uncovered"


def test_a_card_stays_uncovered_when_all_who_could_agree_have_left() -> None:
    for line in ("leave", "stand", "watch"):
        table = _game(UNCOVERED)
        table.do(ANN, "takeback")
        assert table.do(CAT, line)[-1] == TakeBackLapsed()
        assert table.lobby.proposal is None


def test_anybody_asked_lets_the_move_stand_and_so_may_who_asked() -> None:
    for user in (ANN, BEN, CAT):
        table = _game()
        table.do(ANN, "takeback")
        table.do(user, "refuse")
        assert table.lobby.proposal is None
        assert table.refused(CAT, "agree") == "table-nothing-proposed"


def test_a_proposal_that_only_leavers_could_answer_is_agreed() -> None:
    for line in ("leave", "stand", "watch"):
        table = _game()
        table.do(ANN, "takeback")
        assert table.do(CAT, line)[-1] == TAKEN


def test_a_proposal_ends_when_the_game_goes_on() -> None:
    table = _game()
    table.do(ANN, "takeback")
    table.last_move = RED_MOVE
    assert table.refused(CAT, "agree") == "table-nothing-proposed"
    assert table.do(CAT, "takeback") == (
        TakeBackLapsed(),
        TakeBackProposed(CAT, 15, (4,), ("blue",)),
    )
    table.last_move = None
    assert table.do(DAN, "leave")[-1] == TakeBackLapsed()


def test_a_stopped_game_has_no_proposal() -> None:
    table = _game()
    table.do(ANN, "takeback")
    table.do(ANN, "stop")
    assert table.lobby.proposal is None


@pytest.mark.parametrize(
    ("user", "line", "move", "key"),
    [
        (ANN, "takeback", None, "table-nothing-to-take-back"),
        (CAT, "takeback", BLUE_MOVE, "table-take-back-others"),
        (ANN, "takeback", RED_MOVE, "table-take-back-others"),
        (DAN, "takeback", BLUE_MOVE, "table-players-only"),
        (EVE, "takeback", BLUE_MOVE, "table-players-only"),
        (CAT, "agree", BLUE_MOVE, "table-nothing-proposed"),
        (CAT, "refuse", BLUE_MOVE, "table-nothing-proposed"),
    ],
)
def test_what_cannot_be_taken_back(user: User, line: str, move: LastMove | None, key: str) -> None:
    assert _game(move).refused(user, line) == key


@pytest.mark.parametrize(
    ("user", "line", "key"),
    [
        (BEN, "takeback", "table-take-back-open"),
        (BEN, "agree", "table-agreed-already"),
        (DAN, "agree", "table-players-only"),
        (DAN, "refuse", "table-players-only"),
    ],
)
def test_who_cannot_answer_a_proposal(user: User, line: str, key: str) -> None:
    table = _game()
    table.do(ANN, "takeback")
    assert table.refused(user, line) == key


def test_nothing_is_taken_back_before_the_game() -> None:
    table = opened(ANN, places=SIX)
    table.last_move = BLUE_MOVE
    assert table.refused(ANN, "takeback") == "table-not-started"

"""Tables with a board for each team: the people who see it, and the chairs open to them."""

from bot.games.event_log import LOBBY_EVENTS
from bot.lobby.events import KeySeen
from bot.lobby.model import KEY_VIEW, LobbyChair
from bot.lobby.rules import keys_shown
from core.rules import Seat
from tests.bot.lobby.tables import ANN, BEN, CAT, SIX, running

APART = tuple(
    LobbyChair(Seat(f"{team}-{number}"), team, "guesser", sees_key=False, board=team)
    for team in ("blue", "red")
    for number in (1, 2)
)


def test_who_sits_before_a_board_is_shown_that_board_from_the_start_on() -> None:
    table = running(APART, blue_1=ANN, red_1=BEN)
    assert table.lobby.shown == {(ANN, "blue"), (BEN, "red")}
    assert [member.user for member in table.lobby.with_private_view] == [ANN, BEN]
    assert keys_shown(table.lobby) == ()


def test_who_has_seen_a_board_may_change_to_another_chair_before_it_and_to_no_other() -> None:
    table = running(APART, blue_1=ANN, red_1=BEN)
    assert table.refused(ANN, "chair red-2") == "table-barred"
    table.do(ANN, "chair blue-2")
    assert table.sits(ANN) == "blue-2"
    table.do(ANN, "stand")
    assert table.refused(ANN, "chair red guesser") == "table-barred"
    assert table.refused(BEN, f"replace red-2 {ANN}", manages=True) == "table-barred"


def test_who_comes_late_may_sit_before_any_board_and_is_shown_it_then() -> None:
    table = running(APART, blue_1=ANN, red_1=BEN)
    assert KeySeen(CAT, "red") in table.do(CAT, "chair red-2")
    assert table.refused(CAT, "chair blue-2") == "table-barred"


def test_spymasters_see_one_key_and_may_change_places() -> None:
    table = running(SIX, blue_spymaster=ANN, blue_guesser=BEN)
    assert table.lobby.shown == {(ANN, KEY_VIEW)}
    table.do(ANN, "chair red-spymaster")
    assert table.refused(ANN, "chair red-guesser") == "table-barred"


def test_a_log_that_names_nothing_that_was_shown_means_the_key() -> None:
    event = KeySeen(ANN)
    body = LOBBY_EVENTS.body(event)
    del body["what"]
    assert LOBBY_EVENTS.read(LOBBY_EVENTS.tag(event), body) == event

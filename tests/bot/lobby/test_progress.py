import pytest

from bot.identity import User
from bot.lobby.context import Actor, GameContext
from bot.lobby.events import KeySeen
from bot.lobby.game_events import GameOver, Rematched, Started, Stopped, fold
from bot.lobby.model import Status
from bot.lobby.progress import next_table, reopened
from bot.lobby.rules import keys_shown
from tests.bot.lobby.tables import (
    ANN,
    BEN,
    BOTS,
    CAT,
    DAN,
    EVE,
    LOUNGE,
    OFFICE,
    SIX,
    SUE,
    TOM,
    opened,
    running,
)


def test_bots_fill_the_chairs_that_are_empty_at_the_start() -> None:
    table = opened(ANN)
    table.do(ANN, "chair blue-guesser")
    table.do(ANN, "bot red-guesser gloss")
    table.do(ANN, "set bot random")
    table.do(ANN, "start")
    assert table.lobby.status is Status.RUNNING
    assert table.lobby.empty == ()
    assert len(table.lobby.people) == 1
    assert table.seating == {
        "blue-spymaster": "random",
        "blue-guesser": "Ann",
        "red-spymaster": "random",
        "red-guesser": "gloss",
    }


def test_who_waits_for_a_chair_gets_one_at_the_start() -> None:
    table = opened(ANN, BEN, CAT)
    table.do(BEN, "join red")
    table.do(CAT, "join red")
    table.do(ANN, "start")
    assert table.seating == {
        "blue-guesser": "Ann",
        "blue-spymaster": "teammate",
        "red-guesser": "Ben",
        "red-spymaster": "Cat",
    }


def test_who_waits_for_a_chair_goes_before_bots() -> None:
    table = opened(ANN)
    table.do(ANN, "bot gloss")
    table.do(ANN, "start")
    assert table.sits(ANN) == "blue-guesser"


def test_who_waits_for_a_chair_leaves_a_bot_where_it_is_if_another_is_empty() -> None:
    table = opened(ANN, places=SIX)
    table.do(ANN, "bot blue-guesser gloss")
    table.do(ANN, "start")
    assert table.seating["blue-guesser"] == "gloss"
    assert table.sits(ANN) == "blue-guesser-2"


def test_who_finds_no_chair_is_left_without_one() -> None:
    table = opened(ANN, BEN, CAT, DAN, EVE)
    table.do(ANN, "start")
    assert table.sits(EVE) is None
    assert len(table.lobby.people) == 4


def test_a_watcher_is_given_no_chair() -> None:
    table = opened(ANN, BEN)
    table.do(ANN, "watch")
    table.do(ANN, "start")
    assert table.sits(ANN) is None
    assert table.sits(BEN) == "blue-guesser"


def test_who_starts_in_a_keyed_chair_knows_the_key() -> None:
    table = opened(ANN, BEN)
    table.do(ANN, "chair blue-spymaster")
    events = table.do(ANN, "start")
    assert events[-1] == KeySeen(ANN)
    assert Started(ANN) in events
    assert {user for user, _ in table.lobby.shown} == {ANN}


def test_a_key_that_is_not_there_yet_bars_nobody() -> None:
    table = opened(ANN, BEN)
    table.moment = GameContext(BOTS, dealt=False, typed=True)
    table.do(ANN, "chair blue-spymaster")
    table.do(BEN, "chair blue-guesser")
    table.do(ANN, "start")
    table.do(BEN, "chair red-spymaster")
    table.do(BEN, "chair blue-guesser")
    assert not table.lobby.shown
    assert keys_shown(table.lobby) == (KeySeen(ANN),)


def test_a_game_that_is_typed_seats_somebody_who_can_type() -> None:
    table = opened(ANN, BEN)
    table.moment = GameContext(BOTS, dealt=False, typed=True)
    table.do(ANN, "start")
    assert table.seating["blue-spymaster"] == "Ann"
    assert table.seating["red-guesser"] == "Ben"


def test_a_game_that_is_typed_needs_a_person_who_types() -> None:
    table = opened(ANN)
    table.moment = GameContext(BOTS, dealt=False, typed=True)
    table.do(ANN, "chair blue-guesser")
    assert table.refused(ANN, "start") == "table-typed-nobody"


def test_a_manager_may_start_and_a_member_may_not() -> None:
    table = opened(ANN, BEN)
    assert table.refused(BEN, "start") == "table-host-only"
    table.do(CAT, "start", manages=True)
    assert table.refused(ANN, "start") == "table-begun"


def test_nobody_starts_a_table_that_all_have_left() -> None:
    table = opened(ANN)
    table.do(ANN, "leave")
    assert table.refused(BEN, "start") == "table-nobody"


def test_a_bot_that_is_not_there_keeps_the_game_from_starting() -> None:
    table = opened(ANN)
    table.moment = GameContext(("random",))
    assert table.refused(ANN, "start") == "table-bot-unknown"
    table.do(ANN, "set bot random")
    table.do(ANN, "start")


@pytest.mark.parametrize("begun", [False, True])
def test_the_host_or_a_manager_stops_the_game(begun: bool) -> None:
    for user, manages in ((ANN, False), (CAT, True)):
        table = opened(ANN, BEN)
        if begun:
            table.do(ANN, "start")
        assert table.refused(BEN, "stop") == "table-stop-host"
        assert table.do(user, "stop", manages=manages) == (Stopped(user),)
        assert table.lobby.status is Status.STOPPED


def test_anyone_at_the_table_stops_it_where_the_table_is_set_so() -> None:
    table = running(blue_guesser=ANN, red_guesser=BEN)
    table.do(ANN, "set stop anyone")
    assert table.refused(CAT, "stop") == "table-not-member"
    table.do(BEN, "stop")
    assert table.lobby.is_closed


def test_a_table_that_all_have_left_can_be_stopped_by_anyone() -> None:
    table = running(blue_guesser=ANN)
    table.do(ANN, "leave")
    table.do(BEN, "stop")
    assert table.lobby.status is Status.STOPPED


# The next game.


def test_the_next_table_keeps_people_chairs_bots_rooms_and_settings() -> None:
    table = opened(ANN, SUE, BEN, CAT, DAN, places=SIX)
    table.do(ANN, "chair red-spymaster")
    table.do(SUE, "chair red-guesser")
    table.do(BEN, "join blue")
    table.do(CAT, "watch")
    table.do(ANN, "bot blue-spymaster gloss")
    table.do(ANN, "set clock enforced")
    table.do(ANN, "host discord:2")
    before = table.lobby
    table.do(BEN, "stop")
    assert table.do(ANN, "rematch") == (Rematched(ANN),)
    after = fold(next_table(table.lobby, Actor(ANN, LOUNGE)))
    assert after.status is Status.LOBBY
    assert after.host == BEN
    assert set(after.rooms) == {LOUNGE, OFFICE}
    assert {*after.members} == {*before.members}
    for name in ("kind", "chairs", "bots", "settings", "sitters"):
        assert getattr(after, name) == getattr(before, name)


def test_the_key_of_the_last_game_bars_nobody_in_the_next() -> None:
    table = running(blue_spymaster=ANN)
    table.hear(GameOver())
    assert {user for user, _ in table.lobby.shown} == {ANN}
    assert not fold(next_table(table.lobby, Actor(ANN, LOUNGE))).shown


def test_a_table_is_followed_once_and_only_after_its_game() -> None:
    table = running(blue_guesser=ANN)
    assert table.refused(ANN, "rematch") == "table-rematch-running"
    table.hear(GameOver())
    table.do(ANN, "rematch")
    assert table.do(ANN, "rematch") == ()


@pytest.mark.parametrize("manages", [False, True])
def test_who_did_not_play_opens_in_a_further_room_a_game_that_follows_no_other(
    manages: bool,
) -> None:
    table = running(blue_guesser=ANN, red_guesser=SUE)
    table.hear(GameOver())
    assert table.do(TOM, "rematch", manages=manages) == ()
    after = fold(next_table(table.lobby, Actor(TOM, OFFICE, manages=manages)))
    assert (after.host, after.rooms) == (TOM, (OFFICE,))
    assert [member.user for member in after.members] == [TOM]
    assert table.do(SUE, "rematch") == (Rematched(SUE),)


@pytest.mark.parametrize(("wish", "members"), [("join", [ANN, SUE]), ("watch", [SUE])])
def test_who_has_joined_without_a_chair_opens_the_next_table_for_all_and_a_watcher_does_not(
    wish: str, members: list[User]
) -> None:
    table = opened(ANN)
    table.do(SUE, wish)
    table.do(ANN, "stop")
    assert table.do(SUE, "rematch") == ((Rematched(SUE),) if wish == "join" else ())
    after = fold(next_table(table.lobby, Actor(SUE, OFFICE)))
    assert [member.user for member in after.members] == members


def test_the_next_table_leaves_out_rooms_that_have_gone_on_and_who_came_from_there() -> None:
    table = running(blue_guesser=ANN, red_guesser=SUE)
    table.hear(GameOver())
    after = fold(next_table(table.lobby, Actor(ANN, LOUNGE), (OFFICE,)))
    assert (after.host, after.rooms) == (ANN, (LOUNGE,))
    assert [member.user for member in after.members] == [ANN]
    after = fold(next_table(table.lobby, Actor(SUE, OFFICE), (LOUNGE,)))
    assert (after.host, after.rooms) == (SUE, (OFFICE,))


def test_who_was_not_at_the_table_opens_the_next_one_and_takes_nobody_along() -> None:
    table = running(blue_guesser=ANN, red_guesser=SUE)
    table.do(ANN, "set pace 5")
    table.hear(GameOver())
    assert table.do(CAT, "rematch") == (Rematched(CAT),)
    after = fold(next_table(table.lobby, Actor(CAT, LOUNGE)))
    assert after.host == CAT
    assert [member.user for member in after.members] == [CAT]
    assert after.rooms == (LOUNGE,)
    for name in ("kind", "chairs", "bots", "settings"):
        assert getattr(after, name) == getattr(table.lobby, name)


def test_who_manages_the_place_opens_the_next_table_for_those_who_played() -> None:
    table = running(blue_guesser=ANN, red_guesser=SUE)
    table.hear(GameOver())
    after = fold(next_table(table.lobby, Actor(CAT, LOUNGE, manages=True)))
    assert (after.host, {one.user for one in after.members}) == (ANN, {ANN, SUE})


@pytest.mark.parametrize("manages", [False, True])
def test_anybody_opens_the_next_table_where_all_have_left(manages: bool) -> None:
    table = running(blue_guesser=ANN)
    table.hear(GameOver())
    table.do(ANN, "leave")
    table.do(BEN, "rematch", manages=manages)
    assert fold(next_table(table.lobby, Actor(BEN, LOUNGE, manages=manages))).host == BEN


# A stopped game that continues.


@pytest.mark.parametrize("begun", [False, True])
def test_a_game_that_goes_on_is_led_by_who_opened_it_again(begun: bool) -> None:
    table = opened(ANN, SUE)
    if begun:
        table.do(ANN, "start")
    before = table.lobby
    table.do(ANN, "stop")
    table.do(SUE, "rematch")
    for event in reopened(table.lobby, Actor(CAT, LOUNGE), (OFFICE,), begun=begun):
        table.hear(event)
    after = table.lobby
    assert (after.status, after.sitters) == (before.status, before.sitters)
    assert (after.host, after.rooms) == (CAT, (LOUNGE, OFFICE))
    assert {one.user for one in after.members} == {ANN, SUE, CAT}
    assert (after.followed, after.stopped_by) == (False, None)
    assert table.refused(ANN, "stop") == "table-stop-host"


def test_who_stopped_a_game_lets_it_go_on_as_its_host() -> None:
    table = running(blue_guesser=ANN, red_guesser=BEN)
    before = table.lobby
    table.do(ANN, "stop")
    for event in reopened(table.lobby, Actor(ANN, LOUNGE), (LOUNGE,), begun=True):
        table.hear(event)
    assert table.lobby == before


# The clock.


def test_the_clock_stands_still_and_goes_on() -> None:
    table = running(blue_guesser=ANN, red_guesser=BEN)
    table.do(ANN, "set clock enforced")
    table.do(BEN, "pause")
    assert table.lobby.paused
    assert table.refused(ANN, "pause") == "table-paused-already"
    table.do(ANN, "resume")
    assert not table.lobby.paused
    assert table.refused(ANN, "resume") == "table-not-paused"


@pytest.mark.parametrize(
    ("user", "clock", "key"), [(ANN, "off", "table-no-clock"), (CAT, "slow", "table-players-only")]
)
def test_a_clock_that_cannot_be_stopped(user: User, clock: str, key: str) -> None:
    table = running(blue_guesser=ANN)
    table.do(CAT, "join")
    table.do(ANN, f"set clock {clock}")
    assert table.refused(user, "pause") == key


def test_there_is_no_clock_before_the_game() -> None:
    table = opened(ANN)
    table.do(ANN, "set clock slow")
    assert table.refused(ANN, "pause") == "table-not-started"

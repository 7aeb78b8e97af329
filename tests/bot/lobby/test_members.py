import pytest

from bot.identity import User
from bot.lobby.events import BecameSpectator, DirectFound, DirectRetried, HostChanged, Left
from bot.lobby.model import ClockMode, LobbyChair, Status
from bot.lobby.rules import direct_found
from bot.lobby.settings import LobbySettings
from tests.bot.lobby.tables import (
    ANN,
    BEN,
    CAT,
    DAN,
    EVE,
    FOUR,
    OFFICE,
    SIX,
    SUE,
    Table,
    chairs,
    opened,
    running,
)


def test_who_opens_a_table_is_its_host_and_first_member() -> None:
    table = opened(ANN, BEN)
    assert table.lobby.host == ANN
    assert [member.user for member in table.lobby.members] == [ANN, BEN]
    assert table.lobby.status is Status.LOBBY
    assert table.lobby.settings == LobbySettings(clock=ClockMode.OFF)


def test_joining_puts_nobody_into_a_chair() -> None:
    table = opened(ANN)
    table.do(BEN, "join red")
    member = table.lobby.member(BEN)
    assert member is not None
    assert (member.team, member.seat) == ("red", None)


def test_who_joins_from_elsewhere_brings_the_room_along() -> None:
    table = opened(ANN)
    table.do(SUE, "join")
    assert table.lobby.rooms[-1] == OFFICE
    member = table.lobby.member(SUE)
    assert member is not None
    assert member.room == OFFICE
    assert len(table.do(BEN, "join")) == 1


def test_a_wish_for_a_team_can_be_changed_and_gives_the_chair_up() -> None:
    table = opened(ANN)
    table.do(ANN, "chair blue guesser")
    table.do(ANN, "join red")
    member = table.lobby.member(ANN)
    assert member is not None
    assert (member.team, member.seat) == ("red", None)


@pytest.mark.parametrize(
    ("line", "seat"),
    [
        ("chair blue-spymaster", "blue-spymaster"),
        ("chair red spymaster", "red-spymaster"),
        ("chair SPYMASTER", "blue-spymaster"),
        ("chair red", "red-guesser"),
        ("chair guesser red", "red-guesser"),
        ("chair", "blue-guesser"),
    ],
)
def test_chairs_are_named_as_far_as_need_be(line: str, seat: str) -> None:
    table = opened(ANN)
    table.do(ANN, line)
    assert table.sits(ANN) == seat


def test_a_chair_is_taken_by_a_stranger_who_thereby_joins() -> None:
    table = opened(ANN)
    table.do(SUE, "chair red")
    assert table.sits(SUE) == "red-guesser"
    assert OFFICE in table.lobby.rooms


def test_a_person_holds_one_chair_and_moves() -> None:
    table = opened(ANN)
    table.do(ANN, "chair blue-guesser")
    table.do(ANN, "chair red-spymaster")
    assert table.seating == {"red-spymaster": "Ann"}


def test_who_takes_the_own_chair_before_the_game_keeps_it() -> None:
    table = opened(ANN)
    table.do(ANN, "chair blue-guesser")
    assert table.do(ANN, "chair blue-guesser") == ()
    assert table.seating == {"blue-guesser": "Ann"}


def test_who_takes_any_chair_sits_in_the_team_with_the_fewest_people() -> None:
    table = opened(ANN, BEN, CAT, DAN, EVE, places=SIX)
    for user in (ANN, BEN, CAT, DAN, EVE):
        table.do(user, "chair")
    assert table.seating == {
        "blue-guesser": "Ann",
        "red-guesser": "Ben",
        "blue-guesser-2": "Cat",
        "red-guesser-2": "Dan",
        "blue-spymaster": "Eve",
    }
    assert table.refused(ANN, "chair") == "table-joined-already"


def test_the_next_free_chair_is_taken_where_several_are_meant() -> None:
    table = opened(ANN, BEN, places=SIX)
    table.do(ANN, "chair red guesser")
    table.do(BEN, "chair red guesser")
    assert table.seating == {"red-guesser": "Ann", "red-guesser-2": "Ben"}


def test_a_person_takes_an_empty_chair_before_a_bot_s() -> None:
    table = opened(ANN, places=SIX)
    table.do(ANN, "bot red-guesser gloss")
    table.do(ANN, "chair red guesser")
    assert table.seating == {"red-guesser": "gloss", "red-guesser-2": "Ann"}


@pytest.mark.parametrize("begun", [False, True])
def test_a_person_takes_a_bot_s_chair(begun: bool) -> None:
    table = opened(ANN)
    table.do(ANN, "chair blue-spymaster")
    table.do(ANN, "bot red gloss")
    if begun:
        table.do(ANN, "start")
    table.do(BEN, "chair red-guesser")
    assert table.seating["red-guesser"] == "Ben"
    assert table.lobby.bot(FOUR[3].seat) is None


def test_nobody_is_shown_the_key_unless_they_name_a_chair_that_sees_it() -> None:
    table = running(blue_guesser=ANN)
    table.do(ANN, "unbot blue-spymaster")
    table.do(BEN, "chair")
    assert table.sits(BEN) == "red-guesser"


def test_a_newcomer_in_mid_game_watches_and_may_take_a_chair() -> None:
    table = running(blue_guesser=ANN)
    assert table.do(BEN, "join red")[-1] == BecameSpectator(BEN)
    table.do(BEN, "chair red guesser")
    member = table.lobby.member(BEN)
    assert member is not None
    assert (member.seat, member.watching) == ("red-guesser", False)


def test_leaving_in_mid_game_leaves_the_chair_empty() -> None:
    table = running(blue_guesser=ANN, red_guesser=BEN)
    table.do(BEN, "leave")
    assert [chair.seat for chair in table.lobby.empty] == ["red-guesser"]
    assert table.lobby.status is Status.RUNNING


def test_a_host_who_leaves_hands_over_to_who_has_been_there_longest() -> None:
    table = opened(ANN, BEN, CAT)
    assert table.do(ANN, "leave") == (HostChanged(BEN), Left(ANN, ANN))
    assert table.lobby.host == BEN
    assert table.do(CAT, "leave") == (Left(CAT, CAT),)
    table.do(CAT, "join")
    table.do(BEN, "leave")
    table.do(CAT, "leave")
    assert table.lobby.host is None
    assert table.lobby.members == ()
    assert table.do(DAN, "join")[-1] == HostChanged(DAN)
    assert table.lobby.host == DAN


def test_who_has_seen_the_key_may_not_guess_in_this_game() -> None:
    table = running(blue_spymaster=ANN, red_guesser=BEN)
    assert table.refused(ANN, "chair blue-guesser") == "table-barred"
    table.do(ANN, "stand")
    assert table.refused(ANN, "chair blue guesser") == "table-barred"
    table.do(ANN, "leave")
    table.do(ANN, "join")
    assert table.refused(ANN, "chair blue-guesser") == "table-barred"
    table.do(ANN, "chair red-spymaster")
    assert table.sits(ANN) is None
    table.do(BEN, "agree")
    assert table.sits(ANN) == "red-spymaster"


def test_a_guesser_who_becomes_spymaster_is_barred_from_guessing_afterwards() -> None:
    table = running(blue_guesser=ANN, red_guesser=BEN)
    table.do(BEN, "chair red-spymaster")
    assert {user for user, _ in table.lobby.shown} == {BEN}
    assert table.refused(BEN, "chair red-guesser") == "table-barred"


def test_nobody_is_barred_before_the_game_begins() -> None:
    table = opened(ANN, BEN)
    table.do(ANN, "chair blue-spymaster")
    table.do(ANN, "chair blue-guesser")
    assert not table.lobby.shown


def test_a_watcher_gives_chair_and_wish_up() -> None:
    table = opened(ANN, BEN)
    table.do(BEN, "chair red")
    table.do(BEN, "watch")
    member = table.lobby.member(BEN)
    assert member is not None
    assert (member.seat, member.team, member.watching) == (None, None, True)
    table.do(BEN, "join")
    member = table.lobby.member(BEN)
    assert member is not None
    assert not member.watching


@pytest.mark.parametrize(
    ("user", "line", "key"),
    [
        (ANN, "join", "table-joined-already"),
        (ANN, "join blue", "table-team-yours"),
        (BEN, "join blue", "table-team-full"),
        (BEN, "join green", "table-team-unknown"),
        (BEN, "chair blue-guesser", "table-chair-taken"),
        (BEN, "chair blue", "table-chairs-taken"),
        (BEN, "stand", "table-stand-unseated"),
        (DAN, "watch", "table-watching-already"),
        (EVE, "stand", "table-not-member"),
        (EVE, "leave", "table-not-member"),
    ],
)
def test_what_people_cannot_do_before_the_game(user: object, line: str, key: str) -> None:
    table = opened(ANN, BEN, CAT, DAN)
    table.do(ANN, "chair blue-guesser")
    table.do(CAT, "chair blue-spymaster")
    table.do(DAN, "watch")
    assert table.refused(user, line) == key  # type: ignore[arg-type]


def closed(*users: User, places: tuple[LobbyChair, ...] = SIX) -> Table:
    """Return a table of the first user, at which the host chooses the players."""
    table = opened(*users, places=places)
    table.do(users[0], "set join host")
    return table


@pytest.mark.parametrize("line", ["join", "join red", "chair", "chair red-guesser"])
def test_at_a_closed_table_people_watch_until_the_host_gives_a_chair(line: str) -> None:
    table = closed(ANN)
    assert table.refused(BEN, line) == "table-join-host"
    assert table.refused(ANN, "replace red-guesser discord:2") == "table-who-absent"
    table.do(BEN, "watch")
    assert table.refused(BEN, line) == "table-join-host"
    table.do(ANN, "replace red-guesser discord:2")
    assert table.sits(BEN) == "red-guesser"
    table.do(BEN, "chair blue-guesser")
    assert table.sits(BEN) == "blue-guesser"


def test_the_host_and_a_manager_take_chairs_at_a_closed_table() -> None:
    table = closed(ANN)
    table.do(ANN, "chair red-guesser")
    table.do(CAT, "chair blue-guesser", manages=True)
    assert (table.sits(ANN), table.sits(CAT)) == ("red-guesser", "blue-guesser")


def test_who_has_joined_before_the_table_is_closed_plays() -> None:
    table = closed(ANN, BEN)
    table.do(CAT, "watch")
    table.do(BEN, "chair red")
    table.do(BEN, "stand")
    table.do(ANN, "start")
    assert (table.sits(BEN) is None, table.sits(CAT)) == (False, None)


def test_who_has_left_a_closed_table_or_watches_does_not_play_again() -> None:
    table = closed(ANN, BEN, CAT)
    table.do(BEN, "watch")
    table.do(CAT, "leave")
    assert table.refused(BEN, "join") == table.refused(CAT, "join") == "table-join-host"


def test_a_closed_table_is_brought_elsewhere_by_people_who_watch() -> None:
    table = closed(ANN)
    table.do(SUE, "join")
    member = table.lobby.member(SUE)
    assert member is not None
    assert (member.room, member.watching) == (OFFICE, True)


def test_at_a_closed_table_a_game_under_way_takes_nobody_in() -> None:
    table = running(blue_guesser=ANN)
    table.do(ANN, "set join host")
    table.do(BEN, "join")
    assert table.refused(BEN, "chair red-guesser") == "table-join-host"
    assert table.refused(CAT, "chair") == "table-join-host"
    table.do(ANN, "replace red-guesser discord:2")
    assert table.sits(BEN) == "red-guesser"


def test_a_player_hands_a_chair_at_a_closed_table_only_to_one_who_plays() -> None:
    table = closed(ANN, BEN, CAT)
    table.do(DAN, "watch")
    table.do(BEN, "chair red-guesser")
    assert table.refused(BEN, "replace red-guesser discord:4") == "table-host-only"
    table.do(BEN, "replace red-guesser discord:3")
    assert table.sits(CAT) == "red-guesser"


def test_a_closed_table_that_all_have_left_has_the_first_to_come_as_its_host() -> None:
    table = closed(ANN)
    table.do(ANN, "leave")
    table.do(BEN, "join")
    assert table.lobby.host == BEN


def test_a_member_cannot_join_again_in_mid_game() -> None:
    table = running(blue_guesser=ANN)
    assert table.refused(ANN, "join red") == "table-join-running"


@pytest.mark.parametrize(
    "line", ["join", "chair red", "watch", "stand", "start", "stop", "bot", "set pace 1", "agree"]
)
def test_after_the_end_there_is_only_the_next_game(line: str) -> None:
    table = running(blue_guesser=ANN)
    table.do(ANN, "stop")
    assert table.refused(ANN, line) == "table-closed"
    table.do(ANN, "leave")
    assert table.lobby.members == ()


def test_a_solo_table_has_one_team() -> None:
    table = opened(ANN, places=chairs("red"))
    table.do(ANN, "chair guesser")
    assert table.sits(ANN) == "red-guesser"
    assert table.lobby.teams == ("red",)


def test_messages_are_tried_once_for_each_time_that_a_keyed_chair_is_taken() -> None:
    table = opened(ANN, BEN)
    table.do(ANN, "chair blue-spymaster")
    (found,) = direct_found(table.lobby, ANN, reached=False)
    table.hear(found)
    assert direct_found(table.lobby, ANN, reached=False) == ()
    table.do(ANN, "stand")
    assert _direct(table, ANN) is False
    table.do(ANN, "chair red-spymaster")
    assert _direct(table, ANN) is None
    table.hear(DirectFound(ANN, reached=True))
    table.do(ANN, "stand")
    table.do(ANN, "chair red-spymaster")
    assert _direct(table, ANN) is True


def test_who_is_not_reached_may_ask_again_and_others_need_not() -> None:
    table = opened(ANN, BEN)
    assert table.refused(EVE, "reach") == "table-not-member"
    assert table.refused(ANN, "reach") == "table-direct-no-key"
    table.do(ANN, "chair blue-spymaster")
    assert table.refused(ANN, "reach") == "table-direct-tried"
    table.hear(DirectFound(ANN, reached=False))
    assert table.do(ANN, "reach") == (DirectRetried(ANN),)
    assert _direct(table, ANN) is None
    table.hear(DirectFound(ANN, reached=True))
    assert table.refused(ANN, "reach") == "table-direct-open"


def test_in_a_game_it_is_told_only_whom_messages_do_not_reach() -> None:
    table = running(blue_spymaster=ANN, red_guesser=BEN)
    assert direct_found(table.lobby, ANN, reached=True) == ()
    assert direct_found(table.lobby, ANN, reached=False) == (DirectFound(ANN, reached=False),)
    assert direct_found(table.lobby, EVE, reached=False) == ()


def _direct(table: Table, user: User) -> bool | None:
    member = table.lobby.member(user)
    assert member is not None
    return member.direct

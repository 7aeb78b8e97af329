from dataclasses import replace
from datetime import timedelta

import pytest

from bot.identity import User
from bot.lobby.chairs import ChangeHost, ChangeOption, ChangeSetting
from bot.lobby.model import ClockMode
from tests.bot.lobby.tables import ANN, BEN, CAT, Table, opened, refusal, running, said


def test_the_host_hands_over() -> None:
    table = opened(ANN, BEN)
    table.do(ANN, "host discord:2")
    assert table.lobby.host == BEN
    assert table.refused(ANN, "shuffle") == "table-host-only"


def waiting(table: Table, **wait: float) -> Table:
    """Return a table whose host may be idle for this long."""
    table.moment = replace(table.moment, host_wait=timedelta(**wait))
    return table


def test_a_member_takes_over_from_a_host_who_does_nothing() -> None:
    table = waiting(opened(ANN, BEN), minutes=4, seconds=1)
    assert table.refused(BEN, "host") == "table-host-here"
    assert said(table.why(BEN, "host")).endswith("If they do nothing, you can take over in 5 min.")
    waiting(table, hours=23, seconds=1)
    assert "take over in 23 h 1 min." in said(table.why(BEN, "host"))
    waiting(table)
    assert table.refused(CAT, "host") == "table-not-member"
    assert table.refused(BEN, "host discord:1") == "table-host-only"
    table.do(BEN, "host")
    assert table.lobby.host == BEN


def test_of_a_game_under_way_only_its_players_take_over() -> None:
    table = waiting(running(blue_guesser=ANN, red_guesser=BEN))
    table.do(CAT, "join")
    assert table.refused(CAT, "host") == "table-players-only"
    table.do(BEN, "host")
    assert table.lobby.host == BEN


def test_the_host_makes_somebody_leave_and_the_chair_stays_empty() -> None:
    table = running(blue_guesser=ANN, red_guesser=BEN)
    table.do(ANN, "drop 2")
    assert table.lobby.member(BEN) is None
    assert [chair.seat for chair in table.lobby.empty] == ["red-guesser"]


def test_a_manager_drops_a_host_who_is_gone_and_the_next_member_is_host() -> None:
    table = opened(ANN, BEN)
    table.do(CAT, "drop discord:1", manages=True)
    assert table.lobby.host == BEN


@pytest.mark.parametrize(
    ("user", "line", "key"),
    [
        (BEN, "host discord:1", "table-host-only"),
        (BEN, "host discord:2", "table-host-stays"),
        (BEN, "host", "table-host-stays"),
        (CAT, "host", "table-not-member"),
        (ANN, "host", "table-host-already"),
        (BEN, "drop discord:1", "table-host-only"),
        (BEN, "set clock slow", "table-host-only"),
        (BEN, "set rows 4", "table-host-only"),
        (ANN, "host discord:1", "table-host-already"),
        (ANN, "host discord:9", "table-who-absent"),
        (ANN, "drop discord:1", "table-drop-self"),
        (ANN, "drop bot:ace", "table-who-absent"),
        (ANN, "set bot nobody", "table-bot-unknown"),
        (ANN, "set clock never", "table-setting-clock"),
        (ANN, "set clue-time 5", "table-setting-seconds"),
        (ANN, "set guess-time soon", "table-setting-seconds"),
        (ANN, "set hours 0", "table-setting-hours"),
        (ANN, "set pace -1", "table-setting-pace"),
        (ANN, "set stop never", "table-setting-stop"),
        (ANN, "set join nobody", "table-setting-join"),
        (BEN, "set join host", "table-host-only"),
    ],
)
def test_what_cannot_be_led(user: User, line: str, key: str) -> None:
    assert opened(ANN, BEN).refused(user, line) == key


def test_a_setting_that_there_is_not_is_refused() -> None:
    assert opened(ANN).refused(ANN, ChangeSetting("colour", "red")) == "table-setting-unknown"


def test_the_table_is_set_also_in_mid_game() -> None:
    table = running(blue_guesser=ANN)
    table.do(ANN, "set clock enforced")
    table.do(ANN, "set clue-time 2m30s")
    assert table.lobby.settings.clock is ClockMode.ENFORCED
    assert table.lobby.settings.clue_seconds == 150


def test_setting_what_is_so_already_changes_nothing() -> None:
    assert opened(ANN).do(ANN, "set clock off") == ()


def test_an_option_of_the_game_is_judged_by_the_game() -> None:
    assert opened(ANN).do(ANN, ChangeOption("rows", "4")) == ()


def test_options_stand_once_the_game_has_begun() -> None:
    assert running(blue_guesser=ANN).refused(ANN, "set rows 4") == "table-running"


def _may_set(table: Table, user: User, *, manages: bool = False) -> str | None:
    refused = refusal(lambda: table.do(user, ChangeOption("rows", "4"), manages=manages))
    return refused.key if refused else None


def test_only_who_leads_may_set_options_and_only_before_the_game() -> None:
    table = opened(ANN, BEN)
    assert _may_set(table, ANN) is None
    assert _may_set(table, BEN) == "table-host-only"
    assert _may_set(table, BEN, manages=True) is None
    table.do(ANN, "start")
    assert _may_set(table, ANN) == "table-running"
    table.do(ANN, "stop")
    assert _may_set(table, ANN) == "table-closed"


def test_anybody_leads_a_table_that_all_have_left() -> None:
    table = opened(ANN)
    table.do(ANN, "leave")
    assert table.refused(BEN, ChangeHost(BEN)) == "table-not-member"

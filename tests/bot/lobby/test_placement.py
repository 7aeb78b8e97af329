"""Chairs that only bots or only people may take, and equal chairs."""

from itertools import product

import pytest

from bot.lobby.events import BotSeated, KeySeen, Seated
from bot.lobby.game_events import OptionsChanged
from core.rules import Seat
from tests.bot.lobby.gallows import KIND, gallows
from tests.bot.lobby.tables import ANN, BEN, CAT, DAN, SIX, opened, running

BOT_DEALERS = ("honest", "cheating", "stubborn", "largest", "optimal")
MODES = ("together", "turns", "race")


@pytest.mark.parametrize(("dealer", "mode"), [*product(BOT_DEALERS, MODES)])
def test_nobody_sits_where_a_bot_deals(dealer: str, mode: str) -> None:
    table = gallows(dealer=dealer, mode=mode)
    for line in ("chair dealer", "join dealer", "replace dealer discord:1"):
        assert table.refused(ANN, line) == "table-chair-for-bot", line
    table.do(ANN, "chair")
    table.do(BEN, "join")
    table.do(ANN, "start")
    assert table.seating["dealer"] == "dealer"
    table.do(ANN, "unbot dealer")
    assert table.refused(BEN, "chair dealer") == "table-chair-for-bot"
    table.do(ANN, "bot dealer")
    assert table.seating["dealer"] == "dealer"


@pytest.mark.parametrize("dealer", ["word", "thought"])
def test_no_bot_sits_down_where_a_person_deals(dealer: str) -> None:
    table = gallows(dealer=dealer, mode="turns")
    for line in ("bot dealer", "bot dealer dealer", "replace dealer dealer"):
        assert table.refused(ANN, line) == "table-chair-for-person", line
    table.do(ANN, "bot")
    assert "dealer" not in table.seating
    assert set(table.seating) == {"guess1", "guess2"}


def test_a_game_that_needs_a_person_does_not_begin_without() -> None:
    table = gallows(dealer="thought")
    table.do(ANN, "chair guess1")
    assert table.refused(ANN, "start") == "table-person-missing"
    table.do(BEN, "chair dealer")
    table.do(ANN, "start")
    assert table.seating["dealer"] == "Ben"


def test_a_bot_goes_on_for_a_dealer_who_has_left() -> None:
    table = gallows(dealer="thought")
    table.do(ANN, "chair dealer")
    table.do(BEN, "chair guess1")
    table.do(ANN, "start")
    table.do(ANN, "leave")
    table.do(BEN, "bot dealer")
    assert table.seating["dealer"] == "dealer"


def test_who_sits_where_another_dealer_is_set_gives_the_chair_up() -> None:
    table = gallows(dealer="word")
    table.do(ANN, "chair dealer")
    table.hear(OptionsChanged(KIND.chairs(KIND.options({"dealer": "honest"}))))
    assert table.seating == {}
    table.hear(BotSeated(Seat("dealer"), "dealer"))
    table.hear(OptionsChanged(KIND.chairs(KIND.options({"dealer": "word"}))))
    assert table.seating == {}


def test_the_chairs_of_a_team_that_are_alike_are_taken_one_after_the_other() -> None:
    table = gallows(dealer="word", mode="race")
    for user in (ANN, BEN, CAT):
        table.do(user, "chair blue")
    assert table.seating == {"blue1": "Ann", "blue2": "Ben", "blue3": "Cat"}
    assert table.refused(BEN, "chair blue") == "table-chair-yours"
    table.do(BEN, "chair red")
    assert table.sits(BEN) == "red1"


def test_a_spymaster_moves_to_a_chair_of_the_same_team_that_is_not_alike() -> None:
    table = opened(ANN, places=SIX)
    table.do(ANN, "chair blue spymaster")
    table.do(ANN, "chair blue")
    assert table.sits(ANN) == "blue-guesser"
    assert table.refused(ANN, "chair blue guesser") == "table-chair-yours"


def test_bots_fill_only_the_chairs_that_need_somebody() -> None:
    table = gallows(dealer="cheating", mode="race")
    table.do(ANN, "bot")
    assert table.seating == {"dealer": "dealer", "blue1": "guesser", "red1": "guesser"}
    assert table.refused(ANN, "bot") == "table-no-chair-in-need"
    table.do(ANN, "bot blue2")
    assert table.seating["blue2"] == "guesser"


def test_chance_deals_people_only_where_chairs_differ_and_leaves_the_dealer_alone() -> None:
    table = gallows(dealer="word", mode="race")
    table.do(ANN, "chair dealer")
    for user in (BEN, CAT, DAN):
        table.do(user, "join")
    events = table.do(ANN, "shuffle")
    assert all(isinstance(event, Seated) for event in events)
    assert table.sits(ANN) == "dealer"
    teams = sorted(seat.rstrip("12") for seat in table.seating)
    assert teams in (["blue", "blue", "dealer", "red"], ["blue", "dealer", "red", "red"])
    for mode in ("together", "turns"):
        alike = gallows(dealer="word", mode=mode)
        assert alike.refused(ANN, "shuffle") == "table-shuffle-alike"


def test_there_is_no_spymaster_to_pick_where_a_team_has_one_chair() -> None:
    table = gallows(dealer="word")
    table.do(ANN, "chair dealer")
    assert table.refused(ANN, "spymaster") == "table-no-keyed-chair"


def test_what_is_not_taken_back_is_told_in_the_words_of_the_game() -> None:
    table = gallows(dealer="word")
    table.do(ANN, "chair dealer")
    table.do(ANN, "start")
    assert table.refused(ANN, "takeback") == "table-nothing-to-take-back"
    other = running(blue_guesser=ANN)
    assert other.refused(ANN, "takeback") == "table-nothing-to-take-back"


def test_who_has_seen_the_word_does_not_guess_it() -> None:
    table = gallows(dealer="word")
    table.do(ANN, "chair dealer")
    table.do(BEN, "chair guess1")
    table.do(ANN, "start")
    table.hear(KeySeen(ANN))
    table.do(ANN, "stand")
    assert table.refused(ANN, "chair guess2") == "table-barred"

from collections import Counter

import numpy as np
import pytest

from bot.identity import User
from bot.lobby.chairs import Replace, SeatBot
from bot.lobby.context import ChairFilter, GameContext
from bot.lobby.events import BotSeated, LeftChair, Seated
from core.rules import Seat
from tests.bot.lobby.tables import (
    ANN,
    BEN,
    CAT,
    DAN,
    EVE,
    FAY,
    SIX,
    Table,
    chairs,
    opened,
    refusal,
    running,
    said,
)

FIVE_PLAYERS = (ANN, BEN, CAT, DAN, EVE)


@pytest.mark.parametrize(
    ("line", "seating"),
    [
        ("bot red-guesser gloss", {"red-guesser": "gloss"}),
        ("bot red-guesser", {"red-guesser": "teammate"}),
        ("bot red expert:gloss", {"red-spymaster": "gloss", "red-guesser": "gloss"}),
        ("bot spymaster random", {"blue-spymaster": "random", "red-spymaster": "random"}),
        ("bot gloss", dict.fromkeys(("blue-spymaster", "red-spymaster", "red-guesser"), "gloss")),
    ],
)
def test_bots_sit_down_in_the_empty_chairs_that_are_meant(
    line: str, seating: dict[str, str]
) -> None:
    table = opened(ANN)
    table.do(ANN, "chair blue-guesser")
    table.do(ANN, line)
    assert table.seating == {"blue-guesser": "Ann", **seating}


def test_a_single_chair_s_bot_is_exchanged() -> None:
    table = opened(ANN)
    table.do(ANN, "bot red-guesser gloss")
    table.do(ANN, "bot red-guesser random")
    assert table.lobby.bots == (("red-guesser", "random"),)


def test_bots_leave_the_chairs_that_are_meant() -> None:
    table = opened(ANN)
    table.do(ANN, "bot")
    table.do(ANN, "unbot red")
    assert set(table.seating) == {"blue-spymaster", "blue-guesser"}
    table.do(ANN, "unbot")
    assert table.seating == {}


def test_a_bot_fills_a_chair_that_was_left_in_mid_game() -> None:
    table = running(blue_guesser=ANN, red_guesser=BEN)
    table.do(BEN, "leave")
    assert table.do(ANN, "bot") == (BotSeated(Seat("red-guesser"), "teammate"),)


@pytest.mark.parametrize(
    ("user", "line", "key"),
    [
        (ANN, "bot blue-guesser", "table-bot-person"),
        (ANN, "bot red-guesser gloss", "table-bot-already"),
        (ANN, "bot red-guesser nobody", "table-bot-unknown"),
        (ANN, "bot blue", "table-no-empty-chair"),
        (ANN, "unbot blue-guesser", "table-no-bot"),
        (CAT, "bot red-spymaster", "table-not-member"),
        (CAT, "unbot red", "table-not-member"),
    ],
)
def test_what_cannot_be_done_with_bots(user: User, line: str, key: str) -> None:
    table = opened(ANN, BEN)
    table.do(ANN, "chair blue-guesser")
    table.do(BEN, "chair blue-spymaster")
    table.do(ANN, "bot red-guesser gloss")
    assert table.refused(user, line) == key


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("bot red-guesser teammate", "table-bot-unfit"),
        ("bot red teammate", "table-bot-unfit"),
        ("bot teammate", "table-bot-unfit"),
        ("replace red-guesser teammate", "table-bot-unfit"),
        ("bot red-guesser nobody", "table-bot-unknown"),
        ("replace red-guesser nobody", "table-bot-unknown"),
    ],
)
def test_a_bot_that_cannot_play_in_a_chair_is_refused_with_those_that_can(
    line: str, key: str
) -> None:
    table = opened(ANN)
    fitting = {Seat("red-guesser"): ("gloss", "random")}
    table.moment = GameContext(("teammate", "gloss", "random"), fitting)
    refused = refusal(lambda: table.do(ANN, line))
    assert refused is not None
    assert refused.key == key
    assert refused["known"] == ("gloss", "random")
    assert "gloss, random" in said(refused)


def test_a_bot_sits_down_where_it_can_play() -> None:
    table = opened(ANN)
    table.moment = GameContext(("teammate", "gloss"), {Seat("red-guesser"): ("gloss",)})
    table.do(ANN, "bot red-spymaster teammate")
    table.do(ANN, "bot red-guesser gloss")
    assert table.lobby.bots == (("red-spymaster", "teammate"), ("red-guesser", "gloss"))


def test_a_chair_that_is_not_there_is_refused() -> None:
    table = opened(ANN)
    action = SeatBot(ChairFilter(team="green"))
    assert table.refused(ANN, action) == "table-chair-unknown"
    assert table.refused(ANN, Replace(Seat("green-guesser"), ANN)) == "no-such-chair"


def test_only_the_host_changes_bots_that_play() -> None:
    table = running(blue_guesser=ANN, red_guesser=BEN)
    assert table.refused(BEN, "bot blue-spymaster gloss") == "table-host-only"
    assert table.refused(BEN, "unbot blue-spymaster") == "table-host-only"
    table.do(ANN, "bot blue-spymaster gloss")
    assert table.seating["blue-spymaster"] == "gloss"


# Shuffling.


def _teams(table: Table) -> Counter[str]:
    seated = [table.lobby.chair_of(member.user) for member in table.lobby.people]
    return Counter(chair.team for chair in seated if chair)


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("places", [SIX, chairs("blue", "red", "green", guessers=2)])
def test_shuffling_makes_teams_of_like_size(players: int, places: tuple[object, ...]) -> None:
    table = opened(*FIVE_PLAYERS[:players], places=places)  # type: ignore[arg-type]
    table.do(ANN, "shuffle")
    teams = _teams(table)
    sizes = [teams[team] for team in table.lobby.teams]
    assert sum(sizes) == players
    assert max(sizes) - min(sizes) <= 1


def test_shuffling_leaves_watchers_alone_and_counts_those_who_sit() -> None:
    table = opened(ANN, BEN, CAT)
    table.do(BEN, "chair blue-spymaster")
    table.do(CAT, "watch")
    table.do(ANN, "shuffle")
    assert table.sits(ANN)
    assert table.sits(BEN)
    assert table.sits(CAT) is None


def test_every_player_gets_every_chair_by_chance() -> None:
    found: Counter[str | None] = Counter()
    table = opened(ANN, BEN, CAT, DAN)
    for _ in range(400):
        table.do(ANN, "shuffle")
        assert len(table.lobby.people) == 4
        found[table.sits(ANN)] += 1
    assert all(60 < count < 140 for count in found.values())
    assert len(found) == 4


def test_more_players_than_chairs_are_left_over_by_chance() -> None:
    table = opened(*FIVE_PLAYERS)
    left_over = set()
    for _ in range(60):
        table.do(ANN, "shuffle")
        assert len(table.lobby.people) == 4
        waiting = [one for one in table.lobby.members if one.seat is None]
        assert [one.team for one in waiting] == [None]
        left_over |= {one.user for one in waiting}
    assert left_over == set(FIVE_PLAYERS)


def test_shuffling_is_the_host_s_and_ends_with_the_start() -> None:
    table = opened(ANN, BEN)
    assert table.refused(BEN, "shuffle") == "table-host-only"
    table.do(BEN, "shuffle", manages=True)
    table.do(ANN, "start")
    assert table.refused(ANN, "shuffle") == "table-running"


def test_nobody_can_be_shuffled_where_all_watch() -> None:
    table = opened(ANN)
    table.do(ANN, "watch")
    assert table.refused(ANN, "shuffle") == "table-nobody-plays"


# Spymasters.


def test_a_spymaster_is_picked_from_the_team_by_chance() -> None:
    picked = set()
    for seed in range(20):
        table = opened(ANN, BEN, CAT, places=SIX)
        for user in (ANN, BEN, CAT):
            table.do(user, "join red")
        table.entropy = np.random.default_rng(seed)
        table.do(ANN, "spymaster red")
        picked.add(table.seating["red-spymaster"])
    assert picked == {"Ann", "Ben", "Cat"}


def test_a_picked_spymaster_swaps_chairs_with_the_one_before() -> None:
    table = opened(ANN, BEN)
    table.do(ANN, "chair blue-spymaster")
    table.do(BEN, "chair blue-guesser")
    events = table.do(ANN, "spymaster")
    assert events == (Seated(BEN, Seat("blue-spymaster")), Seated(ANN, Seat("blue-guesser")))
    assert table.seating == {"blue-spymaster": "Ben", "blue-guesser": "Ann"}


def test_a_picked_spymaster_swaps_chairs_with_a_bot() -> None:
    table = opened(ANN)
    table.do(ANN, "bot blue-spymaster gloss")
    table.do(ANN, "chair blue-guesser")
    table.do(ANN, "spymaster blue")
    assert table.seating == {"blue-spymaster": "Ann", "blue-guesser": "gloss"}


def test_the_spymaster_before_gets_an_empty_guesser_s_chair_of_the_team() -> None:
    table = opened(ANN, BEN, CAT, places=SIX)
    table.do(ANN, "chair red-spymaster")
    table.do(BEN, "chair red-guesser")
    table.do(CAT, "join red")
    table.do(ANN, "spymaster red discord:3")
    assert table.seating == {
        "red-spymaster": "Cat",
        "red-guesser": "Ben",
        "red-guesser-2": "Ann",
    }


def test_the_spymaster_before_stands_up_where_the_team_has_no_other_chair() -> None:
    table = opened(ANN, BEN, CAT)
    table.do(ANN, "chair blue-spymaster")
    table.do(BEN, "chair blue-guesser")
    table.do(CAT, "chair red-guesser")
    events = table.do(ANN, "spymaster blue discord:3")
    assert events == (LeftChair(ANN, Seat("blue-spymaster")), Seated(CAT, Seat("blue-spymaster")))
    assert table.seating == {"blue-spymaster": "Cat", "blue-guesser": "Ben"}


def test_a_bot_stays_in_its_team_when_a_person_comes_from_another() -> None:
    table = opened(ANN)
    table.do(ANN, "chair red-guesser")
    table.do(ANN, "bot blue-spymaster gloss")
    table.do(ANN, "spymaster blue discord:1")
    assert table.seating == {"blue-spymaster": "Ann"}


def test_all_teams_pick_at_once() -> None:
    table = opened(ANN, BEN, CAT, DAN)
    for user, team in ((ANN, "blue"), (BEN, "blue"), (CAT, "red"), (DAN, "red")):
        table.do(user, f"join {team}")
    table.do(ANN, "spymaster")
    assert table.seating["blue-spymaster"] in {"Ann", "Ben"}
    assert table.seating["red-spymaster"] in {"Cat", "Dan"}


def test_a_team_may_pick_its_own_spymaster() -> None:
    table = opened(ANN, BEN, CAT)
    table.do(BEN, "join red")
    table.do(BEN, "spymaster red")
    assert table.sits(BEN) == "red-spymaster"
    assert table.refused(CAT, "spymaster red") == "table-host-only"


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("spymaster discord:9", "table-who-absent"),
        ("spymaster discord:2", "table-spymaster-team"),
        ("spymaster blue discord:1", "table-spymaster-same"),
        ("spymaster blue discord:3", "table-spymaster-watches"),
        ("spymaster blue", "table-spymaster-nobody"),
        ("spymaster", "table-spymaster-nobody"),
    ],
)
def test_spymasters_that_cannot_be_picked(line: str, key: str) -> None:
    table = opened(ANN, BEN, CAT)
    table.do(ANN, "chair blue-spymaster")
    table.do(CAT, "watch")
    assert table.refused(ANN, line) == key


def test_a_game_without_a_key_has_no_spymaster() -> None:
    table = opened(ANN, places=tuple(chair for chair in SIX if not chair.sees_key))
    assert table.refused(ANN, "spymaster") == "table-no-keyed-chair"


# Replacing.


def test_a_player_is_replaced_in_mid_game_and_stays_at_the_table() -> None:
    table = running(blue_guesser=ANN, red_guesser=BEN)
    table.do(CAT, "join")
    table.do(ANN, "replace red-guesser discord:3")
    assert table.seating["red-guesser"] == "Cat"
    assert table.sits(BEN) is None
    assert table.lobby.member(BEN)
    table.do(ANN, "replace red-guesser gloss")
    assert table.seating["red-guesser"] == "gloss"
    events = table.do(ANN, "replace red-guesser random")
    assert events == (BotSeated(Seat("red-guesser"), "random"),)


def test_a_player_may_hand_the_own_chair_to_a_bot_but_no_other_s() -> None:
    table = running(blue_guesser=ANN, red_guesser=BEN)
    assert table.refused(BEN, "replace blue-guesser gloss") == "table-host-only"
    table.do(BEN, "replace red-guesser gloss")
    assert table.seating["red-guesser"] == "gloss"


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("replace red-guesser discord:2", "table-replace-same"),
        ("replace red-guesser discord:9", "table-who-absent"),
        ("replace red-guesser discord:1", "table-replace-seated"),
        ("replace red-guesser discord:3", "table-barred"),
        ("replace red-guesser nobody", "table-bot-unknown"),
        ("replace red-spymaster teammate", "table-replace-same"),
    ],
)
def test_replacements_that_cannot_be(line: str, key: str) -> None:
    table = running(blue_guesser=ANN, red_guesser=BEN, blue_spymaster=CAT)
    table.do(CAT, "stand")
    assert table.refused(ANN, line) == key


def test_a_replacement_moves_over_before_the_game() -> None:
    table = opened(ANN, FAY)
    table.do(FAY, "chair blue-guesser")
    table.do(ANN, "replace red-guesser discord:6")
    assert table.seating == {"red-guesser": "Fay"}

"""The tables of rematches: turns as spymaster, and people who were forgotten since."""

from collections.abc import Mapping

import pytest

from bot.identity import GONE, User
from bot.lobby.context import Actor
from bot.lobby.game_events import GameOver, Opened, fold
from bot.lobby.model import Lobby
from bot.lobby.progress import next_table, reopened
from core.rules import Seat
from tests.bot.lobby.tables import ANN, BEN, CAT, DAN, EVE, LOUNGE, SIX, Table, running

STRANGER = User(GONE, "a1")


def forgotten(*users: User) -> Lobby:
    """Return a table after its game, with strangers in place for these users.

    The table has Ann, the host, and Ben, who guess for the two teams.
    """
    strangers = {user: User(GONE, user.id) for user in users}
    people = [strangers.get(user, user) for user in (ANN, BEN)]
    table: Table = running(blue_guesser=people[0], red_guesser=people[1])
    table.hear(GameOver())
    return table.lobby


def seats(lobby: Lobby) -> Mapping[Seat, User]:
    """Return the people by seat."""
    return {one.seat: one.user for one in lobby.people if one.seat}


def test_each_of_a_team_becomes_spymaster_in_turn() -> None:
    first = {"blue_spymaster": ANN, "blue_guesser": BEN, "blue_guesser_2": CAT}
    table, found = running(SIX, **first, red_guesser_2=DAN, red_spymaster=EVE), []
    for _ in range(4):
        table.hear(GameOver())
        table = Table(fold(next_table(table.lobby, Actor(ANN, LOUNGE))))
        found.append([table.lobby.sitter(Seat(f"{team}-spymaster")) for team in ("blue", "red")])
        assert {ANN, BEN, CAT, DAN, EVE} == {one.user for one in table.lobby.people}
        assert table.lobby.host == ANN
        assert not table.lobby.empty
        table.do(ANN, "start")
    assert found == [[BEN, DAN], [CAT, EVE], [ANN, DAN], [BEN, EVE]]


def test_bots_and_whoever_plays_with_bots_alone_keep_their_chairs() -> None:
    table = running(SIX, blue_guesser=ANN, blue_guesser_2=BEN, red_spymaster=CAT)
    before = table.lobby
    table.hear(GameOver())
    assert fold(next_table(table.lobby, Actor(ANN, LOUNGE))).sitters == before.sitters


def test_after_a_game_that_was_stopped_all_keep_their_chairs() -> None:
    table = running(blue_spymaster=ANN, blue_guesser=BEN)
    table.do(ANN, "stop")
    after = fold(next_table(table.lobby, Actor(ANN, LOUNGE)))
    assert seats(after) == {"blue-spymaster": ANN, "blue-guesser": BEN}


def test_who_was_spymaster_and_would_be_again_takes_the_chair_in_the_lobby() -> None:
    table = running(blue_spymaster=ANN, blue_guesser=BEN)
    table.hear(GameOver())
    table = Table(fold(next_table(table.lobby, Actor(ANN, LOUNGE))))
    table.do(BEN, "spymaster blue 1")
    assert seats(table.lobby) == {"blue-spymaster": ANN, "blue-guesser": BEN}


def test_the_chair_of_who_was_forgotten_is_open_at_the_next_table() -> None:
    after = fold(next_table(forgotten(BEN), Actor(ANN, LOUNGE)))
    assert [one.user for one in after.members] == [ANN]
    assert seats(after) == {"blue-guesser": ANN}
    assert Seat("red-guesser") in {chair.seat for chair in after.empty}


def test_in_the_place_of_a_host_who_was_forgotten_is_the_first_who_is_left() -> None:
    after = fold(next_table(forgotten(ANN), Actor(BEN, LOUNGE)))
    assert after.host == BEN
    assert seats(after) == {"red-guesser": BEN}


@pytest.mark.parametrize("manages", [False, True])
def test_where_all_were_forgotten_who_asks_is_the_host(manages: bool) -> None:
    opening = [*next_table(forgotten(ANN, BEN), Actor(CAT, LOUNGE, manages=manages))]
    assert isinstance(opening[0], Opened)
    after = fold(opening)
    assert (after.host, [one.user for one in after.members]) == (CAT, [CAT])


def test_a_game_that_goes_on_has_the_chairs_open_of_those_who_were_forgotten() -> None:
    lobby = forgotten(ANN)
    after = fold(reopened(lobby, Actor(BEN, LOUNGE), (), begun=True), lobby)
    assert after.host == BEN
    assert seats(after) == {"red-guesser": BEN}

from bot.identity import User
from bot.lobby.events import BotSeated, Joined, Left, Seated
from bot.lobby.game_events import OptionsChanged, TakeBackAgreed, TimeUp, fold
from bot.lobby.model import Lobby
from core.rules import Seat
from tests.bot.lobby.tables import ANN, BEN, LOUNGE, chairs, opened

GUESSER = Seat("red-guesser")


def test_no_events_are_no_table() -> None:
    assert fold([]) == Lobby()


def test_who_sits_down_takes_the_place_of_whoever_sat_there() -> None:
    lobby = opened(ANN, BEN).lobby
    lobby = fold([BotSeated(GUESSER, "ace"), Seated(ANN, GUESSER), Seated(BEN, GUESSER)], lobby)
    assert lobby.sitters == {GUESSER: BEN}
    lobby = BotSeated(GUESSER, "gloss").apply(lobby)
    assert lobby.sitters == {GUESSER: User("bot", "gloss")}


def test_who_sat_in_a_chair_that_is_no_more_stands() -> None:
    table = opened(ANN, BEN, places=chairs("blue", "red", "green"))
    table.do(ANN, "chair green-guesser")
    table.do(BEN, "chair red-guesser")
    table.do(ANN, "bot green-spymaster")
    table.hear(OptionsChanged(chairs("blue", "red")))
    assert table.seating == {"red-guesser": "Ben"}
    member = table.lobby.member(ANN)
    assert member is not None
    assert (member.seat, member.team) == (None, None)


def test_events_of_those_who_are_not_there_change_nothing() -> None:
    lobby = opened(ANN).lobby
    for event in (Left(BEN, BEN), TakeBackAgreed(BEN, "red"), TimeUp(1)):
        assert event.apply(lobby) == lobby


def test_a_member_who_comes_twice_is_one_member() -> None:
    lobby = opened(ANN, BEN).lobby
    assert len(Joined(BEN, LOUNGE).apply(lobby).members) == 2

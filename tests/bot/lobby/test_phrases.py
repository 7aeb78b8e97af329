from dataclasses import replace

import pytest

from bot.lobby.events import (
    BecameSpectator,
    BotRemoved,
    BotSeated,
    ChairRefused,
    ChairRequested,
    DirectFound,
    DirectRetried,
    HostChanged,
    Joined,
    KeySeen,
    Left,
    LeftChair,
    LobbyEvent,
    RoomAdded,
    RoomRemoved,
    Seated,
    SettingsChanged,
    TeamRequested,
)
from bot.lobby.game_events import (
    EVENT_TYPES,
    ClockPaused,
    ClockResumed,
    GameOver,
    LobbyClosed,
    NamesReplaced,
    Opened,
    OptionsChanged,
    Rematched,
    Reopened,
    ResignAgreed,
    ResignLapsed,
    ResignProposed,
    Started,
    Stopped,
    TakeBackAgreed,
    TakeBackLapsed,
    TakeBackProposed,
    TakeBackRefused,
    TakenBack,
    TimeUp,
)
from bot.lobby.model import LobbySettings
from core.rules import Seat
from tests.bot.lobby.tables import ANN, BEN, FOUR, LOUNGE, SIX, name_of, opened, running, said

SEAT = Seat("red-guesser-2")

SENTENCES = [
    (Opened("codenames", FOUR, LobbySettings(), ANN, LOUNGE), "Ann opens a table of Codenames."),
    (RoomAdded(LOUNGE), "The game is now shown in another channel as well."),
    (
        RoomRemoved(LOUNGE),
        (
            "The game isn't shown in this channel any more, and people who joined it from here "
            "have left it."
        ),
    ),
    (Joined(BEN, LOUNGE), "Ben joins."),
    (Joined(BEN, LOUNGE, "red"), "Ben joins team Red."),
    (Left(BEN, BEN), "Ben leaves."),
    (Left(BEN, ANN, SEAT), "Ann removes Ben from the table."),
    (TeamRequested(BEN, "blue"), "Ben would like to play in team Blue."),
    (TeamRequested(BEN, None), "Ben would like to play, in any team."),
    (Seated(BEN, SEAT), "Ben is now Red guesser 2."),
    (LeftChair(BEN, SEAT), "Ben is no longer Red guesser 2."),
    (
        ChairRequested(BEN, SEAT),
        (
            "Ben would like to be Red guesser 2, and would see all that this chair sees. "
            "The host or someone in that team has to agree."
        ),
    ),
    (ChairRefused(BEN, ANN), "Ann says no: Ben doesn't get that chair."),
    (BecameSpectator(BEN), "Ben is watching."),
    (KeySeen(BEN), "Ben has seen something that only some chairs see."),
    (BotSeated(SEAT, "gloss"), "The bot gloss is now Red guesser 2."),
    (BotRemoved(SEAT), "The bot is no longer Red guesser 2."),
    (HostChanged(BEN), "Ben is now the host."),
    (
        SettingsChanged(LobbySettings()),
        (
            "The table's settings are now: "
            "no clock · bots take 2 s · the host can stop the game · dark board."
        ),
    ),
    (DirectFound(ANN, reached=True), "Direct messages reach Ann."),
    (DirectFound(BEN, reached=False), "Direct messages don't reach Ben."),
    (DirectRetried(BEN), "Ben gets another direct message, as a test."),
    (OptionsChanged(FOUR), "The game has new options, with 4 chairs."),
    (Started(ANN), "Ann starts the game."),
    (Stopped(ANN), "Ann stops the game."),
    (
        Stopped(ANN, SEAT),
        "Ann stops the game: that counts as a loss for Red guesser 2's side.",
    ),
    (
        LobbyClosed(),
        "The table is closed, because nobody did anything here for 15 minutes.",
    ),
    (
        Reopened(ANN, (LOUNGE,), begun=True),
        "Ann reopens the game that was stopped.",
    ),
    (
        ResignProposed(ANN, "red"),
        (
            "Ann would like team Red to resign. "
            "Everybody who plays in it has to agree, including Ann once more."
        ),
    ),
    (ResignAgreed(BEN, "red"), "Ben would also like team Red to resign."),
    (ResignLapsed("red"), "The question whether team Red resigns is closed."),
    (GameOver(), "The game is over."),
    (NamesReplaced(), "Names have been deleted from this game."),
    (Rematched(BEN), "Ben opens the next game."),
    (TakeBackProposed(ANN, 3, (1,), ()), "Ann takes back the last move."),
    (
        TakeBackProposed(ANN, 3, (1,), ("red", "green")),
        "Ann asks to take back the last move. Still to agree: red, green.",
    ),
    (TakeBackAgreed(BEN, "red"), "Ben agrees for team Red."),
    (TakeBackRefused(BEN), "Ben says no: the move stands."),
    (TakeBackLapsed(), "The move stands: the question whether to take it back is closed."),
    (TakenBack(3, (1,)), "The last move is taken back, and its turn isn't rated."),
    (ClockPaused(ANN), "Ann stops the clock."),
    (ClockResumed(ANN), "Ann starts the clock again."),
    (TimeUp(4), "Time is up for turn 4."),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES)
def test_every_event_has_a_sentence(event: LobbyEvent, sentence: str) -> None:
    assert said(event.describe(opened(ANN, BEN, places=SIX).lobby, name_of)) == sentence


def test_no_event_is_left_out() -> None:
    assert {type(event) for event, _ in SENTENCES} == set(EVENT_TYPES)


def test_a_chair_that_is_left_in_mid_game_is_told_with_what_to_do() -> None:
    table = running(blue_guesser=ANN, red_guesser=BEN)
    left = table.do(BEN, "leave")[-1]
    assert said(left.describe(table.lobby, name_of)) == (
        "Ben leaves. Nobody is the Red guesser now: "
        'fill the chair with "chair", "bot" or "replace".'
    )


@pytest.mark.parametrize(
    ("line", "sentences"),
    [
        (
            "replace red-guesser teammate",
            ["Ben is no longer the Red guesser.", "A bot is now the Red guesser."],
        ),
        ("bot red-guesser gloss", ["The bot gloss is now the Red guesser."]),
    ],
)
def test_a_chair_that_somebody_else_takes_is_not_told_as_empty(
    line: str, sentences: list[str]
) -> None:
    table = running(blue_guesser=ANN, red_guesser=BEN)
    if not line.startswith("replace"):
        table.do(BEN, "stand")
    events = table.do(ANN, line)
    assert [said(one.describe(table.lobby, name_of)) for one in events] == sentences


def test_a_chair_that_may_stay_empty_need_not_be_filled() -> None:
    optional = tuple(replace(one, optional=one.role == "guesser") for one in FOUR)
    table = running(optional, blue_guesser=ANN, red_guesser=BEN)
    left = table.do(BEN, "leave")[-1]
    assert said(left.describe(table.lobby, name_of)) == "Ben leaves."


def test_whom_no_direct_message_reaches_is_told_where_the_key_is() -> None:
    table = opened(ANN, BEN)
    table.do(BEN, "chair red spymaster")
    found = DirectFound(BEN, reached=False)
    assert said(found.describe(table.lobby, name_of)) == (
        'Direct messages don\'t reach Ben: "My key" below the board shows the key card.'
    )


def test_a_bot_that_is_called_as_its_chair_is_just_a_bot() -> None:
    lobby = opened(ANN).lobby
    seated = BotSeated(Seat("red-guesser"), "guesser")
    assert said(seated.describe(lobby, name_of)) == "A bot is now the Red guesser."

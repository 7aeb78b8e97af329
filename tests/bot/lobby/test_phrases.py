from dataclasses import replace
from typing import get_args

import pytest

from bot.lobby.events import (
    BotRemoved,
    BotSeated,
    ChairRefused,
    ChairRequested,
    ClockPaused,
    ClockResumed,
    DirectFound,
    DirectRetried,
    GameOver,
    GiveUpAgreed,
    GiveUpAsked,
    GiveUpLapsed,
    HostChanged,
    Joined,
    KeyShown,
    Left,
    LobbyClosed,
    LobbyEvent,
    NamesReplaced,
    Opened,
    OptionsChanged,
    Rematched,
    Reopened,
    RoomAdded,
    Seated,
    SettingsChanged,
    Started,
    Stood,
    Stopped,
    TakeBackAgreed,
    TakeBackLapsed,
    TakeBackProposed,
    TakeBackRefused,
    TakenBack,
    TeamWished,
    TimeUp,
    Watched,
)
from bot.lobby.model import LobbySettings
from bot.lobby.phrases import describe
from core.rules import Seat
from tests.bot.lobby.tables import ANN, BEN, FOUR, LOUNGE, SIX, name_of, opened, running, said

SEAT = Seat("red-guesser-2")

SENTENCES = [
    (Opened("codenames", FOUR, LobbySettings(), ANN, LOUNGE), "Ann opens a table of Codenames."),
    (RoomAdded(LOUNGE), "The game is shown in a further room now."),
    (Joined(BEN, LOUNGE), "Ben joins."),
    (Joined(BEN, LOUNGE, "red"), "Ben joins the team Red."),
    (Left(BEN, BEN), "Ben leaves."),
    (Left(BEN, ANN, SEAT), "Ann makes Ben leave."),
    (TeamWished(BEN, "blue"), "Ben would play in the team Blue."),
    (TeamWished(BEN, None), "Ben would play in any team."),
    (Seated(BEN, SEAT), "Ben sits down as Red guesser 2."),
    (Stood(BEN, SEAT), "Ben no longer sits as Red guesser 2."),
    (
        ChairRequested(BEN, SEAT),
        (
            "Ben would sit down as Red guesser 2 and see what is seen there: "
            "the host or somebody who plays in that team has to agree."
        ),
    ),
    (ChairRefused(BEN, ANN), "Ann is against it: Ben does not sit down there."),
    (Watched(BEN), "Ben watches."),
    (KeyShown(BEN), "Ben has been shown what only some may see in this game."),
    (BotSeated(SEAT, "gloss"), "The bot gloss sits down as Red guesser 2."),
    (BotRemoved(SEAT), "The bot no longer sits as Red guesser 2."),
    (HostChanged(BEN), "Ben is the host now."),
    (
        SettingsChanged(LobbySettings()),
        "The table is set: no clock · bots take 2 s · the host may stop the game · dark board.",
    ),
    (DirectFound(ANN, reached=True), "Direct messages reach Ann."),
    (DirectFound(BEN, reached=False), "Direct messages do not reach Ben."),
    (DirectRetried(BEN), "Ben is sent a direct message again."),
    (OptionsChanged(FOUR), "The game is set otherwise, for 4 chairs."),
    (Started(ANN), "Ann starts the game."),
    (Stopped(ANN), "Ann stops the game."),
    (
        LobbyClosed(),
        "The table is closed because nobody did anything here for 15 minutes.",
    ),
    (
        Reopened(ANN, (LOUNGE,), begun=True),
        "Ann lets the game go on that was stopped.",
    ),
    (
        GiveUpAsked(ANN, "red"),
        (
            "Ann would give the game up for the team Red: "
            "everybody who plays in it has to do so now, Ann once more."
        ),
    ),
    (GiveUpAgreed(BEN, "red"), "Ben would give the game up for the team Red, too."),
    (GiveUpLapsed("red"), "Nobody in the team Red is asked any more whether to give up."),
    (GameOver(), "The game is over."),
    (NamesReplaced(), "Names were deleted from this game."),
    (Rematched(BEN), "Ben opens the next game."),
    (TakeBackProposed(ANN, 3, (1,), ()), "Ann takes the last move back."),
    (
        TakeBackProposed(ANN, 3, (1,), ("red", "green")),
        "Ann asks to take the last move back. Still to agree: red, green.",
    ),
    (TakeBackAgreed(BEN, "red"), "Ben agrees for the team Red."),
    (TakeBackRefused(BEN), "Ben is against it: the move stands."),
    (TakeBackLapsed(), "The move stands: nobody is asked about it any more."),
    (TakenBack(3, (1,)), "The last move is taken back, and its turn is not rated."),
    (ClockPaused(ANN), "Ann stops the clock."),
    (ClockResumed(ANN), "Ann lets the clock go on."),
    (TimeUp(4), "The time of turn 4 is up."),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES)
def test_every_event_has_a_sentence(event: LobbyEvent, sentence: str) -> None:
    assert said(describe(event, opened(ANN, BEN, places=SIX).lobby, name_of)) == sentence


def test_no_event_is_left_out() -> None:
    assert {type(event) for event, _ in SENTENCES} == set(get_args(LobbyEvent))


def test_a_chair_that_is_left_in_mid_game_is_told_with_what_to_do() -> None:
    table = running(blue_guesser=ANN, red_guesser=BEN)
    left = table.do(BEN, "leave")[-1]
    assert said(describe(left, table.lobby, name_of)) == (
        "Ben leaves. Nobody sits as the Red guesser now: "
        'fill the chair with "chair", "bot" or "replace".'
    )


@pytest.mark.parametrize(
    ("line", "sentences"),
    [
        (
            "replace red-guesser ace",
            ["Ben no longer sits as the Red guesser.", "The bot ace sits down as the Red guesser."],
        ),
        ("bot red-guesser gloss", ["The bot gloss sits down as the Red guesser."]),
    ],
)
def test_a_chair_that_somebody_else_takes_is_not_told_as_empty(
    line: str, sentences: list[str]
) -> None:
    table = running(blue_guesser=ANN, red_guesser=BEN)
    if not line.startswith("replace"):
        table.do(BEN, "stand")
    events = table.do(ANN, line)
    assert [said(describe(one, table.lobby, name_of)) for one in events] == sentences


def test_a_chair_that_may_stay_empty_need_not_be_filled() -> None:
    optional = tuple(replace(one, optional=one.role == "guesser") for one in FOUR)
    table = running(optional, blue_guesser=ANN, red_guesser=BEN)
    left = table.do(BEN, "leave")[-1]
    assert said(describe(left, table.lobby, name_of)) == "Ben leaves."


def test_whom_no_direct_message_reaches_is_told_where_the_key_is() -> None:
    table = opened(ANN, BEN)
    table.do(BEN, "chair red spymaster")
    found = DirectFound(BEN, reached=False)
    assert said(describe(found, table.lobby, name_of)) == (
        'Direct messages do not reach Ben: "My key" below the board shows the key card.'
    )


def test_a_bot_that_is_called_as_its_chair_is_just_a_bot() -> None:
    lobby = opened(ANN).lobby
    seated = BotSeated(Seat("red-guesser"), "guesser")
    assert said(describe(seated, lobby, name_of)) == "A bot sits down as the Red guesser."

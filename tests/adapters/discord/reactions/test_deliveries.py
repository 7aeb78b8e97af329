"""Delivery names of the actions that reactions bring."""

from dataclasses import replace

from adapters.chat.incoming import ButtonAction, ButtonId
from adapters.discord.reactions.catch_up import ReactionEvent
from bot.games import GameId

ANN, BOARD = 81384788765712384, 1177000000000000001
TOUCH = ReactionEvent(1, 2, BOARD, ANN, "Ann", ("🇦", "1️⃣"))
PRESS = ButtonId(ButtonAction.SUBMIT, GameId("abc"), 1, "guess A1")


def test_the_same_wish_has_the_same_name_and_every_other_one_another() -> None:
    names = [
        TOUCH.delivery(PRESS, 7),
        replace(TOUCH, user=ANN + 1).delivery(PRESS, 7),
        replace(TOUCH, message=BOARD + 1).delivery(PRESS, 7),
        replace(TOUCH, put=("🇦", "✅")).delivery(PRESS, 7),
        TOUCH.delivery(replace(PRESS, line="guess A2"), 7),
        TOUCH.delivery(PRESS, 8),
    ]
    assert len({*names}) == len(names)
    again = replace(TOUCH, name="Anna", put=("🇧", "1️⃣"))
    assert again.delivery(PRESS, 7) == names[0]


def test_nobody_can_be_read_in_a_wishs_name() -> None:
    name = TOUCH.delivery(PRESS, 7).id
    assert not any(part in name for part in (str(ANN), str(BOARD), "A1", ":"))

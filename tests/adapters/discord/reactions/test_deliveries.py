"""Delivery names of the actions that reactions bring."""

from dataclasses import replace

from adapters.discord.reactions.catch_up import ReactionEvent
from bot.games import GameId, GameView
from bot.lobby.model import Status
from core.view import Cell, View, phrase

ANN, BOARD = 81384788765712384, 1177000000000000001
TOUCH = ReactionEvent(1, 2, BOARD, ANN, "Ann", ("🇦", "1️⃣"))
CELL = Cell("A1", "whale")
LOOK = GameView(GameId("abc"), 7, 1, Status.RUNNING, View(phrase("game-over")), None, ())


def test_the_same_wish_has_the_same_name_and_every_other_one_another() -> None:
    names = [
        TOUCH.delivery(CELL, LOOK),
        replace(TOUCH, user=ANN + 1).delivery(CELL, LOOK),
        replace(TOUCH, message=BOARD + 1).delivery(CELL, LOOK),
        replace(TOUCH, put=("🇦", "✅")).delivery(CELL, LOOK),
        TOUCH.delivery(replace(CELL, place="A2"), LOOK),
        TOUCH.delivery(CELL, replace(LOOK, version=8)),
    ]
    assert len({*names}) == len(names)
    again = replace(TOUCH, name="Anna", put=("🇧", "1️⃣"))
    assert again.delivery(CELL, LOOK) == names[0]


def test_nobody_can_be_read_in_a_wishs_name() -> None:
    name = TOUCH.delivery(CELL, LOOK).id
    assert not any(part in name for part in (str(ANN), str(BOARD), "A1", ":"))

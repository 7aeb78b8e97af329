"""The buttons of a board, when other buttons leave less room for its cards."""

from typing import Any

from adapters.chat.message_view import RenderOptions
from adapters.discord.output.render import message
from bot.games import GameId, GameView, Status
from bot.texts import Texts
from core.view import Block, Cell, Choice, Choices, Grid, View, phrase
from tests.adapters.discord.output.test_render import kinds
from tests.adapters.discord.payload import body
from tests.adapters.discord.views import FACES

UNCOVERED = ("A1", "C3")


def grid() -> Grid:
    """Return a board of 5x5, two cards of which are uncovered."""
    places = [[f"{row}{column}" for column in range(1, 6)] for row in "ABCDE"]
    blue, offer = FACES[0], Choice("whale", "guess whale")
    return Grid(
        tuple(
            tuple(
                Cell(place, "whale", blue)
                if place in UNCOVERED
                else Cell(place, "whale", choice=offer)
                for place in row
            )
            for row in places
        ),
        phrase("board-alt", rows=5, cols=5, cards=()),
    )


def shown(others: int) -> dict[str, Any]:
    """Return the message of the board with this many other buttons."""
    chairs = tuple(Choice(f"chair {number}", f"chair {number}") for number in range(others))
    blocks: tuple[Block, ...] = (grid(), *([Choices(chairs)] if chairs else []))
    look = GameView(
        GameId("game"), 3, 2, Status.RUNNING, View(phrase("title-deal"), blocks), None, ()
    )
    return body(message(look, RenderOptions(Texts.load())))


def test_uncovered_cards_keep_their_place_among_buttons() -> None:
    cards = [one["label"] for one in kinds(shown(0), 2) if "WHALE" in one["label"]]
    assert len(cards) == 25
    assert cards[0] == "A1 WHALE ●B"


def test_where_buttons_have_no_room_the_menu_leaves_uncovered_cards_out() -> None:
    sent = shown(6)
    (menu,) = kinds(sent, 3)
    cards = [one["label"].partition(" ")[0] for one in menu["options"]]
    assert cards[0] == "A2"
    assert len(cards) == 25 - len(UNCOVERED)
    assert not {*cards} & {*UNCOVERED}
    assert menu["placeholder"] == "Choose: A2 to E5"

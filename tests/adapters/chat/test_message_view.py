from dataclasses import replace

import pytest
from hypothesis import given, settings
from wcwidth import width

from adapters.chat.message_view import UNKNOWN_MARKER, lobby_remarks, text_grid
from bot.games import GameView, MessageTarget, Room, Status, User
from bot.identity import GameId
from core.view import Cell, Grid, Phrase, View, phrase
from tests.adapters.discord.views import FACES, grids
from tests.profile import examples
from tests.recorder import task_of

DEAL = phrase("footer-drawn", commitment="f" * 64)


def grid(*cells: Cell) -> Grid:
    return Grid((cells,), phrase("board-alt"))


@given(grids())
@settings(deadline=None, max_examples=examples(50))
def test_a_table_is_short_enough_and_ends_no_block_of_code(board: Grid) -> None:
    text = text_grid(board)
    assert len(text) <= 2000
    assert len(text.splitlines()) == len(board.cells)
    assert "`" not in text


def test_japanese_takes_two_columns_a_character() -> None:
    rows = ((Cell("A1", "くじら"), Cell("A2", "x")), (Cell("B1", "w"), Cell("B2", "x")))
    first, second = text_grid(Grid(rows, phrase("board-alt"))).splitlines()
    assert first == "A1 · くじら A2 · x"
    assert width(first) == width(second)


def test_what_all_may_see_is_a_capital_and_what_one_may_see_a_small_letter() -> None:
    blue, red = FACES[:2]
    cells = (Cell("A1", "a", blue), Cell("A2", "b", hint=red), Cell("A3", "c", blue, red))
    assert text_grid(grid(*cells)) == "A1 B a A2 r b A3 B c"


def test_where_there_is_no_room_at_all_it_is_said() -> None:
    with pytest.raises(ValueError, match="10 characters"):
        text_grid(grid(Cell("A1", "a"), Cell("A2", "b")), 10)


@pytest.mark.parametrize(
    ("user", "marker", "told"),
    [
        (None, "lobby.0.", (DEAL,)),
        (None, "running.1.", ()),
        (None, UNKNOWN_MARKER, ()),
        (User("discord", "1"), "lobby.0.", ()),
    ],
)
def test_the_hash_of_a_deal_stands_where_all_saw_the_lobby(
    user: User | None, marker: str, told: tuple[Phrase, ...]
) -> None:
    game = GameId("0123456789abcdef")
    target = MessageTarget(game, Room("discord", "2"), user)
    shown = GameView(game, 3, 1, Status.RUNNING, View(phrase("title-deal")), None, (), deal=DEAL)
    assert lobby_remarks(task_of(target, shown), marker) == told
    assert lobby_remarks(task_of(target, replace(shown, deal=None)), marker) == ()

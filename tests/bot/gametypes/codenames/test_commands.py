from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.gametypes.codenames.commands import (
    KeyCard,
    card_grid,
    card_header,
    card_json,
    card_view,
    digits_card,
    keyword_card,
)
from bot.texts import Texts
from core.codenames.key import Key, key_from_keyword, shares
from core.codenames.model import Identity
from core.rules import OptionsError
from core.view import BLANK, Fields, Grid, Text
from tests.bot.deals import boards

DIGITS = (
    "2869589101898455553259634799602548676193789643432618152569307897648577027168951058944744836"
    "765438200336744138272160720510802825311234408202083527366619517"
)


def test_the_check_value_gives_its_published_key() -> None:
    assert card_json(digits_card(DIGITS, 5, 5, 2)) == {
        "rows": 5,
        "cols": 5,
        "order": ["red", "blue"],
        "counts": {"red": 9, "blue": 8, "bystander": 7, "assassin": 1},
        "key": [
            ["B", "R", "R", "B", "R"],
            ["R", "T", "B", "B", "T"],
            ["B", "T", "K", "T", "B"],
            ["R", "R", "R", "T", "T"],
            ["T", "R", "B", "R", "B"],
        ],
    }


def test_counts_stand_in_playing_order_before_bystanders_and_assassin() -> None:
    counts = card_json(digits_card(DIGITS, 5, 5, 2))["counts"]
    assert isinstance(counts, dict)
    assert list(counts) == ["red", "blue", "bystander", "assassin"]


@given(st.text(st.characters(codec="utf-8")), boards)
def test_a_keyword_is_the_number_of_its_digest(keyword: str, board: tuple[int, int, int]) -> None:
    rows, cols, teams = board
    card = keyword_card(keyword, rows, cols, teams)
    assert card.key == key_from_keyword(keyword, rows, cols, teams)


@pytest.mark.parametrize("side", [7, 10])
@given(number=st.integers(0, (1 << 512) - 1))
def test_five_teams_get_all_their_cards_each_in_a_place_of_its_own(side: int, number: int) -> None:
    card = digits_card(str(number), side, side, 5)
    shared = shares(side * side, 5)
    counted = [card.key.identities.count(Identity.of(team)) for team in card.key.order]
    assert len(card.key.identities) == side * side
    assert counted == list(shared)
    assert card.key.identities.count(Identity.ASSASSIN) == 1
    assert card.key.identities.count(Identity.BYSTANDER) == side * side - sum(shared) - 1


@pytest.mark.parametrize("number", ["0", "00", " 7 ", "0" * 5000 + "7", str((1 << 512) - 1)])
def test_a_decimal_integer_is_read_with_zeros_and_spaces_around_it(number: str) -> None:
    plain = number.strip().lstrip("0") or "0"
    assert digits_card(number, 5, 5, 2) == digits_card(plain, 5, 5, 2)


@pytest.mark.parametrize(
    "number", ["", " ", "-1", "+1", "1.5", "0x10", "1_000", "²", "٣", str(1 << 512), "9" * 5000]
)
def test_what_is_no_number_of_a_digest_is_refused(number: str) -> None:
    with pytest.raises(OptionsError, match="digits-range"):
        digits_card(number, 5, 5, 2)


def test_a_keyword_that_is_no_unicode_is_refused() -> None:
    with pytest.raises(OptionsError, match="keyword-text"):
        keyword_card("half \udc80", 5, 5, 2)


@pytest.mark.parametrize(
    ("board", "key"),
    [((2, 5, 2), "board-sides"), ((5, 5, 6), "board-teams"), ((3, 3, 5), "board-too-small")],
)
def test_an_impossible_board_is_refused(board: tuple[int, int, int], key: str) -> None:
    with pytest.raises(OptionsError, match=key):
        keyword_card("ocean", *board)
    with pytest.raises(OptionsError, match=key):
        digits_card("7", *board)


def test_the_public_card_tells_everything_but_the_key() -> None:
    card = digits_card(DIGITS, 5, 5, 2)
    secret, public = card_json(card), card_json(card, public=True)
    assert set(secret) - set(public) == {"key"}
    assert public == {name: secret[name] for name in public}


@given(st.randoms(use_true_random=False), boards)
def test_the_public_card_is_the_same_for_every_key_of_its_order(
    random: Random, board: tuple[int, int, int]
) -> None:
    rows, cols, teams = board
    card = keyword_card("ocean", rows, cols, teams)
    shuffled = list(card.key.identities)
    random.shuffle(shuffled)
    other = KeyCard(rows, cols, Key(card.key.order, tuple(shuffled)))
    assert card_json(card, public=True) == card_json(other, public=True)
    assert card_view(card, public=True) == card_view(other, public=True)
    assert card_grid(card, public=True) == card_grid(other, public=True)
    assert card_header(card) == card_header(other)


def test_the_card_s_view_has_a_face_for_each_place_and_no_word() -> None:
    card = digits_card(DIGITS, 5, 5, 2)
    grid, order, totals = card_view(card).blocks
    assert isinstance(grid, Grid)
    assert isinstance(order, Text)
    assert Texts.load().say(order.phrase) == "Playing order: red, blue."
    assert Texts.load("ja").say(order.phrase) == "順番：赤、青"
    assert isinstance(totals, Fields)
    assert [[cell.face.letter for cell in row] for row in grid.cells] == card_json(card)["key"]
    assert {cell.label for row in grid.cells for cell in row} == {""}
    assert [cell.place for cell in grid.cells[1]] == ["B1", "B2", "B3", "B4", "B5"]
    assert "C3 assassin" in Texts.load().say(grid.alt)


def test_the_card_s_view_tells_order_and_totals() -> None:
    _, totals = card_view(digits_card(DIGITS, 5, 5, 2), public=True).blocks
    assert isinstance(totals, Fields)
    told = [(face.letter, value["cards"]) for face, _, value in totals.rows if face]
    assert told == [("R", 9), ("B", 8), ("T", 7), ("K", 1)]


def test_a_picture_is_headed_by_the_order_and_the_totals() -> None:
    texts = Texts.load()
    assert texts.say(card_header(digits_card(DIGITS, 5, 5, 2))) == (
        "Playing order: Red 9, Blue 8. Bystanders 7, assassin 1."
    )
    five = texts.say(card_header(keyword_card("ocean", 7, 7, 5)))
    counts = card_json(keyword_card("ocean", 7, 7, 5))["counts"]
    assert isinstance(counts, dict)
    teams = ", ".join(f"{team.title()} {count}" for team, count in list(counts.items())[:5])
    assert teams in five


def test_a_covered_card_grid_has_no_face_but_the_names_of_its_places() -> None:
    grid = card_grid(digits_card(DIGITS, 3, 4, 2), public=True)
    assert {cell.face for row in grid.cells for cell in row} == {BLANK}
    assert all(cell.label == cell.place for row in grid.cells for cell in row)
    said = Texts.load().say(grid.alt)
    assert said.endswith(": A1, A2, A3, A4, B1, B2, B3, B4, C1, C2, C3, C4")

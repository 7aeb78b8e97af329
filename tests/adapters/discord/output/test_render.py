import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from adapters.chat.incoming import read_button_id
from adapters.chat.message_view import MOST_POINTED, RenderOptions
from adapters.discord.calls import LIMITS
from adapters.discord.output.render import message, short_message
from adapters.picture.palette import Theme
from bot.games import Countdown, GameId, GameView, Status, User
from bot.lobby.settings import BoardTheme
from bot.texts import Texts, languages
from core.view import (
    WHEN,
    Blank,
    Block,
    Cell,
    Choice,
    Choices,
    Drawing,
    FormBlock,
    Grid,
    Phrase,
    Stroke,
    Text,
    Tone,
    View,
    all_cells,
    phrase,
    seat_phrase,
)
from tests.adapters.discord.payload import body, breaches
from tests.adapters.discord.views import FACES, looks, said, words
from tests.loopback.discord.mention import pings, pings_everyone, spoken, walk
from tests.loopback.discord.schema import Schema, load
from tests.profile import examples

DUE = User("discord", "123456789012345678")
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
TOLD = (
    Countdown(phrase("table-due-ends", clock="slow", ends="turn", when=WHEN), NOON),
    Countdown(phrase("patience-guess", seat="*" * 100, card="x" * 60, when=WHEN), NOON),
)


@pytest.fixture(scope="module")
def schema() -> Schema | None:
    return load()


@pytest.fixture(scope="module", params=languages())
def texts(request: pytest.FixtureRequest) -> Texts:
    return Texts.load(request.param)


def kinds(sent: dict[str, Any], kind: int) -> list[dict[str, Any]]:
    return [each for each in walk(sent["components"]) if each["type"] == kind]


@pytest.mark.sampled
@settings(max_examples=examples(60), deadline=None)
@given(looks(), st.booleans(), st.booleans(), st.booleans(), st.lists(words, max_size=40))
def test_every_message_keeps_all_limits_and_pings_nobody_but_those_to_act(
    schema: Schema | None,
    texts: Texts,
    look: GameView,
    shared: bool,
    pictures: bool,
    called: bool,
    told: list[str],
) -> None:
    asked = (DUE,) if called else ()
    setting = RenderOptions(
        texts,
        asked,
        TOLD if called else (),
        tuple(map(said, told)),
        shared=shared,
        pictures=pictures,
        spelled=not shared,
    )
    shown = message(look, setting)
    assert breaches(shown, schema) == []
    sent = body(shown)
    text = spoken("", sent["components"])
    assert pings(text, sent["allowed_mentions"], None) == {int(one.id) for one in asked}
    assert not pings_everyone(text, {"parse": ["everyone"]})
    pressed = [each["custom_id"] for each in walk(sent["components"]) if each.get("custom_id")]
    pressed += [one["value"] for each in kinds(sent, 3) for one in each["options"]]
    assert all(read_button_id(each) and len(each) <= LIMITS.custom_id for each in pressed)


@settings(max_examples=examples(50), deadline=None)
@given(words)
def test_a_message_of_one_sentence_has_nothing_to_press(
    schema: Schema | None, texts: Texts, word: str
) -> None:
    shrunk = short_message(said(word), texts)
    assert breaches(shrunk, schema) == []
    sent = body(shrunk)
    assert [each["type"] for each in walk(sent["components"])] == [17, 10]
    assert "\n" not in kinds(sent, 10)[0]["content"]


@pytest.mark.sampled
@settings(max_examples=examples(60), deadline=None)
@given(looks(), st.booleans())
def test_every_card_that_can_be_chosen_is_offered_once(
    texts: Texts, look: GameView, pictures: bool
) -> None:
    assume("guess" not in {cell.label for cell in all_cells(look.view)})
    wanted = [
        f"guess {cell.place}"
        for block in look.view.blocks
        for row in getattr(block, "cells", ())
        for cell in row
        if cell.choice
    ]
    sent = body(message(look, RenderOptions(texts, pictures=pictures)))
    ids = [each["custom_id"] for each in kinds(sent, 2) if not each.get("disabled")]
    ids += [one["value"] for each in kinds(sent, 3) for one in each["options"]]
    presses = [press.line for press in map(read_button_id, ids) if press]
    typed = re.findall(r"guess [A-J]\d+", spoken("", sent["components"]))
    assert sorted([each for each in presses if each.startswith("guess ")] + typed) == sorted(wanted)


def board(
    rows: int, cols: int, *, uncovered: int = 0, pictures: bool = True, pointed: bool = False
) -> dict[str, Any]:
    """Return the message of a board whose first cards are uncovered and the others offered.

    If `pointed`, each offered card has a person's mark.
    """
    blue = FACES[0]
    marks = (seat_phrase("red-guesser", said("Ann" * 25)),) if pointed else ()
    cells = [
        Cell(f"{chr(65 + place // cols)}{place % cols + 1}", "whale", blue)
        if place < uncovered
        else Cell(
            f"{chr(65 + place // cols)}{place % cols + 1}",
            "whale",
            marks=marks,
            choice=Choice("whale", "guess whale"),
        )
        for place in range(rows * cols)
    ]
    grid = Grid(
        tuple(tuple(cells[row * cols : (row + 1) * cols]) for row in range(rows)),
        phrase("board-alt", rows=rows, cols=cols, cards=tuple(f"{c.place} whale" for c in cells)),
    )
    view = View(phrase("title-deal"), (grid,))
    look = GameView(GameId("game"), 3, 2, Status.RUNNING, view, None, (), keyed=True)
    return body(message(look, RenderOptions(Texts.load(), pictures=pictures)))


def test_buttons_of_uncovered_cards_keep_their_place_and_cannot_be_pressed() -> None:
    rows = [row["components"] for row in kinds(board(4, 4, uncovered=3), 1)]
    labels = [[one["label"] for one in row] for row in rows]
    assert labels[0] == ["A1 WHALE ●B", "A2 WHALE ●B", "A3 WHALE ●B", "A4 WHALE"]
    assert [one["disabled"] for one in rows[0]] == [True, True, True, False]
    assert rows[0][3]["custom_id"] == "s:game:2.3:guess A4"
    assert labels[4] == ["My key", "Board as text"]


def test_a_board_too_large_for_buttons_has_menus_of_its_covered_cards() -> None:
    sent = board(10, 10, uncovered=30)
    options = [[one["value"] for one in menu["options"]] for menu in kinds(sent, 3)]
    assert list(map(len, options)) == [24, 23, 23]
    assert options[0][0] == "s:game:2.3:guess D1"
    assert next(menu["placeholder"] for menu in kinds(sent, 3)) == "Choose: D1 to F4"


def test_cards_that_are_pointed_at_leave_room_for_those_that_are_offered() -> None:
    sent = board(6, 9, pointed=True)
    offered = [one["value"] for menu in kinds(sent, 3) for one in menu["options"]]
    assert len(offered) == 54
    assert spoken("", sent["components"]).count(" ← ") == MOST_POINTED


@pytest.mark.parametrize("cols", [5, 6, 10])
def test_a_wide_board_is_two_pictures_one_below_the_other(cols: int) -> None:
    sent = board(10, cols)
    files = [one["filename"] for one in sent["attachments"]]
    assert files == (["board.png"] if cols == 5 else ["board.png", "board-2.png"])
    shown = [[one["media"]["url"] for one in each["items"]] for each in kinds(sent, 12)]
    assert shown == [[f"attachment://{name}"] for name in files]
    told = [one["description"] for one in sent["attachments"]]
    if cols == 10:
        assert told[0].startswith("Columns 1 to 5 of a board: A1 whale, A2 whale")
        assert told[1].startswith("Columns 6 to 10 of a board: A6 whale, A7 whale")
        assert "A6" not in told[0]
        assert "A5" not in told[1]


@pytest.mark.parametrize("cols", [5, 6, 10])
@pytest.mark.parametrize("pointed", [False, True])
def test_a_second_picture_leaves_all_that_is_pressed_its_room(cols: int, pointed: bool) -> None:
    sent = board(10, cols, pointed=pointed)
    shown = len(kinds(sent, 2)) + len(kinds(sent, 3))
    offered = [one["value"] for each in kinds(sent, 3) for one in each["options"]]
    assert shown
    assert len([one for one in offered if "guess" in one]) == 10 * cols


def test_without_pictures_a_board_is_a_table() -> None:
    sent = board(3, 3, pictures=False)
    assert kinds(sent, 12) == []
    assert "```\nA1 · whale A2 · whale A3 · whale\n" in spoken("", sent["components"])


def test_pictures_are_drawn_as_the_table_is_set() -> None:
    look = GameView(GameId("game"), 1, 1, Status.RUNNING, View(phrase("title-deal")), None, ())
    english = RenderOptions(Texts.load())
    assert message(look, english).theme is Theme.DARK
    light = replace(look, settings=replace(look.settings, theme=BoardTheme.LIGHT))
    assert message(light, english).theme is Theme.LIGHT


def test_a_message_to_one_person_names_the_channel_of_the_game() -> None:
    look = GameView(GameId("game"), 1, 1, Status.RUNNING, View(phrase("title-deal")), None, ())
    sent = body(message(look, RenderOptions(Texts.load(), shared=False, place="42")))
    assert "<#42>" in spoken("", sent["components"])


GALLOWS = Drawing(("+--+", "|  O"), (Stroke(((0.0, 0.0), (1.0, 1.0))),), said("a gallows"))
NOBODY = phrase("nobody")
ABC = tuple(Choice(letter, f"guess {letter.lower()}") for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
SOLVE = FormBlock("solve", said("Solve"), (Blank("solution", said("word")),))


def told(*blocks: Block, footer: Phrase = NOBODY, **how: Any) -> dict[str, Any]:
    """Return the message of a view, checked against the limits."""
    view = View(phrase("title-deal"), blocks, footer)
    look = GameView(GameId("0123456789abcdef"), 3, 1, Status.RUNNING, view, None, ())
    shown = message(look, RenderOptions(Texts.load(), **how))
    assert breaches(shown, None) == []
    return body(shown)


def test_each_drawing_is_a_picture_of_its_own_and_text_where_there_are_none() -> None:
    sent = told(GALLOWS, Text(said("between")), GALLOWS)
    files = [one["filename"] for one in sent["attachments"]]
    assert files == ["drawing.png", "drawing-2.png"]
    shown = [gallery["items"][0]["media"]["url"] for gallery in kinds(sent, 12)]
    assert shown == [f"attachment://{name}" for name in files]
    assert "+--+" not in spoken("", sent["components"])
    bare = told(GALLOWS, pictures=False)
    assert kinds(bare, 12) == []
    assert "```\n+--+\n|  O\n```" in spoken("", bare["components"])


def test_a_drawing_is_not_repeated_as_text_where_its_picture_has_an_alternative_text() -> None:
    sent = told(GALLOWS, shared=False, spelled=True)
    (picture,) = sent["attachments"]
    assert picture["description"] == "B3 a gallows"
    assert "+--+" not in spoken("", sent["components"])
    written = told(GALLOWS, shared=False, spelled=True, pictures=False)
    assert spoken("", written["components"]).count("+--+") == 1


def test_drawings_beyond_the_files_of_a_message_are_text() -> None:
    sent = told(*[GALLOWS] * 12)
    assert len(sent["attachments"]) == len(kinds(sent, 12)) == 10
    assert spoken("", sent["components"]).count("+--+") == 2


def test_a_large_text_is_a_heading() -> None:
    sent = told(Text(said("T · P"), Tone.LARGE))
    assert re.search(r"^## .*T · P", spoken("", sent["components"]), re.MULTILINE)


def test_a_whole_alphabet_fits_beside_a_drawing_with_one_row_for_all_else() -> None:
    sent = told(GALLOWS, Choices(ABC, evident=True), Choices((Choice("Hint", "hint"),)), SOLVE)
    rows = [[one["label"] for one in row["components"]] for row in kinds(sent, 1)]
    assert [len(row) for row in rows] == [5, 5, 5, 5, 5, 1, 2]
    assert rows[-1][0] == "Hint"


def test_an_alphabet_without_room_for_buttons_is_two_menus_of_equal_length() -> None:
    crowd = [block for _ in range(3) for block in (GALLOWS, Text(said("between")))]
    sent = told(*crowd, Choices(ABC, evident=True), SOLVE)
    menus = kinds(sent, 3)
    assert [len(menu["options"]) for menu in menus] == [13, 13]
    assert [menu["placeholder"] for menu in menus] == ["Choose: A to M", "Choose: N to Z"]


def test_what_is_to_be_typed_is_whole_whatever_else_there_is_to_say() -> None:
    crowd = [block for _ in range(9) for block in (Choices(ABC), Text(said("x" * 300)))]
    cards = tuple(Choice(f"{number}{' word' * 14}", f"guess {number}") for number in range(60))
    text = spoken("", told(*crowd, Choices(cards))["components"])
    lines = [line.rpartition(": ")[2] for line in text.splitlines()]
    assert [line for line in lines if line.startswith("guess")] == [one.line for one in cards]


def test_menus_of_choices_that_begin_alike_are_named_by_the_whole_of_them() -> None:
    patterns = Choices(
        tuple(
            Choice(f"E · {letter}", f"answer {letter}") for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        )
    )
    crowd = [block for _ in range(4) for block in (GALLOWS, Text(said("between")))]
    menus = kinds(told(*crowd, patterns), 3)
    assert [menu["placeholder"] for menu in menus] == [
        *("Choose: E · A to E · M", "Choose: E · N to E · Z"),
    ]

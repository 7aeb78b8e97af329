import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wcwidth import wcswidth

from adapters.terminal.render import COLOUR_PAIRS, Renderer, render_text
from core.codenames.clue import Referee
from core.codenames.deal import Supply
from core.codenames.game import GAME
from core.codenames.key import fits
from core.codenames.model import Dealt, Lawfulness, Options
from core.codenames.rules import Codenames
from core.codenames.spelling import fold
from core.rules import Seat, Secret, advance
from core.view import (
    BLANK,
    Cell,
    Choice,
    Choices,
    Colour,
    Face,
    Fields,
    Glyph,
    Grid,
    Text,
    Tone,
    View,
    phrase,
)
from core.words.packs import Pack, default_pack
from tests.adapters.terminal.tables import TEXTS, dealt, marks_of
from tests.bot.table import Table
from tests.bot.tables import CodenamesTable
from tests.profile import examples

SGR = re.compile(r"\x1b\[[0-9;]*m")
SIDES = st.integers(3, 10)
WORDS = st.lists(
    st.text(st.sampled_from("aWmÄéß東京タワ한국어 -"), min_size=1, max_size=16).map(str.strip),
    unique=True,
    max_size=20,
).map(lambda words: [word for word in words if word and (wcswidth(word) or 0) <= 16])


def plain(text: str) -> str:
    """Return the text without its colours."""
    return SGR.sub("", text)


def words_under(table: CodenamesTable, identity: str) -> list[str]:
    cards = table.observe(Seat("blue-spymaster")).cards
    return [card.word for card in cards if card.key and card.key.name.lower() == identity]


def with_key(table: CodenamesTable, order: Sequence[int]) -> CodenamesTable:
    """Return a table with the same events on a board whose key is in another order.

    The place p has the identity at `order[p]`; the order must leave uncovered cards in place.
    """
    first, *rest = table.events
    assert isinstance(first, Dealt)
    cards = first.layout.key.value
    key = Secret(tuple(cards[place] for place in order))
    other = Table(table.game, table.rules)
    other.events = (replace(first, layout=replace(first.layout, key=key)), *rest)
    other._state = advance(table.rules, table.rules.initial(), other.events)
    return other


@st.composite
def boards(draw: st.DrawFn) -> CodenamesTable:
    """A dealt board of any possible size, some words wide or long, some cards uncovered."""
    rows, cols, teams = draw(
        st.tuples(SIDES, SIDES, st.integers(2, 5)).filter(lambda b: fits(b[0] * b[1], b[2]))
    )
    apart = {fold(word): word for word in (*draw(WORDS), *default_pack().words)}
    words = tuple(apart.values())[: rows * cols]
    options = Options(rows, cols, teams, lawfulness=Lawfulness.OFF)
    rules = Codenames(options, Supply(Pack("drawn", words)), Referee())
    table = Table(GAME, rules)
    table.deal(np.random.default_rng(draw(st.integers(0, 99))))
    turn = table.observe(None).turn
    assert turn
    team = turn.team.value
    table.submit(Seat(f"{team}-spymaster"), "clue antidisestablishmentarianism unlimited")
    for word in words_under(table, team)[: draw(st.integers(0, 3))]:
        if table.outcome is None:
            table.submit(Seat(f"{team}-guesser"), f'guess "{word}"')
    return table


@settings(max_examples=examples(60), deadline=None)
@given(boards(), st.booleans(), st.sampled_from(["blue-spymaster", "blue-guesser", None]))
def test_no_line_of_any_board_is_wider_than_80_cells(
    table: CodenamesTable, colour: bool, seat: Seat | None
) -> None:
    painted = render_text(table.view(seat), TEXTS, colour=colour)
    assert max(wcswidth(plain(line)) for line in painted.split("\n")) <= 80


@settings(max_examples=examples(60), deadline=None)
@given(boards())
def test_the_frame_of_any_board_is_straight(table: CodenamesTable) -> None:
    painted = render_text(table.view(Seat("blue-spymaster")), TEXTS, colour=False)
    framed = [line for line in painted.split("\n") if line.endswith(("│", "┐", "┤", "┘"))]
    assert len(framed) == 3 * table.observe(None).options.rows + 1
    assert len({wcswidth(line) for line in framed}) == 1


@settings(max_examples=examples(60), deadline=None)
@given(boards())
def test_every_word_of_any_board_can_be_read_in_full(table: CodenamesTable) -> None:
    # Wide text may break at a line's end without a space.
    painted = "".join(render_text(table.view(None), TEXTS, colour=False).split())
    for card in table.observe(None).cards:
        assert "".join(card.word.split()) in painted


@settings(max_examples=examples(60), deadline=None)
@given(boards(), st.integers(0, 99))
def test_a_guessers_picture_does_not_change_with_the_hidden_key(
    table: CodenamesTable, seed: int
) -> None:
    cards = table.observe(None).cards
    covered = [place for place, card in enumerate(cards) if card.shown is None]
    order = list(range(len(cards)))
    shuffled = np.random.default_rng(seed).permutation(covered).tolist()
    for place, source in zip(covered, shuffled, strict=True):
        order[place] = source
    other = with_key(table, order)
    if table.outcome is None:
        for seat in (Seat("blue-guesser"), Seat("red-guesser"), None):
            pictures = [render_text(each.view(seat), TEXTS, colour=True) for each in (table, other)]
            assert pictures[0] == pictures[1]


def test_colours_add_nothing_but_colours() -> None:
    table = dealt()
    view = table.view(Seat("blue-spymaster"))
    assert plain(render_text(view, TEXTS, colour=True)) == render_text(view, TEXTS, colour=False)


def _one(cell: Cell, *, colour: bool = False, width: int = 80) -> list[str]:
    grid = Grid(((cell,),), phrase("title-deal"))
    return render_text(
        View(phrase("title-deal"), (grid,)), TEXTS, colour=colour, width=width
    ).split("\n")


BLUE = Face("B", Glyph.CIRCLE, Colour.BLUE)
RED = Face("R", Glyph.SQUARE, Colour.RED)


def test_a_covered_card_shows_its_word_alone() -> None:
    assert _one(Cell("A1", "whale"))[3:5] == ["A │ whale            │", "  │                  │"]


def test_an_uncovered_card_is_filled_and_shows_glyph_and_letter() -> None:
    lines = _one(Cell("A1", "whale", face=BLUE))
    assert lines[3:5] == ["A │ whale ░░░░░░░░░░░│", "  │ ● B ░░░░░░░░░░░░░│"]


def test_a_hint_is_a_badge_on_a_plain_tile() -> None:
    lines = _one(Cell("A1", "whale", hint=BLUE), colour=True)
    assert lines[3] == "A │ whale            │"
    assert lines[4] == "  │\x1b[1;38;5;231;48;5;25m ● B \x1b[0m             │"


def test_an_uncovered_card_and_a_hint_differ_without_colours() -> None:
    assert _one(Cell("A1", "whale", face=BLUE)) != _one(Cell("A1", "whale", hint=BLUE))


def test_those_who_point_are_marked_on_the_tile_and_named_under_the_board() -> None:
    lines = _one(Cell("A1", "whale", marks=marks_of("red-guesser", "red-guesser-2")))
    assert lines[4] == "  │                ►2│"
    assert lines[6] == "Marks on whale: red guesser, red guesser 2."


def test_one_who_points_is_marked_without_a_count() -> None:
    lines = _one(Cell("A1", "whale", hint=BLUE, marks=marks_of("red-guesser")))
    assert lines[4] == "  │ ● B             ►│"
    assert lines[6] == "Marks on whale: red guesser."


def test_a_key_card_is_drawn_small() -> None:
    row = (Cell("A1", "", face=BLUE), Cell("A2", "", face=RED))
    grid = Grid((row, (Cell("B1", "", face=RED), Cell("B2", ""))), phrase("title-deal"))
    lines = render_text(View(phrase("title-deal"), (grid,)), TEXTS, colour=False).split("\n")
    assert lines[1:] == [
        "     1     2",
        "  ┌─────┬─────┐",
        "A │ ● B │ ■ R │",
        "B │ ■ R │     │",
        "  └─────┴─────┘",
    ]


def test_a_cut_word_is_written_in_full_under_the_board() -> None:
    lines = _one(Cell("C7", "constellation"), width=13)
    assert lines[-5] == "C │ conste… │"
    assert lines[-1] == "constellation"


def test_a_word_steers_no_terminal() -> None:
    assert "\x1b" not in "\n".join(_one(Cell("A1", "a\x1b[2Jb")))


def test_a_view_without_a_board_is_its_title() -> None:
    assert render_text(View(phrase("title-deal")), TEXTS, colour=False) == (
        "Codenames: waiting for the board"
    )


def test_an_empty_grid_is_nothing() -> None:
    view = View(phrase("title-deal"), (Grid((), phrase("title-deal")),))
    assert render_text(view, TEXTS, colour=False).count("\n") == 0


CHOICE = Choice(phrase("choice-pass"), "pass", Tone.GOOD)


def test_choices_are_told_with_their_lines() -> None:
    painted = render_text(View(phrase("title-deal"), (Choices((CHOICE,)),)), TEXTS, colour=False)
    assert painted.split("\n")[1:] == ["pass – End the turn"]


def test_fields_stand_side_by_side_while_they_fit() -> None:
    row = (BLUE, phrase("team", team="blue"), phrase("cards-total", cards=9))
    nameless = (None, phrase("team", team="red"), phrase("cards-total", cards=1))
    view = View(phrase("title-deal"), (Fields((row, nameless, row)),))
    lines = render_text(view, TEXTS, colour=False, width=40).split("\n")
    assert lines[1:] == [" ● B  Blue: 9 cards   Red: 1 card", " ● B  Blue: 9 cards"]
    narrow = render_text(view, TEXTS, colour=False, width=16).split("\n")
    assert narrow[-2:] == [" ● B  Blue: 9", "      cards"]


def test_a_text_has_its_tone() -> None:
    view = View(phrase("title-deal"), (Text(phrase("choice-pass"), Tone.BAD),))
    assert render_text(view, TEXTS, colour=True).endswith("\x1b[1;31mEnd the turn\x1b[0m")


def test_cards_are_not_listed_once_more_as_choices() -> None:
    table = dealt()
    table.submit(Seat("blue-spymaster"), "clue zephyr 1")
    painted = render_text(table.view(Seat("blue-guesser")), TEXTS, colour=False)
    assert "guess" not in painted.split("┘")[1]


def test_the_blank_face_is_no_badge() -> None:
    assert "●" not in "".join(_one(Cell("A1", "whale", face=BLANK)))


def _luminance(number: int) -> float:
    """Return the relative luminance (WCAG 2) of a colour above 15 in the 256-colour palette."""
    if number >= 232:
        levels = [8 + 10 * (number - 232)] * 3
    else:
        steps = (number - 16) // 36, (number - 16) // 6 % 6, (number - 16) % 6
        levels = [0 if step == 0 else 55 + 40 * step for step in steps]
    linear = [
        level / 255 / 12.92 if level / 255 <= 0.03928 else ((level / 255 + 0.055) / 1.055) ** 2.4
        for level in levels
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("colour", [colour for colour in Colour if colour is not Colour.BLANK])
def test_every_tile_can_be_read(colour: Colour) -> None:
    """WCAG 2 requires a contrast of 4.5 for text."""
    dark, light = sorted(map(_luminance, COLOUR_PAIRS[colour]))
    assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_a_filled_text_sets_both_its_colours_and_resets_them() -> None:
    assert (
        Renderer(TEXTS, colour=True).filled("x", Colour.BLUE) == "\x1b[1;38;5;231;48;5;25mx\x1b[0m"
    )


def test_a_blank_ground_is_no_ground() -> None:
    assert Renderer(TEXTS, colour=True).filled("x", Colour.BLANK) == "x"


def test_without_colours_nothing_is_added() -> None:
    brush = Renderer(TEXTS, colour=False)
    assert brush.filled("x", Colour.RED) == "x"
    assert brush.toned("x", Tone.BAD) == "x"


def test_a_plain_tone_and_an_empty_text_stay_as_they_are() -> None:
    brush = Renderer(TEXTS, colour=True)
    assert brush.toned("x", Tone.PLAIN) == "x"
    assert brush.toned("", Tone.BAD) == ""

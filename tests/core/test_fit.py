import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.fit import NEVER_FIRST, NEVER_LAST, Capabilities, fit
from core.view import (
    Blank,
    Block,
    Buttons,
    Cell,
    Choice,
    Choices,
    Drawing,
    Fields,
    FormBlock,
    Grid,
    Menus,
    Monospace,
    Numbered,
    Picture,
    Stroke,
    Text,
    View,
    phrase,
)

TITLE = phrase("title")


def choices(count: int) -> Choices:
    return Choices(tuple(Choice(f"choice {number}", f"line {number}") for number in range(count)))


def grid(label: str = "whale", *, chosen: bool = False) -> Grid:
    choice = Choice(label, f"guess {label}") if chosen else None
    return Grid(((Cell("A1", label, choice=choice),),), phrase("alt"))


@pytest.mark.parametrize(
    ("count", "capabilities", "kind", "shape"),
    [
        (5, Capabilities(buttons=5), Buttons, [5]),
        (7, Capabilities(buttons=25, row=5), Buttons, [5, 2]),
        (26, Capabilities(buttons=25, menus=2, menu_options=25), Menus, [13, 13]),
        (70, Capabilities(menus=4, menu_options=25), Menus, [24, 23, 23]),
        (51, Capabilities(buttons=25, menus=2, menu_options=25), Numbered, [51]),
        (1, Capabilities(), Numbered, [1]),
    ],
)
def test_choices_become_the_best_widget_that_holds_them_all(
    count: int, capabilities: Capabilities, kind: type, shape: list[int]
) -> None:
    (block,) = fit(View(TITLE, (choices(count),)), capabilities).blocks
    assert isinstance(block, kind)
    match block:
        case Buttons(rows=rows) | Menus(menus=rows):
            assert [len(row) for row in rows] == shape
        case Numbered(choices=listed):
            assert [len(listed)] == shape


def test_a_choice_that_is_not_enabled_keeps_its_place_but_is_not_numbered() -> None:
    used = Choice("B", "guess b", enabled=False)
    view = View(TITLE, (Choices((Choice("A", "guess a"), used, Choice("C", "guess c"))),))
    (buttons,) = fit(view, Capabilities(buttons=5)).blocks
    (menus,) = fit(view, Capabilities(menus=1, menu_options=5)).blocks
    (listed,) = fit(view, Capabilities()).blocks
    assert isinstance(buttons, Buttons)
    assert isinstance(menus, Menus)
    assert isinstance(listed, Numbered)
    assert buttons.rows[0][1] == menus.menus[0][1] == used
    assert [choice.label for choice in listed.choices] == ["A", "C"]


@given(st.integers(1, 200), st.integers(1, 25))
def test_menus_are_as_few_as_can_be_and_of_nearly_equal_size(count: int, most: int) -> None:
    room = Capabilities(menus=200, menu_options=most)
    ((_, sizes),) = shapes(fit(View(TITLE, (choices(count),)), room))
    assert len(sizes) == -(-count // most)
    assert max(sizes) <= most
    assert max(sizes) - min(sizes) <= 1


@given(st.integers(0, 200), st.integers(0, 40), st.integers(0, 3), st.integers(0, 25))
def test_no_choice_is_lost_or_moved(count: int, buttons: int, menus: int, options: int) -> None:
    capabilities = Capabilities(buttons=buttons, menus=menus, menu_options=options)
    kept: list[str] = []
    for block in fit(View(TITLE, (choices(count),)), capabilities).blocks:
        match block:
            case Buttons(rows=rows) | Menus(menus=rows):
                kept += [choice.line for row in rows for choice in row]
            case Numbered(choices=listed):
                kept += [choice.line for choice in listed]
    assert kept == [f"line {number}" for number in range(count)]


@pytest.mark.parametrize(("pictures", "kind"), [(True, Picture), (False, Monospace)])
def test_a_grid_becomes_a_picture_where_there_are_pictures(pictures: bool, kind: type) -> None:
    (block,) = fit(View(TITLE, (grid(),)), Capabilities(pictures=pictures)).blocks
    assert isinstance(block, kind)


def test_the_choices_of_cells_are_offered_after_the_grid() -> None:
    fitted = fit(View(TITLE, (grid(chosen=True),)), Capabilities(buttons=5))
    assert [type(block) for block in fitted.blocks] == [Monospace, Buttons]


def test_labels_are_cut_to_what_a_platform_shows_and_lines_are_not() -> None:
    long = View(TITLE, (Choices((Choice("a very long label", "guess a very long label"),)),))
    (block,) = fit(long, Capabilities(buttons=5, label=10)).blocks
    assert isinstance(block, Buttons)
    assert block.rows[0][0] == Choice("a very…", "guess a very long label")


def shapes(view: View) -> list[tuple[type, list[int]]]:
    """Return the kinds of a view's widgets, and the number of choices in each row or menu."""
    found: list[tuple[type, list[int]]] = []
    for block in view.blocks:
        match block:
            case Buttons(rows=rows) | Menus(menus=rows):
                found.append((type(block), [len(row) for row in rows]))
            case Numbered(choices=listed):
                found.append((Numbered, [len(listed)]))
    return found


FORM = FormBlock("clue", phrase("command-clue"), (Blank("word", phrase("option-word")),))
TEXT = Text(phrase("text"))


@pytest.mark.parametrize(
    ("blocks", "capabilities", "expected"),
    [
        # buttons are counted over all blocks, and the fewest choices come first
        (
            (choices(20), choices(6)),
            Capabilities(buttons=25, menus=5, menu_options=25),
            [(Menus, [20]), (Buttons, [5, 1])],
        ),
        ((choices(3), choices(3)), Capabilities(buttons=5), [(Buttons, [3]), (Numbered, [3])]),
        # five rows, one of them for the form
        (
            (choices(20), FORM, choices(1)),
            Capabilities(buttons=25, menus=5, menu_options=25, rows=5),
            [(Menus, [20]), (Buttons, [1])],
        ),
        ((choices(20), FORM), Capabilities(buttons=25, rows=5), [(Buttons, [5, 5, 5, 5])]),
        ((choices(25), FORM), Capabilities(buttons=25, rows=5), [(Numbered, [25])]),
        # menus are counted over all blocks too
        (
            (choices(30), choices(9)),
            Capabilities(menus=2, menu_options=25),
            [(Numbered, [30]), (Menus, [9])],
        ),
        # 40 components: a title, 5 rows of 25 buttons, a row with a button, a row with a form
        (
            (choices(25), choices(1), FORM),
            Capabilities(buttons=40, row=5, menus=5, menu_options=25, components=35),
            [(Buttons, [5, 5, 5, 5, 5]), (Buttons, [1])],
        ),
        (
            (choices(25), choices(1), FORM),
            Capabilities(buttons=40, row=5, menus=5, menu_options=25, components=34),
            [(Menus, [25]), (Buttons, [1])],
        ),
        # adjacent texts are one component, separate ones are several
        ((TEXT, TEXT, choices(2)), Capabilities(buttons=5, components=4), [(Buttons, [2])]),
        ((TEXT, choices(2), TEXT), Capabilities(buttons=5, components=4), [(Numbered, [2])]),
        ((TEXT, choices(2), TEXT), Capabilities(buttons=5, components=5), [(Buttons, [2])]),
        # a form without a button on the platform takes nothing from the menus
        ((choices(2), FORM), Capabilities(menus=1, menu_options=5), [(Menus, [2])]),
    ],
)
def test_the_whole_view_shares_the_widgets_of_a_message(
    blocks: tuple[Block, ...],
    capabilities: Capabilities,
    expected: list[tuple[type, list[int]]],
) -> None:
    assert shapes(fit(View(TITLE, blocks), capabilities)) == expected


@pytest.mark.parametrize(("components", "kind"), [(5, Buttons), (4, Numbered)])
def test_a_footer_and_a_picture_are_components_too(components: int, kind: type) -> None:
    # the picture, a row, a button and the footer, below the title
    capabilities = Capabilities(buttons=5, pictures=True, components=components)
    fitted = fit(View(TITLE, (grid(chosen=True),), footer=phrase("footer")), capabilities)
    assert shapes(fitted) == [(kind, [1])]


counts = st.lists(st.integers(1, 30), max_size=5)


@given(counts, st.integers(0, 40), st.integers(0, 5), st.integers(0, 5), st.integers(8, 40))
def test_no_view_asks_for_more_than_a_message_holds(
    sizes: list[int], buttons: int, menus: int, rows: int, components: int
) -> None:
    capabilities = Capabilities(
        buttons=buttons, menus=menus, menu_options=25, rows=rows, components=components
    )
    fitted = shapes(fit(View(TITLE, tuple(map(choices, sizes))), capabilities))
    pressed = [row for kind, shape in fitted if kind is Buttons for row in shape]
    picked = [menu for kind, shape in fitted if kind is Menus for menu in shape]
    listed = [kind for kind, _ in fitted if kind is Numbered]
    assert sum(pressed) <= buttons
    assert len(picked) <= menus
    assert len(pressed) + len(picked) <= rows
    used = 1 + len(pressed) + sum(pressed) + 2 * len(picked) + len(listed)
    assert used <= components


def test_text_and_fields_stay_as_they_are() -> None:
    blocks = (Text(phrase("text")), Fields(()))
    assert fit(View(TITLE, blocks), Capabilities()).blocks == blocks


def test_a_drawing_is_strokes_where_there_are_pictures_and_text_elsewhere() -> None:
    drawing = Drawing(("+--",), (Stroke(((0.0, 0.0), (1.0, 1.0))),), phrase("alt"))
    view = View(TITLE, (drawing,))
    assert fit(view, Capabilities(pictures=True)).blocks == (drawing,)
    (text,) = fit(view, Capabilities()).blocks
    assert text == Drawing(("+--",), (), phrase("alt"))


def test_a_drawing_takes_the_room_of_a_picture() -> None:
    drawing = Drawing(("+--",), (), phrase("alt"))
    room = Capabilities(buttons=1, components=4)
    assert isinstance(fit(View(TITLE, (choices(1),)), room).blocks[-1], Buttons)
    assert isinstance(fit(View(TITLE, (drawing, choices(1))), room).blocks[-1], Buttons)
    tight = Capabilities(buttons=1, components=3)
    assert isinstance(fit(View(TITLE, (choices(1),)), tight).blocks[-1], Buttons)
    assert isinstance(fit(View(TITLE, (drawing, choices(1))), tight).blocks[-1], Numbered)


# Lines of Japanese (JIS X 4051).


def test_every_small_kana_belongs_to_the_character_before() -> None:
    kana = map(chr, (*range(0x3041, 0x3095), *range(0x30A1, 0x30F7)))
    assert {one for one in kana if "SMALL" in unicodedata.name(one)} < NEVER_FIRST


def test_no_line_ends_with_what_opens_and_none_begins_with_what_closes() -> None:
    opening, closing = ("Ps", "Pi"), ("Pe", "Pf")
    assert {unicodedata.category(one) for one in NEVER_LAST} == {*opening, "Cf"}
    assert not [one for one in NEVER_FIRST if unicodedata.category(one) in opening]
    pairs = zip("（「『【〔［｛〈《“‘([{", "）」』】〕］｝〉》”’)]}", strict=True)
    for one, other in pairs:
        assert one in NEVER_LAST
        assert other in NEVER_FIRST
        assert unicodedata.category(other) in closing


@pytest.mark.parametrize("stop", "、。，．・：；？！…％ー々ゝゞヽヾ〜ｰﾞﾟ,.:;?!%")
def test_no_line_begins_with_a_stop_or_a_mark_of_repetition(stop: str) -> None:
    assert stop in NEVER_FIRST

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.view import (
    Buttons,
    Capabilities,
    Cell,
    Choice,
    Choices,
    Fields,
    Grid,
    Menus,
    Monospace,
    Numbered,
    Picture,
    Text,
    View,
    cut,
    fit,
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
        (26, Capabilities(buttons=25, menus=2, menu_options=25), Menus, [25, 1]),
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


def test_text_and_fields_stay_as_they_are() -> None:
    blocks = (Text(phrase("text")), Fields(()))
    assert fit(View(TITLE, blocks), Capabilities()).blocks == blocks


@given(st.text(), st.integers(0, 40))
def test_a_cut_text_is_never_longer_than_the_limit(text: str, limit: int) -> None:
    shown = cut(text, limit)
    assert len(shown) <= limit
    assert shown == text or shown == "" or shown.endswith("…")


def test_a_phrase_with_the_same_values_is_the_same_in_any_order() -> None:
    assert phrase("key", a=1, b=2) == phrase("key", b=2, a=1)
    with pytest.raises(KeyError):
        phrase("key", a=1)["b"]

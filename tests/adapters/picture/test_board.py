from dataclasses import replace
from itertools import combinations, groupby

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from adapters.picture import halves, render
from adapters.picture.board import LABEL_MARGIN, MOST_COLUMNS, PictureLayout, glyph_mask
from adapters.picture.palette import PALETTES, RGB, TINT, Theme, blend
from adapters.picture.text import Box, font_for
from core.codenames.model import Identity
from core.codenames.present import FACES
from core.view import Cell, Colour, Face, Glyph, Grid, Note, phrase
from tests.adapters.picture.grids import grid_of, layout_of, opened, tile_of
from tests.profile import examples

PHONE_WIDTH = 400
"""Width of a picture in a message on a phone's screen, in pixels."""

printable = st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=60)


def _one(cell: Cell) -> Grid:
    return Grid(((cell,),), phrase("board-alt"))


def _pixel(image: Image.Image, across: int, down: int) -> RGB:
    found = image.getpixel((across, down))
    assert isinstance(found, tuple)
    red, green, blue = found
    return int(red), int(green), int(blue)


def _left_middle(box: Box, inside: int) -> tuple[int, int]:
    return box.left + inside, (box.top + box.bottom) // 2


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("identity", Identity)
def test_an_uncovered_card_has_its_face_s_colour(identity: Identity, theme: Theme) -> None:
    face = FACES[identity]
    grid = _one(Cell("A1", "whale", face))
    image = opened(render(grid, theme=theme))
    tile = tile_of(grid)
    assert _pixel(image, *_left_middle(tile, 8)) == PALETTES[theme].paints[face.colour].fill
    assert _pixel(image, *_left_middle(tile, 0)) == PALETTES[theme].paints[face.colour].edge


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("identity", Identity)
def test_a_hint_is_a_thick_frame_on_a_tinted_tile(identity: Identity, theme: Theme) -> None:
    grid = _one(Cell("A1", "whale", hint=FACES[identity]))
    palette, tile = PALETTES[theme], tile_of(grid)
    paint = palette.paints[FACES[identity].colour]
    image = opened(render(grid, theme=theme))
    assert {_pixel(image, *_left_middle(tile, inside)) for inside in range(5)} == {paint.edge}
    assert _pixel(image, *_left_middle(tile, 8)) == blend(palette.tile.fill, paint.fill, TINT)


@pytest.mark.parametrize("theme", Theme)
def test_a_covered_card_without_a_hint_is_pale_and_plain(theme: Theme) -> None:
    grid = _one(Cell("A1", ""))
    image = opened(render(grid, theme=theme))
    tile = tile_of(grid)
    colours = image.crop((tile.left + 12, tile.top + 12, tile.right - 12, tile.bottom - 12))
    assert colours.getcolors() == [(colours.width * colours.height, PALETTES[theme].tile.fill)]


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("known", ["face", "hint"])
def test_the_assassin_is_black_with_a_white_cross(theme: Theme, known: str) -> None:
    face = FACES[Identity.ASSASSIN]
    cell = Cell("A1", "whale", face) if known == "face" else Cell("A1", "whale", hint=face)
    tile, (shape, _) = tile_of(_one(cell)), PictureLayout.badge.halves()
    image = opened(render(_one(cell), theme=theme))
    across, down = (round(middle) for middle in shape.middle)
    corner = _pixel(image, tile.left + across, tile.top + down - shape.height // 3)
    assert _pixel(image, tile.left + across, tile.top + down) == (255, 255, 255)
    assert max(corner) < 20


def test_an_uncovered_card_hides_no_hint_and_shows_none() -> None:
    blue, red = FACES[Identity.BLUE], FACES[Identity.RED]
    assert render(_one(Cell("A1", "whale", blue))) == render(_one(Cell("A1", "whale", blue, red)))


def test_letters_and_shapes_tell_faces_of_one_colour_apart() -> None:
    faces = [
        Face("B", Glyph.CIRCLE, Colour.BLUE),
        Face("B", Glyph.SQUARE, Colour.BLUE),
        Face("X", Glyph.CIRCLE, Colour.BLUE),
    ]
    assert len({render(_one(Cell("A1", "ox", face))) for face in faces}) == 3
    assert len({render(_one(Cell("A1", "ox", hint=face))) for face in faces}) == 3


def test_no_two_shapes_look_alike() -> None:
    shapes = [glyph_mask(glyph, 24) for glyph in Glyph if glyph is not Glyph.NONE]
    for one, other in combinations(shapes, 2):
        clearly_different = sum(ImageChops.difference(one, other).histogram()[128:])
        assert clearly_different > 24 * 24 * 0.08


def test_marks_are_counted_in_a_dot() -> None:
    mark = phrase("sitter-person", who="Ann")
    pictures = [render(_one(Cell("A1", "whale", marks=(mark,) * count))) for count in (0, 1, 2, 12)]
    assert len(set(pictures)) == 4
    tile, dot = tile_of(_one(Cell("A1", "whale"))), PictureLayout.marks
    down = tile.top + (dot.top + dot.bottom) // 2
    fill = PALETTES[Theme.LIGHT].mark.fill
    assert [_pixel(opened(png), tile.left + dot.left + 3, down) == fill for png in pictures] == [
        False,
        True,
        True,
        True,
    ]


def test_rows_and_columns_are_named_at_the_edges() -> None:
    grid = grid_of(3, 3)
    layout = layout_of(grid)
    image = opened(render(grid))
    tiles = [tile_of(grid, row) for row in range(3)]
    names = [Box(0, tile.top, LABEL_MARGIN, tile.bottom) for tile in tiles]
    names += [layout.col_name(col) for col in range(3)]
    inked = [image.crop((box.left, box.top, box.right, box.bottom)) for box in names]
    assert all(len(name.getcolors(9999) or ()) > 1 for name in inked)
    assert len({name.tobytes() for name in inked}) == 6


@settings(max_examples=examples(60), deadline=None)
@given(printable, st.sampled_from(list(Identity)), st.booleans(), st.integers(1, 10))
def test_a_word_stays_inside_its_tile(
    word: str, identity: Identity, hinted: bool, cols: int
) -> None:
    face = FACES[identity]
    last = Cell("A9", word, hint=face) if hinted else Cell("A9", word, face)
    row = tuple(Cell(f"A{col + 1}", "ox") for col in range(cols - 1))
    with_word = Grid(((*row, last),), phrase("board-alt"))
    without = Grid(((*row, replace(last, label=" ")),), phrase("board-alt"))
    changed = ImageChops.difference(*(opened(render(grid)) for grid in (with_word, without)))
    tile, ink = tile_of(with_word, 0, cols - 1).shrunk(6), changed.getbbox()
    if ink:
        left, top, right, bottom = ink
        assert tile.left <= left < right <= tile.right
        assert tile.top <= top < bottom <= tile.bottom


@pytest.mark.parametrize("theme", Theme)
def test_notes_are_dots_where_firm_and_rings_where_not_the_firm_ones_first(theme: Theme) -> None:
    palette = PALETTES[theme]
    notes = (Note("2"), Note("1", firm=True), Note("3"))
    grid = _one(Cell("A1", "whale", FACES[Identity.BLUE], notes=notes))
    drawn = layout_of(grid)
    image = opened(render(grid, theme=theme))
    tile = tile_of(grid)
    fills = [
        _pixel(image, tile.left + box.left + 5, tile.top + (box.top + box.bottom) // 2)
        for box in drawn.notes
    ]
    assert fills == [palette.mark.fill, palette.tile.fill]
    assert drawn.notes[-1].left >= drawn.badge.right


def test_notes_find_room_beside_the_badge_on_every_board() -> None:
    for cols in range(3, 11):
        drawn = layout_of(grid_of(3, cols))
        assert min(box.left for box in drawn.notes) >= drawn.badge.right


# On a phone.


def _inked(grid: Grid, bare: Grid) -> list[int]:
    """Return the heights of the runs of rows in which the first picture has more ink.

    Both are scaled to a phone's pixels; a row has ink if a pixel in it is at least half dark.
    """
    font = font_for("".join(cell.label for cell in grid.cells[0]))
    pictures = [opened(render(one, font=font)).convert("L") for one in (grid, bare)]
    change = ImageChops.difference(*pictures)
    height = round(change.height * PHONE_WIDTH / change.width)
    small = change.resize((PHONE_WIDTH, height), Image.Resampling.LANCZOS)
    rows = [max(small.crop((0, row, small.width, row + 1)).tobytes()) for row in range(height)]
    return [
        len([*run]) for inked, run in groupby(rows, key=lambda ink: 2 * ink >= max(rows)) if inked
    ]


LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LONG = ("refrigerator", "ice cream", "encyclopedically", "the Great Barrier Reef")
WIDEST = [(rows, cols) for rows in (3, 10) for cols in (3, 4, 5, 6, 7, 10)]


@pytest.mark.parametrize("word", [*LETTERS.lower(), *LONG, "鯨", "望遠鏡", "スキューバダイビング"])
def test_the_letters_of_a_word_are_ten_pixels_high_on_a_phone(word: str) -> None:
    grid = grid_of(1, MOST_COLUMNS, words=(word,))
    heights = _inked(grid, grid_of(1, MOST_COLUMNS, words=(" ",)))
    assert min(heights) >= 10, heights


@pytest.mark.parametrize("word", ["whale", "ice cream", "revolution", "鯨", "台風"])
def test_covered_words_are_a_fifth_larger_than_uncovered_ones(word: str) -> None:
    covered = _one(Cell("A1", word))
    uncovered = _one(Cell("A1", word, FACES[Identity.BLUE]))
    high, low = (
        max(_inked(grid, grid.with_cells(lambda cell: replace(cell, label=" "))))
        for grid in (covered, uncovered)
    )
    assert 1.1 * low <= high <= 1.3 * low


@pytest.mark.parametrize("word", ["ice cream", "スキューバダイビング", "concertmaster"])
def test_two_lines_leave_room_for_marks(word: str) -> None:
    marked = _one(Cell("A1", word, marks=(phrase("board-alt"),)))
    bare = marked.with_cells(lambda cell: replace(cell, label=" "))
    font = font_for(word)
    drawn = [opened(render(grid, font=font)) for grid in (marked, bare)]
    ink = ImageChops.difference(*drawn).getbbox()
    assert ink is not None
    assert ink[1] >= tile_of(marked).top + PictureLayout.marks.bottom


@pytest.mark.sampled
@pytest.mark.parametrize(("rows", "cols"), WIDEST)
def test_no_letter_of_any_board_is_under_ten_pixels_high_on_a_phone(rows: int, cols: int) -> None:
    for half in halves(grid_of(rows, cols, words=("whale", "submarine"))):
        bare = Grid(
            tuple(tuple(replace(c, label=" ") for c in row) for row in half.cells), half.alt
        )
        heights = _inked(half, bare)
        assert len(heights) == rows
        assert min(heights) >= 10


def test_the_names_of_rows_and_columns_and_faces_are_ten_pixels_high_on_a_phone() -> None:
    half = halves(grid_of(10, 10, words=(" ",)))[1]
    unnamed = Grid(tuple(tuple(replace(c, place="") for c in row) for row in half.cells), half.alt)
    heights = _inked(half, unnamed)
    assert len(heights) == 11
    assert min(heights) >= 10
    for identity in Identity:
        face = FACES[identity]
        faces = [Face(letter, Glyph.NONE, face.colour) for letter in (face.letter, " ")]
        shown, blank = (
            Grid(
                ((replace(half.cells[0][0], face=replace(one, glyph=Glyph.CIRCLE)),) * 5,), half.alt
            )
            for one in faces
        )
        assert min(_inked(shown, blank)) >= 10


@pytest.mark.parametrize("cols", range(3, 11))
def test_a_wide_board_is_shown_in_halves_that_keep_their_places(cols: int) -> None:
    grid = grid_of(4, cols)
    parts = halves(grid)
    assert len(parts) == (1 if cols <= MOST_COLUMNS else 2)
    joined = tuple(sum((part.cells[row] for part in parts), ()) for row in range(4))
    assert joined == grid.cells
    assert max(layout_of(part).width for part in parts) <= 1000

from dataclasses import replace
from io import BytesIO
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageFont

from adapters.picture import (
    PALETTES,
    RGB,
    TINT,
    Box,
    Lettering,
    Palette,
    Plan,
    Theme,
    blend,
    fitted,
    glyph_mask,
    leading,
    missing,
    plan,
    render,
)
from core.codenames.actions import Deal, GiveClue, Guess
from core.codenames.clue import Referee
from core.codenames.deal import Supply
from core.codenames.model import Identity, Options, State
from core.codenames.present import FACES, board
from core.codenames.rules import Codenames
from core.rules import CHANCE, Legal, Seat, Secret, advance
from core.view import BLANK, Cell, Colour, Face, Glyph, Grid, phrase
from core.words.packs import default_pack

WORDS = (
    "telescope",
    "whale",
    "scuba diver",
    "ox",
    "Loch Ness",
    "W" * 16,
    "submarine",
    "ink",
    "jet",
)
printable = st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=60)


def _grid(rows: int, cols: int, *, words: tuple[str, ...] = WORDS, face: Face = BLANK) -> Grid:
    cells = [
        Cell(f"{chr(65 + place // cols)}{place % cols + 1}", words[place % len(words)], face)
        for place in range(rows * cols)
    ]
    by_rows = tuple(tuple(cells[row * cols : (row + 1) * cols]) for row in range(rows))
    return Grid(by_rows, phrase("board-alt"))


def _one(cell: Cell) -> Grid:
    return Grid(((cell,),), phrase("board-alt"))


def _opened(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


def _pixel(image: Image.Image, across: int, down: int) -> RGB:
    found = image.getpixel((across, down))
    assert isinstance(found, tuple)
    red, green, blue = found
    return int(red), int(green), int(blue)


def _left_middle(box: Box, inside: int) -> tuple[int, int]:
    return box.left + inside, (box.top + box.bottom) // 2


# Sizes.


@pytest.mark.parametrize("rows", range(3, 11))
@pytest.mark.parametrize("cols", range(3, 11))
def test_a_picture_is_as_large_as_its_plan(rows: int, cols: int) -> None:
    grid = _grid(rows, cols)
    with Image.open(BytesIO(render(grid))) as image:
        assert image.format == "PNG"
        assert image.size == (plan(grid).width, plan(grid).height)


def test_five_columns_make_a_picture_of_about_a_thousand_pixels() -> None:
    assert 980 <= Plan(5, 5).width <= 1020


def test_ten_columns_leave_room_for_nine_letters_of_the_full_size() -> None:
    layout = Plan(10, 10)
    size = layout.tile_height * 2 // 7
    assert fitted("telescope", layout.word, size, Lettering()).size == size
    assert layout.width < 1700


@given(st.integers(1, 12), st.integers(1, 12), st.booleans())
def test_tiles_lie_side_by_side_inside_the_picture(rows: int, cols: int, headed: bool) -> None:
    layout = Plan(rows, cols, headed)
    tiles = [layout.tile(row, col) for row in range(rows) for col in range(cols)]
    assert all(tile.right < layout.width and tile.bottom < layout.height for tile in tiles)
    assert not any(
        one.left < other.right
        and other.left < one.right
        and one.top < other.bottom
        and other.top < one.bottom
        for one, other in combinations(tiles, 2)
    )


def test_a_header_stands_above_and_moves_the_board_down() -> None:
    grid = _grid(3, 3)
    plain, headed = _opened(render(grid)), _opened(render(grid, header="Red: ocean 2"))
    below = headed.crop((0, headed.height - plain.height, headed.width, headed.height))
    assert headed.height > plain.height
    assert ImageChops.difference(below, plain).getbbox() is None


def test_a_long_header_is_cut_inside_the_picture() -> None:
    grid = _grid(3, 3)
    long, longer = (render(grid, header="so many words " * times) for times in (30, 60))
    layout = plan(grid, headed=True)
    strip = _opened(long).crop((layout.header.right, 0, layout.width, layout.header.bottom))
    assert strip.getcolors() == [(strip.width * strip.height, PALETTES[Theme.LIGHT].page)]
    assert long == longer


@pytest.mark.parametrize("cells", [(), ((),), ((Cell("A1", "whale"),), ())])
def test_a_grid_without_cells_is_a_picture_all_the_same(
    cells: tuple[tuple[Cell, ...], ...],
) -> None:
    assert _opened(render(Grid(cells, phrase("board-alt")), header="Nothing")).width > 0


# What is shown.


def test_the_same_grid_gives_the_same_bytes() -> None:
    grid = _grid(5, 5, face=FACES[Identity.GREEN])
    assert render(grid, header="Red") == render(replace(grid), header="Red")
    assert render(grid, theme=Theme.DARK) != render(grid, theme=Theme.LIGHT)


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("identity", Identity)
def test_an_uncovered_card_has_its_face_s_colour(identity: Identity, theme: Theme) -> None:
    face = FACES[identity]
    grid = _one(Cell("A1", "whale", face))
    image = _opened(render(grid, theme=theme))
    tile = plan(grid).tile(0, 0)
    assert _pixel(image, *_left_middle(tile, 8)) == PALETTES[theme].paints[face.colour].fill
    assert _pixel(image, *_left_middle(tile, 0)) == PALETTES[theme].paints[face.colour].edge


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("identity", Identity)
def test_a_hint_is_a_thick_frame_on_a_tinted_tile(identity: Identity, theme: Theme) -> None:
    grid = _one(Cell("A1", "whale", hint=FACES[identity]))
    palette, tile = PALETTES[theme], plan(grid).tile(0, 0)
    paint = palette.paints[FACES[identity].colour]
    image = _opened(render(grid, theme=theme))
    assert {_pixel(image, *_left_middle(tile, inside)) for inside in range(5)} == {paint.edge}
    assert _pixel(image, *_left_middle(tile, 8)) == blend(palette.tile.fill, paint.fill, TINT)


@pytest.mark.parametrize("theme", Theme)
def test_a_covered_card_without_a_hint_is_pale_and_plain(theme: Theme) -> None:
    grid = _one(Cell("A1", ""))
    image = _opened(render(grid, theme=theme))
    tile = plan(grid).tile(0, 0)
    colours = image.crop((tile.left + 12, tile.top + 12, tile.right - 12, tile.bottom - 12))
    assert colours.getcolors() == [(colours.width * colours.height, PALETTES[theme].tile.fill)]


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("known", ["face", "hint"])
def test_the_assassin_is_black_with_a_white_cross(theme: Theme, known: str) -> None:
    face = FACES[Identity.ASSASSIN]
    cell = Cell("A1", "whale", face) if known == "face" else Cell("A1", "whale", hint=face)
    layout = plan(_one(cell))
    tile, (shape, _) = layout.tile(0, 0), layout.badge.halves()
    image = _opened(render(_one(cell), theme=theme))
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
    pictures = [
        render(_one(Cell("A1", "whale", marks=("red-guesser",) * count))) for count in (0, 1, 2, 12)
    ]
    assert len(set(pictures)) == 4
    layout = plan(_one(Cell("A1", "whale")))
    tile, dot = layout.tile(0, 0), layout.marks
    down = tile.top + (dot.top + dot.bottom) // 2
    fill = PALETTES[Theme.LIGHT].mark.fill
    assert [_pixel(_opened(png), tile.left + dot.left + 3, down) == fill for png in pictures] == [
        False,
        True,
        True,
        True,
    ]


def test_rows_and_columns_are_named_at_the_edges() -> None:
    grid = _grid(3, 3)
    layout = plan(grid)
    image = _opened(render(grid))
    names = [layout.row_name(row) for row in range(3)] + [layout.col_name(col) for col in range(3)]
    inked = [image.crop((box.left, box.top, box.right, box.bottom)) for box in names]
    assert all(len(name.getcolors(9999) or ()) > 1 for name in inked)
    assert len({name.tobytes() for name in inked}) == 6


# What is not shown.


def _under_way(secret: bytes) -> tuple[Codenames, State]:
    """Return a game in which the first team has uncovered two cards."""
    rules = Codenames(Options(), Supply(default_pack()), Referee())
    state = advance(
        rules, rules.initial(), rules.decide(rules.initial(), CHANCE, Deal(0, Secret(secret)))
    )
    team, layout = state.turns[-1].team, state.layout
    assert layout is not None
    own = [place for place, it in enumerate(layout.key.value) if it is Identity.of(team)]
    spymaster, guesser = Seat(f"{team.value}-spymaster"), Seat(f"{team.value}-guesser")
    state = advance(rules, state, rules.decide(state, spymaster, GiveClue(1, "zyzzyva", 2)))
    for place in own[:2]:
        state = advance(rules, state, rules.decide(state, guesser, Guess(1, place)))
    return rules, state


def _shuffled(state: State, random: Random) -> State:
    """Return the state with the identities of the covered cards in another order."""
    assert state.layout is not None
    key = list(state.layout.key.value)
    covered = [place for place in range(len(key)) if place not in state.uncovered]
    hidden = [key[place] for place in covered]
    random.shuffle(hidden)
    for place, identity in zip(covered, hidden, strict=True):
        key[place] = identity
    return replace(state, layout=replace(state.layout, key=Secret(tuple(key))))


def _picture(rules: Codenames, state: State, seat: Seat | None) -> bytes:
    return render(board(rules.observe(state, seat), Legal()))


@settings(max_examples=5, deadline=None)
@given(st.binary(min_size=16, max_size=16), st.randoms(use_true_random=False))
def test_a_guesser_s_picture_tells_nothing_of_the_hidden_key(secret: bytes, random: Random) -> None:
    rules, state = _under_way(secret)
    other = _shuffled(state, random)
    for seat in (None, Seat("red-guesser")):
        assert _picture(rules, state, seat) == _picture(rules, other, seat)


def test_a_spymaster_s_picture_tells_the_key() -> None:
    rules, state = _under_way(bytes(16))
    other = _shuffled(state, Random(1))
    spymaster = Seat("red-spymaster")
    assert _picture(rules, state, spymaster) != _picture(rules, other, spymaster)
    assert _picture(rules, state, spymaster) != _picture(rules, state, None)


# Contrast.


def _luminance(colour: RGB) -> float:
    """Return the relative luminance, 0 to 1, of an sRGB colour (WCAG 2.2, section 5)."""
    parts = [part / 255 for part in colour]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: RGB, other: RGB) -> float:
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_measured_as_wcag_does() -> None:
    assert _contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert _contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("palette", PALETTES.values(), ids=[theme.value for theme in PALETTES])
def test_all_that_is_written_keeps_a_contrast_of_four_and_a_half(palette: Palette) -> None:
    assert _contrast(palette.ink, palette.page) >= 4.5
    assert _contrast(palette.mark.text, palette.mark.fill) >= 4.5
    for paint in palette.paints.values():
        assert _contrast(paint.text, paint.fill) >= 4.5
        assert _contrast(palette.tile.text, blend(palette.tile.fill, paint.fill, TINT)) >= 4.5


@pytest.mark.parametrize("palette", PALETTES.values(), ids=[theme.value for theme in PALETTES])
def test_frames_of_faces_keep_a_contrast_of_three_to_page_and_tile(palette: Palette) -> None:
    for colour, paint in palette.paints.items():
        if colour is not Colour.BLANK:
            assert _contrast(paint.edge, palette.page) >= 3
            assert _contrast(paint.edge, blend(palette.tile.fill, paint.fill, TINT)) >= 3


# Words.


@settings(max_examples=60, deadline=None)
@given(printable, st.sampled_from(list(Identity)), st.booleans(), st.integers(1, 10))
def test_a_word_stays_inside_its_tile(
    word: str, identity: Identity, hinted: bool, cols: int
) -> None:
    face = FACES[identity]
    last = Cell("A9", word, hint=face) if hinted else Cell("A9", word, face)
    row = tuple(Cell(f"A{col + 1}", "ox") for col in range(cols - 1))
    with_word = Grid(((*row, last),), phrase("board-alt"))
    without = Grid(((*row, replace(last, label=" ")),), phrase("board-alt"))
    layout = plan(with_word)
    changed = ImageChops.difference(*(_opened(render(grid)) for grid in (with_word, without)))
    tile, ink = layout.tile(0, cols - 1).shrunk(6), changed.getbbox()
    if ink:
        left, top, right, bottom = ink
        assert tile.left <= left < right <= tile.right
        assert tile.top <= top < bottom <= tile.bottom


@given(st.text(max_size=80), st.integers(60, 300), st.integers(40, 120), st.integers(20, 34))
def test_set_lines_fit_their_box(text: str, width: int, height: int, size: int) -> None:
    lettering = Lettering()
    setting = fitted(text, Box(0, 0, width, height), size, lettering)
    assert size // 2 <= setting.size <= size
    assert len(setting.lines) * leading(setting.size) <= height
    assert all(lettering.width(line, setting.size) <= width for line in setting.lines)


@pytest.mark.parametrize(
    ("word", "lines", "shrunk"),
    [
        ("whale", ("whale",), False),
        ("ice  cream", ("ice cream",), False),
        ("WASHINGTON", ("WASHINGTON",), True),
        ("scuba diving suits", ("scuba diving", "suits"), True),
        ("the Great Barrier Reef", ("the Great", "Barrier Reef"), True),
    ],
)
def test_a_word_shrinks_then_wraps(word: str, lines: tuple[str, ...], shrunk: bool) -> None:
    layout = Plan(5, 5)
    size = layout.tile_height * 2 // 7
    setting = fitted(word, layout.word, size, Lettering())
    assert setting.lines == lines
    assert (setting.size < size) == shrunk


def test_every_word_of_the_embedded_pack_stands_whole_on_one_line_of_the_widest_board() -> None:
    layout, lettering = Plan(10, 10), Lettering()
    size = layout.tile_height * 2 // 7
    for word in default_pack().words:
        setting = fitted(word, layout.word, size, lettering)
        assert setting.lines == (word,)
        assert setting.size >= size * 4 // 5


@pytest.mark.parametrize("word", ["Donaudampfschifffahrtsgesellschaft", "so very many words " * 9])
def test_what_fits_no_tile_is_cut_and_says_so(word: str) -> None:
    (*lines, last) = fitted(word, Plan(5, 5).word, 32, Lettering()).lines
    assert last.endswith("…")
    assert word.startswith(" ".join((*lines, last))[:-1])


# Fonts.


def test_pillow_s_own_font_has_plain_letters_only() -> None:
    assert missing("The quick brown fox, 0123456789!") == frozenset()
    assert missing("café くじら") == frozenset("éくじら")


def test_another_font_is_read_from_its_file(tmp_path: Path) -> None:
    own = ImageFont.load_default(20)
    assert isinstance(own, ImageFont.FreeTypeFont)
    assert isinstance(own.path, BytesIO)
    file = tmp_path / "font.ttf"
    file.write_bytes(own.path.getvalue())
    assert missing("whale é", file) == frozenset("é")
    assert _opened(render(_grid(3, 3), font=file)).size == _opened(render(_grid(3, 3))).size


def test_a_font_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="cannot open resource"):
        render(_grid(3, 3), font=tmp_path / "none.ttf")

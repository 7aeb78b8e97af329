from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageFont

from adapters.picture import render
from adapters.picture.layout import Box, Plan
from adapters.picture.lettering import Lettering, fitted, leading, missing
from core.words.packs import default_pack
from tests.adapters.picture.grids import grid_of, opened


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


def test_ten_columns_leave_room_for_nine_letters_of_the_full_size() -> None:
    layout = Plan(10, 10)
    size = layout.tile_height * 2 // 7
    assert fitted("telescope", layout.word, size, Lettering()).size == size
    assert layout.width < 1700


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
    assert opened(render(grid_of(3, 3), font=file)).size == opened(render(grid_of(3, 3))).size

from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from adapters.picture import EDGE, SIZE, render_strokes
from adapters.picture.palette import PALETTES, RGB, Theme
from core.hangman.gallows import gallows
from core.view import Colour, Drawing, Pen, Stroke, phrase
from tests.adapters.picture.grids import opened

POLE = Stroke(((0.25, 0.0), (0.25, 1.0)))
BEAM = Stroke(((0.0, 0.5), (1.0, 0.5)), Pen.FAINT)


def _drawn(*strokes: Stroke) -> Drawing:
    return Drawing(("|",), strokes, phrase("nobody"))


def _at(image: Image.Image, across: float, down: float) -> RGB:
    red, green, blue = image.convert("RGB").getpixel(  # type: ignore[misc]
        (round(EDGE + across * SIZE), round(EDGE + down * SIZE))
    )
    return red, green, blue


@pytest.mark.parametrize("theme", Theme)
def test_strokes_are_ink_on_the_page_and_those_to_come_are_faint(theme: Theme) -> None:
    palette = PALETTES[theme]
    image = opened(render_strokes(_drawn(BEAM, POLE), theme=theme))
    assert image.size == (SIZE + 2 * EDGE, SIZE + 2 * EDGE)
    assert _at(image, 0.25, 0.2) == palette.text
    assert _at(image, 0.6, 0.2) == palette.background
    assert _at(image, 0.25, 0.5) == palette.text
    assert _at(image, 0.6, 0.5) not in (palette.text, palette.background)


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("colour", Colour)
def test_a_stroke_has_the_colour_that_frames_have(theme: Theme, colour: Colour) -> None:
    image = opened(render_strokes(_drawn(replace(POLE, colour=colour)), theme=theme))
    assert _at(image, 0.25, 0.2) == PALETTES[theme].paints[colour].edge


def test_a_fine_stroke_is_thinner_than_a_broad_one() -> None:
    palette, beside = PALETTES[Theme.LIGHT], 0.25 + 5 / SIZE
    broad, fine = (
        opened(render_strokes(_drawn(replace(POLE, pen=pen)))) for pen in (Pen.BROAD, Pen.FINE)
    )
    assert _at(broad, beside, 0.5) == palette.text == _at(fine, 0.25, 0.5)
    assert _at(fine, beside, 0.5) == palette.background


def test_nothing_is_cut_off_at_the_edges() -> None:
    page = PALETTES[Theme.LIGHT].background
    corners = Stroke(((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0)))
    image = opened(render_strokes(_drawn(corners))).convert("RGB")
    rim = [image.getpixel((place, 0)) for place in range(image.width)]
    assert set(rim) == {page}


def test_a_broad_drawing_has_a_broad_page() -> None:
    square, broad = (
        opened(render_strokes(replace(_drawn(POLE), breadth=breadth))) for breadth in (1.0, 1.5)
    )
    assert (broad.width - square.width, broad.height) == (SIZE // 2, square.height)
    assert broad.crop((0, 0, square.width, square.height)).tobytes() == square.tobytes()


def _sides(image: Image.Image, page: RGB) -> tuple[int, int, int, int]:
    """Return the free margins of a picture, in pixels: left, top, right, bottom."""
    ink = ImageChops.difference(image, Image.new("RGB", image.size, page)).getbbox()
    assert ink
    left, top, right, bottom = ink
    return left, top, image.width - right, image.height - bottom


@pytest.mark.parametrize("saved", [False, True])
@pytest.mark.parametrize("wrong", range(9))
def test_a_gallows_fills_its_frame_after_each_wrong_guess(wrong: int, saved: bool) -> None:
    drawing, page = gallows(wrong, 8, saved=saved), PALETTES[Theme.LIGHT].background
    image = opened(render_strokes(drawing))
    left, top, right, bottom = _sides(image, page)
    assert max(left, right, bottom) <= EDGE
    if not saved or wrong > 1:  # a figure saved before there is a beam stands below the open sky
        assert top <= EDGE
    above_ground = image.crop((0, 0, image.width, round(image.height * 0.95)))
    left, top, right, _ = _sides(above_ground, page)
    assert left + right <= image.width * (0.6 if saved and wrong == 0 else 0.25)


def test_a_gallows_looks_different_after_each_wrong_guess_and_when_saved() -> None:
    drawings = [gallows(wrong, 8, saved=saved) for wrong in range(8) for saved in (False, True)]
    frames = 3  # freed figures look alike once the frame behind them is complete
    assert len({render_strokes(one) for one in (*drawings, gallows(8, 8))}) == 9 + frames

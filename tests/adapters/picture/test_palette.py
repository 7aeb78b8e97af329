import pytest
from PIL import Image

from adapters.picture.palette import PALETTES, RGB, TINT, Palette, Theme, blend, indexed
from core.view import Colour


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
    assert _contrast(palette.text, palette.background) >= 4.5
    assert _contrast(palette.mark.text, palette.mark.fill) >= 4.5
    for paint in palette.paints.values():
        assert _contrast(paint.text, paint.fill) >= 4.5
        assert _contrast(palette.tile.text, blend(palette.tile.fill, paint.fill, TINT)) >= 4.5


@pytest.mark.parametrize("palette", PALETTES.values(), ids=[theme.value for theme in PALETTES])
def test_frames_of_faces_keep_a_contrast_of_three_to_page_and_tile(palette: Palette) -> None:
    for colour, paint in palette.paints.items():
        if colour is not Colour.BLANK:
            assert _contrast(paint.edge, palette.background) >= 3
            assert _contrast(paint.edge, blend(palette.tile.fill, paint.fill, TINT)) >= 3


@pytest.mark.parametrize("theme", Theme)
def test_a_picture_of_numbered_colours_keeps_those_of_its_theme(theme: Theme) -> None:
    palette = PALETTES[theme]
    paints = (palette.mark, *palette.paints.values())
    exact = {palette.background, palette.text}
    exact |= {colour for paint in paints for colour in (paint.fill, paint.text, paint.edge)}
    image = Image.new("RGB", (len(exact), 1))
    image.putdata([*exact])
    drawn = indexed(image, theme)
    assert drawn.mode == "P"
    assert {*_pixels(drawn)} == exact


@pytest.mark.parametrize("theme", Theme)
def test_smooth_edges_are_hardly_changed_by_numbering_the_colours(theme: Theme) -> None:
    palette = PALETTES[theme]
    pairs = [(paint.fill, paint.text) for paint in palette.paints.values()]
    smooth = [blend(*pair, share / 50) for pair in pairs for share in range(51)]
    image = Image.new("RGB", (len(smooth), 1))
    image.putdata(smooth)
    for before, after in zip(smooth, _pixels(indexed(image, theme)), strict=True):
        assert max(abs(one - other) for one, other in zip(before, after, strict=True)) <= 24


def _pixels(image: Image.Image) -> list[tuple[int, ...]]:
    """Return the colours of a picture of one line."""
    data = image.convert("RGB").tobytes()
    return [tuple(data[place : place + 3]) for place in range(0, len(data), 3)]

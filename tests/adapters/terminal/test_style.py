import pytest

from adapters.terminal.style import COLOUR_PAIRS, Style
from core.view import Colour, Tone


def _luminance(number: int) -> float:
    """Return the relative luminance (WCAG 2) of a number of the 256-colour palette above 15."""
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
    """WCAG 2 asks for a contrast of 4.5 for text."""
    dark, light = sorted(map(_luminance, COLOUR_PAIRS[colour]))
    assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_a_filled_text_sets_both_its_colours_and_resets_them() -> None:
    assert Style(colour=True).filled("x", Colour.BLUE) == "\x1b[1;38;5;231;48;5;25mx\x1b[0m"


def test_a_blank_ground_is_no_ground() -> None:
    assert Style(colour=True).filled("x", Colour.BLANK) == "x"


def test_without_colours_nothing_is_added() -> None:
    brush = Style(colour=False)
    assert brush.filled("x", Colour.RED) == "x"
    assert brush.toned("x", Tone.BAD) == "x"


def test_a_plain_tone_and_an_empty_text_stay_as_they_are() -> None:
    brush = Style(colour=True)
    assert brush.toned("x", Tone.PLAIN) == "x"
    assert brush.toned("", Tone.BAD) == ""

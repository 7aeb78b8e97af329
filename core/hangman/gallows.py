"""The gallows, as text and as strokes: a figure that grows part by part, or stands free.

The figure's face becomes sadder with each part, and smiles when it is free.
"""

from dataclasses import replace
from math import cos, pi, sin
from typing import Final, TypeAlias

from core.view import Colour, Drawing, Pen, Stroke, phrase

Coordinates: TypeAlias = tuple[float, float]

Writing: TypeAlias = tuple[tuple[int, int, str], ...]
"""Pieces of text: row, column, text."""

_ROWS: Final = 6
_COLS: Final = 9

_PARTS: Final[tuple[Writing, ...]] = (
    tuple((row, 1, "|") for row in range(_ROWS)),  # pole
    ((0, 1, "+----+"),),  # beam
    ((1, 2, "/"),),  # brace
    ((1, 6, "|"),),  # rope
    ((2, 6, "O"),),  # head
    ((3, 6, "|"),),  # body
    ((3, 5, "/"),),  # arms
    ((3, 7, "\\"),),
    ((4, 5, "/"),),  # legs
    ((4, 7, "\\"),),
)
_FREED: Final[Writing] = ((3, 5, "\\O/"), (4, 6, "|"), (5, 5, "/ \\"))

_FRAME: Final = 3
"""The number of parts before the figure."""

_HEAD: Final = _FRAME + 1
"""The part that has a face."""

_BREADTH: Final = 1.5
"""The frame's width in heights: on a phone a square would fill the screen."""

_CORNERS: Final = 48
_RADIUS: Final = 0.12

_HANGS: Final = (1.07, 0.28)
_STANDS: Final = (1.07, 0.3)
"""The middle of the head: across, down."""

_EYE: Final = (0.045, 0.019)
"""The distance of an eye from the head's middle, across and up."""

_SIZE: Final = 0.019
_OPEN: Final = ((0, 0.5),)
_CROSSED: Final = ((1, 1), (1, -1))
"""The end of each stroke of an eye, across and down from its middle, in units of `_SIZE`."""

_GROUND: Final = Stroke(((0.0, 0.99), (_BREADTH, 0.99)), colour=Colour.GREEN)


def _circle(middle: Coordinates) -> Stroke:
    across, down = middle
    turns = [2 * pi * (step / _CORNERS) for step in range(_CORNERS + 1)]
    points = ((across + _RADIUS * sin(turn), down - _RADIUS * cos(turn)) for turn in turns)
    return Stroke(tuple(points))


_STROKES: Final = (
    Stroke(((0.26, 0.99), (0.26, 0.01))),
    Stroke(((0.08, 0.01), (1.25, 0.01))),
    Stroke(((0.26, 0.25), (0.5, 0.01))),
    Stroke(((1.07, 0.01), (1.07, 0.16)), colour=Colour.SAND),
    _circle(_HANGS),
    Stroke(((1.07, 0.40), (1.07, 0.68))),
    Stroke(((1.07, 0.47), (0.81, 0.60))),
    Stroke(((1.07, 0.47), (1.33, 0.60))),
    Stroke(((1.07, 0.68), (0.87, 0.91))),
    Stroke(((1.07, 0.68), (1.27, 0.91))),
)
_FREE_STROKES: Final = (
    _circle(_STANDS),
    Stroke(((1.07, 0.42), (1.07, 0.72))),
    Stroke(((1.07, 0.52), (0.79, 0.34))),
    Stroke(((1.07, 0.52), (1.35, 0.34))),
    Stroke(((1.07, 0.72), (0.89, 0.97))),
    Stroke(((1.07, 0.72), (1.25, 0.97))),
)


def gallows(wrong: int, lives: int, *, saved: bool = False) -> Drawing:
    """Return the gallows after `wrong` of `lives` wrong guesses: whole when no life is left.

    A `saved` figure stands free next to the unfinished frame.
    """
    parts = min(len(_PARTS), -(-wrong * len(_PARTS) // lives))
    if saved:
        frame = min(parts, _FRAME)
        lines = _lines(*_PARTS[:frame], _FREED)
        strokes = (*_STROKES[:frame], *_of(Colour.GREEN, *_FREE_STROKES, *_face(_STANDS, 1)))
        return Drawing(lines, (_GROUND, *strokes), phrase("hangman-gallows-saved"), _BREADTH)
    left = max(0, lives - wrong)
    said = phrase("hangman-gallows-alt", parts=parts, all=len(_PARTS), left=left)
    return Drawing(_lines(*_PARTS[:parts]), _hanging(parts), said, _BREADTH)


def _hanging(parts: int) -> tuple[Stroke, ...]:
    """Return all strokes; the faint strokes of later parts come first."""
    faint = (replace(one, pen=Pen.FAINT, colour=None) for one in _STROKES[parts:])
    dead = parts == len(_PARTS)
    figure = _STROKES[_HEAD:parts]
    if figure:
        face = (-1.6, _CROSSED) if dead else ((_HEAD + 2 - parts) / 4, _OPEN)
        figure = (*figure, *_face(_HANGS, *face))
        figure = _of(Colour.RED, *figure) if dead else figure
    return (*faint, _GROUND, *_STROKES[: min(parts, _HEAD)], *figure)


def _of(colour: Colour, *strokes: Stroke) -> tuple[Stroke, ...]:
    return tuple(replace(one, colour=colour) for one in strokes)


def _face(
    head: Coordinates, mood: float, eye: tuple[Coordinates, ...] = _OPEN
) -> tuple[Stroke, ...]:
    """Return eyes and a mouth: a `mood` of 1 smiles, 0 is neutral, -1 despairs."""
    across, down = head
    beside, above = _EYE
    eyes = (
        _fine((x - side * _SIZE, y - rise * _SIZE), (x + side * _SIZE, y + rise * _SIZE))
        for x, y in ((across - beside, down - above), (across + beside, down - above))
        for side, rise in eye
    )
    steps = [step / 4 - 1 for step in range(9)]
    mouth = ((across + 0.048 * at, down + 0.051 + 0.021 * mood * (0.5 - at * at)) for at in steps)
    return (*eyes, _fine(*mouth))


def _fine(*points: Coordinates) -> Stroke:
    return Stroke(points, Pen.FINE)


def _lines(*parts: Writing) -> tuple[str, ...]:
    canvas = [[" "] * _COLS for _ in range(_ROWS)]
    for part in parts:
        for row, col, text in part:
            canvas[row][col : col + len(text)] = text
    return (*("".join(row).rstrip() for row in canvas), "=" * _COLS)

"""A canvas for figures: matplotlib (the extra `arena`), one style, and the same bytes each time.

Colours are those of Okabe and Ito (Color Universal Design, 2008), which people of any colour vision
tell apart; lines differ in their markers and dashes, too. Figures are 7 inches wide, so that their
text has the size of a page's where they are shown 700 pixels wide. Text in figures is English.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from io import BytesIO
from types import MappingProxyType
from typing import Any, Final, TypeAlias

BLACK: Final = "#000000"
ORANGE: Final = "#E69F00"
SKY: Final = "#56B4E9"
GREEN: Final = "#009E73"
BLUE: Final = "#0072B2"
VERMILION: Final = "#D55E00"
PURPLE: Final = "#CC79A7"
GREY: Final = "#767676"

FIGURE_INCHES: Final = 7.0
PIXELS_PER_INCH: Final = 200

TEXT_POINTS: Final = 9

_STYLE: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "svg.hashsalt": "spyring",
        "font.family": "DejaVu Sans",
        "font.size": TEXT_POINTS,
        "axes.titlesize": TEXT_POINTS + 1,
        "axes.labelsize": TEXT_POINTS,
        "axes.titlelocation": "left",
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "axes.grid": True,
        "grid.color": "#E4E4E4",
        "grid.linewidth": 0.7,
        "lines.linewidth": 1.6,
        "lines.markersize": 4.5,
    }
)

_NO_METADATA: Final[Mapping[str, Mapping[str, None]]] = MappingProxyType(
    {"png": {"Software": None}, "svg": {"Date": None, "Creator": None}}
)
"""What would tell the time and the library's version."""

Axes: TypeAlias = Any
"""matplotlib's axes, which are loaded only where something is drawn."""


FigureImages: TypeAlias = Mapping[str, bytes]
"""A figure in the forms that pages show, png and svg."""


def draw(
    paint: Callable[[Sequence[Axes]], None],
    *,
    height: float,
    rows: int = 1,
    columns: int = 1,
    share: bool = False,
) -> FigureImages:
    """Return a figure of so many inches in height whose axes `paint` has drawn on.

    The axes come row by row; `share` gives all of them the same scales.
    """
    library: Any = import_module("matplotlib")  # slow
    agg: Any = import_module("matplotlib.backends.backend_agg")
    figures: Any = import_module("matplotlib.figure")
    with library.rc_context({**library.rcParamsDefault, **_STYLE}):
        figure = figures.Figure(figsize=(FIGURE_INCHES, height), layout="constrained")
        agg.FigureCanvasAgg(figure)
        grid = figure.subplots(rows, columns, squeeze=False, sharex=share, sharey=share)
        paint(list(grid.flat))
        return {form: _saved(figure, form) for form in _NO_METADATA}


def label_ends(
    axes: Axes, ends: Sequence[tuple[float, str, str]], *, at: float, gap: float
) -> None:
    """Write names beside the ends of lines, each a height, a name and a colour, without overlap.

    `at` is where on the horizontal axis they stand, `gap` the least distance between two heights.
    """
    for height, (_, name, colour) in zip(spread([end[0] for end in ends], gap), ends, strict=True):
        axes.annotate(
            name,
            (at, height),
            xytext=(4, 0),
            textcoords="offset points",
            va="center",
            color=colour,
            annotation_clip=False,
        )


def spread(heights: Sequence[float], gap: float) -> list[float]:
    """Return heights near the given ones, in the same order, that are a gap apart.

    Groups that come too close are spaced evenly about their mean.
    """
    order = sorted(range(len(heights)), key=heights.__getitem__)
    groups: list[list[float]] = []
    for place in order:
        groups.append([heights[place]])
        while len(groups) > 1 and _ends(groups[-1], gap)[0] < _ends(groups[-2], gap)[1] + gap:
            groups[-2:] = [groups[-2] + groups[-1]]
    placed = [_ends(group, gap)[0] + gap * step for group in groups for step in range(len(group))]
    return [height for _, height in sorted(zip(order, placed, strict=True))]


def _ends(group: Sequence[float], gap: float) -> tuple[float, float]:
    """Return the lowest and the highest of heights that are a gap apart about a group's mean."""
    middle, half = sum(group) / len(group), gap * (len(group) - 1) / 2.0
    return middle - half, middle + half


def _saved(figure: Any, form: str) -> bytes:  # noqa: ANN401 - matplotlib's
    file = BytesIO()
    metadata = dict(_NO_METADATA[form])
    figure.savefig(file, format=form, dpi=PIXELS_PER_INCH, metadata=metadata)
    return file.getvalue()

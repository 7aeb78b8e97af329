"""The figures of the research page, drawn by matplotlib (the extra `arena`).

Figure 1 has CoLT's weights, 2 its forecasts, 3 its trade-off between wins and speed, 4 learning
curves; another function draws means with intervals. All share one style, and are reproducible byte
for byte.

The colours of Okabe and Ito (Color Universal Design, 2008) suit any colour vision; lines also
differ in markers and dashes. Figures are 7 inches wide, so that their text matches the page's text
at a width of 700 pixels. Text in figures is English.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from io import BytesIO
from typing import Any, Final, TypeAlias

import numpy as np
from scipy.optimize import isotonic_regression

from core.arena.surface import QUOTED_PAIRS, Surface, TeamPoints, log_surface, paper_surface
from core.arena.teams import TeamPairs
from core.arena.training import LinearFit, quality
from core.rating.colt import OUTCOMES, WEIGHTS, Ending, Floats

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

_STYLE: Final[Mapping[str, Any]] = {
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

_NO_METADATA: Final[Mapping[str, Mapping[str, None]]] = {
    "png": {"Software": None},
    "svg": {"Date": None, "Creator": None},
}
"""Overrides of metadata that would contain the time and the library's version."""

Axes: TypeAlias = Any
"""matplotlib's axes; the library is imported only to draw."""

FigureImages: TypeAlias = Mapping[str, bytes]
"""A figure's files by format, png and svg."""


@contextmanager
def drawing(
    *, height: float, rows: int = 1, columns: int = 1, share: bool = False
) -> Iterator[tuple[Sequence[Axes], FigureImages]]:
    """Yield the axes of a figure of a height in inches, and its images, which the end makes.

    The axes are in row-major order; `share` gives them the same scales.
    """
    library: Any = import_module("matplotlib")  # slow
    agg: Any = import_module("matplotlib.backends.backend_agg")
    figures: Any = import_module("matplotlib.figure")
    with library.rc_context({**library.rcParamsDefault, **_STYLE}):
        figure = figures.Figure(figsize=(FIGURE_INCHES, height), layout="constrained")
        agg.FigureCanvasAgg(figure)
        grid = figure.subplots(rows, columns, squeeze=False, sharex=share, sharey=share)
        images = dict[str, bytes]()
        yield list(grid.flat), images
        for form, metadata in _NO_METADATA.items():
            file = BytesIO()
            figure.savefig(file, format=form, dpi=PIXELS_PER_INCH, metadata=dict(metadata))
            images[form] = file.getvalue()


def label_ends(
    axes: Axes, ends: Sequence[tuple[float, str, str]], *, at: float, gap: float
) -> None:
    """Write names next to the ends of lines without overlap; an end has a height, name and colour.

    `at` is the names' horizontal position, `gap` the least distance between two heights.
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
    """Return heights near the given ones, in the same order, at least a gap apart.

    It spaces groups of close heights evenly about their mean.
    """
    order, steps = np.argsort(heights, kind="stable"), gap * np.arange(len(heights))
    placed = np.empty(len(heights))
    placed[order] = isotonic_regression(np.array(heights)[order] - steps).x + steps
    return placed.tolist()


ENDING_STYLES: Final[Mapping[Ending, tuple[str, str, str]]] = {
    Ending.CLEAN: ("clean", BLUE, "o"),
    Ending.BYSTANDER: ("bystander", GREEN, "s"),
    Ending.OPPONENT: ("opponent", VERMILION, "^"),
    Ending.ASSASSIN: ("assassin", BLACK, "X"),
}
"""The name, colour and marker of each ending."""

CURVE_STYLES: Final = (
    (BLUE, "-"),
    (VERMILION, "--"),
    (GREEN, "-."),
    (GREY, ":"),
    (PURPLE, "-"),
    (ORANGE, "--"),
    (SKY, "-."),
    (BLACK, ":"),
)
"""The colours and dashes of learning curves, in their order."""

_RING: Final[Mapping[str, object]] = {"mfc": "none", "ms": 10, "mew": 0.9}
"""The marker of a published value, around ours."""


# Figure 1: the weights.


def draw_weights(ours: Floats, name: str) -> FigureImages:
    """Return a plot of Table 1's weights and ours (36,) by the team's own cards and the ending."""
    with drawing(height=4.2) as ((plot,), images):
        ends = []
        for ending, (called, colour, marker) in ENDING_STYLES.items():
            outcomes = [outcome for outcome in OUTCOMES if outcome.ending is ending]
            own = [outcome.own for outcome in outcomes]
            places = [outcome.index for outcome in outcomes]
            plot.plot(own, ours[places], color=colour, marker=marker)
            plot.plot(own, WEIGHTS[places], color=colour, ls="", marker="o", **_RING)
            ends.append((float(ours[places[-1]]), called, colour))
        plot.plot([], [], color=GREY, ls="", marker="o", label="Table 1 of the paper", **_RING)
        plot.plot([], [], color=GREY, marker=".", label=name)
        plot.legend(loc="lower right", frameon=False)
        low, high = plot.get_ylim()
        label_ends(plot, ends, at=9.1, gap=(high - low) * 0.055)
        plot.set(xlabel="own cards found in the turn", ylabel="CoLT weight", xticks=range(10))
        plot.set_title("CoLT's weight of a turn, by the card that ended it")
    return images


# Figure 2: forecasts.


def draw_forecasts(fits: Mapping[str, LinearFit], pairs: TeamPairs) -> FigureImages:
    """Return a plot of forecasts against simulated games, with a panel for each fit in a row."""
    with drawing(height=3.7, columns=len(fits)) as (axes, images):
        for plot, (title, fit) in zip(axes, fits.items(), strict=True):
            plot.hexbin(
                fit.forecast(pairs.differences),
                pairs.wins,
                gridsize=34,
                extent=(0.0, 1.0, 0.0, 1.0),
                mincnt=1,
                bins="log",
                cmap="Blues",
                vmin=0.5,
                linewidths=0.2,
            )
            plot.axline((0.0, 0.0), slope=1.0, color=VERMILION, lw=1.2)
            r2 = quality(fit, pairs.differences, pairs.wins).r2
            said = f"R2 = {r2:.3f}, {len(pairs):,} pairs"
            plot.text(0.04, 0.94, said, transform=plot.transAxes, va="top")
            plot.set(xlim=(0.0, 1.0), ylim=(0.0, 1.0), aspect="equal", title=title)
            plot.set(xlabel="forecast win probability", ylabel="simulated win probability")
    return images


# Figure 3: wins and speed.


def draw_surfaces(papers: TeamPoints, ours: TeamPoints) -> FigureImages:
    """Return a plot of CoLT over win rate and turns to win, as in the paper and from our pairs.

    `papers` are the teams behind the paper's figure; its quoted teams are marked.
    """
    with drawing(height=4.0, columns=2) as (axes, images):
        _paint_paper(axes[0], papers)
        _paint_ours(axes[1], ours)
        for plot in axes:
            plot.set(xlabel="turns to win", ylabel="win rate")
    return images


_QUOTED_STYLES: Final[Mapping[float, tuple[str, str]]] = {0.86: (BLUE, "o"), 0.9: (VERMILION, "^")}
"""The colour and marker of each quoted CoLT."""

_BELOW: Final = (5, -9, "left")
_FAR_BELOW: Final = (9, -14, "left")
_LABELS: Final = ((-4, 5, "right"), _BELOW, _BELOW, _BELOW, _FAR_BELOW, _FAR_BELOW)
"""The offsets of the quoted teams' numbers: points to the right and up, and the alignment."""

_PALE: Final = "#C0C0C0"


def _paint_paper(plot: Axes, points: TeamPoints) -> None:
    turns, rates = np.linspace(2.0, 13.0, 60), np.linspace(0.6, 1.0, 50)
    heights = _heights(paper_surface(points), rates, turns)
    plot.scatter(points.win_turns, points.win_rates, s=5, color=_PALE, lw=0)
    plot.plot([], [], color=_PALE, marker=".", ls="", label="the paper's teams")
    for quoted, (colour, marker) in _QUOTED_STYLES.items():
        plot.contour(turns, rates, heights, levels=[quoted], colors=[colour], linewidths=1.6)
        called = f"CoLT {quoted:.2f}, quoted teams"
        plot.plot([], [], color=colour, marker=marker, label=called)
    for (quoted, rate, turn), (across, up, side) in zip(QUOTED_PAIRS, _LABELS, strict=True):
        colour, marker = _QUOTED_STYLES[quoted]
        plot.plot(turn, rate, color=colour, marker=marker, ls="", zorder=3)
        plot.annotate(
            f"{rate:.2f}, {turn:.2f}".removeprefix("0"),
            (turn, rate),
            xytext=(across, up),
            textcoords="offset points",
            ha=side,
            size=TEXT_POINTS - 1,
            color=colour,
        )
    plot.legend(loc="lower right", fontsize=TEXT_POINTS - 1, framealpha=0.9, edgecolor="none")
    plot.set(xlim=(1.8, 13.2), ylim=(0.6, 1.005), title="The paper's interpolation")


def _paint_ours(plot: Axes, points: TeamPoints) -> None:
    surface = log_surface(points)
    least, most = float(points.win_turns.min()) * 0.95, float(points.win_turns.max()) * 1.05
    lowest = max(0.0, float(points.win_rates.min()) - 0.05)
    turns, rates = np.linspace(least, most, 60), np.linspace(lowest, 1.0, 50)
    shown = plot.scatter(
        points.win_turns, points.win_rates, c=points.colt, s=22, cmap="cividis", lw=0, zorder=3
    )
    plot.figure.colorbar(shown, ax=plot, label="CoLT of the pair")
    levels = np.arange(-4.0, 4.5, 0.5)
    lines = plot.contour(
        turns, rates, _heights(surface, rates, turns), levels, colors=GREY, linewidths=1.0
    )
    plot.clabel(lines, fmt="%.1f", inline_spacing=2)
    r2 = points.r2(surface(points.win_rates, points.win_turns))
    plot.set(ylim=(lowest, 1.005), title=f"Our pairs, regression (R2 = {r2:.3f})")


def _heights(surface: Surface, rates: Floats, turns: Floats) -> Floats:
    """Return the surface's CoLT on a grid (rates, turns)."""
    grid_turns, grid_rates = np.meshgrid(turns, rates)
    return surface(grid_rates.ravel(), grid_turns.ravel()).reshape(grid_turns.shape)


# Figure 4: learning.


LearningCurves: TypeAlias = Mapping[str, Floats]
"""The mean of each agent by game with the ends of its interval, (3, g)."""


def draw_learning(panels: Mapping[str, LearningCurves]) -> FigureImages:
    """Return a plot of four panels, two in a row, with each agent's CoLT by game.

    `panels` are the agents' curves by panel title.
    """
    with drawing(height=5.4, rows=2, columns=2, share=True) as (axes, images):
        for plot, (title, curves) in zip(axes, panels.items(), strict=True):
            for curve, (colour, dashes) in zip(curves.values(), CURVE_STYLES, strict=False):
                means, low, high = curve
                games = np.arange(1, len(means) + 1)
                plot.fill_between(games, low, high, color=colour, alpha=0.18, lw=0)
                plot.plot(games, means, color=colour, ls=dashes)
            plot.set_title(title)
        low, high = axes[0].get_ylim()
        for plot, curves in zip(axes, panels.values(), strict=True):
            _label_curves(plot, curves, gap=(high - low) * 0.085)
        for plot in axes[-2:]:
            plot.set_xlabel("game with one teammate")
        for plot in axes[::2]:
            plot.set_ylabel("CoLT")
    return images


def _label_curves(plot: Axes, curves: LearningCurves, gap: float) -> None:
    """Write each curve's name at its end, at the mean of its last games."""
    ends = [
        (float(curve[0, -5:].mean()), name, colour)
        for (name, curve), (colour, _) in zip(curves.items(), CURVE_STYLES, strict=False)
    ]
    games = max(curve.shape[1] for curve in curves.values())
    label_ends(plot, ends, at=games, gap=gap)
    plot.set_xlim(1, games)


# Means with intervals.


def draw_intervals(
    rows: Sequence[tuple[str, float, float]], title: str, measure: str
) -> FigureImages:
    """Return a plot of means; a row is a name, a mean and half of its 95% interval."""
    with drawing(height=1.3 + 0.27 * len(rows)) as ((plot,), images):
        heights = np.arange(len(rows))[::-1]
        for height, (_, mean, half) in zip(heights, rows, strict=True):
            plot.plot([mean - half, mean + half], [height, height], color=BLUE, lw=3, alpha=0.5)
            plot.plot(mean, height, color=BLUE, marker="o")
        plot.set(yticks=heights, yticklabels=[name for name, _, _ in rows])
        plot.set(ylim=(-0.7, len(rows) - 0.3), xlabel=f"{measure}, 95% interval", title=title)
    return images

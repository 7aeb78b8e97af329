"""Figures: drawn from plain values, with the same bytes each time, in both formats."""

import re
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from itertools import pairwise
from typing import Final
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from bot.arena.plots import (
    FIGURE_INCHES,
    PIXELS_PER_INCH,
    Axes,
    FigureImages,
    draw_forecasts,
    draw_intervals,
    draw_learning,
    draw_surfaces,
    draw_weights,
    drawing,
    label_ends,
    spread,
)
from core.arena.surface import TeamPoints
from core.arena.teams import TeamPairs
from core.arena.training import LinearFit
from core.rating.colt import OUTCOME_COUNT, WEIGHTS, Floats

pytest.importorskip("matplotlib")

SVG: Final = "{http://www.w3.org/2000/svg}"


def curve(mean: float) -> Floats:
    means = np.linspace(0.0, mean, 12)
    return np.stack([means, means - 0.1, means + 0.1])


def points(count: int) -> TeamPoints:
    rng = np.random.default_rng(0)
    rates, turns = rng.uniform(0.6, 1.0, count), rng.uniform(2.0, 8.0, count)
    return TeamPoints(1.0 + 2.0 * rates - np.log(turns), rates, turns)


def weights() -> FigureImages:
    return draw_weights(WEIGHTS + 0.1, "ours")


def forecasts() -> FigureImages:
    differences = np.random.default_rng(0).uniform(-0.1, 0.1, (40, OUTCOME_COUNT))
    pairs = TeamPairs(differences, np.linspace(0.2, 0.8, 40))
    return draw_forecasts(dict.fromkeys(("first", "second"), LinearFit(WEIGHTS)), pairs)


def surfaces() -> FigureImages:
    return draw_surfaces(points(60), points(20))


def learning() -> FigureImages:
    curves = {"ACE": curve(1.0), "best": curve(1.01), "random": curve(-0.2)}
    return draw_learning(dict.fromkeys(("a", "b", "c", "d"), curves))


def intervals() -> FigureImages:
    rows = [("ACE", 1.9, 0.1), ("random", 0.1, 0.1)]
    return draw_intervals(rows, "Agents", "CoLT")


FIGURES = (weights, forecasts, surfaces, learning, intervals)


@pytest.mark.sampled
@pytest.mark.parametrize("figure", FIGURES)
def test_a_figure_is_a_picture_and_a_drawing(figure: Callable[[], FigureImages]) -> None:
    drawn = figure()
    image = Image.open(BytesIO(drawn["png"]))
    assert image.width == FIGURE_INCHES * PIXELS_PER_INCH
    assert ElementTree.fromstring(drawn["svg"]).tag == f"{SVG}svg"  # noqa: S314 - our own
    # Neither the time nor the library's version.
    assert not re.search(rb"<dc:date>|<dc:creator>|Matplotlib v", drawn["svg"])
    assert not {"Software", "Creation Time"} & set(image.info)


def test_a_figure_has_the_same_bytes_each_time() -> None:
    assert weights() == weights()


def digests() -> list[str]:
    """Return a checksum of each figure in both formats."""
    drawn = [figure() for figure in FIGURES]
    return [sha256(one["png"] + one["svg"]).hexdigest() for one in drawn]


@pytest.mark.slow
def test_other_processes_draw_the_same_bytes() -> None:
    """Identifiers in an SVG depend on its contents, not on the process."""
    code = "from tests.bot.arena.test_plots import digests; print(digests())"
    drawn = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code], capture_output=True, check=True, text=True
    )
    assert drawn.stdout.strip() == str(digests())


def test_what_is_drawn_changes_the_figure() -> None:
    assert draw_weights(WEIGHTS + 0.1, "ours")["svg"] != draw_weights(WEIGHTS + 0.2, "ours")["svg"]


def text_boxes(axes: Axes) -> list[Axes]:
    renderer = axes.figure.canvas.get_renderer()
    return [text.get_window_extent(renderer) for text in axes.texts]


def test_names_at_the_ends_of_lines_do_not_overlap() -> None:
    with drawing(height=4.0) as ((plot,), _):
        plot.set(xlim=(0, 1), ylim=(0, 1))
        ends = [(0.5, "first", "#000000"), (0.5, "second", "#000000"), (0.51, "third", "#000000")]
        label_ends(plot, ends, at=1.0, gap=0.08)
        plot.figure.canvas.draw()
        boxes = text_boxes(plot)
    heights = sorted((box.y0, box.y1) for box in boxes)
    assert len(heights) == 3
    assert all(lower[1] <= upper[0] for lower, upper in pairwise(heights))


def test_heights_that_are_far_apart_stay() -> None:
    assert spread([3.0, 1.0, 2.0], 0.5) == [3.0, 1.0, 2.0]


def test_heights_that_are_close_are_spaced_about_their_mean() -> None:
    assert spread([1.0, 1.0, 5.0], 1.0) == [0.5, 1.5, 5.0]
    # The third overlaps the first two once those have been spaced.
    assert spread([1.0, 1.0, 2.0], 1.0) == pytest.approx([1 / 3, 4 / 3, 7 / 3])


@given(st.lists(st.floats(-10.0, 10.0), max_size=12), st.floats(0.01, 2.0))
def test_heights_keep_their_order_and_a_gap(heights: list[float], gap: float) -> None:
    placed = spread(heights, gap)
    order = sorted(range(len(heights)), key=heights.__getitem__)
    found = [placed[place] for place in order]
    assert all(b - a >= gap - 1e-9 for a, b in pairwise(found))

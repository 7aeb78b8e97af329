"""The tasks ``spyring arena report`` and ``spyring arena figures``."""

import json
from argparse import Namespace
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any, Final

import numpy as np

from bot.arena import plots
from bot.arena.colt import TEST_SHARE
from bot.arena.colt_data import read_team_points
from bot.arena.experiment import add_run_options
from bot.arena.jobs import add_job_options, job_plan
from bot.arena.page import with_blocks
from bot.arena.report import measure
from bot.arena.report.blocks import PARTNERS, ROLES, blocks_of
from bot.arena.report.teammate import TEAMMATE_RESULTS, teammate_blocks
from bot.files import read, shown, write
from bot.gametypes.cli import GameCommand, GameConsole, OptionAdder
from bot.settings import Settings
from core.arena.training import LinearFit
from core.rating.colt import OUTCOMES, Floats
from core.rules import Refusal
from core.view import phrase

RESULTS: Final = "research.json"
"""The name of the file of results, next to the page."""

PARTS: Final = frozenset({"bench", "embedded", "colt", "surface", "threshold"})
"""The parts of the results."""

DIGITS: Final = 5
"""The decimal places of the results."""

DRAWN_AGENTS: Final = {
    "ace-repo": "ACE",
    "best": "best",
    "best-average": "best on average",
    "random": "random",
}
"""The agents in the plot of learning curves, with their labels."""

FORECASTS: Final = {"paper": "As the paper trains CoLT", "intercept": "With an intercept"}
"""The fits in the plot of forecasts, with the titles of their panels."""


class ReportTask(GameCommand):
    """Measure everything on the research page, and rewrite the page."""

    name = "report"

    def add_options(self, adder: OptionAdder) -> None:
        """Add the paper's data, the page and the runs."""
        add = adder.describe
        add("--bench", "arena-report-bench", metavar="DIR", required=True)
        add("--page", "arena-page", metavar="FILE", default="docs/research.md")
        add_run_options(adder, measure.PAPER_RUNS, "arena-report-lps")
        _add_pictures(adder)
        add_job_options(adder)

    def run(self, arguments: Namespace, settings: Settings, console: GameConsole) -> int:  # noqa: ARG002
        """Measure, and write the results, the page and its figures; raises Refusal."""
        bench, page = Path(arguments.bench), Path(arguments.page)
        if not (bench / "tables.json").is_file():
            raise Refusal("asset-missing", path=str(bench / "tables.json"))
        text = read(str(page)).decode()
        teammate = kept_blocks(str(page.with_name(TEAMMATE_RESULTS)))
        runs = range(arguments.first_lp, arguments.first_lp + arguments.lps)
        found = rounded(measure.measured(bench, runs, job_plan(arguments)))
        kept = json.dumps(found) + "\n"
        write(str(page.with_name(RESULTS)), kept.encode())
        blocks = blocks_of(found, _read_json(str(bench / "tables.json"))) | teammate
        write(str(page), with_blocks(text, blocks).encode())
        console.write(console.texts.say(phrase("arena-report-written", page=shown(str(page)))))
        write_figures(found, bench, Path(arguments.pictures), console)
        return 0


class FiguresTask(GameCommand):
    """Draw the figures of the research page from its results."""

    name = "figures"

    def add_options(self, adder: OptionAdder) -> None:
        """Add the results, the paper's data and the folder of figures."""
        add = adder.describe
        add("--bench", "arena-report-bench", metavar="DIR", required=True)
        add("--results", "arena-results", metavar="FILE", default=f"docs/{RESULTS}")
        _add_pictures(adder)

    def run(self, arguments: Namespace, settings: Settings, console: GameConsole) -> int:  # noqa: ARG002
        """Draw the figures as PNG and SVG; raises Refusal."""
        found = results_of(arguments.results)
        write_figures(found, Path(arguments.bench), Path(arguments.pictures), console)
        return 0


def _add_pictures(adder: OptionAdder) -> None:
    adder.describe("--pictures", "arena-figures-to", metavar="FOLDER", default="docs/pictures")


def write_figures(found: measure.Research, bench: Path, folder: Path, console: GameConsole) -> None:
    """Draw the figures as PNG and SVG, and print the path of each file; raises FileError."""
    for name, images in drawn(found, bench):
        for form, content in images.items():
            path = str(folder / f"research-{name}.{form}")
            write(path, content)
            console.write(shown(path))


def rounded(value: Any) -> Any:  # noqa: ANN401 - of any shape
    """Return plain JSON types with all numbers rounded to `DIGITS`."""
    return json.loads(json.dumps(value), parse_float=lambda text: round(float(text), DIGITS))


def results_of(path: str) -> measure.Research:
    """Return the results in a report's file; raises Refusal."""
    found: measure.Research = _read_json(path)
    if not isinstance(found, dict) or not found.keys() >= PARTS:
        raise Refusal("arena-results-unreadable", path=shown(path))
    return found


def kept_blocks(path: str) -> dict[str, str]:
    """Return the blocks about the agent `teammate` from a file; raises Refusal and FileError."""
    try:
        return teammate_blocks(json.loads(read(path)))
    except (ValueError, KeyError, TypeError):
        raise Refusal("arena-teammate-unreadable", path=shown(path)) from None


def _read_json(path: str) -> Any:  # noqa: ANN401 - of any shape
    """Return the value in a file of JSON; raises Refusal."""
    try:
        return json.loads(read(path))
    except ValueError:
        raise Refusal("arena-results-unreadable", path=shown(path)) from None


def drawn(found: measure.Research, bench: Path) -> Iterator[tuple[str, plots.FigureImages]]:
    """Yield the name and the images of each figure; raises Refusal."""
    fits = found["colt"]["authors"]["fits"]
    yield "colt-weights", plots.draw_weights(_fit(fits["paper"]).weights, "trained anew")
    pairs, _ = measure.authors_pairs(bench)
    titled = {title: _fit(fits[name]) for name, title in FORECASTS.items()}
    yield "colt-forecasts", plots.draw_forecasts(titled, pairs[: len(pairs) // TEST_SHARE])
    papers = read_team_points(str(bench / "colt" / "figure3.json"))
    yield (
        "colt-surface",
        plots.draw_surfaces(papers, measure.static_points(found["bench"]["tables"])),
    )
    yield "learning", plots.draw_learning(_panels(found["bench"]["learn"]))


def _fit(told: Mapping[str, Any]) -> LinearFit:
    weights = np.array([told["weights"][outcome.code] for outcome in OUTCOMES])
    return LinearFit(weights, told["intercept"])


def _panels(learn: Mapping[str, Any]) -> dict[str, plots.LearningCurves]:
    return {
        f"{role}, {partner} its partner's model": {
            DRAWN_AGENTS[agent]: _curve(learn[f"{role} {partner} {agent}"]["by_game"])
            for agent in measure.FOLLOWED_AGENTS
            if agent in DRAWN_AGENTS
        }
        for role, partner in product(ROLES, PARTNERS)
    }


def _curve(by_game: list[dict[str, Any]]) -> Floats:
    rows = [
        [one["mean"] if end is None else end for end in (one["mean"], *one["ci95"])]
        for one in by_game
    ]
    return np.array(rows).T

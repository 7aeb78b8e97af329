"""``spyring arena sweep``: ACE over its constant, the neighbours that count, and its ensemble."""

import json
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import combinations
from typing import Any, Final

from bot.arena.cells import (
    CellFigures,
    ChairRole,
    Experiment,
    PartnerModel,
    TableCell,
    cell_figures,
    distinct,
    mean_figures,
    played,
)
from bot.arena.experiments import (
    INTERVAL_COLUMNS,
    add_csv_option,
    add_experiment_options,
    check_csv,
    experiment_of,
    fingerprint,
    heading,
    heading_lines,
    interval_cells,
    write_csv,
)
from bot.arena.jobs import JobPlan, add_job_options, job_plan, run_jobs
from bot.arena.simulate_command import exploration
from bot.arena.table import MEASURES
from bot.gametypes.cli import GameCommand, GameConsole, OptionAdder, natural
from bot.settings import Settings
from core.agents.associations import MOST_NEIGHBOURS
from core.arena.statistics import mean_interval
from core.arena.tournament import ArmRule
from core.rules import Refusal

CONSTANTS: Final = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0)
"""Constants c of ACE's exploration."""

NEIGHBOUR_COUNTS: Final = (25, 50, 100, 200, 300)
"""Neighbours of a word that the paper's spymaster looks at; it uses 300."""


class SweepError(Refusal):
    """A sweep that cannot be made."""


class Over(Enum):
    """The thing that a sweep changes."""

    CONSTANT = "c"
    """The constant of exploration."""
    NEIGHBOUR_COUNTS = "neighbours"
    """The neighbours of a word that count."""
    ENSEMBLE = "ensemble"
    """The experts that ACE listens to: every set of them."""
    GREEDY = "greedy"
    """The experts that ACE listens to: one more at a time, the one that helps most."""


@dataclass(frozen=True, slots=True)
class SweepPoint:
    """A value, and the figures with it, as means over teammates by run."""

    value: str
    figures: CellFigures


@dataclass(frozen=True, slots=True)
class Sweep:
    """One sweep: ACE in a chair, over the values of one thing."""

    experiment: Experiment
    role: ChairRole
    partner: PartnerModel
    plan: JobPlan

    def points(self, variants: Mapping[str, Experiment]) -> list[SweepPoint]:
        """Return the figures of each variant of the experiment; raises JobFault."""
        cells = {value: self._cells(variant) for value, variant in variants.items()}
        everything = distinct([cell for some in cells.values() for cell in some])
        told = run_jobs(played, everything, self.plan, fingerprint(self.experiment))
        figures = {cell.key: cell_figures(one) for cell, one in zip(everything, told, strict=True)}
        return [
            SweepPoint(value, mean_figures([figures[cell.key] for cell in some]))
            for value, some in cells.items()
        ]

    def _cells(self, variant: Experiment) -> list[TableCell]:
        return [
            variant.adaptive(self.role, self.partner, teammate, ArmRule.ACE)
            for teammate in variant.experts
            if variant.listened(teammate, self.partner)
        ]

    def over_constants(self, constants: Sequence[float]) -> list[SweepPoint]:
        """Return the figures with each constant of exploration."""
        return self.points(
            {
                str(constant): replace(self.experiment, exploration=constant)
                for constant in constants
            }
        )

    def over_neighbours(self, numbers: Sequence[int]) -> list[SweepPoint]:
        """Return the figures where only so many neighbours of a word count."""
        source = self.experiment.source
        return self.points(
            {
                str(number): replace(self.experiment, source=replace(source, neighbours=number))
                for number in numbers
            }
        )

    def over_ensembles(self) -> list[SweepPoint]:
        """Return the figures of every set of experts, the small ones first."""
        names = self.experiment.ensemble
        sets = (some for size in range(1, len(names) + 1) for some in combinations(names, size))
        return self.points(self._ensembles(sets))

    def greedily(self) -> list[SweepPoint]:
        """Return the figures of ensembles that grow by the expert that helps most each time."""
        chosen, points = tuple[str, ...](), list[SweepPoint]()
        while rest := [name for name in self.experiment.ensemble if name not in chosen]:
            tried = self.points(self._ensembles((*chosen, name) for name in rest))
            best = max(range(len(rest)), key=lambda place: float(tried[place].figures.colt.mean()))
            chosen = (*chosen, rest[best])
            points.append(tried[best])
        return points

    def _ensembles(self, sets: Iterator[tuple[str, ...]]) -> dict[str, Experiment]:
        return {"+".join(some): replace(self.experiment, chosen=some) for some in sets}


class SweepTask(GameCommand):
    """ACE over its constant, the neighbours that count, or its ensemble."""

    name = "sweep"

    def add_options(self, adder: OptionAdder) -> None:
        """Add what is changed, ACE's chair, the experts and the runs."""
        parser, say = adder.parser, adder.say
        over = [one.value for one in Over]
        roles, partners = [role.value for role in ChairRole], [one.value for one in PartnerModel]
        parser.add_argument("--over", choices=over, required=True, help=say("arena-over"))
        parser.add_argument(
            "--values", metavar="V,...", type=_listed, default=(), help=say("arena-values")
        )
        parser.add_argument("--role", choices=roles, required=True, help=say("arena-role"))
        parser.add_argument(
            "--partner", choices=partners, default="with", help=say("arena-partner")
        )
        add_experiment_options(adder)
        add_job_options(adder)
        add_csv_option(adder)

    def run(self, arguments: Namespace, settings: Settings, console: GameConsole) -> int:
        """Play the sweep and write a line for each value; raises Refusal."""
        check_csv(arguments.csv)
        experiment = experiment_of(arguments, settings)
        sweep = Sweep(
            experiment,
            ChairRole(arguments.role),
            PartnerModel(arguments.partner),
            job_plan(arguments),
        )
        points = swept(sweep, Over(arguments.over), arguments.values)
        write_csv(arguments.csv, rows_of_points(points))
        if arguments.json:
            asked = {"over": arguments.over, "role": arguments.role, "partner": arguments.partner}
            told = [{"value": point.value, **_measures(point.figures)} for point in points]
            console.write(json.dumps({**heading(experiment), **asked, "points": told}))
        else:
            console.write("\n".join([*heading_lines(experiment), *lines(points)]))
        return 0


def swept(sweep: Sweep, over: Over, values: Sequence[str]) -> list[SweepPoint]:
    """Return the points of a sweep; raises SweepError for values that it cannot have."""
    match over:
        case Over.CONSTANT:
            return sweep.over_constants(_read(values, exploration, CONSTANTS))
        case Over.NEIGHBOUR_COUNTS:
            return sweep.over_neighbours(_read(values, neighbour_count, NEIGHBOUR_COUNTS))
        case _ if values:
            raise SweepError("arena-no-values", over=over.value)
        case Over.ENSEMBLE:
            return sweep.over_ensembles()
        case Over.GREEDY:
            return sweep.greedily()


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _read(
    values: Sequence[str], read: Callable[[str], Any], usual: Sequence[Any]
) -> tuple[Any, ...]:
    """Return values as they are read, or the usual ones; raises SweepError for a wrong one."""
    try:
        return tuple(dict.fromkeys(map(read, values))) or tuple(usual)
    except ArgumentTypeError as error:
        raise SweepError("arena-value", problem=str(error)) from None


def neighbour_count(text: str) -> int:
    """Return how many neighbours count: 1 to `MOST_NEIGHBOURS`."""
    number = natural(text)
    if not 1 <= number <= MOST_NEIGHBOURS:
        raise ArgumentTypeError(
            f"{text!r} is not a number of neighbours from 1 to {MOST_NEIGHBOURS}"
        )
    return number


def _measures(figures: CellFigures) -> dict[str, Any]:
    return {name: mean_interval(getattr(figures, name)).to_json() for name in MEASURES}


def rows_of_points(points: Sequence[SweepPoint]) -> Iterator[Sequence[object]]:
    """Yield the figures as rows of CSV, with the names of the columns first."""
    yield ("value", "measure", *INTERVAL_COLUMNS)
    for point in points:
        for measure in MEASURES:
            value = mean_interval(getattr(point.figures, measure))
            yield (point.value, measure, *interval_cells(value))


def lines(points: Sequence[SweepPoint]) -> Iterator[str]:
    """Yield a line for each point."""
    width = max(len(point.value) for point in points) + 2
    yield f"{'':{width}}{'CoLT':>20}{'win rate':>20}{'turns to win':>20}"
    for point in points:
        figures = point.figures
        told = (figures.colt, figures.win_rate, figures.win_turns)
        yield f"{point.value:{width}}" + "".join(f"{mean_interval(one)!s:>20}" for one in told)

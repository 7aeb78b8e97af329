"""``spyring arena sweep``: ACE over its constant, the neighbours that count, and its ensemble."""

from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import combinations
from typing import Any, Final

from bot.arena.experiment import (
    ExperimentOutput,
    ExperimentTask,
    add_chair_options,
    entries_of,
    measure_lines,
    measures_of,
)
from bot.arena.experiment_cells import (
    CellFigures,
    ChairRole,
    Experiment,
    PartnerModel,
    TableCell,
    mean_figures,
)
from bot.arena.jobs import JobPlan
from bot.arena.options import exploration
from bot.gametypes.cli import OptionAdder, natural
from core.agents.associations import MOST_NEIGHBOURS
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
        every = [cell for some in cells.values() for cell in some]
        figures = self.experiment.play(every, self.plan)
        return [
            SweepPoint(value, mean_figures(figures[cell.key] for cell in some))
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

    def _ensembles(self, sets: Iterable[tuple[str, ...]]) -> dict[str, Experiment]:
        return {"+".join(some): replace(self.experiment, chosen=some) for some in sets}


class SweepTask(ExperimentTask):
    """ACE over its constant, the neighbours that count, or its ensemble."""

    name = "sweep"

    def add_axes(self, adder: OptionAdder) -> None:
        """Add what is changed, and ACE's chair."""
        parser, say, over = adder.parser, adder.say, [one.value for one in Over]
        parser.add_argument("--over", choices=over, required=True, help=say("arena-over"))
        parser.add_argument(
            "--values", metavar="V,...", type=_listed, default=(), help=say("arena-values")
        )
        add_chair_options(adder)

    def output(
        self, experiment: Experiment, plan: JobPlan, arguments: Namespace
    ) -> ExperimentOutput:
        """Return the figures of each value; raises Refusal."""
        role, partner = ChairRole(arguments.role), PartnerModel(arguments.partner)
        sweep = Sweep(experiment, role, partner, plan)
        found = {
            one.value: one.figures for one in swept(sweep, Over(arguments.over), arguments.values)
        }
        asked = {"over": arguments.over, "role": role.value, "partner": partner.value}
        told = [{"value": value, **_measures(figures)} for value, figures in found.items()]
        return ExperimentOutput(
            ("value",),
            entries_of({(value,): figures for value, figures in found.items()}),
            {**asked, "points": told},
            measure_lines(found, max(map(len, found)) + 2),
        )


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
    return {name: value.to_json() for name, value in measures_of(figures).items()}

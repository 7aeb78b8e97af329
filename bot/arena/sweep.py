"""``spyring arena sweep``: ACE with varied constants, numbers of neighbours, or ensembles."""

from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import chain, combinations
from typing import Any, Final

from bot.arena import experiment as experiments
from bot.arena.experiment_cells import Experiment, LearnQuestion, mean_figures
from bot.arena.options import exploration, whole_number
from bot.gametypes.cli import OptionAdder
from core.agents.associations import MOST_NEIGHBOURS
from core.arena.statistics import RunFigures
from core.rules import Refusal

CONSTANTS: Final = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0)
"""Constants c of ACE's exploration."""

NEIGHBOUR_COUNTS: Final = (25, 50, 100, 200, 300)
"""Neighbours of a word that the spymaster considers; the paper's uses 300."""

neighbour_count: Final = whole_number(1, MOST_NEIGHBOURS, "neighbours cannot count")
"""Reads a number of neighbours."""


class Over(Enum):
    """The variable of a sweep."""

    CONSTANT = "c"
    """The exploration constant."""
    NEIGHBOUR_COUNTS = "neighbours"
    """The neighbours of a word that count."""
    ENSEMBLE = "ensemble"
    """ACE's ensemble: every set of experts, small ones first."""
    GREEDY = "greedy"
    """ACE's ensemble: add the expert that helps most, one at a time."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """A sweep of ACE in a chair over the values of one variable."""

    experiment: Experiment
    asked: LearnQuestion

    def over(self, changed: Over, values: Sequence[str] = ()) -> dict[str, RunFigures]:
        """Return statistics by value, as means over teammates by run.

        The default `values` are the constants above. Raises Refusal, also for invalid values.
        """
        one, names = self.experiment, self.experiment.ensemble
        match changed:
            case Over.CONSTANT:
                constants = _read(values, exploration) or CONSTANTS
                return self._figures({str(c): replace(one, exploration=c) for c in constants})
            case Over.NEIGHBOUR_COUNTS:
                counts = _read(values, neighbour_count) or NEIGHBOUR_COUNTS
                sources = {str(count): replace(one.source, neighbours=count) for count in counts}
                return self._figures(
                    {n: replace(one, source=source) for n, source in sources.items()}
                )
            case _ if values:
                raise Refusal("arena-no-values", over=changed.value)
            case Over.ENSEMBLE:
                sizes = range(1, len(names) + 1)
                return self._ensembles(chain(*(combinations(names, size) for size in sizes)))
            case Over.GREEDY:
                return self._greedily()

    def _greedily(self) -> dict[str, RunFigures]:
        """Return the statistics of ensembles that grow by the most helpful expert each time."""
        chosen, found = tuple[str, ...](), dict[str, RunFigures]()
        while rest := [name for name in self.experiment.ensemble if name not in chosen]:
            tried = self._ensembles((*chosen, name) for name in rest)
            best = max(tried, key=lambda value: float(tried[value].colt.mean()))
            chosen = tuple(best.split("+"))
            found[best] = tried[best]
        return found

    def _ensembles(self, sets: Iterable[tuple[str, ...]]) -> dict[str, RunFigures]:
        return self._figures(
            {"+".join(some): replace(self.experiment, chosen=some) for some in sets}
        )

    def _figures(self, variants: Mapping[str, Experiment]) -> dict[str, RunFigures]:
        """Play each variant of the experiment; return its statistics. Raises Refusal."""
        cells = {
            value: [
                variant.cell(self.asked, teammate)
                for teammate in variant.experts
                if variant.listened(teammate, self.asked.partner)
            ]
            for value, variant in variants.items()
        }
        figures = self.experiment.play(chain(*cells.values()))
        return {
            value: mean_figures(figures[cell.key] for cell in some) for value, some in cells.items()
        }


class SweepTask(experiments.ExperimentTask):
    """ACE with varied constants, numbers of neighbours, or ensembles."""

    name = "sweep"

    def add_axes(self, adder: OptionAdder) -> None:
        """Add the variable, its values, and ACE's chair."""
        add, over = adder.describe, [one.value for one in Over]
        add("--over", "arena-over", choices=over, required=True)
        add("--values", "arena-values", metavar="V,...", type=_listed, default=())
        experiments.add_chair_options(adder)

    def output(self, experiment: Experiment, arguments: Namespace) -> experiments.ExperimentOutput:
        """Play the sweep; return the results of each value. Raises Refusal."""
        sweep = Sweep(experiment, experiments.asked_of("ace", arguments))
        found = sweep.over(Over(arguments.over), arguments.values)
        asked = {name: getattr(arguments, name) for name in ("over", "role", "partner")}
        return experiments.ExperimentOutput(
            ("value",),
            experiments.entries_of({(value,): figures for value, figures in found.items()}),
            {**asked, "points": points_json(found)},
            experiments.measure_lines(found),
        )


def points_json(found: Mapping[str, RunFigures]) -> list[dict[str, Any]]:
    """Return each value of a sweep with its measures, as plain JSON types."""
    return [
        {"value": value}
        | {name: one.to_json() for name, one in experiments.measures_of(figures).items()}
        for value, figures in found.items()
    ]


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _read(values: Sequence[str], read: Callable[[str], Any]) -> list[Any]:
    """Return the parsed values; raises Refusal for an invalid one."""
    try:
        return [*map(read, values)]
    except ArgumentTypeError as error:
        raise Refusal("arena-value", problem=str(error)) from None

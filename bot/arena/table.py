"""``spyring arena table``: the paper's Tables 2 to 4, of static pairs and of agents."""

from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any, Final

from bot.arena.experiment import (
    MEAN,
    MEASURES,
    AxisValues,
    Entry,
    ExperimentOutput,
    ExperimentTask,
    entries_of,
)
from bot.arena.experiment_cells import (
    Baselines,
    Experiment,
    LearnQuestion,
    PartnerModel,
    TableCell,
    mean_figures,
    static_cells,
)
from bot.arena.jobs import JobPlan
from core.arena.runs import RunFigures
from core.codenames.model import Role

TABLE_AGENTS: Final = ("average", "best", "ace", "best-average", "random")
"""The agents of the paper's tables, in its order."""

FOLLOWING: Final = ("ace", "random")
"""Those among them that follow one of their experts each turn."""

STATIC_ROLE: Final = "static"

AXES: Final = ("role", "partner", "agent", "teammate")
"""Of a static pair the agent is the spymaster and the teammate the guesser."""


class TableTask(ExperimentTask):
    """Every pair of experts and every agent of the paper, in three measures."""

    name = "table"

    def output(
        self,
        experiment: Experiment,
        plan: JobPlan,
        arguments: Namespace,  # noqa: ARG002 - it has no axes
    ) -> ExperimentOutput:
        """Return all numbers of the tables; raises Refusal."""
        adaptive = adaptive_cells(experiment, FOLLOWING)
        figures = experiment.play([*static_cells(experiment), *adaptive], plan)
        entries = table_entries(Baselines(experiment, figures), experiment)
        return ExperimentOutput(AXES, entries, {"tables": as_json(entries)}, lines(entries))


def adaptive_cells(experiment: Experiment, agents: Iterable[str]) -> Iterator[TableCell]:
    """Yield the cells of agents in each chair and beside every teammate."""
    for seat in product(agents, Role, PartnerModel):
        for teammate in experiment.experts:
            yield experiment.cell(LearnQuestion(*seat), teammate)


def table_entries(baselines: Baselines, agents: Experiment) -> list[Entry]:
    """Return all numbers of the tables, of cells that were played; agents may have other runs."""
    return entries_of(dict([*_static_pairs(baselines), *_agents(baselines, agents)]))


def _static_pairs(baselines: Baselines) -> Iterator[tuple[AxisValues, RunFigures]]:
    for cell in static_cells(baselines.experiment):
        names = (cell.spymaster.experts[0], cell.guesser.experts[0])
        yield (STATIC_ROLE, "", *names), baselines.figures[cell.key]


def _agents(baselines: Baselines, agents: Experiment) -> Iterator[tuple[AxisValues, RunFigures]]:
    for role, partner, agent in product(Role, PartnerModel, TABLE_AGENTS):
        beside = baselines.beside_all(LearnQuestion(agent, role, partner), agents)
        for teammate, figures in {**beside, MEAN: mean_figures(beside.values())}.items():
            yield (role.value, partner.value, agent, teammate), figures


def as_json(entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """Return the numbers as values for JSON; a static pair has no partner."""
    return [
        {
            **{axis: value or None for axis, value in zip(AXES, place, strict=True)},
            "measure": measure,
            **value.to_json(),
        }
        for place, measure, value in entries
    ]


def lines(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield the tables as text: rows are spymasters or agents, columns guessers or teammates."""
    parts = dict.fromkeys(place[:2] for place, _, _ in entries)
    for wanted, (role, partner) in product(MEASURES, parts):
        means = {
            place[2:]: value.mean
            for place, measure, value in entries
            if (place[:2], measure) == ((role, partner), wanted)
        }
        yield ""
        yield f"{wanted}, {role} {partner}".rstrip()
        yield from _table(means)


def _table(means: dict[AxisValues, float]) -> Iterator[str]:
    agents, teammates = (dict.fromkeys(names) for names in zip(*means, strict=True))
    margin, widths = max(map(len, agents)) + 1, {name: max(7, len(name)) + 1 for name in teammates}
    yield " " * margin + "".join(f"{name:>{width}}" for name, width in widths.items())
    for agent in agents:
        cells = (f"{means[agent, name]:{width}.2f}" for name, width in widths.items())
        yield f"{agent:{margin}}" + "".join(cells)

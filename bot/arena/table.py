"""``spyring arena table``: the paper's Tables 2 to 4, of static pairs and of agents."""

from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any, Final

from bot.arena import experiment_cells as cells
from bot.arena.experiment import (
    MEAN,
    MEASURES,
    AxisValues,
    Entry,
    ExperimentOutput,
    ExperimentTask,
    entries_of,
)
from bot.arena.page import text_table
from core.arena.statistics import RunFigures
from core.codenames.model import Role

PAPER_AGENTS: Final = {
    "average": "A",
    "best": "B",
    "ace": "ACE",
    "best-average": "BA",
    "random": "R",
}
"""The agents of the paper's tables, in its order and with its names."""

FOLLOWING: Final = ("ace", "random")
"""The agents of the tables that follow one of their experts each turn."""

STATIC_ROLE: Final = "static"

AXES: Final = ("role", "partner", "agent", "teammate")
"""In a static pair the agent is the spymaster, the teammate the guesser."""


class TableTask(ExperimentTask):
    """Every pair of experts and every agent of the paper, in three measures."""

    name = "table"

    def output(self, experiment: cells.Experiment, arguments: Namespace) -> ExperimentOutput:  # noqa: ARG002 - it has no axes
        """Play all cells; return the results of the tables. Raises Refusal."""
        entries = table_entries(play_all(experiment, experiment, FOLLOWING))
        return ExperimentOutput(AXES, entries, {"tables": as_json(entries)}, lines(entries))


def play_all(
    static: cells.Experiment, agents: cells.Experiment, names: Iterable[str]
) -> cells.Baselines:
    """Play all static pairs, and the named agents in each chair with every teammate."""
    asked = [cells.LearnQuestion(*seat) for seat in product(names, Role, cells.PartnerModel)]
    adaptive = (agents.cell(*one) for one in product(asked, agents.experts))
    figures = static.play([*cells.static_cells(static), *adaptive])
    return cells.Baselines(static, figures, agents)


def table_entries(baselines: cells.Baselines) -> list[Entry]:
    """Return all results of the tables from played cells."""
    return entries_of(dict([*_static_pairs(baselines), *_agents(baselines)]))


def _static_pairs(baselines: cells.Baselines) -> Iterator[tuple[AxisValues, RunFigures]]:
    for cell in cells.static_cells(baselines.experiment):
        names = (cell.spymaster.experts[0], cell.guesser.experts[0])
        yield (STATIC_ROLE, "", *names), baselines.figures[cell.key]


def _agents(baselines: cells.Baselines) -> Iterator[tuple[AxisValues, RunFigures]]:
    for role, partner, agent in product(Role, cells.PartnerModel, PAPER_AGENTS):
        beside = baselines.beside_all(cells.LearnQuestion(agent, role, partner))
        for teammate, figures in {**beside, MEAN: cells.mean_figures(beside.values())}.items():
            yield (role.value, partner.value, agent, teammate), figures


def as_json(entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """Return the results as plain JSON types; a static pair has no partner."""
    return [
        {
            **{axis: value or None for axis, value in zip(AXES, place, strict=True)},
            "measure": measure,
            **value.to_json(),
        }
        for place, measure, value in entries
    ]


def lines(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield the tables as text: a row for each spymaster or agent, a column for each teammate."""
    parts = dict.fromkeys(place[:2] for place, _, _ in entries)
    for wanted, (role, partner) in product(MEASURES, parts):
        means = {
            place[2:]: value.mean
            for place, measure, value in entries
            if (place[:2], measure) == ((role, partner), wanted)
        }
        yield ""
        yield f"{wanted}, {role} {partner}".rstrip()
        agents, teammates = (dict.fromkeys(names) for names in zip(*means, strict=True))
        rows = [[agent, *(f"{means[agent, name]:.2f}" for name in teammates)] for agent in agents]
        yield from text_table([["", *teammates], *rows])

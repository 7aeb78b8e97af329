"""``spyring arena table``: the paper's Tables 2 to 4, of static pairs and of agents."""

import json
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final

from bot.arena.baselines import PICKED_AGENTS, Baselines, static_cells
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
from bot.gametypes.cli import GameCommand, GameConsole, OptionAdder
from bot.settings import Settings
from core.arena.statistics import MeanInterval, mean_interval
from core.arena.tournament import ArmRule

MEASURES: Final = ("colt", "win_rate", "win_turns")
"""The measures of the paper's Tables 2, 3 and 4."""

AGENTS: Final = ("average", "best", "ace", "best-average", "random")
"""The agents of the paper's tables, in its order."""

FOLLOWING: Final = {"ace": ArmRule.ACE, "random": ArmRule.ANY}

MEAN: Final = "mean"
"""The name of the mean over all teammates."""

STATIC_ROLE: Final = "static"


@dataclass(frozen=True, slots=True)
class Entry:
    """One figure of a table.

    Of a static pair `agent` is the spymaster and `teammate` the guesser.
    """

    role: str
    partner: str
    agent: str
    teammate: str
    measure: str
    value: MeanInterval


class TableTask(GameCommand):
    """Every pair of experts and every agent of the paper, in three measures."""

    name = "table"

    def add_options(self, adder: OptionAdder) -> None:
        """Add the experts, the runs, and where results go."""
        add_experiment_options(adder)
        add_job_options(adder)
        add_csv_option(adder)

    def run(self, arguments: Namespace, settings: Settings, console: GameConsole) -> int:
        """Play the tables and write them; raises AssetError and JobFault."""
        check_csv(arguments.csv)
        experiment = experiment_of(arguments, settings)
        entries = tables(experiment, job_plan(arguments))
        write_csv(arguments.csv, rows_of(entries))
        if arguments.json:
            console.write(json.dumps({**heading(experiment), "tables": as_json(entries)}))
        else:
            console.write("\n".join([*heading_lines(experiment), *lines(entries)]))
        return 0


def tables(experiment: Experiment, plan: JobPlan) -> tuple[Entry, ...]:
    """Return all figures of the tables; raises JobFault."""
    pairs = static_cells(experiment)
    adaptive = [
        experiment.adaptive(role, partner, teammate, rule)
        for rule, role, partner, teammate in product(
            FOLLOWING.values(), ChairRole, PartnerModel, experiment.experts
        )
    ]
    cells = distinct([*pairs, *adaptive])
    told = run_jobs(played, cells, plan, fingerprint(experiment))
    figures = {cell.key: cell_figures(result) for cell, result in zip(cells, told, strict=True)}
    return (*_static_entries(pairs, figures), *_agent_entries(Baselines(experiment, figures)))


def _static_entries(
    pairs: tuple[TableCell, ...], figures: Mapping[str, CellFigures]
) -> Iterator[Entry]:
    for cell in pairs:
        names = cell.spymaster.experts[0], cell.guesser.experts[0]
        for measure in MEASURES:
            value = mean_interval(getattr(figures[cell.key], measure))
            yield Entry(STATIC_ROLE, "", *names, measure, value)


def _agent_entries(baselines: Baselines) -> Iterator[Entry]:
    for role, partner, agent in product(ChairRole, PartnerModel, AGENTS):
        beside = {
            teammate: agent_figures(baselines, agent, role, partner, teammate)
            for teammate in baselines.experiment.experts
        }
        beside[MEAN] = mean_figures(list(beside.values()))
        for teammate, measure in product(beside, MEASURES):
            value = mean_interval(getattr(beside[teammate], measure))
            yield Entry(role.value, partner.value, agent, teammate, measure, value)


def agent_figures(
    baselines: Baselines, agent: str, role: ChairRole, partner: PartnerModel, teammate: str
) -> CellFigures:
    """Return the figures of an agent beside a teammate."""
    if agent in PICKED_AGENTS:
        return baselines.picked(agent, role, partner, teammate)
    cell = baselines.experiment.adaptive(role, partner, teammate, FOLLOWING[agent])
    return baselines.figures[cell.key]


def as_json(entries: tuple[Entry, ...]) -> list[dict[str, Any]]:
    """Return the figures as values for JSON."""
    return [
        {
            "role": entry.role,
            "partner": entry.partner or None,
            "agent": entry.agent,
            "teammate": entry.teammate,
            "measure": entry.measure,
            **entry.value.to_json(),
        }
        for entry in entries
    ]


def rows_of(entries: tuple[Entry, ...]) -> Iterator[Sequence[object]]:
    """Yield the figures as rows of CSV, with the names of the columns first."""
    yield ("role", "partner", "agent", "teammate", "measure", *INTERVAL_COLUMNS)
    for entry in entries:
        names = (entry.role, entry.partner, entry.agent, entry.teammate, entry.measure)
        yield (*names, *interval_cells(entry.value))


def lines(entries: tuple[Entry, ...]) -> Iterator[str]:
    """Yield the tables as text: rows are spymasters or agents, columns guessers or teammates."""
    for measure, (role, partner) in product(
        MEASURES, dict.fromkeys((entry.role, entry.partner) for entry in entries)
    ):
        rows = [
            entry
            for entry in entries
            if (entry.role, entry.partner, entry.measure) == (role, partner, measure)
        ]
        yield ""
        yield f"{measure}, {role} {partner}".rstrip()
        yield from _table(rows)


def _table(rows: list[Entry]) -> Iterator[str]:
    names = list(dict.fromkeys(entry.teammate for entry in rows))
    yield " " * 12 + "".join(f"{name:>8}" for name in names)
    for agent in dict.fromkeys(entry.agent for entry in rows):
        told = [f"{entry.value.mean:8.2f}" for entry in rows if entry.agent == agent]
        yield f"{agent:12}" + "".join(told)

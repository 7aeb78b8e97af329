"""``spyring arena learn``: one agent beside every teammate, and how soon it has learnt."""

import json
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bot.arena.baselines import PICKED_AGENTS, Baselines, static_cells
from bot.arena.cells import (
    LEFT_OUT,
    TEAMMATES,
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
from bot.arena.table import MEAN, MEASURES
from bot.gametypes.cli import GameCommand, GameConsole, OptionAdder
from bot.models.ensemble import known
from bot.settings import Settings
from core.arena.runs import half_gained
from core.arena.statistics import mean_interval
from core.arena.tournament import ArmRule
from core.view import Phrase, phrase

ADAPTIVE: Final = {
    "ace-repo": ArmRule.ACE,
    "ace-paper": ArmRule.ACE_PAPER,
    "random": ArmRule.ANY,
}
"""Agents that follow one of their experts each turn."""

STEADY_GAMES: Final = 10
"""The last games of a run, whose mean is what an agent has come to."""


@dataclass(frozen=True, slots=True)
class LearnQuestion:
    """An agent, the chair it sits in, and whether it listens to its teammate's own model."""

    agent: str
    role: ChairRole
    partner: PartnerModel


class LearnTask(GameCommand):
    """One agent beside every teammate."""

    name = "learn"

    def add_options(self, adder: OptionAdder) -> None:
        """Add the agent, its chair, the experts and the runs."""
        parser, say = adder.parser, adder.say
        roles, partners = [role.value for role in ChairRole], [one.value for one in PartnerModel]
        parser.add_argument("--role", choices=roles, required=True, help=say("arena-role"))
        parser.add_argument(
            "--partner", choices=partners, default="with", help=say("arena-partner")
        )
        parser.add_argument("--agent", metavar="A", default="ace-repo", help=say("arena-agent"))
        add_experiment_options(adder)
        add_job_options(adder)
        add_csv_option(adder)

    def run(self, arguments: Namespace, settings: Settings, console: GameConsole) -> int:
        """Play the runs and write what they came to; raises AssetError and JobFault."""
        check_csv(arguments.csv)
        experiment = experiment_of(arguments, settings, by_game=True)
        question = LearnQuestion(
            arguments.agent, ChairRole(arguments.role), PartnerModel(arguments.partner)
        )
        beside = learnt(experiment, question, job_plan(arguments))
        write_csv(arguments.csv, rows_of_teammates(beside))
        if arguments.json:
            asked = {"agent": arguments.agent, "role": arguments.role, "partner": arguments.partner}
            told = {**heading(experiment), **asked, **as_json(beside)}
            console.write(json.dumps(told))
        else:
            console.write("\n".join([*heading_lines(experiment), *lines(beside)]))
            for said in sentences(mean_figures(list(beside.values()))):
                console.write(console.texts.say(said))
        return 0


def learnt(
    experiment: Experiment, question: LearnQuestion, plan: JobPlan
) -> dict[str, CellFigures]:
    """Return an agent's figures by teammate; raises AssetError for an unknown agent."""
    names = (*ADAPTIVE, *TEAMMATES, *PICKED_AGENTS, *experiment.experts)
    known(dict.fromkeys(names), (question.agent,))
    cells = distinct(list(_cells(experiment, question)))
    told = run_jobs(played, cells, plan, fingerprint(experiment))
    figures = {cell.key: cell_figures(one) for cell, one in zip(cells, told, strict=True)}
    return {
        teammate: _figures(Baselines(experiment, figures), question, teammate)
        for teammate in experiment.experts
    }


def _cells(experiment: Experiment, question: LearnQuestion) -> Iterator[TableCell]:
    if question.agent in PICKED_AGENTS:
        yield from static_cells(experiment)
        return
    for teammate in experiment.experts:
        yield _cell(experiment, question, teammate)


def _cell(experiment: Experiment, question: LearnQuestion, teammate: str) -> TableCell:
    if question.agent in ADAPTIVE:
        rule = ADAPTIVE[question.agent]
        return experiment.adaptive(question.role, question.partner, teammate, rule)
    if question.agent in TEAMMATES:
        clues = TEAMMATES[question.agent]
        return experiment.modelling(question.role, question.partner, teammate, clues)
    return experiment.static_beside(question.role, question.agent, teammate)


def _figures(baselines: Baselines, question: LearnQuestion, teammate: str) -> CellFigures:
    if question.agent in PICKED_AGENTS:
        return baselines.picked(question.agent, question.role, question.partner, teammate)
    return baselines.figures[_cell(baselines.experiment, question, teammate).key]


def as_json(beside: Mapping[str, CellFigures]) -> dict[str, Any]:
    """Return the mean over teammates, each teammate's figures, and the course of learning."""
    mean = mean_figures(list(beside.values()))
    return {
        **_measures(mean),
        "by_teammate": {teammate: _measures(figures) for teammate, figures in beside.items()},
        "without_first_games": {
            str(games): mean_interval(values).to_json()
            for games, values in zip(LEFT_OUT, mean.without_first, strict=True)
        },
        "by_game": [mean_interval(column).to_json() for column in mean.by_game.T],
        "half_learnt_game": half_learnt(mean.by_game),
    }


def rows_of_teammates(beside: Mapping[str, CellFigures]) -> Iterator[Sequence[object]]:
    """Yield the figures as rows of CSV, with the names of the columns first."""
    yield ("teammate", "measure", *INTERVAL_COLUMNS)
    mean = mean_figures(list(beside.values()))
    for teammate, figures in {**beside, MEAN: mean}.items():
        for measure in MEASURES:
            yield (teammate, measure, *interval_cells(mean_interval(getattr(figures, measure))))
    for games, values in zip(LEFT_OUT, mean.without_first, strict=True):
        yield (MEAN, f"colt without {games} games", *interval_cells(mean_interval(values)))


def _measures(figures: CellFigures) -> dict[str, Any]:
    """Return the figures of a cell; `ci95` is the interval of CoLT."""
    colt, rate, turns = map(mean_interval, (figures.colt, figures.win_rate, figures.win_turns))
    return {
        "colt": colt.mean,
        "win_rate": rate.mean,
        "win_turns": turns.mean,
        "assassins": float(figures.assassins.mean()),
        "ci95": [colt.low, colt.high],
        "win_rate_ci95": [rate.low, rate.high],
        "win_turns_ci95": [turns.low, turns.high],
    }


def half_learnt(by_game: NDArray[np.float64]) -> int | None:
    """Return the number of the game in which half of what is learnt in a run is there.

    That is half of the way from the CoLT of the first game to that of the last `STEADY_GAMES`.
    """
    curve = by_game.mean(axis=0)
    place = half_gained(curve.tolist(), float(curve[0]), float(curve[-STEADY_GAMES:].mean()))
    return None if place is None else place + 1


def lines(beside: Mapping[str, CellFigures]) -> Iterator[str]:
    """Yield a line for each teammate and for their mean."""
    mean = mean_figures(list(beside.values()))
    yield f"{'':10}{'CoLT':>20}{'win rate':>20}{'turns to win':>20}"
    for teammate, figures in {**beside, "mean": mean}.items():
        told = (figures.colt, figures.win_rate, figures.win_turns)
        yield f"{teammate:10}" + "".join(f"{mean_interval(values)!s:>20}" for values in told)


def sentences(mean: CellFigures) -> tuple[Phrase, ...]:
    """Return what the mean over teammates says of learning."""
    pairs = zip(LEFT_OUT, mean.without_first, strict=True)
    without = ", ".join(f"{games}: {values.mean():.3f}" for games, values in pairs)
    half = half_learnt(mean.by_game)
    return (
        phrase("arena-without-first", figures=without),
        phrase("arena-never-half") if half is None else phrase("arena-half-learnt", game=half),
    )

"""``spyring arena learn``: one agent beside every teammate, and how soon it has learnt."""

from argparse import Namespace
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bot.arena.baselines import PICKED_AGENTS, Baselines, static_cells
from bot.arena.experiment import (
    MEAN,
    Entry,
    ExperimentOutput,
    ExperimentTask,
    add_chair_options,
    entries_of,
    measure_lines,
    measures_of,
)
from bot.arena.experiment_cells import (
    LEFT_OUT,
    TEAMMATES,
    CellFigures,
    ChairRole,
    Experiment,
    PartnerModel,
    TableCell,
    mean_figures,
)
from bot.arena.jobs import JobPlan
from bot.gametypes.cli import OptionAdder
from bot.models.ensemble import known
from core.arena.runs import half_gained
from core.arena.statistics import MeanInterval, mean_interval
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


class LearnTask(ExperimentTask):
    """One agent beside every teammate."""

    name = "learn"
    by_game = True

    def add_axes(self, adder: OptionAdder) -> None:
        """Add the agent and its chair."""
        add_chair_options(adder)
        said = adder.say("arena-agent")
        adder.parser.add_argument("--agent", metavar="A", default="ace-repo", help=said)

    def output(
        self, experiment: Experiment, plan: JobPlan, arguments: Namespace
    ) -> ExperimentOutput:
        """Return what the runs came to; raises AssetError and JobFault."""
        role, partner = ChairRole(arguments.role), PartnerModel(arguments.partner)
        beside = learnt(experiment, LearnQuestion(arguments.agent, role, partner), plan)
        every = {**beside, MEAN: mean_figures(beside.values())}
        entries = entries_of({(name,): figures for name, figures in every.items()})
        asked = {"agent": arguments.agent, "role": role.value, "partner": partner.value}
        return ExperimentOutput(
            ("teammate",),
            [*entries, *_later_entries(every[MEAN])],
            {**asked, **as_json(beside)},
            measure_lines(every),
            sentences(every[MEAN]),
        )


def learnt(
    experiment: Experiment, question: LearnQuestion, plan: JobPlan
) -> dict[str, CellFigures]:
    """Return an agent's figures by teammate; raises AssetError for an unknown agent."""
    names = (*ADAPTIVE, *TEAMMATES, *PICKED_AGENTS, *experiment.experts)
    known(dict.fromkeys(names), (question.agent,))
    baselines = Baselines(experiment, experiment.play(_cells(experiment, question), plan))
    return {teammate: _figures(baselines, question, teammate) for teammate in experiment.experts}


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
    mean = mean_figures(beside.values())
    return {
        **_measures(mean),
        "by_teammate": {teammate: _measures(figures) for teammate, figures in beside.items()},
        "without_first_games": {
            str(games): value.to_json() for games, value in _without_first(mean).items()
        },
        "by_game": [mean_interval(column).to_json() for column in mean.by_game.T],
        "half_learnt_game": half_learnt(mean.by_game),
    }


def _without_first(mean: CellFigures) -> dict[int, MeanInterval]:
    """Return CoLT by the number of first games that are left out."""
    columns = map(mean_interval, mean.without_first.T)
    return dict(zip(LEFT_OUT, columns, strict=True))


def _later_entries(mean: CellFigures) -> Iterator[Entry]:
    for games, value in _without_first(mean).items():
        yield (MEAN,), f"colt without {games} games", value


def _measures(figures: CellFigures) -> dict[str, Any]:
    """Return the figures of a cell; `ci95` is the interval of CoLT."""
    colt, rate, turns = measures_of(figures).values()
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


def sentences(mean: CellFigures) -> tuple[Phrase, ...]:
    """Return what the mean over teammates says of learning."""
    means = _without_first(mean).items()
    without = ", ".join(f"{games}: {value.mean:.3f}" for games, value in means)
    half = half_learnt(mean.by_game)
    return (
        phrase("arena-without-first", figures=without),
        phrase("arena-never-half") if half is None else phrase("arena-half-learnt", game=half),
    )

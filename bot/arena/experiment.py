"""Experiments over axes: their options, and their numbers as text, JSON and CSV."""

import json
from abc import abstractmethod
from argparse import Namespace
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from bot.arena.experiment_cells import (
    FIRST_RUN,
    Experiment,
    LearnQuestion,
    PartnerModel,
)
from bot.arena.jobs import add_job_options, job_plan
from bot.arena.options import exploration, whole_number
from bot.arena.page import csv_text, text_table
from bot.arena.source import add_source_options, model_set_from, source_of
from bot.files import check_new, check_writable, write, write_new
from bot.gametypes.cli import GameCommand, GameConsole, OptionAdder, natural
from bot.settings import Settings
from core.agents.ace import EXPLORATION
from core.arena.statistics import MeanInterval, RunFigures, mean_interval
from core.arena.tournament import RUN_GAMES
from core.codenames.model import Role
from core.view import Phrase

MOST_RUNS: Final = 20_000
"""The most runs: a million games for each pair."""

RUNS: Final = 60
"""The default number of runs."""

MEASURES: Final = {"colt": "CoLT", "win_rate": "win rate", "win_turns": "turns to win"}
"""The measures of the paper's Tables 2, 3 and 4, with their names."""

MEAN: Final = "mean"
"""The teammate's name in a mean over all teammates."""

AxisValues: TypeAlias = tuple[str, ...]
"""A value on each axis of an experiment."""

Entry: TypeAlias = tuple[AxisValues, str, MeanInterval]
"""One result: its place on the axes, its measure, and the mean with its interval."""


@dataclass(frozen=True, slots=True)
class ExperimentOutput:
    """The results of an experiment, for programs and for people."""

    axes: Sequence[str]
    entries: Sequence[Entry]
    json: Mapping[str, Any]
    lines: Iterable[str]
    sentences: Sequence[Phrase] = ()

    @property
    def rows(self) -> Iterator[Sequence[object]]:
        """The results as rows of CSV, with a header row."""
        yield (*self.axes, "measure", "mean", "low", "high", "runs")
        for place, measure, value in self.entries:
            yield (*place, measure, value.mean, value.low, value.high, value.runs)


class ExperimentTask(GameCommand):
    """An experiment over axes, with outputs as text, JSON and CSV."""

    by_game = False

    def add_axes(self, adder: OptionAdder) -> None:
        """Add the options for values on the axes."""

    @abstractmethod
    def output(self, experiment: Experiment, arguments: Namespace) -> ExperimentOutput:
        """Run the experiment that the options ask for; return its results. Raises Refusal."""

    def add_options(self, adder: OptionAdder) -> None:
        """Add the axes, the experts, the runs, the jobs and the outputs."""
        self.add_axes(adder)
        add = adder.describe
        add_source_options(adder)
        add_run_options(adder)
        add("--c", "exploration", metavar="C", type=exploration, default=EXPLORATION)
        add_job_options(adder)
        add("--json", "json", action="store_true")
        add("--csv", "arena-csv", metavar="FILE")

    def run(self, arguments: Namespace, settings: Settings, console: GameConsole) -> int:
        """Run the experiment and write its results; raises Refusal."""
        plan = job_plan(arguments)
        # A resumed run may have written its results already.
        check, save = (check_writable, write) if plan.is_resumed else (check_new, write_new)
        if arguments.csv is not None:
            check(arguments.csv)
        source = source_of(arguments, settings)
        experts, runs = model_set_from(source).experts, (arguments.first_lp, arguments.lps)
        experiment = Experiment(
            source, experts, *runs, arguments.c, by_game=self.by_game, plan=plan
        )
        found = self.output(experiment, arguments)
        if arguments.csv is not None:
            save(arguments.csv, csv_text(found.rows).encode())
        head = heading(experiment)
        if arguments.json:
            console.write(json.dumps({**head, **found.json}))
            return 0
        console.write("\n".join([*_heading_lines(head), *found.lines]))
        for said in found.sentences:
            console.write(console.texts.say(said))
        return 0


def add_run_options(adder: OptionAdder, runs: int = RUNS, said: str = "arena-lps") -> None:
    """Add the options for runs; `runs` is the default, `said` the message key of its help."""
    add, reader = adder.describe, whole_number(1, MOST_RUNS, "runs cannot be played")
    add("--first-lp", "arena-first-lp", metavar="L", type=natural, default=FIRST_RUN)
    add("--lps", said, metavar="N", type=reader, default=runs)


def add_chair_options(adder: OptionAdder) -> None:
    """Add the options for an agent's chair, and for its partner's model in its ensemble."""
    add, roles = adder.describe, [role.value for role in Role]
    add("--role", "arena-role", choices=roles, required=True)
    partners = [one.value for one in PartnerModel]
    add("--partner", "arena-partner", choices=partners, default="with")


def asked_of(agent: str, arguments: Namespace) -> LearnQuestion:
    """Return the question about an agent in the chair that the options name."""
    return LearnQuestion(agent, Role(arguments.role), PartnerModel(arguments.partner))


def heading(experiment: Experiment) -> dict[str, object]:
    """Return the provenance of an experiment's results: the data, the runs and the seeds."""
    first = experiment.first_run * RUN_GAMES
    return {
        "experts": list(experiment.experts),
        "checksum": experiment.checksum,
        "first_lp": experiment.first_run,
        "lps": experiment.runs,
        "games": experiment.runs * RUN_GAMES,
        "seeds": [first, first + experiment.runs * RUN_GAMES - 1],
        "c": experiment.exploration,
    }


def _heading_lines(head: Mapping[str, object]) -> Iterator[str]:
    """Yield the provenance as lines of text."""
    for name, value in head.items():
        told = " ".join(map(str, value)) if isinstance(value, list) else value
        yield f"{name}: {told}"
    yield ""


def measures_of(figures: RunFigures) -> dict[str, MeanInterval]:
    """Return each measure's mean over runs, with its interval."""
    return {name: mean_interval(getattr(figures, name)) for name in MEASURES}


def entries_of(by_place: Mapping[AxisValues, RunFigures]) -> list[Entry]:
    """Return the results of all measures at each place."""
    return [
        (place, measure, value)
        for place, figures in by_place.items()
        for measure, value in measures_of(figures).items()
    ]


def measure_lines(by_name: Mapping[str, RunFigures]) -> Iterator[str]:
    """Return a table of measures as text, with a line for each name."""
    rows = [(name, *map(str, measures_of(one).values())) for name, one in by_name.items()]
    return text_table([("", *MEASURES.values()), *rows])

"""The options that experiments share, and the head of their output."""

from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.arena.cells import FIRST_RUN, Experiment
from bot.arena.jobs import fingerprint_of
from bot.arena.page import csv_text
from bot.arena.simulate_command import exploration
from bot.arena.source import (
    ExpertSource,
    add_source_options,
    model_set_from,
    source_of,
)
from bot.files import check_writable, write
from bot.gametypes.cli import OptionAdder, natural
from bot.settings import Settings
from core.agents.ace import EXPLORATION
from core.arena.statistics import MeanInterval
from core.arena.tournament import RUN_GAMES

MOST_RUNS: Final = 20_000
"""Runs of one experiment: a million games of each pair."""

RUNS: Final = 60
"""Runs of an experiment unless more are asked for."""


def add_experiment_options(adder: OptionAdder) -> None:
    """Add the options that an `Experiment` is read from."""
    parser, say = adder.parser, adder.say
    add_source_options(adder)
    parser.add_argument(
        "--first-lp", metavar="L", type=natural, default=FIRST_RUN, help=say("arena-first-lp")
    )
    parser.add_argument("--lps", metavar="N", type=run_count, default=RUNS, help=say("arena-lps"))
    parser.add_argument(
        "--c", metavar="C", type=exploration, default=EXPLORATION, help=say("exploration")
    )
    parser.add_argument("--json", action="store_true", help=say("json"))


def experiment_of(arguments: Namespace, settings: Settings, *, by_game: bool = False) -> Experiment:
    """Return the experiment that the options ask for; raises AssetError."""
    source = source_of(arguments, settings)
    experts = model_set_from(source).experts
    return Experiment(
        source, experts, arguments.first_lp, arguments.lps, arguments.c, by_game=by_game
    )


INTERVAL_COLUMNS: Final = ("mean", "low", "high", "runs")
"""The columns of a mean with its interval."""


def interval_cells(value: MeanInterval) -> tuple[object, ...]:
    """Return a mean with its interval as cells of CSV."""
    return (value.mean, value.low, value.high, value.runs)


def add_csv_option(adder: OptionAdder) -> None:
    """Add the option that names a file for the figures."""
    adder.parser.add_argument("--csv", metavar="FILE", help=adder.say("arena-csv"))


def check_csv(path: str | None) -> None:
    """Raise FileError where the figures could not be written, before anything is played."""
    if path is not None:
        check_writable(path)


def write_csv(path: str | None, rows: Iterable[Sequence[object]]) -> None:
    """Write rows to a file, if one is named; raises FileError."""
    if path is not None:
        write(path, csv_text(rows).encode())


def run_count(text: str) -> int:
    """Return a number of runs: at least one."""
    number = natural(text)
    if not 1 <= number <= MOST_RUNS:
        raise ArgumentTypeError(f"{number} runs cannot be played: choose 1 to {MOST_RUNS}")
    return number


def heading(experiment: Experiment) -> dict[str, object]:
    """Return what a figure can be traced by: the data, the runs and the seeds."""
    first = experiment.first_run * RUN_GAMES
    return {
        "experts": list(experiment.experts),
        "checksum": checksum(experiment.source),
        "first_lp": experiment.first_run,
        "lps": experiment.runs,
        "games": experiment.runs * RUN_GAMES,
        "seeds": [first, first + experiment.runs * RUN_GAMES - 1],
        "c": experiment.exploration,
    }


def heading_lines(experiment: Experiment) -> Iterator[str]:
    """Yield what a figure can be traced by, for readers."""
    for name, value in heading(experiment).items():
        told = " ".join(map(str, value)) if isinstance(value, list) else value
        yield f"{name}: {told}"
    yield ""


def checksum(source: ExpertSource) -> str:
    """Return the checksum of the words and experts of a source."""
    return model_set_from(source).checksum


def fingerprint(experiment: Experiment) -> str:
    """Return what tells an experiment's results from those of others: its data."""
    return fingerprint_of({"checksum": checksum(experiment.source)})

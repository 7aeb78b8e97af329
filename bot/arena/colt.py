"""``spyring arena colt``: train CoLT from scratch, as in the paper and with improvements."""

import asyncio
import json
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import product
from typing import Final, TypeAlias

import numpy as np

from bot.arena.colt_data import LEAST_PAIRS, read_pairs
from bot.arena.options import whole_number
from bot.arena.page import csv_text, text_table
from bot.arena.population import ExpertShare, read_population
from bot.files import check_new, write_new
from bot.gametypes.cli import GameCommand, GameConsole, OptionAdder, natural
from bot.logs import log_nowhere
from bot.progress import counted
from bot.settings import Settings
from bot.store.location import database_url
from core.arena import teams, training
from core.rating.colt import OUTCOMES
from core.rules import Refusal
from core.view import phrase

PAPER_PAIRS: Final = 20_000
"""Pairs in the paper's data."""

TEST_SHARE: Final = 10
"""The test set is the first of this many equal parts of the pairs, as in the paper."""

GENERATORS: Final[Mapping[str, teams.DrawTeams]] = {
    "paper": teams.paper_teams,
    "varied": teams.varied_teams,
}

PAPER: Final = "paper"
OPTIMUM: Final = "optimum"
INTERCEPT: Final = "intercept"
BOTH: Final = "both"
TABLE: Final = "table-1"

MakeFit: TypeAlias = Callable[..., training.LinearFit]
"""Fits CoLT to pairs."""

FRESH_FITS: Final[Mapping[str, MakeFit]] = {
    PAPER: partial(training.descend, time=training.PAPER_TIME),
    OPTIMUM: training.descend,
    INTERCEPT: partial(training.descend, intercept=True),
    BOTH: partial(training.descend, both=True),
}
"""The fits from scratch; the first stops where the paper's gradient descent did."""

OWN_FITS: Final[Mapping[str, MakeFit]] = {
    name: partial(FRESH_FITS[name], start=training.TABLE_1, time=training.PAPER_TIME)
    for name in (PAPER, INTERCEPT, BOTH)
}
"""The fits to a server's own turns: as many steps as the paper's, from its Table 1.

The weight of a rare outcome hardly changes.
"""

SERVERS_OWN: Final = ""
"""The value of ``--turns`` without a file."""


class ColtTask(GameCommand):
    """Train the weights of CoLT on published, generated or a server's own games."""

    name = "colt"

    def add_options(self, adder: OptionAdder) -> None:
        """Add the sources of games, and the outputs."""
        add = adder.describe
        pair_count = whole_number(LEAST_PAIRS, 1_000_000, "pairs cannot be used")
        source = adder.parser.add_mutually_exclusive_group()
        add("--data", "colt-data", source, metavar="FILE")
        add("--turns", "colt-turns", source, metavar="FILE", nargs="?", const=SERVERS_OWN)
        add("--generate", "colt-generate", metavar="PAIRS", type=pair_count)
        add("--teams", "colt-teams", choices=tuple(GENERATORS))
        add("--seed", "seed-arena", metavar="S", type=natural, default=0)
        add("--json", "json", action="store_true")
        add("--csv", "colt-csv", metavar="FILE")

    def run(self, arguments: Namespace, settings: Settings, console: GameConsole) -> int:
        """Train, and write the weights next to the paper's; raises Refusal."""
        if arguments.csv is not None:
            check_new(arguments.csv)
        report = _report(arguments, settings)
        if arguments.csv is not None:
            write_new(arguments.csv, csv_text(_rows(report)).encode())
        if arguments.json:
            console.write(json.dumps(report.to_json()))
        else:
            _tell(report, console)
        return 0


@dataclass(frozen=True, slots=True)
class TrainedFit:
    """A fit and its quality on the training set and the test set."""

    fit: training.LinearFit
    train: training.FitQuality
    test: training.FitQuality

    def to_json(self) -> dict[str, object]:
        """Return the fit as plain JSON types."""
        weights = self.fit.weights.tolist()
        return {
            "weights": {one.code: weights[one.index] for one in OUTCOMES},
            "intercept": self.fit.intercept,
            "train": asdict(self.train),
            "test": asdict(self.test),
        }


@dataclass(frozen=True, slots=True)
class ColtReport:
    """Fits of CoLT by name, their training data, and the people behind it, if any."""

    source: Mapping[str, object]
    pairs: int
    test_pairs: int
    fits: Mapping[str, TrainedFit]
    teams: int = 0
    people: int = 0
    experts: tuple[ExpertShare, ...] = ()

    def to_json(self) -> dict[str, object]:
        """Return the report as plain JSON types."""
        told = asdict(self) | {"fits": {name: one.to_json() for name, one in self.fits.items()}}
        own = ("teams", "people", "experts")
        return {name: value for name, value in told.items() if self.teams or name not in own}


def _report(arguments: Namespace, settings: Settings) -> ColtReport:
    """Train the fits that the options ask for; raises Refusal."""
    _check_sources(arguments)
    if arguments.turns is not None:
        return _own_report(arguments, settings)
    if arguments.data is not None:
        pairs, checksum = read_pairs(arguments.data)
        return trained(pairs, {"sha256": checksum})
    count, seed = arguments.generate or PAPER_PAIRS, arguments.seed
    drawn = arguments.teams or PAPER
    source = {"teams": drawn, "seed": seed, "games_per_pair": teams.GAMES_PER_PAIR}
    return trained(teams.play_pairs(count, np.random.default_rng(seed), GENERATORS[drawn]), source)


def _check_sources(arguments: Namespace) -> None:
    """Raise Refusal for options that another option makes meaningless."""
    settled = {"--data": ("generate", "teams"), "--turns": ("teams",)}
    for flag, others in settled.items():
        if getattr(arguments, flag.removeprefix("--")) is not None:
            idle = tuple(f"--{name}" for name in others if getattr(arguments, name) is not None)
            if idle:
                raise Refusal("colt-idle", flag=flag, options=idle)


def _own_report(arguments: Namespace, settings: Settings) -> ColtReport:
    """Return the fits to a server's own turns, on pairs with exact win probabilities."""
    log_nowhere()
    people = asyncio.run(read_population(database_url(arguments.turns or None, settings)))
    count, seed = arguments.generate or PAPER_PAIRS, arguments.seed
    rng, drawn = np.random.default_rng(seed), teams.population_teams(people.posteriors)
    source = {"turns": int(people.turns.sum()), "seed": seed}
    report = trained(teams.play_pairs(count, rng, drawn, games=None), source, OWN_FITS)
    return replace(report, teams=len(people.turns), people=people.people, experts=people.experts)


def trained(
    pairs: teams.TeamPairs, source: Mapping[str, object], makers: Mapping[str, MakeFit] = FRESH_FITS
) -> ColtReport:
    """Return the fits to pairs; the first tenth of the pairs is the test set."""
    train = pairs[len(pairs) // TEST_SHARE :]
    names = [name for name in makers if name != BOTH or pairs.returned is not None]
    fits = {TABLE: training.TABLE_1} | {name: makers[name](train) for name in counted(names)}
    judged = {name: _judged(name, fit, pairs) for name, fit in fits.items()}
    return ColtReport(source, len(pairs), len(pairs) // TEST_SHARE, judged)


def _judged(name: str, fit: training.LinearFit, pairs: teams.TeamPairs) -> TrainedFit:
    """Return a fit with its quality, on games in both seatings for the fit to such games."""
    wins = pairs.both if name == BOTH else pairs.wins
    first = len(pairs) // TEST_SHARE
    return TrainedFit(
        fit,
        training.quality(fit, pairs.differences[first:], wins[first:]),
        training.quality(fit, pairs.differences[:first], wins[:first]),
    )


# The report as text.


def _tell(report: ColtReport, console: GameConsole) -> None:
    """Write the qualities, the weights, and an explanation of each fit."""
    say = console.texts.say
    console.write(say(phrase("colt-pairs", pairs=report.pairs, test=report.test_pairs)))
    if report.teams:
        turns = report.source["turns"]
        console.write(say(phrase("colt-own", turns=turns, teams=report.teams)))
    console.write("\n".join(text_table(_quality_rows(report))))
    console.write("\n".join(text_table([("", *report.fits), *_weight_rows(report, "+.3f")])))
    for name in report.fits:
        console.write(f"{name}: {say(phrase('colt-fit', fit=name))}")
    if report.experts:
        console.write(say(phrase("colt-experts", people=report.people)))
        console.write("\n".join(text_table(_expert_rows(report.experts))))


def _quality_rows(report: ColtReport) -> Iterator[tuple[str, ...]]:
    yield ("", "R2 train", "R2 test", "L1 train", "L1 test", "intercept")
    for name, one in report.fits.items():
        r2 = (f"{one.train.r2:.3f}", f"{one.test.r2:.3f}")
        l1 = (f"{one.train.l1:.4f}", f"{one.test.l1:.4f}")
        yield (name, *r2, *l1, f"{one.fit.intercept:+.3f}")


def _weight_rows(report: ColtReport, form: str) -> Iterator[tuple[str, ...]]:
    for outcome in OUTCOMES:
        weights = (one.fit.weights[outcome.index] for one in report.fits.values())
        yield (outcome.code, *(format(float(weight), form) for weight in weights))


def _expert_rows(experts: Sequence[ExpertShare]) -> Iterator[tuple[str, ...]]:
    yield ("", "%", "n", "CoLT")
    for one in experts:
        yield (one.expert, f"{one.share:.1%}", str(one.leads), f"{one.colt:+.2f}")


def _rows(report: ColtReport) -> Iterator[tuple[str, ...]]:
    """Yield the weights by outcome, then the qualities, a column for each fit."""
    yield ("outcome", *report.fits)
    yield from _weight_rows(report, ".6f")
    fits = report.fits.values()
    yield ("intercept", *(f"{one.fit.intercept:.6f}" for one in fits))
    for part, measure in product(("train", "test"), ("r2", "l1")):
        values = (getattr(getattr(one, part), measure) for one in fits)
        yield (f"{measure}_{part}", *(f"{value:.6f}" for value in values))

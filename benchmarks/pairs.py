"""Which experts understand each other: every pair under the paper's rules.

Prints win rate and turns to win for each spymaster (rows) and guesser (columns), then the means
of the matched pairs (the same model in both chairs) and of all others, with the standard
deviation over pairs. All pairs play the same boards.

    python -m benchmarks.pairs --games 300
"""

import argparse
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from statistics import mean, stdev
from typing import Final, TypeAlias

from benchmarks.adaptation import EMBEDDED, bench_named
from bot.gametypes.codenames.models.ensemble import ModelSet
from bot.gametypes.codenames.simulation import Report, simulate
from bot.progress import counted

Pair: TypeAlias = tuple[str, str]

WIDTH: Final = 12


@dataclass(frozen=True, slots=True)
class Configuration:
    """One experiment: what is printed at the head of its output."""

    games: int
    seed: int
    bench: str


def main() -> None:
    """Play every pair and print the table."""
    configuration = _configuration()
    bench = bench_named(configuration.bench)
    print(f"{configuration}\nchecksum: {bench.checksum}")
    reports = played(configuration, bench)
    print(table(tuple(bench.experts), reports))
    for name, matched in (("matched", True), ("other pairs", False)):
        print(summary(name, [reports[pair] for pair in reports if (pair[0] == pair[1]) is matched]))


def played(configuration: Configuration, bench: ModelSet) -> Mapping[Pair, Report]:
    """Return the report of each spymaster and guesser."""
    return {
        (first, second): simulate(
            first, second, games=configuration.games, seed=configuration.seed, model_set=bench
        )
        for first, second in counted([*product(bench.experts, repeat=2)])
    }


def table(names: tuple[str, ...], reports: Mapping[Pair, Report]) -> str:
    """Return win rate and turns of every pair, spymasters by rows."""
    head = "".join(f"{name:>{WIDTH}}" for name in ("", *names))
    rows = [
        f"{first:>{WIDTH}}"
        + "".join(f"{cell(reports[first, second]):>{WIDTH}}" for second in names)
        for first in names
    ]
    return "\n".join((head, *rows))


def cell(report: Report) -> str:
    """Return a pair's win rate and turns to win."""
    turns = "-" if report.win_turns is None else f"{report.win_turns:.2f}"
    return f"{report.win_rate:.2f} {turns}"


def summary(name: str, reports: list[Report]) -> str:
    """Return the means over pairs and their standard deviations."""
    rates = [report.win_rate for report in reports]
    turns = [report.win_turns for report in reports if report.win_turns is not None]
    return (
        f"{name}: win rate {mean(rates):.3f} (sd {stdev(rates):.3f}), "
        f"{mean(turns):.2f} turns (sd {stdev(turns):.2f}), {len(reports)} pairs"
    )


def _configuration() -> Configuration:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pairs", description=__doc__)
    parser.add_argument("--games", type=int, default=300, help="games of each pair")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first board")
    parser.add_argument("--bench", default=EMBEDDED, help="a folder of ready tables")
    parsed = parser.parse_args()
    return Configuration(parsed.games, parsed.seed, parsed.bench)


if __name__ == "__main__":
    main()

"""The agent that models its teammate, against ACE and the best static expert, by the paper's rules.

A run is 50 games with one teammate, without memory at first; run k has boards with seeds from 50 k,
the same for every agent. Each number is a mean over teammates, with a 95% interval over runs: CoLT
of a run's pooled turns, the share of games won, turns of the games won (25 without a win), the
share of games lost to the assassin, the team's cards found per turn, CoLT of the first game alone,
and games per second of processor time. *Best static* is the best expert with each teammate.
`--without` omits the teammate's model from the ensemble, except for models with different vectors
in the two chairs, as in the paper's code. `--ensemble` names the experts of all agents, by default
all in the bench; it cannot be empty. Without a bench, the experts are the embedded models that are
not means of others.

    python -m benchmarks.teammate [--bench FOLDER | --vectors FOLDER --models a,b,c,d]
        [--first-run 1000] [--runs 4] [--role spymaster|guesser] [--without]
        [--agent teammate]... [--teammate NAME]... [--ensemble a,b]
        [--held-out] [--cells] [--json]

Runs 2000 to 2059 are for final tables; choose others for development.
"""

import argparse
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.options import with_tuples
from benchmarks.teammate_cells import (
    ACE,
    AGENTS,
    BEST,
    COLUMNS,
    ROLES,
    Configuration,
    Experiment,
    Row,
)
from benchmarks.vector_bench import vector_bench
from bot.arena.source import CONTROL, ExpertSource, model_set_from
from bot.models.ensemble import ModelSet
from core.arena.statistics import mean_interval
from core.arena.tournament import RUN_GAMES


def main() -> None:
    """Run the requested experiment and print its table."""
    configuration = _configuration()
    bench = (
        vector_bench(Path(configuration.bench), configuration.models)
        if configuration.models
        else model_set_from(ExpertSource(configuration.bench) if configuration.bench else CONTROL)
    )
    words = f"{len(bench.board_words)} board words, {len(bench.vocabulary)} clue words"
    if not configuration.json:
        print(f"{configuration}\nchecksum: {bench.checksum}")
        print(f"{' '.join(bench.experts)}; {words}")
    experiment = Experiment(configuration, bench)
    tables = {role: _rows(experiment, role) for role in configuration.roles}
    if configuration.json:
        print(json.dumps(_plain(configuration, bench, tables), indent=1))
        return
    for role, rows in tables.items():
        print(f"\n{role:20} {'teammate':10} " + " ".join(f"{name:>13}" for name in COLUMNS))
        for line in lines(rows, cells=configuration.cells or configuration.held_out):
            print(line)


def _rows(experiment: Experiment, role: str) -> list[Row]:
    agents = (BEST, ACE, *experiment.configuration.agents)
    return [
        experiment.row(role, agent, teammate)
        for agent in agents
        for teammate in experiment.teammates
    ]


def lines(rows: Sequence[Row], *, cells: bool) -> Iterator[str]:
    """Yield a line for each agent's mean over teammates, and for each cell if asked."""
    for agent in dict.fromkeys(row.agent for row in rows):
        own = [row for row in rows if row.agent == agent]
        for row in own if cells else ():
            yield _line(agent, row.teammate, row.values, row.speed)
        mean = np.mean([row.values for row in own], axis=0)
        speed = 1 / float(np.mean([1 / row.speed for row in own]))
        yield _line(agent, "mean", mean, speed)


def _line(agent: str, teammate: str, values: NDArray[np.float64], speed: float) -> str:
    columns = " ".join(str(mean_interval(column)) for column in values.T)
    return f"{agent:20} {teammate:10} {columns} {speed:8.0f}/s"


def _plain(
    configuration: Configuration, bench: ModelSet, tables: Mapping[str, Sequence[Row]]
) -> dict[str, object]:
    return {
        "configuration": asdict(configuration),
        "checksum": bench.checksum,
        "columns": COLUMNS,
        "rows": [
            {
                "role": role,
                "agent": row.agent,
                "teammate": row.teammate,
                "by_run": row.values.tolist(),
                "games_per_second": row.speed,
            }
            for role, rows in tables.items()
            for row in rows
        ],
    }


def _configuration() -> Configuration:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.teammate", description=__doc__)
    option: Callable[..., object] = parser.add_argument
    option("--bench", help="a folder of ready tables")
    option("--vectors", help="a folder with a subfolder for each of --models")
    option("--models", type=_listed, default="", help="these subfolders, separated by commas")
    option("--ensemble", type=_listed, default="", help="names of experts, separated by commas")
    option("--first-run", type=int, default=1000)
    option("--runs", type=int, default=4)
    option("--games", type=int, default=RUN_GAMES, help="games in a run")
    only = "only with these teammates"
    option("--teammate", metavar="NAME", action="append", dest="teammates", default=[], help=only)
    option("--seed", type=int, default=0, help="seed of held-out teammates")
    option("--role", action="append", dest="roles", choices=ROLES)
    option("--agent", action="append", dest="agents", choices=list(AGENTS))
    for switch in ("without", "held-out", "cells", "json"):
        option(f"--{switch}", action="store_true")
    parsed = parser.parse_args()
    parsed.bench = parsed.vectors or parsed.bench
    parsed.roles = parsed.roles or ROLES
    parsed.agents = parsed.agents or ("teammate", "teammate-arms")
    del parsed.vectors
    return Configuration(**with_tuples(parsed))


def _listed(text: str) -> tuple[str, ...]:
    return tuple(filter(None, text.split(",")))


if __name__ == "__main__":
    main()

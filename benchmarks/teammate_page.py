"""Keep outputs of `benchmarks.teammate` and `.teammate_duels`, and write the page's blocks.

    python -m benchmarks.teammate_page --bench FOLDER [--keep PART OUTPUT...]...

An output comes from one of these commands with `--json`. In docs/research-teammate.json, `--keep`
replaces the named part with the output's means and intervals. Then the command rewrites all blocks
of docs/research.md, from that file and from docs/research.json. `FOLDER` contains the paper's
tables.
"""

import argparse
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.teammate_cells import ACE, BEST
from bot.arena.experiment import MEAN, MEASURES
from bot.arena.page import with_blocks
from bot.arena.report.blocks import blocks_of
from bot.arena.report.tasks import rounded
from bot.arena.report.teammate import (
    APART,
    GAIN,
    SAME,
    TEAMMATE_RESULTS,
    teammate_blocks,
)
from core.arena.statistics import mean_interval
from core.arena.tournament import RUN_GAMES

Floats = NDArray[np.float64]

DOCS: Final = Path(__file__).parents[1] / "docs"

NAMES: Final = ("colt", "win_rate", "win_turns", "assassin", "found", "first_game")
"""The names of an output's columns in the results."""

SWITCHES: Final = ("without", "held_out")


def main() -> None:
    """Keep the named outputs, and write the page."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.teammate_page", description=__doc__)
    option: Callable[..., object] = parser.add_argument
    option("--bench", required=True, help="a folder with the paper's tables")
    option("--keep", action="append", nargs="+", default=[], metavar="PART OUTPUT")
    parsed = parser.parse_args()
    results, page = DOCS / TEAMMATE_RESULTS, DOCS / "research.md"
    found = json.loads(results.read_text(encoding="utf-8")) if results.exists() else {}
    for name, *outputs in parsed.keep:
        found[name] = part_of([json.loads(Path(one).read_text("utf-8")) for one in outputs])
    results.write_text(json.dumps(found) + "\n", encoding="utf-8")
    paper = json.loads((Path(parsed.bench) / "tables.json").read_text(encoding="utf-8"))
    research = json.loads((DOCS / "research.json").read_text(encoding="utf-8"))
    blocks = blocks_of(research, paper) | teammate_blocks(found)
    page.write_text(with_blocks(page.read_text(encoding="utf-8"), blocks), encoding="utf-8")


def part_of(outputs: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return outputs as one part of the results; raises ValueError if data or seeds differ."""
    heads = [_head(one) for one in outputs]
    if any(head != heads[0] for head in heads):
        raise ValueError("the outputs of one part have the same data, runs and seeds")
    part: dict[str, Any] = rounded(
        {
            "commands": [command_of(one) for one in outputs],
            **heads[0],
            "entries": [entry for one in outputs for entry in entries(one)],
        }
    )
    return part


def _head(output: Mapping[str, Any]) -> dict[str, Any]:
    configuration = output["configuration"]
    first, runs = configuration["first_run"] * RUN_GAMES, configuration["runs"]
    duels = "duels" in output
    seeds = [first, first + runs * RUN_GAMES - 1]
    games = runs * (2 * configuration["boards"] if duels else configuration["games"])
    return {"checksum": output["checksum"], "games": games, "seeds": seeds}


def command_of(output: Mapping[str, Any]) -> str:
    """Return the command that printed an output, with folders in capitals."""
    asked = output["configuration"]
    words = [
        "python -m",
        "benchmarks.teammate_duels" if "duels" in output else "benchmarks.teammate",
    ]
    if asked.get("models"):
        words.append(f"--vectors VECTORS --models {','.join(asked['models'])}")
    elif asked["bench"]:
        words.append("--bench FOLDER")
    words.append(f"--first-run {asked['first_run']} --runs {asked['runs']}")
    words += [f"--role {role}" for role in asked["roles"]]
    words += [f"--agent {agent}" for agent in asked["agents"]]
    if asked.get("ensemble"):
        words.append(f"--ensemble {','.join(asked['ensemble'])}")
    words += [f"--{switch.replace('_', '-')}" for switch in SWITCHES if asked.get(switch)]
    return " ".join([*words, "--json"])


def entries(output: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield an output's results for each agent with each teammate, and their means."""
    if "duels" in output:
        yield from _duel_entries(output["duels"])
        return
    partner = "without" if output["configuration"]["without"] else "with"
    for role in dict.fromkeys(row["role"] for row in output["rows"]):
        tables = _by_agent([row for row in output["rows"] if row["role"] == role])
        for agent, by_teammate in tables.items():
            for teammate, (values, speed) in by_teammate.items():
                figures = dict(zip(NAMES, values.T, strict=True))
                if agent not in (ACE, BEST):
                    beside, _ = tables[ACE][teammate]
                    gains = dict(zip(NAMES, (values - beside).T, strict=True))
                    figures |= {name + GAIN: gains[name] for name in MEASURES}
                yield {
                    "role": role,
                    "partner": partner,
                    "agent": agent,
                    "teammate": teammate,
                    "games_per_second": speed,
                    **{name: _interval(one) for name, one in figures.items()},
                }


def _by_agent(rows: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, tuple[Floats, float]]]:
    """Return the results (runs, columns) and the speed, by agent and teammate, with the means."""
    tables: dict[str, dict[str, tuple[Floats, float]]] = {}
    for row in rows:
        figures = (np.array(row["by_run"], dtype=np.float64), float(row["games_per_second"]))
        tables.setdefault(row["agent"], {})[row["teammate"]] = figures
    for by_teammate in tables.values():
        own = dict(by_teammate)
        by_teammate[MEAN] = _mean(list(own.values()))
        if APART in own:
            by_teammate[SAME] = _mean([own[name] for name in own if name != APART])
    return tables


def _mean(figures: Sequence[tuple[Floats, float]]) -> tuple[Floats, float]:
    """Return the means run by run, and the speed over all games."""
    mean: Floats = np.mean([values for values, _ in figures], axis=0)
    return mean, 1 / float(np.mean([1 / speed for _, speed in figures]))


def _duel_entries(rows: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    for role, agent in dict.fromkeys((row["role"], row["agent"]) for row in rows):
        own = [row for row in rows if (row["role"], row["agent"]) == (role, agent)]
        groups = {row["teammate"]: [row] for row in own} | {MEAN: own}
        groups[SAME] = [row for row in own if row["teammate"] != APART]
        for teammate, group in groups.items():
            yield {
                "role": role,
                "partner": "without",
                "agent": agent,
                "teammate": teammate,
                "won": _interval(np.mean([row["by_run"] for row in group], axis=0)),
                **{key: float(np.mean([row[key] for row in group])) for key in ("colt", "exact")},
            }


def _interval(values: Floats) -> dict[str, Any]:
    interval = mean_interval(values).to_json()
    return {key: interval[key] for key in ("mean", "ci95")}


if __name__ == "__main__":
    main()

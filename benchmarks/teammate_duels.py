"""The agent that models its teammate against ACE: played games of two pairs, by the paper's rules.

The agent and ACE have the same kind of static teammate. Both omit its model from their ensembles,
except for models with different vectors in the two chairs. Both learn. A run is 25 boards in both
seatings: 50 games, without memory at first, as in the paper; run k has the boards with seeds 50 k
and up. Intervals are 95% t-intervals over runs. The forecasts of CoLT and of the exact model, from
the turns of both pairs, follow each share of games won.

    python -m benchmarks.teammate_duels [--bench FOLDER] [--first-run 1000] [--runs 8]
        [--role spymaster|guesser]... [--agent teammate|teammate-arms]... [--teammate NAME]...
        [--json]

`spyring arena duel --games 25 --first-seed 50000 --without w --blue teammate+w --red ace+w` plays
one of these runs; with more games, memories last through all of them.
"""

import argparse
import json
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.options import with_tuples
from bot.arena.duel import DuelReport, PlayedBoard, play_boards
from bot.arena.experiment_cells import TEAMMATES
from bot.arena.pairs import PairNames
from bot.arena.players import DuelSetup, Ruleset, duel_players
from bot.arena.source import ExpertSource, model_set_from
from bot.models.ensemble import ModelSet
from core.arena.statistics import mean_interval
from core.arena.tournament import RUN_GAMES
from core.words.ensemble import MODELS

ROLES: Final = ("spymaster", "guesser")
ACE: Final = "ace"
BOARDS: Final = RUN_GAMES // 2


@dataclass(frozen=True, slots=True)
class Configuration:
    """The options of the duels, printed at the top of the output."""

    bench: str | None
    first_run: int
    runs: int
    boards: int
    roles: tuple[str, ...]
    agents: tuple[str, ...]
    teammates: tuple[str, ...]
    seed: int
    json: bool


@dataclass(frozen=True, slots=True)
class DuelRow:
    """The shares of games (runs,) that an agent won with a teammate, and the forecasts."""

    role: str
    agent: str
    teammate: str
    by_run: NDArray[np.float64]
    colt: float
    exact: float


def main() -> None:
    """Play the requested duels and print their table."""
    configuration = _configuration()
    models = model_set_from(ExpertSource(configuration.bench, models=MODELS))
    if not configuration.json:
        print(f"{configuration}\nchecksum: {models.checksum}")
        for line in lines(list(_rows(configuration, models))):
            print(line)
        return
    rows = [{**asdict(row), "by_run": row.by_run.tolist()} for row in _rows(configuration, models)]
    told = {"configuration": asdict(configuration), "checksum": models.checksum, "duels": rows}
    print(json.dumps(told, indent=1))


def _rows(configuration: Configuration, models: ModelSet) -> Iterator[DuelRow]:
    for role in configuration.roles:
        for agent in configuration.agents:
            for teammate in configuration.teammates or models.experts:
                yield row(configuration, models, role, agent, teammate)


def row(
    configuration: Configuration, models: ModelSet, role: str, agent: str, teammate: str
) -> DuelRow:
    """Play the duels of an agent with a teammate; return the results. Raises Refusal."""
    without = (teammate,) if models.experts[teammate].single else ()
    blue, red = (
        PairNames(name, teammate) if role == "spymaster" else PairNames(teammate, name)
        for name in (agent, ACE)
    )
    by_run, every = list[float](), list[PlayedBoard]()
    with closing(duel_players(DuelSetup(models, Ruleset.PAPER, without))) as players:
        begin = players.pairing(blue, red)
        for run in range(configuration.first_run, configuration.first_run + configuration.runs):
            first = run * RUN_GAMES
            boards = play_boards(begin, range(first, first + configuration.boards))
            by_run.append(sum(board.wins for board in boards) / (2 * len(boards)))
            every += boards
    seen = DuelReport(str(blue), str(red), tuple(every), 0.0).to_json()["forecast"]
    return DuelRow(role, agent, teammate, np.array(by_run), seen["colt"], seen["exact"])


def lines(rows: list[DuelRow]) -> Iterator[str]:
    """Yield the table: a line for each row and for each mean over teammates."""
    yield f"\n{'':10} {'agent':14} {'teammate':10} {'won':>13} {'CoLT says':>10} {'exact':>6}"
    for role, agent in dict.fromkeys((row.role, row.agent) for row in rows):
        own = [row for row in rows if (row.role, row.agent) == (role, agent)]
        mean = DuelRow(
            role,
            agent,
            "mean",
            np.mean([row.by_run for row in own], axis=0),
            float(np.mean([row.colt for row in own])),
            float(np.mean([row.exact for row in own])),
        )
        for one in (*own, mean):
            won = f"{mean_interval(one.by_run)!s:>13} {one.colt:10.3f} {one.exact:6.3f}"
            yield f"{role:10} {agent:14} {one.teammate:10} {won}"


def _configuration() -> Configuration:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.teammate_duels", description=__doc__
    )
    option: Callable[..., object] = parser.add_argument
    option("--bench", help="a folder of ready tables")
    option("--first-run", type=int, default=1000)
    option("--runs", type=int, default=8)
    option("--boards", type=int, default=BOARDS, help="boards in a run")
    option("--role", action="append", dest="roles", choices=ROLES)
    option("--agent", action="append", dest="agents", choices=list(TEAMMATES))
    only = "only with these teammates"
    option("--teammate", metavar="NAME", action="append", dest="teammates", default=[], help=only)
    option("--json", action="store_true")
    parsed = parser.parse_args()
    parsed.roles, parsed.agents = parsed.roles or ROLES[:1], parsed.agents or ("teammate",)
    return Configuration(**with_tuples(parsed), seed=parsed.first_run * RUN_GAMES)


if __name__ == "__main__":
    main()

"""The agent that models its teammate, beside ACE and the best static expert, by the paper's rules.

A run is 50 games with one teammate, begun without a memory; run k has the boards of seeds 50 k and
up, the same for every agent. Each figure is a mean over teammates, with a 95% interval over runs:
CoLT of a run's turns pooled, the share of games won, turns of the games won (25 where none was),
the share of games lost to the assassin, the team's cards found a turn, CoLT of the first game
alone, and games per second of processor time. *Best static* is the expert that is best beside each
teammate. Without the teammate its own model is left out of the ensemble, except where its two
chairs look at different vectors, as in the paper's code.

    python -m benchmarks.teammate [--bench FOLDER | --vectors FOLDER --models a,b,c,d]
        [--first-run 1000] [--runs 4] [--role spymaster|guesser] [--without]
        [--agent teammate]... [--held-out] [--cells] [--calibration] [--json]

Runs 2000 to 2059 are for final tables; choose others to try things out.
"""

import argparse
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from time import process_time
from typing import Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.adaptation import EMBEDDED, bench_named, estimate
from benchmarks.vector_bench import vector_bench
from bot.gametypes.codenames.models.ensemble import ModelSet
from core.agents.belief import Belief, Explanations
from core.agents.clue_search import ChosenClue, Goal
from core.agents.expert import Expert
from core.arena.adaptive import (
    Clues,
    Ensemble,
    TeammateGuesser,
    TeammateOptions,
    TeammateSpymaster,
)
from core.arena.adaptive_runs import AdaptiveRuns, StaticTeammate
from core.arena.experts import Cards
from core.arena.held_out import between, perturbed, shuffled
from core.arena.tournament import (
    RUN_GAMES,
    AgentPair,
    Arena,
    ArmRule,
    ExpertAgent,
    GameResults,
)
from core.rating.colt import OUTCOMES, Ending, colt_of_counts

Floats = NDArray[np.float64]

ROLES: Final = ("spymaster", "guesser")
ACE: Final = "ace"
BEST: Final = "best-static"

AGENTS: Final[Mapping[str, TeammateOptions]] = {
    "teammate": TeammateOptions(),
    "teammate-arms": TeammateOptions(Clues.ARMS),
    "teammate-exact": TeammateOptions(explanations=Explanations.EXACT),
    "teammate-blend": TeammateOptions(explanations=Explanations.BLEND),
    "teammate-arms-exact": TeammateOptions(Clues.ARMS, explanations=Explanations.EXACT),
    "teammate-arms-blend": TeammateOptions(Clues.ARMS, explanations=Explanations.BLEND),
    "teammate-colt": TeammateOptions(goal=Goal.COLT),
    "teammate-arms-colt": TeammateOptions(Clues.ARMS, Goal.COLT),
    "teammate-forward": TeammateOptions(looks_back=False),
}
"""The agent and its ablations: explanations, clues, goal, and a guesser that never looks back."""

COLUMNS: Final = ("CoLT", "win rate", "win turns", "assassin", "found", "first game")
NO_WIN: Final = 25.0
NOISES: Final = (0.3, 0.6, 1.0)
"""Noise of perturbed teammates, in standard deviations of similarities."""

ENDINGS: Final = np.array([outcome.ending for outcome in OUTCOMES])
FOUND: Final = np.array([outcome.own for outcome in OUTCOMES])
CHANCES: Final = (0.0, 0.5, 0.7, 0.85, 0.95, 1.0 + 1e-9)
"""Limits of the predicted chances that are pooled for calibration."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """One experiment: what is printed at the head of its output."""

    bench: str
    models: tuple[str, ...]
    first_run: int
    runs: int
    seed: int
    roles: tuple[str, ...]
    agents: tuple[str, ...]
    without: bool
    held_out: bool
    cells: bool
    calibration: bool
    json: bool


@dataclass(frozen=True, slots=True)
class Teammate:
    """A teammate by its name, and the experts that an ensemble without it leaves out."""

    name: str
    player: StaticTeammate
    left_out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """The figures (runs, columns) of one agent beside one teammate, and games per second."""

    agent: str
    teammate: str
    values: Floats
    speed: float


@dataclass(frozen=True, slots=True, eq=False)
class Recorder(TeammateSpymaster):
    """The agent as spymaster, whose predictions are kept."""

    chances: list[float] = field(default_factory=list)

    def clue(self, cards: Cards, belief: Belief, rng: np.random.Generator) -> ChosenClue:
        """Return the clue to give."""
        chosen = super(Recorder, self).clue(cards, belief, rng)
        self.chances.append(chosen.chance)
        return chosen


class Experiment:
    """The arena, its teammates, and the ensembles of agents."""

    def __init__(self, configuration: Configuration, bench: ModelSet) -> None:
        self.configuration = configuration
        self.names = tuple(bench.experts)
        experts = dict(bench.experts)
        self.teammates = list(self._own(bench.experts))
        if configuration.held_out:
            made = dict(self._made(bench))
            experts.update(made)
            self.teammates = [Teammate(name, StaticTeammate((name,)), ()) for name in made]
            self.teammates += self._changing()
        self.arena = Arena(experts, bench.board_words)
        self.arena.prepare()
        self.runs = AdaptiveRuns(self.arena)
        self._known = lru_cache(maxsize=1)(self._made_ensemble)
        self.predicted: list[tuple[float, bool]] = []

    def _own(self, experts: Mapping[str, Expert]) -> Iterator[Teammate]:
        for name, one in experts.items():
            leaves = self.configuration.without and one.single
            yield Teammate(name, StaticTeammate((name,)), (name,) if leaves else ())

    def _made(self, bench: ModelSet) -> Iterator[tuple[str, Expert]]:
        rng, words = np.random.default_rng(self.configuration.seed), bench.board_words
        first, second = (bench.experts[self.names[place]] for place in (0, -1))
        for scale in NOISES:
            name = f"{first.name}+{scale}"
            yield name, perturbed(name, first, words, scale, rng)
        name = f"{first.name}~{second.name}"
        yield name, between(name, first, second, words)
        yield "shuffled", shuffled("shuffled", first, words, rng)

    def _changing(self) -> Iterator[Teammate]:
        two = (self.names[0], self.names[-1])
        yield Teammate("switched", StaticTeammate(two), ())
        yield Teammate("erratic", StaticTeammate(self.names[:3], erratic=True), ())

    def row(self, role: str, agent: str, teammate: Teammate) -> Row:
        """Return an agent's figures beside a teammate."""
        if agent in AGENTS:
            self._known(self._ensemble(teammate))
        start = process_time()
        results = self._results(role, agent, teammate)
        spent = process_time() - start
        values = np.stack([figures(part) for part in by_run(results)])
        return Row(agent, teammate.name, values, len(results) / max(spent, 1e-9))

    def _ensemble(self, teammate: Teammate) -> tuple[str, ...]:
        return tuple(name for name in self.names if name not in teammate.left_out)

    def _made_ensemble(self, names: tuple[str, ...]) -> Ensemble:
        return Ensemble(self.arena, names)

    def _results(self, role: str, agent: str, teammate: Teammate) -> GameResults:
        ensemble = self._ensemble(teammate)
        asked, runs = self.configuration.first_run, self.configuration.runs
        if agent not in AGENTS:
            return self._followers(role, agent, teammate, ensemble)
        options, known = AGENTS[agent], self._known(ensemble)
        if role == "guesser":
            guesser = TeammateGuesser(known, options)
            return self.runs.play(guesser, teammate.player, first_run=asked, runs=runs)
        recorder = Recorder(known, options)
        results = self.runs.play(recorder, teammate.player, first_run=asked, runs=runs)
        outcomes = results.outcomes[results.outcomes >= 0]
        clean = ENDINGS[outcomes] == Ending.CLEAN
        self.predicted += zip(recorder.chances, clean.tolist(), strict=True)
        return results

    def _followers(
        self, role: str, agent: str, teammate: Teammate, ensemble: tuple[str, ...]
    ) -> GameResults:
        """Return the games of ACE, or of the expert that is best beside the teammate."""
        if agent == ACE:
            return self._pair(role, ExpertAgent(ensemble, ArmRule.ACE), teammate)
        each = [self._pair(role, ExpertAgent((name,)), teammate) for name in ensemble]
        return max(each, key=lambda results: figures(results)[0])

    def _pair(self, role: str, agent: ExpertAgent, teammate: Teammate) -> GameResults:
        """Return the games beside a teammate; one that changes is beside ACE what it can be.

        A switched one is two halves of one run; the arena has no half runs, so agents that follow
        experts meet a teammate that is any of its experts each turn instead.
        """
        experts = teammate.player.experts
        other = ExpertAgent(experts, ArmRule.ANY if len(experts) > 1 else ArmRule.FIXED)
        pair = AgentPair(agent, other) if role == "spymaster" else AgentPair(other, agent)
        asked = self.configuration
        return self.arena.play_runs(pair, first_run=asked.first_run, runs=asked.runs)


def by_run(results: GameResults) -> Iterator[GameResults]:
    """Yield the games of each run."""
    for first in range(0, len(results), RUN_GAMES):
        part = slice(first, first + RUN_GAMES)
        yield replace(
            results,
            outcomes=results.outcomes[part],
            winner=results.winner[part],
            first=results.first[part],
            fallbacks=results.fallbacks[part],
        )


def figures(results: GameResults) -> Floats:
    """Return the figures of some games, in the order of `COLUMNS`."""
    counts = results.counts().astype(np.float64)
    total, won = counts.sum(axis=0), results.winner == 0
    return np.array(
        [
            colt_of_counts(total),
            won.mean(),
            results.turns[won].mean() if won.any() else NO_WIN,
            total[ENDINGS == Ending.ASSASSIN].sum() / len(results),
            total @ FOUND / total.sum(),
            colt_of_counts(counts[0]),
        ]
    )


def main() -> None:
    """Run the experiment that the command line asks for and print its table."""
    configuration = _configuration()
    bench = (
        vector_bench(Path(configuration.bench), configuration.models)
        if configuration.models
        else bench_named(configuration.bench)
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
    if configuration.calibration:
        print(f"\n{calibration(experiment.predicted)}")


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


def _line(agent: str, teammate: str, values: Floats, speed: float) -> str:
    columns = " ".join(str(estimate(column)) for column in values.T)
    return f"{agent:20} {teammate:10} {columns} {speed:8.0f}/s"


def calibration(predicted: Sequence[tuple[float, bool]]) -> str:
    """Return how often turns came off whole, by the chance foreseen for that."""
    chances = np.array([chance for chance, _ in predicted])
    clean = np.array([one for _, one in predicted])
    parts = ["calibration"]
    for low, high in pairwise(CHANCES):
        inside = (chances >= low) & (chances < high)
        if inside.any():
            seen = f"{chances[inside].mean():.2f} came {clean[inside].mean():.2f}"
            parts.append(f"{seen} ({inside.sum()})")
    return "; ".join(parts)


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
    option("--bench", default=EMBEDDED, help="a folder of ready tables")
    option("--vectors", help="a folder of models in folders, with --models")
    option("--models", default="", help="names of these folders, with commas")
    option("--first-run", type=int, default=1000)
    option("--runs", type=int, default=4)
    option("--seed", type=int, default=0, help="of held-out teammates")
    option("--role", action="append", choices=ROLES, default=[])
    option("--agent", action="append", choices=list(AGENTS), default=[])
    for switch in ("without", "held-out", "cells", "calibration", "json"):
        option(f"--{switch}", action="store_true")
    parsed = parser.parse_args()
    return Configuration(
        bench=parsed.vectors or parsed.bench,
        models=tuple(filter(None, parsed.models.split(","))),
        first_run=parsed.first_run,
        runs=parsed.runs,
        seed=parsed.seed,
        roles=tuple(parsed.role) or ROLES,
        agents=tuple(parsed.agent) or ("teammate", "teammate-arms"),
        without=parsed.without,
        held_out=parsed.held_out,
        cells=parsed.cells,
        calibration=parsed.calibration,
        json=parsed.json,
    )


if __name__ == "__main__":
    main()

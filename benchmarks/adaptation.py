"""The speed at which ACE adapts: CoLT by tenth game, beside the matched static pair.

A run is 50 consecutive games with one partner, in which ACE's memory persists; boards are those
of the paper's code, the same for every pair of a run. The unit of replication is the run: each
figure is a mean over runs with a 95% interval (t-distribution), and means over partners are taken
run by run before their interval is computed. *With* means that ACE's ensemble holds the partner's
own model, *without* that it is left out (except where the partner's two chairs look at different
vectors: then leaving out its name removes nothing that thinks like it, so it stays, as in the
paper's code).

    python -m benchmarks.adaptation --runs 60
    python -m benchmarks.adaptation --bench FOLDER --runs 60 --without
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import sqrt
from pathlib import Path
from time import perf_counter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.gametypes.codenames.models.ensemble import ModelSet, default_model_set, load_model_set
from bot.gametypes.codenames.simulation import ACE_NAMES, PaperPlayers, run, team_play
from bot.progress import counted
from core.agents.ace import AceVariant
from core.arena.players import AcePlayer
from core.arena.solitaire import SolitaireGame, SolitaireTeam
from core.rating.colt import OUTCOME_COUNT, colt_of_counts

SIDES: Final = ("spymaster", "guesser")
EMBEDDED: Final = "embedded"
"""The models and the pack that the project ships."""

STATIC: Final = "static"
"""The agent that is the partner's own model: the matched pair."""

SPANS: Final = 5
"""Parts into which a run is cut: tenths of 50 games, ten games each."""

NORMAL_QUANTILE: Final = 1.959964
"""The two-sided 95% quantile of the normal distribution."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """One experiment: what is printed at the head of its output."""

    runs: int
    games: int
    seed: int
    bench: str
    without: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """One line of a table: the side an agent sits on, the agent, and its partner."""

    side: str
    agent: str
    partner: str


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over runs and the half width of its 95% interval."""

    mean: float
    half_width: float

    def __str__(self) -> str:
        return f"{self.mean:6.3f} ±{self.half_width:.3f}"


def main() -> None:
    """Run the experiment that the command line asks for and print its tables."""
    configuration = _configuration()
    bench = bench_named(configuration.bench)
    print(f"{configuration}\nexperts: {' '.join(bench.experts)}\nchecksum: {bench.checksum}")
    start = perf_counter()
    curves = measured(configuration, bench)
    for side in SIDES:
        print(f"\n{_heading(side, configuration)}")
        for line in lines(side, curves):
            print(line)
    print(f"\n{perf_counter() - start:.0f} s")


def measured(configuration: Configuration, bench: ModelSet) -> dict[Cell, NDArray[np.float64]]:
    """Return the CoLT of each cell by run and span, float64 (runs, SPANS + 1).

    The last column is the whole run. Runs are the outer loop: a run's boards are shared by all
    cells while they are fresh in the players' caches.
    """
    seating = _Seating(bench, without=configuration.without)
    cells = list(seating.cells())
    curves = {cell: list[NDArray[np.float64]]() for cell in cells}
    for number, cell in counted([*product(range(configuration.runs), cells)]):
        seed = configuration.seed + number * configuration.games
        games = run(team_play(seating.team(cell), bench.board_words), configuration.games, seed)
        curves[cell].append(curve(games))
    return {cell: np.stack(rows) for cell, rows in curves.items()}


class _Seating:
    """The teams of an experiment: who sits where, and what ACE's ensemble holds."""

    def __init__(self, bench: ModelSet, *, without: bool) -> None:
        self._bench = bench
        self._players = PaperPlayers(bench)
        self._without = without

    def cells(self) -> Iterator[Cell]:
        """Yield every cell: both sides, the static pair and both ACEs, all partners."""
        for side in SIDES:
            for agent in (STATIC, *ACE_NAMES):
                for partner in self._bench.experts:
                    yield Cell(side, agent, partner)

    def team(self, cell: Cell) -> SolitaireTeam:
        """Return the two players of a cell."""
        partner = self._players.named(cell.partner)
        agent = partner if cell.agent == STATIC else self._ace(cell)
        return (
            SolitaireTeam(agent, partner)
            if cell.side == "spymaster"
            else SolitaireTeam(partner, agent)
        )

    def _ace(self, cell: Cell) -> AcePlayer:
        left_out = self._without and self._bench.experts[cell.partner].single
        return self._players.ace(AceVariant(cell.agent), (cell.partner,) if left_out else ())


def curve(games: Sequence[SolitaireGame]) -> NDArray[np.float64]:
    """Return the CoLT of each span of a run and of the whole run, float64 (SPANS + 1,)."""
    parts = np.array_split(np.arange(len(games)), SPANS)
    spans = [[games[place] for place in part] for part in parts if len(part)]
    return np.array([_colt(span) for span in (*spans, games)])


def _colt(games: Sequence[SolitaireGame]) -> float:
    outcomes = np.concatenate([game.outcomes for game in games]).astype(np.intp)
    return colt_of_counts(np.bincount(outcomes, minlength=OUTCOME_COUNT).astype(np.float64))


def lines(side: str, curves: dict[Cell, NDArray[np.float64]]) -> Iterator[str]:
    """Yield the table of one side: a line for each agent and partner, and means over partners."""
    for agent in (STATIC, *ACE_NAMES):
        rows = [(cell, values) for cell, values in curves.items() if _is(cell, side, agent)]
        for cell, values in rows:
            yield _line(agent, cell.partner, values)
        yield _line(agent, "mean", np.mean([values for _, values in rows], axis=0))


def _is(cell: Cell, side: str, agent: str) -> bool:
    return cell.side == side and cell.agent == agent


def _line(agent: str, partner: str, values: NDArray[np.float64]) -> str:
    columns = "  ".join(str(estimate(column)) for column in values.T)
    return f"{agent:10} {partner:8} {columns}"


def estimate(values: NDArray[np.float64]) -> Estimate:
    """Return the mean of a value by run (runs,) and the half width of its 95% interval.

    With one run the half width is not a number.
    """
    if len(values) < 2:
        return Estimate(float(values.mean()), float("nan"))
    error = values.std(ddof=1) / sqrt(len(values))
    return Estimate(float(values.mean()), float(student_quantile(len(values) - 1) * error))


def student_quantile(freedom: int) -> float:
    """Return the two-sided 95% quantile of Student's t, within 0.01 from 4 degrees of freedom.

    Source: the expansion 26.7.5 of Abramowitz and Stegun, to its third term.
    """
    x = NORMAL_QUANTILE
    first = (x**3 + x) / 4
    second = (5 * x**5 + 16 * x**3 + 3 * x) / 96
    third = (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / 384
    return x + first / freedom + second / freedom**2 + third / freedom**3


def _heading(side: str, configuration: Configuration) -> str:
    size = configuration.games / SPANS
    spans = (f"games {part * size + 1:.0f}-{(part + 1) * size:.0f}" for part in range(SPANS))
    return f"{side:10} {'partner':8} " + "  ".join(f"{span:13}" for span in (*spans, "all"))


def bench_named(name: str) -> ModelSet:
    """Return the embedded bench, or the one in the folder of that name."""
    return default_model_set() if name == EMBEDDED else load_model_set(Path(name))


def _configuration() -> Configuration:
    parser = argparse.ArgumentParser(description="CoLT of ACE by tenth of a run of games.")
    parser.add_argument("--runs", type=int, default=60)
    parser.add_argument("--games", type=int, default=50, help="games of a run")
    parser.add_argument("--seed", type=int, default=100_000, help="seed of the first board")
    parser.add_argument("--bench", default=EMBEDDED, help="a folder instead of the embedded models")
    parser.add_argument("--without", action="store_true", help="leave the partner's model out")
    return Configuration(**vars(parser.parse_args()))


if __name__ == "__main__":
    main()

"""The figures of runs: what the paper's tables are made of.

A run is `RUN_GAMES` consecutive games of an agent with one teammate, and the unit of replication:
games within it depend on each other. Axes: R runs, G games of a run, O outcomes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.arena.tournament import RUN_GAMES, GameResults
from core.rating.colt import OUTCOMES, WEIGHTS, Ending

LOST_TURNS: Final = 25.0
"""Turns to win that count for a run without a win, as in the paper's code."""

_ASSASSIN: Final = np.array([outcome.ending is Ending.ASSASSIN for outcome in OUTCOMES])


@dataclass(frozen=True, slots=True, eq=False)
class RunFigures:
    """The figures of each run, float64 (R,).

    `colt` is of all turns pooled; `win_turns` is the mean of the games won; `assassins` is the
    share of games that the assassin ended.
    """

    colt: NDArray[np.float64]
    win_rate: NDArray[np.float64]
    win_turns: NDArray[np.float64]
    assassins: NDArray[np.float64]


def run_figures(results: GameResults) -> RunFigures:
    """Return the figures of whole runs, by one pair."""
    counts = run_counts(results)
    won = (results.winner == 0).reshape(-1, RUN_GAMES)
    turns = np.where(won, results.turns.reshape(-1, RUN_GAMES), 0)
    wins = won.sum(axis=1)
    return RunFigures(
        colt_without_first(counts, 0),
        won.mean(axis=1),
        np.where(wins > 0, turns.sum(axis=1) / np.maximum(wins, 1), LOST_TURNS),
        counts[:, :, _ASSASSIN].sum(axis=(1, 2)) / RUN_GAMES,
    )


def run_counts(results: GameResults) -> NDArray[np.int64]:
    """Return how often each outcome came, by run and game, (R, G, O)."""
    counts = results.counts()
    return counts.reshape(-1, RUN_GAMES, counts.shape[1])


def colt_without_first(counts: NDArray[np.int64], games: int) -> NDArray[np.float64]:
    """Return the CoLT (R,) of the turns of each run, without those of its first games.

    `counts` are by run, game and outcome, (R, G, O). Source: the paper's Table 5.
    """
    pooled = counts[:, games:].sum(axis=1)
    colts: NDArray[np.float64] = pooled @ WEIGHTS / pooled.sum(axis=1)
    return colts


def colt_by_game(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the CoLT of every game alone, (R, G)."""
    colts: NDArray[np.float64] = counts @ WEIGHTS / counts.sum(axis=2)
    return colts


def half_gained(curve: Sequence[float], start: float, end: float) -> int | None:
    """Return the first place of a curve that has half of the way from `start` to `end`.

    None where none has. Source: the 50% marks of the paper's Table 5.
    """
    share = [(value - start) / (end - start) if end != start else 1.0 for value in curve]
    return next((place for place, gained in enumerate(share) if gained >= 0.5), None)

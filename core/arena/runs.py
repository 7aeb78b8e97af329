"""The statistics of runs, for the paper's tables.

A run is `RUN_GAMES` consecutive games of an agent with one teammate. It is the unit of replication,
because games within it depend on each other. Axes: R runs, G games of a run, L numbers of omitted
first games, O outcomes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.arena.tournament import RUN_GAMES, GameResults
from core.rating.colt import ENDED_BY, OUTCOMES, WEIGHTS, Ending, Floats

LOST_TURNS: Final = 25.0
"""The turns to win for a run without a win, as in the paper's code."""

LEFT_OUT: Final = (0, 1, 2, 5, 10, 15, 30, 40)
"""The numbers of omitted first games in the paper's Table 5."""


@dataclass(frozen=True, slots=True, eq=False)
class RunFigures:
    """The statistics of each run, float64 (R,).

    `colt` pools all turns; `win_turns` is the mean of the games won; `assassins` is the share of
    games that the assassin ended. `without_first` (R, L) is CoLT without the first games of
    `LEFT_OUT`, `by_game` (R, G) the CoLT of every game; both may be empty.
    """

    colt: Floats
    win_rate: Floats
    win_turns: Floats
    assassins: Floats
    without_first: Floats
    by_game: Floats


def run_figures(results: GameResults) -> RunFigures:
    """Return the statistics of one pair's whole runs."""
    counts = results.counts().reshape(-1, RUN_GAMES, len(OUTCOMES))
    won = (results.winner == 0).reshape(-1, RUN_GAMES)
    turns = np.where(won, results.turns.reshape(-1, RUN_GAMES), 0)
    wins = won.sum(axis=1)
    return RunFigures(
        _colt(counts.sum(axis=1)),
        won.mean(axis=1),
        np.where(wins > 0, turns.sum(axis=1) / np.maximum(wins, 1), LOST_TURNS),
        counts[:, :, ENDED_BY == Ending.ASSASSIN].sum(axis=(1, 2)) / RUN_GAMES,
        np.stack([_colt(counts[:, games:].sum(axis=1)) for games in LEFT_OUT], axis=1),
        _colt(counts),
    )


def _colt(counts: NDArray[np.int64]) -> Floats:
    """Return the CoLT (...,) of counts of turns by outcome (..., O)."""
    colts: Floats = counts @ WEIGHTS / counts.sum(axis=-1)
    return colts


def half_gained(curve: Sequence[float], start: float, end: float) -> int | None:
    """Return the first index at which a curve is halfway from `start` to `end`, if it ever is.

    Source: the 50% marks of the paper's Table 5.
    """
    share = [(value - start) / (end - start) if end != start else 1.0 for value in curve]
    return next((place for place, gained in enumerate(share) if gained >= 0.5), None)

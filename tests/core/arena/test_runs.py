"""The numbers of runs, counted by hand."""

import numpy as np
import pytest

from core.arena.kernel import MOST_TURNS
from core.arena.paper_kernels import ABSENT
from core.arena.runs import LEFT_OUT, LOST_TURNS, half_gained, run_figures
from core.arena.tournament import RUN_GAMES, GameResults
from core.rating.colt import WEIGHTS, outcome_of

ONE, TWO, DEATH = (outcome_of(code).index for code in ("1000", "2000", "0001"))


def results_of(*runs: list[tuple[list[int], bool]]) -> GameResults:
    games = [game for run in runs for game in run]
    outcomes = np.full((len(games), MOST_TURNS), ABSENT, dtype=np.int8)
    for place, (turns, _) in enumerate(games):
        outcomes[place, : len(turns)] = turns
    winner = np.array([0 if won else ABSENT for _, won in games], dtype=np.int8)
    return GameResults(
        outcomes,
        winner,
        np.zeros(len(games), dtype=np.int8),
        np.zeros(len(games), dtype=np.int64),
    )


FIRST = [([DEATH], False)] * 10 + [([TWO, ONE], True)] * 20 + [([TWO], True)] * 20
SECOND = [([DEATH], False)] * RUN_GAMES
RESULTS = results_of(FIRST, SECOND)


def test_each_run_has_figures_of_its_own() -> None:
    figures = run_figures(RESULTS)
    pooled = (10 * WEIGHTS[DEATH] + 40 * WEIGHTS[TWO] + 20 * WEIGHTS[ONE]) / 70
    assert figures.colt == pytest.approx([pooled, WEIGHTS[DEATH]])
    assert figures.win_rate.tolist() == [0.8, 0.0]
    assert figures.win_turns.tolist() == [1.5, LOST_TURNS]
    assert figures.assassins.tolist() == [0.2, 1.0]


def test_first_games_are_left_out_run_by_run() -> None:
    found = dict(zip(LEFT_OUT, run_figures(RESULTS).without_first[0], strict=True))
    assert found[10] == pytest.approx((40 * WEIGHTS[TWO] + 20 * WEIGHTS[ONE]) / 60)
    assert found[30] == pytest.approx(WEIGHTS[TWO])


def test_every_game_has_a_colt() -> None:
    by_game = run_figures(RESULTS).by_game
    assert by_game.shape == (2, RUN_GAMES)
    assert by_game[0, [0, 10, 49]] == pytest.approx(
        [WEIGHTS[DEATH], (WEIGHTS[TWO] + WEIGHTS[ONE]) / 2, WEIGHTS[TWO]]
    )


@pytest.mark.parametrize(
    ("curve", "start", "end", "place"),
    [
        ([0.0, 0.4, 0.5, 1.0], 0.0, 1.0, 2),
        ([1.0, 0.7, 0.4], 1.0, 0.0, 2),
        ([0.0, 0.1], 0.0, 1.0, None),
        ([3.0], 3.0, 3.0, 0),
    ],
)
def test_half_of_what_is_gained_has_a_place(
    curve: list[float], start: float, end: float, place: int | None
) -> None:
    assert half_gained(curve, start, end) == place

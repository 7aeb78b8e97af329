"""The figures of the research page, from its results."""

from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any, Final

import numpy as np

from bot.arena import plots
from bot.arena.canvas import FigureImages
from bot.arena.colt_data import read_team_points
from bot.arena.report.blocks import PARTNERS, ROLES
from bot.arena.report.measure import (
    FOLLOWED_AGENTS,
    Research,
    authors_pairs,
    static_points,
)
from core.arena.teams import TeamPairs
from core.arena.training import LinearFit, quality
from core.rating.colt import OUTCOMES

DRAWN_AGENTS: Final = {
    "ace-repo": "ACE",
    "best": "best",
    "best-average": "best on average",
    "random": "random",
}
"""The agents whose learning is drawn, with their names."""


def drawn(found: Research, bench: Path) -> Iterator[tuple[str, FigureImages]]:
    """Yield the name and the images of each figure; raises Refusal."""
    fits = found["colt"]["authors"]["fits"]
    yield "colt-weights", plots.draw_weights(_fit(fits["paper"]).weights, "trained anew")
    pairs, _ = authors_pairs(bench)
    yield "colt-forecasts", plots.draw_forecasts([*_forecasts(fits, pairs)])
    papers = read_team_points(str(bench / "colt" / "figure3.json"))
    yield "colt-surface", plots.draw_surfaces(papers, static_points(found["bench"]["tables"]))
    yield "learning", plots.draw_learning(_panels(found["bench"]["learn"]))


def _fit(told: Mapping[str, Any]) -> LinearFit:
    weights = np.array([told["weights"][outcome.code] for outcome in OUTCOMES])
    return LinearFit(weights, told["intercept"])


def _forecasts(fits: Mapping[str, Any], pairs: TeamPairs) -> Iterator[plots.ForecastPanel]:
    """Yield the paper's fit and the improved one on the pairs that are kept for the test."""
    test = pairs[: len(pairs) // 10]
    for name, title in (("paper", "As the paper trains CoLT"), ("intercept", "With an intercept")):
        fit = _fit(fits[name])
        r2 = quality(fit, test.differences, test.wins).r2
        yield plots.ForecastPanel(title, fit.forecast(test.differences), test.wins, r2)


def _panels(learn: Mapping[str, Any]) -> dict[str, list[plots.LearningCurve]]:
    return {
        f"{role}, {partner} its partner's model": [
            _curve(DRAWN_AGENTS[agent], learn[f"{role} {partner} {agent}"]["by_game"])
            for agent in FOLLOWED_AGENTS
            if agent in DRAWN_AGENTS
        ]
        for role, partner in product(ROLES, PARTNERS)
    }


def _curve(name: str, by_game: list[dict[str, Any]]) -> plots.LearningCurve:
    means = np.array([one["mean"] for one in by_game])
    ends = [[one["mean"] if end is None else end for end in one["ci95"]] for one in by_game]
    low, high = np.array(ends).T
    return plots.LearningCurve(name, means, low, high)

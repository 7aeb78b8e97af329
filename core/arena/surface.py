"""CoLT as a surface over win rate and turns to win, the paper's Figure 3.

Teams of equal CoLT trade wins for speed. The paper interpolates this trade between 500 generated
teams. Its `paper_surface` fits them badly: a team with a CoLT of 2.1 that always wins in 3.7 turns
has 0.94 there. `log_surface`, a regression on win rate and the logarithm of the turns, fits teams
that play boards.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from scipy.interpolate import RBFInterpolator

from core.rating.colt import Floats

Surface: TypeAlias = Callable[[Floats, Floats], Floats]
"""Returns the CoLT (m,) for win rates (m,) and turns to win (m,)."""

QUOTED_PAIRS: Final = (
    (0.86, 0.94, 11.75),
    (0.86, 0.80, 6.25),
    (0.86, 0.70, 2.60),
    (0.90, 0.99, 8.41),
    (0.90, 0.88, 3.93),
    (0.90, 0.85, 2.62),
)
"""The paper's examples of teams on a contour in its figure: CoLT, win rate, turns to win."""


@dataclass(frozen=True, slots=True)
class TeamPoints:
    """The CoLT (n,), win rates (n,) and mean turns to win (n,) of n teams."""

    colt: Floats
    win_rates: Floats
    win_turns: Floats

    def r2(self, forecasts: Floats) -> float:
        """Return the share of the variance of CoLT that forecasts (n,) explain."""
        spread = float(np.square(self.colt - self.colt.mean()).sum())
        return 1.0 - float(np.square(self.colt - forecasts).sum()) / spread


def paper_surface(points: TeamPoints) -> Surface:
    """Return Gaussian radial basis functions fitted to teams, as in the code of Figure 3.

    The code divides each coordinate by the Euclidean norm of its values. Width and smoothing are 1,
    and a constant term completes the fit.
    """
    coordinates = np.column_stack([points.win_rates, points.win_turns])
    scales = np.linalg.norm(coordinates, axis=0)
    spline: Callable[[Floats], Floats] = RBFInterpolator(
        coordinates / scales, points.colt, kernel="gaussian", epsilon=1, smoothing=1, degree=0
    )
    return lambda rates, turns: spline(np.column_stack([rates, turns]) / scales)


def log_surface(points: TeamPoints) -> Surface:
    """Return a least-squares surface: constant + by_rate · win rate + by_turns · ln(turns)."""
    columns = (np.ones(len(points.colt)), points.win_rates, np.log(points.win_turns))
    found = np.linalg.lstsq(np.column_stack(columns), points.colt, rcond=None)[0]
    constant, by_rate, by_turns = map(float, found)
    return lambda rates, turns: constant + by_rate * rates + by_turns * np.log(turns)


def quoted_colt(surface: Surface) -> tuple[float, ...]:
    """Return a surface's CoLT for each of the `QUOTED_PAIRS`."""
    _, rates, turns = np.array(QUOTED_PAIRS).T
    return tuple(surface(rates, turns).tolist())

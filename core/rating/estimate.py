"""The public rating: CoLT of a player's turns, shrunk towards the population's.

A few turns say little, since one assassin outweighs five good turns. So a player's outcomes count
as draws from an unknown distribution with a Dirichlet prior, whose mean is the population's and
whose weight is `PRIOR_STRENGTH` turns. The rating is the CoLT of the posterior mean; its interval
comes from the posterior's variance. The population's mean starts from simulated turns, which
people's turns outweigh in time.
"""

from dataclasses import dataclass
from math import sqrt
from typing import Final

from core.rating.colt import WEIGHTS, Floats, by_outcome, colt, read_only
from core.rating.race import both_seatings

PRIOR_STRENGTH: Final = 20.0
"""The weight of the prior, in turns.

Source: Bühlmann's credibility, the variance of a turn's weight over the variance between players.
In the turns of `SIMULATED` that is 8.2 / 0.39 = 21 for spymasters and 8.2 / 0.18 = 45 for guessers;
we take the smaller, so that a player's own turns count sooner.
"""

PROVISIONAL_TURNS: Final = 20
"""A rating from fewer turns is provisional: the prior outweighs the player."""

CONFIDENCE: Final = 1.96
"""Standard deviations either side of the mean for 95% of a normal distribution."""

PRIOR_TURNS: Final = 200.0
"""The weight of the simulated population against people's turns, in turns."""

# The outcomes of `spyring simulate --rules table --games 100 --seed 0 --spymaster S --guesser G`
# with each ordered pair of minilm, piece, gloss, wordnet and sense as S and G, pooled.
SIMULATED: Final = read_only(
    by_outcome(
        *(2568, 2195, 427),
        *(5722, 1321, 1201, 204),
        *(2166, 219, 245, 29),
        *(374, 25, 18, 0),
        36,
    )
)
"""Turns by outcome (36,) of pairs of unlike bots under the rules for people; read-only."""


@dataclass(frozen=True, slots=True)
class RatingEstimate:
    """A rating on CoLT's scale, its 95% interval, and its number of turns."""

    rating: float
    low: float
    high: float
    turns: int

    @property
    def provisional(self) -> bool:
        """Whether the turns are too few for a settled rating."""
        return self.turns < PROVISIONAL_TURNS


def population(counts: Floats) -> Floats:
    """Return the mean outcome distribution (36,), from people's turns by outcome (36,)."""
    return _normalised(counts + PRIOR_TURNS * SIMULATED / SIMULATED.sum())


def estimate(counts: Floats, mean: Floats) -> RatingEstimate:
    """Return the rating of turns by outcome (36,) in a population with this `mean` (36,).

    With posterior parameters a, their sum A and p = a / A, the rating is r = p·w, and the
    variance of the linear form p·w is (p·w² - r²) / (A + 1); source: the moments of the Dirichlet
    distribution (Gelman et al., Bayesian Data Analysis, appendix A).
    """
    expected, turns = expected_outcomes(counts, mean), float(counts.sum())
    rating = colt(expected)
    spread = max(0.0, float(expected @ WEIGHTS**2) - rating**2)
    margin = CONFIDENCE * sqrt(spread / (turns + PRIOR_STRENGTH + 1.0))
    return RatingEstimate(rating, rating - margin, rating + margin, round(turns))


def chance_to_beat(first: Floats, second: Floats, mean: Floats) -> float:
    """Return the chance that a team that plays like `first` beats one like `second`.

    Both are turns by outcome (36,); the race uses their posterior means.
    """
    return both_seatings(expected_outcomes(first, mean), expected_outcomes(second, mean))


def expected_outcomes(counts: Floats, mean: Floats) -> Floats:
    """Return the posterior mean distribution (36,) of a player's outcomes.

    `counts` are the player's turns by outcome (36,), `mean` is the population's distribution.
    """
    return _normalised(counts + PRIOR_STRENGTH * mean)


def _normalised(weights: Floats) -> Floats:
    distribution: Floats = weights / weights.sum()
    return distribution

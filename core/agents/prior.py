"""An agent's prior about a person it hardly knows: its knowledge of the others.

A pool is the memory of many people. Each of its experts counts for at most `MOST_BORROWED_USES`,
however often it was tried, so that a newcomer starts with the expert that the others play best
with, and not with the one that they were given most. The loan stays the same while the newcomer's
own counts grow: after as many uses of an expert, both weigh the same. Where nobody has played with
an expert yet, a few uses count as if they had gone as the expert does beside the listener, which is
fitted to people: none is tried for its own sake.
"""

from collections.abc import Mapping
from typing import Final

from core.agents.memory import EMPTY, UNUSED, Arm, Memory, settled
from core.rating.colt import WEIGHTS, outcome_of

MOST_BORROWED_USES: Final = 8.0
"""Uses of each expert that are borrowed at most.

Source: Bühlmann's credibility, the variance of a turn's weight in one pair (7.4) over that between
pairs (0.95), in the turns that `core.rating.estimate.SIMULATED` counts.
"""


FITTED_USES: Final = 2.0
"""Uses of each expert that count for its fit to people, where fewer are borrowed."""

FITTED_ROLES: Final = ("guesser", "spymaster")
"""The names of a person's roles."""

FITTED_REWARDS: Final[Mapping[str, tuple[float, float]]] = {
    "minilm": (1.14, 0.87),
    "piece": (0.57, 0.40),
    "gloss": (0.29, 0.74),
    "wordnet": (-1.06, -1.18),
    "sense": (1.00, 0.96),
    "associations": (0.85, 1.49),
    "fusion": (1.33, 1.45),
    "senseg": (0.20, 0.59),
}
"""The mean CoLT of an expert's turns beside the listener, by the person's role (`FITTED_ROLES`).

Measured with `spyring simulate --rules table --games 40 --seed 1000`, the bot `stranger` in the
person's chair.
"""

_GOOD: Final = outcome_of("3000").index
_BAD: Final = outcome_of("0010").index


def fitted_memory(role: str) -> Memory:
    """Return the memory of nobody in a role ("guesser" or "spymaster"): what the fit promises.

    A reward is written as a mixture of a good and a bad outcome that has this mean.
    """
    place = FITTED_ROLES.index(role)
    return Memory(0, {name: _arm_of(each[place]) for name, each in FITTED_REWARDS.items()})


def _arm_of(reward: float) -> Arm:
    share = (reward - float(WEIGHTS[_BAD])) / float(WEIGHTS[_GOOD] - WEIGHTS[_BAD])
    arm = UNUSED.booked(FITTED_USES * share, _GOOD)
    return arm.booked(FITTED_USES * (1 - share), _BAD)


def with_prior(own: Memory, guild: Memory, everybody: Memory, fitted: Memory = EMPTY) -> Memory:
    """Return one's own memory with what is borrowed from the guild's pool, then everybody's.

    The population's pool fills up what the guild's has not, expert by expert, and `fitted` what
    both have not, up to `FITTED_USES`. No turn's evidence is in two of the memories. As many turns
    count as played as the pools have, up to `MOST_BORROWED_USES`.
    """
    mine, arms = settled(own), dict[str, Arm]()
    for name in sorted({*mine.arms, *guild.arms, *everybody.arms, *fitted.arms}):
        loan = _at_most(guild.arm(name), MOST_BORROWED_USES)
        loan += _at_most(everybody.arm(name), MOST_BORROWED_USES - loan.uses)
        loan += _at_most(fitted.arm(name), max(0.0, FITTED_USES - loan.uses))
        arms[name] = mine.arm(name) + loan
    turns = max(guild.turns, everybody.turns, FITTED_USES * bool(fitted.arms))
    lent = guild.evidence.at_most(MOST_BORROWED_USES)
    lent += everybody.evidence.at_most(MOST_BORROWED_USES - lent.turns)
    played = mine.turns + round(min(MOST_BORROWED_USES, turns))
    return Memory(played, arms, evidence=mine.evidence + lent, lent=lent)


def _at_most(arm: Arm, uses: float) -> Arm:
    """Return the arm scaled down to at most so many uses."""
    if arm.uses <= 0.0:
        return UNUSED
    scale = min(1.0, uses / arm.uses)
    return Arm(arm.uses * scale, tuple(count * scale for count in arm.counts))

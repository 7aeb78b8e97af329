"""An agent's prior about a newcomer: its memory of other people.

A pool is the memory of many people. Each of its experts counts for at most `MOST_BORROWED_USES`, so
a newcomer starts with others' best expert, not their most frequent one. The loan stays constant
while the newcomer's own counts grow; after as many uses of an expert, both weigh the same. An
expert without any uses starts with a few typical results with the listener, which is fitted to
people: so ACE does not try an expert only because it is new.
"""

from collections.abc import Mapping
from typing import Final

from core.agents.memory import EMPTY, UNUSED, Arm, Memory, settled
from core.rating.colt import WEIGHTS, outcome_of

MOST_BORROWED_USES: Final = 8.0
"""The most uses of each expert to borrow.

Source: Bühlmann's credibility, the variance of a turn's weight within a pair (7.4) over that
between pairs (0.95), in the turns of `core.rating.estimate.SIMULATED`.
"""

FITTED_USES: Final = 2.0
"""The number of uses to which an expert's fit to people fills up a smaller loan."""

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
"""The mean CoLT of an expert's turns with the listener, by the person's role (`FITTED_ROLES`).

Measured with `spyring simulate --rules table --games 40 --seed 1000`, with the bot `stranger` in
the person's chair.
"""

_GOOD: Final = outcome_of("3000").index
_BAD: Final = outcome_of("0010").index


def fitted_memory(role: str) -> Memory:
    """Return the memory from the fit alone for a role ("guesser" or "spymaster").

    A mixture of a good and a bad outcome has the mean of each fitted reward.
    """
    place = FITTED_ROLES.index(role)
    return Memory(0, {name: _arm_of(each[place]) for name, each in FITTED_REWARDS.items()})


def _arm_of(reward: float) -> Arm:
    share = (reward - float(WEIGHTS[_BAD])) / float(WEIGHTS[_GOOD] - WEIGHTS[_BAD])
    arm = UNUSED.booked(FITTED_USES * share, _GOOD)
    return arm.booked(FITTED_USES * (1 - share), _BAD)


def with_prior(own: Memory, guild: Memory, everybody: Memory, fitted: Memory = EMPTY) -> Memory:
    """Return a person's own memory with a loan from the guild's pool, then from everybody's.

    Expert by expert, the population's pool fills up the guild's, and `fitted` fills up both to
    `FITTED_USES`. No turn may be in two of the memories. The pools' turns count as played, up to
    `MOST_BORROWED_USES`.
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
    """Return the arm, scaled down to at most `uses` uses."""
    if arm.uses <= 0.0:
        return UNUSED
    scale = min(1.0, uses / arm.uses)
    return Arm(arm.uses * scale, tuple(count * scale for count in arm.counts))

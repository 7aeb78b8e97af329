"""An agent's prior about a person it hardly knows: its knowledge of the others.

A pool is the memory of many people. Each of its experts counts for at most `STRENGTH` uses, however
often it was tried, so that a newcomer starts with the expert that the others play best with, and
not with the one that they were given most. The loan stays the same while the newcomer's own
counts grow: after as many uses of an expert, both weigh the same.
"""

from typing import Final

from core.agents.memory import UNUSED, Arm, Memory, settled

MOST_BORROWED_USES: Final = 8.0
"""Uses of each expert that are borrowed at most.

Source: Bühlmann's credibility, the variance of a turn's weight in one pair (7.4) over that between
pairs (0.95), in the turns that `core.rating.estimate.SIMULATED` counts.
"""


def with_prior(
    own: Memory, guild: Memory, everybody: Memory, *, strength: float = MOST_BORROWED_USES
) -> Memory:
    """Return one's own memory with what is borrowed from the guild's pool, then everybody's.

    The population's pool fills up what the guild's has not, expert by expert. As many turns count
    as played as the pools have, up to `strength`.
    """
    mine = settled(own)
    names = sorted({*mine.arms, *guild.arms, *everybody.arms})
    arms = {
        name: mine.arm(name) + _borrowed(guild.arm(name), everybody.arm(name), strength)
        for name in names
    }
    return Memory(mine.turns + round(min(strength, max(guild.turns, everybody.turns))), arms)


def _borrowed(guild: Arm, everybody: Arm, strength: float) -> Arm:
    lent = _at_most(guild, strength)
    return lent + _at_most(everybody, strength - lent.uses)


def _at_most(arm: Arm, uses: float) -> Arm:
    """Return the arm scaled down to at most so many uses."""
    if arm.uses <= 0.0:
        return UNUSED
    scale = min(1.0, uses / arm.uses)
    return Arm(arm.uses * scale, tuple(count * scale for count in arm.counts))

"""ACE, the adaptive agent: a bandit whose arms are experts.

Source: Archibald and Brosnahan, "Adapting to Teammates in a Cooperative Language Game", Algorithm
1, and the code that they published, which differs from it. At the start of a turn ACE rates each
expert by the CoLT of the turns on which it had credit, adds an upper confidence bound for those
that it has seldom tried, and follows the best one. After the turn it credits the chosen expert, and
others that would have said the same.

The variants, and what they do differently:

============  =======================================  =====================================
              PAPER, the printed algorithm             REPOSITORY, the published code
============  =======================================  =====================================
exploration   c sqrt(ln N / n), N the sum of all uses  c sqrt(ln T / (n + 1)), T this turn's
                                                       number, counted over all games
ties          at random                                the first expert in the ensemble
same clue     same word and number                     same word
same guesses  the same list                            the share of the chosen list that
                                                       theirs holds, order ignored
booked        at once                                  when the next turn begins
============  =======================================  =====================================

Both try an unused expert first, but not with people (`core.agents.prior`). Never mix results of the
two in one table.
"""

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum
from math import inf, log, sqrt
from typing import Final

import numpy as np

from core.agents.expert import ClueProposal
from core.agents.memory import Arm, Memory, PlayedTurn, booked, settled
from core.rating.colt import WEIGHTS

EXPLORATION: Final = 0.5
"""The paper's c."""


class AceVariant(Enum):
    """The printed ACE or the published code."""

    PAPER = "ace-paper"
    REPOSITORY = "ace"


def choose_expert(
    memory: Memory,
    names: Sequence[str],
    variant: AceVariant,
    rng: np.random.Generator,
    *,
    exploration: float = EXPLORATION,
) -> int:
    """Return the index of the expert to follow in `names`, the ensemble in its order.

    Only PAPER draws from `rng`, to break ties. Calls within one turn pass generators in the same
    state.
    """
    present = settled(memory)
    arms = [present.arm(name) for name in names]
    spread = _spread(present, arms, variant)
    values = [rating(arm) + bonus(arm.uses, spread, variant, exploration) for arm in arms]
    highest = max(values)
    best = [place for place, value in enumerate(values) if value == highest]
    if variant is AceVariant.PAPER and len(best) > 1:
        return best[int(rng.integers(len(best)))]
    return best[0]


def rating(arm: Arm) -> float:
    """Return the CoLT of the turns credited to an expert; 0 for one never used."""
    return float(np.array(arm.counts) @ WEIGHTS) / arm.uses if arm.uses > 0.0 else 0.0


def _spread(memory: Memory, arms: Sequence[Arm], variant: AceVariant) -> float:
    """Return the logarithm in the confidence bound: of all uses or of the turn number."""
    if variant is AceVariant.PAPER:
        return log(max(1.0, sum(arm.uses for arm in arms)))
    return log(memory.turns + 1)


def bonus(
    uses: float, spread: float, variant: AceVariant, exploration: float = EXPLORATION
) -> float:
    """Return the margin of the upper confidence bound; infinite for an expert never used."""
    if uses == 0.0:
        return inf
    return exploration * sqrt(spread / (uses if variant is AceVariant.PAPER else uses + 1.0))


def clue_credits(
    proposals: Sequence[ClueProposal], chosen: int, variant: AceVariant
) -> tuple[float, ...]:
    """Return each expert's credit for a turn after the chosen expert's clue."""
    numbers = variant is AceVariant.PAPER
    clues = [(one.word, one.number if numbers else None) for one in proposals]
    return tuple(float(clue == clues[chosen]) for clue in clues)


def guess_credits(
    lists: Sequence[tuple[int, ...]], chosen: int, variant: AceVariant
) -> tuple[float, ...]:
    """Return each expert's credit for a turn of guesses by the chosen expert's list of places."""
    given = lists[chosen]
    if variant is AceVariant.PAPER:
        return tuple(float(guesses == given) for guesses in lists)
    return tuple(len({*given} & {*guesses}) / len(given) for guesses in lists)


def learn(memory: Memory, turn: PlayedTurn, variant: AceVariant) -> Memory:
    """Return the memory after a turn."""
    counted = replace(settled(memory), turns=memory.turns + 1)
    if variant is AceVariant.PAPER:
        return booked(counted, turn)
    return replace(counted, pending=turn)


def named_credits(names: Sequence[str], earned: Sequence[float]) -> tuple[tuple[str, float], ...]:
    """Return the credits above zero with the experts' names."""
    named = zip(names, earned, strict=True)
    return tuple((name, credit) for name, credit in named if credit > 0.0)

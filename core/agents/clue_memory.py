"""Pairs of a clue and a card that people of one guild have played, and how these went.

People remember what a clue meant last time. A pair worked in a turn where the card was turned on
the clue and was the team's, failed where it was turned and was not, and was missed where it was
meant and nobody turned it. The same pair may have worked in one turn and failed in another.

A pair that was missed is told apart, for it says two things: the giver thinks of the card at this
clue, and the picker did not.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True)
class PairCounts:
    """The turns in which a clue and a card went together: with these two people, and with others.

    `ours` are the turns of the same giver and picker, `others` those of anybody else of the guild.
    """

    ours_worked: int = 0
    ours_failed: int = 0
    others_worked: int = 0
    others_failed: int = 0
    ours_missed: int = 0
    others_missed: int = 0


@dataclass(frozen=True, slots=True)
class ClueMemory:
    """The pairs that a guild remembers of the cards on a board, and the clues it heard last.

    Clues and cards are written as `core.agents.associations.vocabulary_form` returns them.
    """

    pairs: Mapping[tuple[str, str], PairCounts] = field(default_factory=dict, hash=False)
    """The counts by clue and card."""
    recent: frozenset[str] = frozenset()
    """The clues of the room's last games."""


NO_CLUES: Final = ClueMemory()

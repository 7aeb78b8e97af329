"""Pairs of a clue and a card that people in one guild have played, with their results.

People remember what a clue meant last time. A pair worked in a turn if the clue's guessers
uncovered the card and it belonged to the team, failed if it did not, and was missed if the giver
meant it and nobody uncovered it. The same pair may have worked in one turn and failed in another.

A missed pair says two things: the giver links the card with this clue, and the picker does not. So
a guesser counts it for the pair, a spymaster against it.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import astuple, dataclass, field
from math import log1p
from typing import Final

from core.codenames.model import Role

OURS: Final = 2
"""The number of other people's turns that weigh as much as one turn of the same two people."""


@dataclass(frozen=True, slots=True)
class PairCounts:
    """Counts of turns with a clue and a card: by these two people and by others.

    `ours` are turns with the same giver and picker, `others` those of anyone else in the guild.
    """

    ours_worked: int = 0
    ours_failed: int = 0
    others_worked: int = 0
    others_failed: int = 0
    ours_missed: int = 0
    others_missed: int = 0

    def __add__(self, other: "PairCounts") -> "PairCounts":
        return PairCounts(*map(sum, zip(astuple(self), astuple(other), strict=True)))


@dataclass(frozen=True, slots=True)
class ClueMemory:
    """A guild's pairs with the cards of a board, and its recent clues.

    Clues and cards are in `core.agents.associations.vocabulary_form`.
    """

    pairs: Mapping[tuple[str, str], PairCounts] = field(default_factory=dict, hash=False)
    """The counts by clue and card."""
    recent: frozenset[str] = frozenset()
    """The clues from the room's last games."""


NO_CLUES: Final = ClueMemory()


@dataclass(frozen=True, slots=True)
class PairWeights:
    """The weights of log(1 + turns) for turns in which a pair worked, failed or was missed."""

    worked: float
    failed: float
    missed: float

    def log_odds(self, counts: PairCounts) -> float:
        """Return the change in the logarithm of a card's chance for a clue."""
        return (
            self.worked * log1p(counts.others_worked + OURS * counts.ours_worked)
            + self.failed * log1p(counts.others_failed + OURS * counts.ours_failed)
            + self.missed * log1p(counts.others_missed + OURS * counts.ours_missed)
        )


WORKED_WEIGHT: Final = 1.3
"""The fitted weight of turns in which a pair worked (`python -m tools.fit_listener`)."""

MISSED_WEIGHT: Final = 1.5
"""The fitted weight of turns in which a pair was missed, from people's picks on people's clues."""

FAILED_WEIGHT: Final = -1.3
"""The weight of turns in which a pair failed: the opposite of `WORKED_WEIGHT`.

People's picks contain too few such pairs for a fit.
"""

PAIR_WEIGHTS: Final[Mapping[Role, PairWeights]] = {
    Role.GUESSER: PairWeights(WORKED_WEIGHT, FAILED_WEIGHT, MISSED_WEIGHT),
    Role.SPYMASTER: PairWeights(WORKED_WEIGHT, FAILED_WEIGHT, FAILED_WEIGHT),
}
"""The weights by the bot's role."""

RecalledPairs = Mapping[str, Mapping[str, float]]
"""The log-odds to add, by clue and card."""


def recalled_pairs(
    memory: ClueMemory,
    weights: PairWeights,
    understand: Callable[[str], str],
    read_card: Callable[[str], str],
) -> RecalledPairs:
    """Return the log-odds by clue, both typed and understood, and by card as read.

    Clues that mean the same word share their counts.
    """
    counts = dict[tuple[str, str], PairCounts]()
    for (clue, card), turns in memory.pairs.items():
        for pair in ((word, read_card(card)) for word in {clue, understand(clue)}):
            counts[pair] = counts[pair] + turns if pair in counts else turns
    recalled = defaultdict[str, dict[str, float]](dict)
    for (word, card), turns in counts.items():
        recalled[word][card] = weights.log_odds(turns)
    return recalled

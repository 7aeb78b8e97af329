"""Levels: how often the bots of a team without people err, and by how much.

Beside people a bot plays its best for them. An opponent errs as people do: it draws a card by the
listener's chances instead of the likeliest one, though never a card of less than `CHANCE_FLOOR` of
the best card's chance, and it gives a clue that is not quite the best. A choice that is clearly
worse than the bot's best is a slip.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.codenames.model import Chair, Level, Observation

CHANCE_FLOOR: Final = 0.2
"""The share of the best card's chance that a card must have for a bot to pick it."""

CLUE_SLIP: Final = 0.05
"""The chance to win that a slip of a clue costs at least, beside the best clue."""

CARD_SLIP: Final = 0.5
"""The share of the best card's chance below which a picked card is a slip."""

TIE: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Temperatures:
    """The noise in the choice of a clue, in chances to win, and of a card, in nats.

    A card's temperature of 1 draws cards by the listener's chances.
    """

    clue: float
    card: float


NO_SLIPS: Final = Temperatures(0.0, 0.0)
"""A bot that plays its best."""

TEMPERATURES: Final[Mapping[Level, Temperatures]] = MappingProxyType(
    {
        Level.EASY: Temperatures(0.3, 2.0),
        Level.FAIR: Temperatures(0.055, 1.2),
        Level.STRONG: NO_SLIPS,
    }
)
"""The noise of opponents, whichever chair the person has.

`python -m benchmarks.levels` measures how often a simulated person then wins.
"""


def temperatures_of(observation: Observation, chair: Chair) -> Temperatures:
    """Return the noise of a bot in a chair: none beside people, or where it is nobody's opponent."""
    options = observation.options
    teams = {one.team for one in options.chairs if one.seat in observation.people}
    if options.spares_allies and (not teams or chair.team in teams):
        return NO_SLIPS
    return TEMPERATURES[options.level]


def drawn_cards(
    chances: NDArray[np.float64], noise: NDArray[np.float64], count: int
) -> tuple[tuple[int, bool], ...]:
    """Return the next `count` cards that a bot picks, each with whether it is a slip.

    `chances` (B,) are those of the covered cards, `noise` (B,) is added to their logarithms.
    """
    left, drawn = np.maximum(chances, TIE), list[tuple[int, bool]]()
    noisy = np.log(left) + noise
    for _ in range(min(count, len(left))):
        best = int(left.argmax())
        card = int(np.where(left >= CHANCE_FLOOR * left[best], noisy, -np.inf).argmax())
        drawn.append((card, bool(left[card] < CARD_SLIP * left[best])))
        left[card], noisy[card] = 0.0, -np.inf
    return tuple(drawn)

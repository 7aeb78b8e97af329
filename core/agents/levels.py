"""Levels: how often the bots of a team without people err, and by how much.

Beside people a bot plays its best for them. An opponent errs as people do: it draws a card by its
chances instead of the likeliest one, though never a card of less than `CHANCE_FLOOR` of the best
card's chance, and it gives a clue that is not quite the best. Two bots share their models, and
would understand each other better than people do: an opposing guesser goes by one model more than
its spymaster expects. A choice that is clearly worse than the bot's best is a slip.

So that weak and strong people alike have close games, opponents look less closely the further they
are ahead, and more closely behind: the noise follows from the score and from the wrong cards of
the others, which the whole table has seen.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final
from zlib import crc32

import numpy as np

from core.agents.listener import ALONE, ListenerWeights
from core.codenames.model import Chair, Level, Observation, Role, Team, TurnEnd
from core.rating.colt import Floats
from core.words.ensemble import STORED

CHANCE_FLOOR: Final = 0.2
"""The share of the best card's chance that a card must have for a bot to pick it."""

CLUE_SLIP: Final = 0.07
"""The chance to win that a slip of a clue costs at least, beside the best clue."""

CARD_SLIP: Final = 0.4
"""The share of the best card's chance below which a picked card is a slip."""

TIE: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Temperatures:
    """The noise in the choice of a clue, in chances to win, and of a card, in nats.

    A card's temperature of 1 draws cards by the listener's chances.
    """

    clue: float
    card: float
    apart: float = 0.0
    """How far the guesser understands clues by one model alone, of 0 to 1, whatever its spymaster
    expects."""


NO_SLIPS: Final = Temperatures(0.0, 0.0)
"""A bot that plays its best."""

EVEN: Final = 1.0
"""The advantage of an opponent in an even game: it is its turn, and others err."""

ADVANTAGES: Final = (-1.0, EVEN, 2.0)
"""The advantages for which the temperatures of a level are stated: behind, even, ahead."""

TEMPERATURES: Final[Mapping[Level, tuple[tuple[float, float, float], ...]]] = {
    Level.EASY: ((0.1, 0.1, 0.2), (2.0, 2.0, 3.0), (1.0, 1.0, 1.0)),
    Level.FAIR: ((0.0, 0.02, 0.2), (0.3, 1.0, 3.0), (0.3, 0.62, 1.0)),
    Level.STRONG: ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)),
}
"""The noise of opponents, each of the `Temperatures` at each of the `ADVANTAGES`.

It is less when behind, more when ahead, for close games.

`python -m benchmarks.levels` measures how often a simulated person then wins.
"""

APART_FOR_SPYMASTERS: Final = 0.25
"""How much further apart opponents are where people are spymasters alone.

Beside a person who gives the clues more turns end on a wrong card.
"""


def temperatures_of(observation: Observation, chair: Chair) -> Temperatures:
    """Return the noise of a bot in a chair: none beside people, or where it is no opponent."""
    options = observation.options
    people = [one for one in options.chairs if one.seat in observation.people]
    advantage = advantage_of(observation, chair.team) if options.follows_score else EVEN
    found = temperatures_at(options.level, advantage)
    if not options.spares_allies:
        return replace(found, apart=0.0)
    if not people or chair.team in {one.team for one in people}:
        return NO_SLIPS
    if found.apart > 0 and {one.role for one in people} == {Role.SPYMASTER}:
        return replace(found, apart=min(found.apart + APART_FOR_SPYMASTERS, 1.0))
    return found


def advantage_of(observation: Observation, team: Team) -> float:
    """Return how far a team was ahead when its turn began, in cards.

    It is the cards that it had fewer to find than the nearest other team, and one more for each
    turn that another team ended on a wrong card, as a mean over these teams: a team that is weaker
    than the score says.
    """
    left = {one: cards for one, cards in observation.left if one not in observation.out}
    own = left.pop(team) + len(observation.turns[-1].guesses)
    others = [turn.end for turn in observation.turns if turn.team is not team]
    wrong = others.count(TurnEnd.WRONG_CARD) / (observation.options.teams - 1)
    return min(left.values(), default=own) - own + wrong


def temperatures_at(level: Level, advantage: float) -> Temperatures:
    """Return the noise of an opponent by its advantage, linear between `ADVANTAGES`."""
    found = (np.interp(advantage, ADVANTAGES, each) for each in TEMPERATURES[level])
    return Temperatures(*map(float, found))


def weights_apart(weights: ListenerWeights, cards: Sequence[str], apart: float) -> ListenerWeights:
    """Return a guesser's weights, some way towards a model that follows from the board's cards.

    All cosines together weigh as much where it goes by the model alone as in a clue's mixture.
    """
    alone = crc32(" ".join(cards).encode()) % len(STORED)
    total = ALONE * sum(max(one, 0.0) for one in weights.cosines)
    mine = [total * (place == alone) for place in range(len(STORED))]
    pairs = zip(weights.cosines, mine, strict=True)
    return replace(
        weights,
        cosines=tuple(one + apart * (other - one) for one, other in pairs),
        squares=tuple((1 - apart) * one for one in weights.squares),
        listed=tuple((1 - apart) * one for one in weights.listed),
    )


def drawn_cards(chances: Floats, noise: Floats, count: int) -> tuple[tuple[int, bool], ...]:
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

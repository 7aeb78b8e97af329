"""Levels: the errors of bots in a team without people.

A bot in a team with people plays its best. An opponent errs as people do: it draws cards by their
chances, without those below `CHANCE_FLOOR` of the best card's chance, and gives clues that are not
quite the best. Two bots share their models, and would understand each other better than people do.
So an opposing guesser relies on one model more than its spymaster expects. A choice that is clearly
worse than the bot's best is a slip.

Weak and strong people alike should have close games, so opponents play more carelessly when ahead
and more carefully when behind: their noise depends on the score and on the others' wrong cards,
which are public.
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
"""The share of the best card's chance below which a bot never picks a card."""

CLUE_SLIP: Final = 0.07
"""The least loss of chance to win, compared with the best clue, that makes a clue a slip."""

CARD_SLIP: Final = 0.4
"""The share of the best card's chance below which a picked card is a slip."""

TIE: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Temperatures:
    """The noise in the choice of clues (chances to win) and of cards (nats).

    A card temperature of 1 draws cards by the listener's chances.
    """

    clue: float
    card: float
    apart: float = 0.0
    """The share, 0 to 1, of the guesser's understanding that comes from one model alone."""


NO_SLIPS: Final = Temperatures(0.0, 0.0)
"""The noise of a bot that plays its best."""

EVEN: Final = 1.0
"""The usual advantage of an opponent in an even game: the move, and others' wrong cards."""

ADVANTAGES: Final = (-1.0, EVEN, 2.0)
"""The advantages at which `TEMPERATURES` are given: behind, even, ahead."""

TEMPERATURES: Final[Mapping[Level, tuple[tuple[float, float, float], ...]]] = {
    Level.EASY: ((0.1, 0.1, 0.2), (2.0, 2.0, 3.0), (1.0, 1.0, 1.0)),
    Level.FAIR: ((0.0, 0.02, 0.2), (0.3, 1.0, 3.0), (0.3, 0.62, 1.0)),
    Level.STRONG: ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)),
}
"""The noise of opponents: each field of `Temperatures` at each of the `ADVANTAGES`.

`python -m benchmarks.levels` measures how often a simulated person wins against it.
"""

APART_FOR_SPYMASTERS: Final = 0.25
"""The addition to `apart` if people are only spymasters: their guessers turn more wrong cards."""


def temperatures_of(observation: Observation, chair: Chair) -> Temperatures:
    """Return a bot's noise in a chair; by default bots err only against people."""
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
    """Return a team's lead at the start of its turn, in cards.

    It is the lead over the nearest other team, plus the mean number of turns that other teams ended
    on a wrong card: such teams are weaker than the score says.
    """
    left = {one: cards for one, cards in observation.left if one not in observation.out}
    own = left.pop(team) + len(observation.turns[-1].guesses)
    others = [turn.end for turn in observation.turns if turn.team is not team]
    wrong = others.count(TurnEnd.WRONG_CARD) / (observation.options.teams - 1)
    return min(left.values(), default=own) - own + wrong


def temperatures_at(level: Level, advantage: float) -> Temperatures:
    """Return the noise of an opponent, linear between `ADVANTAGES`."""
    found = (np.interp(advantage, ADVANTAGES, each) for each in TEMPERATURES[level])
    return Temperatures(*map(float, found))


def weights_apart(weights: ListenerWeights, cards: Sequence[str], apart: float) -> ListenerWeights:
    """Return a guesser's weights, moved towards one model, which the board's cards select.

    At `apart` 1 the weights of the cosines have the sum of a single model in `Listener.mixture`.
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
    """Return the next `count` cards that a bot picks, each with a flag for slips.

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

"""The search for the clue with the best chance to win with a predicted teammate.

The prediction is a mixture: the teammate understands clues like one of several experts, but nobody
knows which. A single expert overrates its favourite among thousands of clues (the winner's curse);
a good clue is good for most experts. With people, each model of the listener is an expert, and so
is their blend (`core.agents.listener`). With models, the experts are draws from the teammate's
explanations (`core.agents.explanations`).

A number is a promise: it counts no card that is unlikely to be found.

Axes: B cards of a board, C sayable words, E experts of the mixture, N numbers.
"""

from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.agents.explanations import Mixture
from core.agents.levels import CLUE_SLIP
from core.agents.position import BoardPosition, CardKind, rows
from core.rating.colt import Ending, Floats
from core.rating.race import Race
from core.words.vectors import Singles

MOST: Final = 4
"""The most target cards of a clue for people."""

HOPEFUL: Final = 1_200
"""Clues to evaluate: those whose best own cards lead the bad ones by the most."""

DRAWS: Final = 48
"""Draws of a person's picks for each clue, over all experts."""

FINALISTS: Final = 120
"""Clues to evaluate again, so that luck in the first draws does not decide."""

LATER_DRAWS: Final = 400

CARD_DRAWS: Final = 1_200
"""Draws for the chance of each card of a chosen clue."""

DRAWN_AT_ONCE: Final = 3_000
"""Clues times draws in one batch, which stays in the processor's cache."""

FOUND: Final = 0.03
"""The chance to win that a found card is worth on top of its effect on the race.

Without it, bots would play only for safety in a solo game or a nearly won race.
"""

MISSED: Final = 0.05
"""The chance to win that an unfound target costs: it misleads the guesser in later turns."""

MISSED_ALONE: Final = 0.0
"""The cost in a solo game, where only a lost turn counts."""

PROMISED: Final = 0.33
"""The least chance to be found for each target of a clue with a number above 1."""

TRIED: Final = 60
"""Clues with a number above 1 to try, best first, until one keeps the promise."""

HEARD_BEFORE: Final = 0.02
"""The chance to win by which a clue from the last games has to beat the others.

It is two thirds of the worth of a found card. On three quarters of 40 first boards the best clue
led the next word by less.
"""

NOT_MEANT: Final = -50.0
"""The score of a card that may not be a target."""

_BAD: Final = (CardKind.OPPONENT, CardKind.BYSTANDER, CardKind.ASSASSIN)


@dataclass(frozen=True, slots=True)
class CardsLeft:
    """Numbers of covered cards: the team's, those of the opponent nearest to winning, and all."""

    own: int
    other: int
    total: int


@dataclass(frozen=True, slots=True)
class PlannedClue:
    """A clue: its column (of C), its number, and each target place with its chance to be found."""

    column: int
    number: int
    meant: tuple[tuple[int, float], ...]
    is_slip: bool = False
    """Whether another clue or number was better by `CLUE_SLIP` before the noise."""

    @property
    def places(self) -> tuple[int, ...]:
        """The places of the target cards."""
        return tuple(place for place, _ in self.meant)


def hopeful(
    scores: Singles,
    position: BoardPosition,
    known: frozenset[int] | None = None,
    most: int = MOST,
    count: int = HOPEFUL,
) -> NDArray[np.intp]:
    """Return the columns of at most about `count` promising clues, in order.

    `scores` float32 (B, C) are those of the mixture's mean. For each number up to `most` it selects
    the clues whose own cards have the greatest lead over bad cards. Only `known` cards are targets.
    """
    places = [place for place in position.own() if known is None or place in known]
    own = np.sort(scores[rows(places or position.own())], axis=0)[::-1][:most]
    bad = rows(position.bad())
    leads = own if bad.size == 0 else own - scores[bad].max(axis=0)
    size = min(max(count // most, 1), leads.shape[1])
    return np.unique(np.argpartition(-leads, size - 1, axis=1)[:, :size])


def best_clue(
    mixture: Mixture,
    position: BoardPosition,
    worth: Floats,
    rng: np.random.Generator,
    known: frozenset[int] | None = None,
    temperature: float = 0.0,
    promise: float = PROMISED,
    repeated: NDArray[np.bool_] | None = None,
) -> PlannedClue:
    """Return the best clue, its number and its targets.

    `worth` comes from `turn_worth`; `repeated` clues, bool (C,), lose `HEARD_BEFORE`. Only `known`
    cards are targets and, with a number above 1, only those with a chance of at least the
    `promise`. Above a temperature of 0, Gumbel noise times the temperature is added to the values,
    and numbers promise nothing. Picks follow Plackett and Luce: cards in the order of an expert's
    scores plus Gumbel noise.
    """
    scores, most = mixture.scores, len(position.own())
    if known is not None:
        unknown = [place for place in position.own() if place not in known]
        scores, most = scores.copy(), max(1, most - len(unknown))
        scores[:, unknown] = NOT_MEANT
    mixture = replace(mixture, scores=scores)
    penalty = HEARD_BEFORE * (np.zeros(scores.shape[2]) if repeated is None else repeated)
    first = clue_values(mixture, position, worth, rng, DRAWS)[:most] - penalty
    finalists = np.argsort(-first.max(axis=0), kind="stable")[:FINALISTS]
    last = replace(mixture, scores=scores[:, :, finalists])
    later = clue_values(last, position, worth, rng, LATER_DRAWS)[:most] - penalty[finalists]
    foreseen = _Foreseen(mixture, position, finalists, known, len(worth), rng)
    if temperature <= 0:
        return foreseen.best(later, promise)
    noisy = later + temperature * rng.gumbel(size=later.shape)
    chosen, best = foreseen.best(noisy, promise=0.0), foreseen.best(later, promise)
    cost = foreseen.value(later, best) - foreseen.value(later, chosen)
    return replace(chosen, is_slip=cost > CLUE_SLIP)


@dataclass(frozen=True, slots=True)
class _Foreseen:
    """The chances of finding the targets of some clues, for `finalists` (F,) of C columns."""

    mixture: Mixture
    position: BoardPosition
    finalists: NDArray[np.intp]
    known: frozenset[int] | None
    most: int
    rng: np.random.Generator
    by_clue: dict[int, list[PlannedClue]] = field(default_factory=dict)

    def best(self, values: Floats, promise: float) -> PlannedClue:
        """Return the clue with the highest value (numbers, F) whose targets all keep the promise.

        A number of 1 need not keep it: a clue needs a target.
        """
        tried = 0
        for one in map(int, np.argsort(-values, axis=None, kind="stable")):
            number, place = divmod(one, values.shape[1])
            if number == 0 or tried < TRIED:
                clue: PlannedClue = self.clues(place)[number]
                tried += number > 0
                if number == 0 or clue.meant[-1][1] >= promise:
                    return clue
        raise ValueError("no clue can be said")

    def value(self, values: Floats, clue: PlannedClue) -> float:
        """Return the value (numbers, F) of a clue."""
        place = self.finalists.tolist().index(clue.column)
        return float(values[clue.number - 1, place])

    def clues(self, place: int) -> list[PlannedClue]:
        """Return the clues of a finalist by number, from 1."""
        if place not in self.by_clue:
            column = int(self.finalists[place])
            self.by_clue[place] = [
                self._planned(column, number, found)
                for number, found in enumerate(self._found_chances(column), start=1)
            ]
        return self.by_clue[place]

    def _planned(self, column: int, number: int, found: dict[int, float]) -> PlannedClue:
        own = [card for card in found if self.known is None or card in self.known]
        meant = sorted(own, key=lambda card: (-found[card], card))[:number]
        return PlannedClue(column, number, tuple((card, found[card]) for card in meant))

    def _found_chances(self, column: int) -> list[dict[int, float]]:
        """Return each own card's chance to be among the first picks, by number of picks, from 1.

        Picks after a bad card do not count.
        """
        own, bad = rows(self.position.own()), rows(self.position.bad())
        numbers = np.arange(1, min(self.most, len(own)) + 1)
        experts, weights = _drawn_experts(self.mixture, CARD_DRAWS)
        scores = self.mixture.scores[experts, :, column]
        noisy = scores + self.rng.gumbel(size=scores.shape)
        mine, worst = noisy[:, own], noisy[:, bad].max(axis=1, initial=-np.inf)
        ranks = np.argsort(np.argsort(-mine, axis=1), axis=1)
        ranks[mine <= worst[:, None]] = len(own)
        found = weights @ (ranks < numbers[:, None, None])
        return [dict(zip(own.tolist(), each, strict=True)) for each in found.tolist()]


def _drawn_experts(mixture: Mixture, draws: int) -> tuple[NDArray[np.intp], Floats]:
    """Return the expert of each draw (D,), about `draws` in all, and its weight, sum 1.

    Every expert with a share has at least one draw.
    """
    counts = np.maximum(np.rint(draws * mixture.shares), mixture.shares > 0).astype(np.intp)
    experts = np.repeat(np.arange(len(counts)), counts)
    return experts, (mixture.shares / np.maximum(counts, 1))[experts]


def clue_values(
    mixture: Mixture,
    position: BoardPosition,
    worth: Floats,
    rng: np.random.Generator,
    draws: int,
) -> Floats:
    """Return the mean worth of clues by number (from 1), float64 (N, C)."""
    own = position.own()
    bad = [each for kind in _BAD if (each := position.places(kind))]
    places = rows([*own, *(place for each in bad for place in each)])
    cuts = np.cumsum([len(own), *map(len, bad)])
    scores = mixture.scores[:, places]
    experts, weights = _drawn_experts(mixture, draws)
    noise = rng.gumbel(size=(len(experts), len(places), 1)).astype(np.float32)
    step = max(1, DRAWN_AT_ONCE // max(scores.shape[2], 1))
    values = np.zeros((len(worth), scores.shape[2]))
    for start in range(0, len(experts), step):
        part = slice(start, start + step)
        run, kind = _run(scores[experts[part]] + noise[part], cuts)
        values += np.tensordot(worth[:, kind, np.minimum(run, len(worth))], weights[part], (1, 0))
    return values


def turn_worth(
    position: BoardPosition,
    left: CardsLeft,
    race: Race,
    most: int = MOST,
    found: float = FOUND,
    missed: float = MISSED,
) -> Floats:
    """Return the worth of a clue by number (from 1), kind of the first bad card, and cards found.

    It is float64 (N, kinds, N + 1), for at most `most` cards; the kinds are those on the board, or
    one if no card is bad. The worth is the chance to win the `race`, plus `found` or minus `missed`
    for each target.
    """
    most = min(most, len(position.own()))
    bad = [kind for kind in _BAD if position.places(kind)]
    worth = np.zeros((most, max(len(bad), 1), most + 1))
    for number in range(1, most + 1):
        for run in range(most + 1):
            short = max(number - run, 0)
            ended = [race.after_turn(left.own - run, left.other, Ending(kind)) for kind in bad]
            after = race.after_turn(left.own - number, left.other)
            worth[number - 1, :, run] = ended if short and ended else after
            worth[number - 1, :, run] += found * (number - short) - missed * short
    return worth


def _run(noisy: Singles, cuts: NDArray[np.int64]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the number of own cards before the first bad card, and its kind, (D, C) each.

    `noisy` (D, B, C) has the own cards first, then the bad ones by kind; `cuts` are their ends.
    """
    own, *bad = (noisy[:, start:end] for start, end in zip((0, *cuts[:-1]), cuts, strict=True))
    if not bad:
        everything = np.full((len(noisy), noisy.shape[2]), own.shape[1])
        return everything, np.zeros_like(everything)
    worst = np.stack([kind.max(axis=1) for kind in bad])
    run = (own > worst.max(axis=0)[:, None]).sum(axis=1)
    return run, worst.argmax(axis=0)

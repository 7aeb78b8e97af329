"""The moments that decided a game: the turns that changed a team's chance to win the most.

The chance is an estimate: a race to the last card, in which all teams go on to play typical turns.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import prod
from typing import Final, Self

from core.codenames.model import Identity, Layout, Observation, Team, Turn
from core.rating.race import MOST_LEFT, TYPICAL_TURNS, turns_of, win_values

MOST_MOMENTS: Final = 3

LEAST_SWING: Final = 0.02
"""The change of a chance from which on a turn is a moment."""

IDLE_TURNS: Final = turns_of({"0010": 1.0})
"""The turns of a side that never finds a card, as the other side of a solo game."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A turn, and its team's chance to win before and after it, 0 to 1."""

    turn: Turn
    before: float
    after: float

    @property
    def change(self) -> float:
        """The size of what the turn changed."""
        return abs(self.after - self.before)


def decisive_moments(observation: Observation) -> tuple[Moment, ...]:
    """Return at most three turns that changed the chances most, in their order.

    The observation is that of a game that is over; before, the key is unknown and there are none.
    """
    found = [one for one in moments_of(observation) if one.change >= LEAST_SWING]
    first = sorted(found, key=lambda one: -one.change)[:MOST_MOMENTS]
    return tuple(sorted(first, key=lambda one: one.turn.number))


def moments_of(observation: Observation) -> Iterator[Moment]:
    """Yield all turns in which a card was uncovered on a clue, with the chances."""
    if observation.layout is None:
        return
    races = accumulate(observation.turns, _Race.after, initial=_Race.of(observation.layout))
    for turn, race in zip(observation.turns, races, strict=False):
        if turn.clue and turn.guesses:
            standing = race.standing(observation, turn)
            before = race.chance(turn.team, standing)
            yield Moment(turn, before, _after(turn, race.after(turn), standing))


def _after(turn: Turn, race: "_Race", standing: Sequence[Team]) -> float:
    if any(guess.identity is Identity.ASSASSIN for guess in turn.guesses):
        return 0.0
    return race.chance(turn.team, (*standing[1:], standing[0]))


@dataclass(frozen=True, slots=True)
class _Race:
    """The cards that each team has left, in playing order."""

    left: Mapping[Team, int]

    @classmethod
    def of(cls, layout: Layout) -> Self:
        """Return the race at the deal."""
        return cls({team: layout.key.value.count(Identity.of(team)) for team in layout.order})

    def after(self, turn: Turn) -> "_Race":
        """Return the race after a turn."""
        found = [guess.identity for guess in turn.guesses]
        return _Race({team: count - found.count(Identity.of(team)) for team, count in self})

    def __iter__(self) -> Iterator[tuple[Team, int]]:
        return iter(self.left.items())

    def standing(self, observation: Observation, turn: Turn) -> tuple[Team, ...]:
        """Return the teams that take turns from a turn on, its own first.

        A team that was out at the end is out after the last of its turns.
        """
        order = tuple(self.left)
        start = order.index(turn.team)
        last = {one.team: one.number for one in observation.turns}
        return tuple(
            team
            for team in (*order[start:], *order[:start])
            if team in observation.options.playing
            if team not in observation.out or last.get(team, 0) >= turn.number
        )

    def chance(self, team: Team, standing: Sequence[Team]) -> float:
        """Return a team's chance to win where those that stand move in this order.

        Of more than two, each team's chance is in proportion to beating all others one by one.
        """
        rivals = standing if len(standing) > 1 else tuple(self.left)
        if self.left[team] <= 0 or any(self.left[one] <= 0 for one in rivals if one is not team):
            return float(self.left[team] <= 0)
        if len(standing) == 1:
            return self._solo(team)
        values = {one: self._against_all(one, standing) for one in standing}
        return values[team] / sum(values.values())

    def _against_all(self, team: Team, standing: Sequence[Team]) -> float:
        place = standing.index(team)
        return prod(
            self._first(team, other) if place < at else 1 - self._first(other, team)
            for at, other in enumerate(standing)
            if other is not team
        )

    def _first(self, mover: Team, other: Team) -> float:
        """Return the chance of the team that is to move to beat another one."""
        values, _ = win_values(TYPICAL_TURNS, TYPICAL_TURNS)
        return float(values[self._capped(mover), self._capped(other)])

    def _solo(self, team: Team) -> float:
        """Return the chance to find all cards before the last of another side."""
        values, _ = win_values(TYPICAL_TURNS, IDLE_TURNS)
        others = [self._capped(one) for one, _ in self if one is not team]
        return float(values[self._capped(team), min(others)])

    def _capped(self, team: Team) -> int:
        return min(self.left[team], MOST_LEFT)

"""The moments that decided a game: the turns that changed a team's chance to win most.

The chance is an estimate: a race to the last card, in which all teams play typical turns.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Final

from core.codenames.model import Identity, Observation, Team, Turn
from core.rating import colt, race

MOST_MOMENTS: Final = 3

LEAST_SWING: Final = 0.02
"""The least change in a chance that makes a turn a moment."""

IDLE_TURNS: Final = colt.turns_of({"0010": 1.0})
"""The turns of a side that never finds a card, such as the other side of a solo game."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A turn, and its team's chance to win before and after it, 0 to 1."""

    turn: Turn
    before: float
    after: float

    @property
    def change(self) -> float:
        """The size of the change."""
        return abs(self.after - self.before)


def decisive_moments(observation: Observation) -> tuple[Moment, ...]:
    """Return up to three turns that changed the chances most, in order.

    A game that is not over has none, because its key is unknown.
    """
    found = [one for one in moments_of(observation) if one.change >= LEAST_SWING]
    first = sorted(found, key=lambda one: -one.change)[:MOST_MOMENTS]
    return tuple(sorted(first, key=lambda one: one.turn.number))


def moments_of(observation: Observation) -> Iterator[Moment]:
    """Yield all turns with a clue and a guess as moments; none before the game's end."""
    if observation.layout is None:
        return
    key, order = observation.layout.key.value, observation.layout.order
    left = {team: key.count(Identity.of(team)) for team in order}
    for turn in observation.turns:
        found = [guess.identity for guess in turn.guesses]
        after = {team: count - found.count(Identity.of(team)) for team, count in left.items()}
        if turn.clue and turn.guesses:
            first, *rest = _standing(observation, turn)
            before = _chance(left, turn.team, (first, *rest))
            lost = Identity.ASSASSIN in found
            yield Moment(turn, before, 0.0 if lost else _chance(after, turn.team, (*rest, first)))
        left = after


def _standing(observation: Observation, turn: Turn) -> tuple[Team, ...]:
    """Return the teams that play from a turn on, in order.

    A team that is out at the end is out after its last turn.
    """
    order = observation.order
    start = order.index(turn.team)
    last = {one.team: one.number for one in observation.turns}
    return tuple(
        team
        for team in (*order[start:], *order[:start])
        if team in observation.options.playing
        if team not in observation.out or last.get(team, 0) >= turn.number
    )


def _chance(left: Mapping[Team, int], team: Team, standing: Sequence[Team]) -> float:
    """Return a team's chance to win if the `standing` teams move in this order.

    `left` are the cards that each team has left. A lone team races against the other side with the
    fewest cards. With more than two teams, a chance is proportional to the product of the chances
    to beat each other team.
    """
    rivals = standing if len(standing) > 1 else tuple(left)
    others = [left[one] for one in rivals if one is not team]
    if left[team] <= 0 or min(others) <= 0:
        return float(left[team] <= 0)
    if len(standing) == 1:
        return _first(left[team], min(others), IDLE_TURNS)
    values = {one: _against_all(left, one, standing) for one in standing}
    return values[team] / sum(values.values())


def _against_all(left: Mapping[Team, int], team: Team, standing: Sequence[Team]) -> float:
    place = standing.index(team)
    return prod(
        _first(left[team], left[other]) if place < at else 1 - _first(left[other], left[team])
        for at, other in enumerate(standing)
        if other is not team
    )


def _first(mover: int, other: int, others: race.Turns = race.TYPICAL_TURNS) -> float:
    """Return the chance that the side to move beats another, by the cards that each has left."""
    values, _ = race.win_values(race.TYPICAL_TURNS, others)
    return float(values[min(mover, race.MOST_LEFT), min(other, race.MOST_LEFT)])

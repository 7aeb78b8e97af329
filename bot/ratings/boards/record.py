"""A player's record: games won and played, the streak of wins, and the rating.

Each request counts the games from the stored results. So no sum needs changes when a command
forgets a person, purges a guild or rebuilds the ratings.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import exp
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, Select, and_, case, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import User
from core.rating.colt import colt
from core.rating.estimate import PROVISIONAL_TURNS, RatingEstimate, estimate

COMPARED: Final = 4
"""The fewest rated players for a comparison with most: of three, most are one or two."""


class Place(Enum):
    """The place of a rating in a guild; FEW if there are too few ratings for a comparison."""

    BEST = "best"
    ABOVE = "above"
    MIDDLE = "middle"
    BELOW = "below"
    FEW = "few"


@dataclass(frozen=True, slots=True)
class GameCount:
    """Finished games, games won, and games won since the last loss."""

    games: int = 0
    wins: int = 0
    streak: int = 0


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """Finished games, and the rating of the turns.

    `odds` is the chance to beat an average team, according to CoLT.
    """

    shown: RatingEstimate
    count: GameCount = GameCount()
    odds: float = 0.5
    place: Place = Place.FEW

    @property
    def missing_turns(self) -> int:
        """The number of turns still needed to show the rating."""
        return max(0, PROVISIONAL_TURNS - self.shown.turns)

    @property
    def win_rate(self) -> float | None:
        """The share of won games; None before the first."""
        return self.count.wins / self.count.games if self.count.games else None

    def among(self, rated: Sequence[float]) -> "PlayerRecord":
        """Return the record with its place among the ratings of its board, from the lowest."""
        return replace(self, place=_place(self.shown.rating, rated))


def record(
    counts: NDArray[np.float64], mean: NDArray[np.float64], count: GameCount
) -> PlayerRecord:
    """Return the record of turns by outcome (36,) in a population with this mean (36,).

    Source of the odds: Archibald and Brosnahan, the logistic function of the difference in CoLT.
    """
    shown = estimate(counts, mean)
    return PlayerRecord(shown, count, 1.0 / (1.0 + exp(colt(mean) - shown.rating)))


def ratings_of(records: Iterable[PlayerRecord]) -> list[float]:
    """Return the records' ratings, if they have one, in ascending order."""
    return sorted(one.shown.rating for one in records if not one.shown.provisional)


def _place(rating: float, rated: Sequence[float]) -> Place:
    """Return the place of a rating among a board's ratings in ascending order, including itself."""
    below, above = bisect_left(rated, rating), len(rated) - bisect_right(rated, rating)
    half = (len(rated) - 1) / 2
    if len(rated) < COMPARED:
        return Place.FEW
    if below and not above:
        return Place.BEST
    if below > half:
        return Place.ABOVE
    return Place.BELOW if above > half else Place.MIDDLE


async def count_games(conn: AsyncConnection, results: Select[Any]) -> dict[User, GameCount]:
    """Return the games of each user with a known name, from rows of results.

    The rows have `user`, `game_id`, `won` and `at`. A user's several chairs count once, but chairs
    in both teams count as a win and as a loss.
    """
    rows = results.subquery()
    games = (
        select(rows.c.user, rows.c.won, func.max(rows.c.at).label("at"))
        .group_by(rows.c.user, rows.c.game_id, rows.c.won)
        .cte("finished")
    )
    lost = (
        select(games.c.user, func.max(games.c.at).label("at"))
        .where(games.c.won.is_(False))
        .group_by(games.c.user)
        .cte("lost")
    )
    since = and_(games.c.won, or_(lost.c.at.is_(None), games.c.at > lost.c.at))
    counted = (
        select(games.c.user, func.count(), _number(games.c.won), _number(since))
        .outerjoin(lost, lost.c.user == games.c.user)
        .group_by(games.c.user)
    )
    found = {
        User.parse(user): GameCount(*map(int, count))
        for user, *count in await conn.execute(counted)
    }
    return {user: count for user, count in found.items() if not user.is_gone}


def _number(true: ColumnElement[bool]) -> ColumnElement[int]:
    """Return the number of rows that meet a condition."""
    return func.sum(case((true, 1), else_=0))

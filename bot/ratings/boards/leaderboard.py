"""The leaderboard of a guild, and the chance of one player against another."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import GuildId, User
from bot.ratings.totals import ALL_TIME, POPULATION, Tally, day_of
from bot.ratings.totals_store import read_tallies, tally_of
from bot.store import schema
from bot.store.rooms import find_users
from core.codenames.model import Role
from core.rating.estimate import RatingEstimate, chance_to_beat, estimate, population

LIMIT: Final = 20
"""Players that a board shows unless more are asked for."""


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A player's rating, and the finished games behind it."""

    shown: RatingEstimate
    games: int = 0
    wins: int = 0

    @property
    def win_rate(self) -> float | None:
        """The share of finished games that were won; None before the first."""
        return self.wins / self.games if self.games else None


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place on a board; equal ratings share a rank."""

    rank: int
    user: User
    name: str
    record: PlayerRecord

    @property
    def is_bot(self) -> bool:
        """Whether this is one of our own bots."""
        return self.user.is_bot


async def leaderboard(
    conn: AsyncConnection,
    guild: GuildId,
    *,
    now: datetime,
    role: Role | None = None,
    days: int | None = None,
    alone: bool = False,
    limit: int = LIMIT,
) -> tuple[Standing, ...]:
    """Return a guild's players, best first, those whose rating is provisional after the others.

    `days` counts back from today, in UTC; None is of all time. `role` None adds both roles up.
    `alone` is the board of games that one person played with bots.
    """
    periods = (ALL_TIME,) if days is None else last_days(days, now)
    tallies = await _tallies(conn, guild, periods, role, alone=alone)
    mean = await population_mean(conn)
    records = {user: record(tally, mean) for user, tally in tallies.items() if tally.turns}
    listed = _ranked(records)[:limit]
    names = await names_of(conn, (user for _, user in listed))
    return tuple(Standing(rank, user, names[user], records[user]) for rank, user in listed)


async def against(conn: AsyncConnection, guild: GuildId, first: User, second: User) -> float:
    """Return the chance that a team that plays as the first player does beats one like the second.

    It is exact for both players' expected outcomes, in both roles, of all time in this guild.
    """
    mean = await population_mean(conn)
    tallies = await _tallies(conn, guild, (ALL_TIME,), None, alone=False)
    one, other = (counts_of(tallies.get(user, Tally())) for user in (first, second))
    return chance_to_beat(one, other, mean)


def last_days(days: int, now: datetime) -> tuple[str, ...]:
    """Return as many days, up to today, as ratings call them."""
    return tuple(day_of(now - timedelta(days=back)) for back in range(days))


def record(tally: Tally, mean: NDArray[np.float64]) -> PlayerRecord:
    """Return the record of a tally in a population of this mean outcome distribution (36,)."""
    return PlayerRecord(estimate(counts_of(tally), mean), tally.games, tally.wins)


def counts_of(tally: Tally) -> NDArray[np.float64]:
    """Return a tally's turns by outcome as an array, float64 (36,)."""
    return np.array(tally.counts, dtype=np.float64)


async def population_mean(conn: AsyncConnection) -> NDArray[np.float64]:
    """Return the mean outcome distribution (36,) of all that is played, here and in simulation."""
    found = await read_tallies(conn, {POPULATION})
    return population(counts_of(found.get(POPULATION, Tally())))


async def names_of(conn: AsyncConnection, users: Iterable[User]) -> dict[User, str]:
    """Return the users' names; a bot, or who has none, is called by the platform's name for it."""
    wanted = tuple(users)
    known = await find_users(conn, [user for user in wanted if not user.is_bot])
    return {user: known[user].name if user in known else user.id for user in wanted}


async def _tallies(
    conn: AsyncConnection,
    guild: GuildId,
    periods: tuple[str, ...],
    role: Role | None,
    *,
    alone: bool,
) -> dict[User, Tally]:
    ratings = schema.ratings
    found = select(ratings).where(
        ratings.c.guild == guild, ratings.c.period.in_(periods), ratings.c.alone.is_(alone)
    )
    if role is not None:
        found = found.where(ratings.c.role == role.value)
    tallies = defaultdict[User, Tally](Tally)
    for row in await conn.execute(found):
        tallies[User.parse(row.user)] += tally_of(row)
    return tallies


def _ranked(records: Mapping[User, PlayerRecord]) -> tuple[tuple[int, User], ...]:
    """Return ranks and users: established first, higher ratings first, then by the user's id."""
    order = sorted(records, key=lambda user: (*_merit(records[user]), user))
    ranks = dict[tuple[bool, float], int]()
    for place, user in enumerate(order, start=1):
        ranks.setdefault(_merit(records[user]), place)
    return tuple((ranks[_merit(records[user])], user) for user in order)


def _merit(found: PlayerRecord) -> tuple[bool, float]:
    return found.shown.provisional, -found.shown.rating

"""The leaderboard of a guild, and the chance of one player against another."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final, Generic, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Select, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import GuildId, User
from bot.ratings.boards.record import GameCount, PlayerRecord, count_games, ratings_of, record
from bot.ratings.totals import ALL_TIME, POPULATION, Tally, day_of, read_tallies
from bot.store import schema
from bot.store.rooms import find_users
from core.codenames.model import Role
from core.rating.estimate import chance_to_beat, population

LIMIT: Final = 20
"""The default number of players on a board."""

Merit: TypeAlias = tuple[float, ...]
"""A sort key of players, the least first."""

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Standing(Generic[R]):
    """A player's place on a board with their record; ties share a rank."""

    rank: int
    user: User
    name: str
    record: R


async def standings(
    conn: AsyncConnection, records: Mapping[User, R], merit: Callable[[R], Merit], limit: int
) -> tuple[Standing[R], ...]:
    """Return at most `limit` players of records, sorted by merit (least first), then by id."""
    merits = {user: merit(one) for user, one in records.items()}
    listed = sorted(merits, key=lambda user: (merits[user], user))[:limit]
    ranks = dict[Merit, int]()
    for place, user in enumerate(listed, start=1):
        ranks.setdefault(merits[user], place)
    names = await names_of(conn, listed)
    return tuple(Standing(ranks[merits[one]], one, names[one], records[one]) for one in listed)


@dataclass(frozen=True, slots=True)
class BoardQuery:
    """The turns and games of a board: a guild's in a role, or (None) in both.

    `days` are in UTC, as in the table of ratings; none means all time. `alone` selects the games of
    one person with bots.
    """

    guild: GuildId
    role: Role | None = None
    days: tuple[str, ...] = ()
    alone: bool = False


async def leaderboard(
    conn: AsyncConnection, board: BoardQuery, limit: int = LIMIT
) -> tuple[Standing[PlayerRecord], ...]:
    """Return the best `limit` players: rated ones by rating, then the others by wins."""
    return await standings(conn, await records(conn, board), _merit, limit)


async def records(conn: AsyncConnection, board: BoardQuery) -> dict[User, PlayerRecord]:
    """Return the records of players with a rated turn or a finished game, with their places."""
    tallies = await _tallies(conn, board)
    counts = await count_games(conn, _results(board))
    mean = await population_mean(conn)
    played = {user for user, tally in tallies.items() if tally.turns} | counts.keys()
    found = {
        user: record(counts_of(tallies[user]), mean, counts.get(user, GameCount()))
        for user in played
    }
    rated = ratings_of(found.values())
    return {user: one.among(rated) for user, one in found.items()}


async def against(conn: AsyncConnection, guild: GuildId, first: User, second: User) -> float:
    """Return the chance that a team like the first player beats one like the second.

    It is exact for both players' expected outcomes in both roles, of all time in this guild.
    """
    mean = await population_mean(conn)
    tallies = await _tallies(conn, BoardQuery(guild))
    one, other = (counts_of(tallies.get(user, Tally())) for user in (first, second))
    return chance_to_beat(one, other, mean)


def last_days(days: int | None, now: datetime) -> tuple[str, ...]:
    """Return this many days up to today, as in the table of ratings; none for None."""
    return tuple(day_of(now - timedelta(days=back)) for back in range(days or 0))


def counts_of(tally: Tally) -> NDArray[np.float64]:
    """Return a tally's turns by outcome as an array, float64 (36,)."""
    return np.array(tally.counts, dtype=np.float64)


async def population_mean(conn: AsyncConnection) -> NDArray[np.float64]:
    """Return the mean outcome distribution (36,) of all turns, here and in simulation."""
    found = await read_tallies(conn, {POPULATION})
    return population(counts_of(found.get(POPULATION, Tally())))


async def names_of(conn: AsyncConnection, users: Iterable[User]) -> dict[User, str]:
    """Return the users' names; their platform ids for bots and unnamed users."""
    wanted = tuple(users)
    known = await find_users(conn, [user for user in wanted if not user.is_bot])
    return {user: known[user].name if user in known else user.id for user in wanted}


async def _tallies(conn: AsyncConnection, board: BoardQuery) -> dict[User, Tally]:
    ratings = schema.ratings.c
    found = select(ratings.user, ratings.counts).where(
        ratings.guild == board.guild,
        ratings.period.in_(board.days or (ALL_TIME,)),
        ratings.alone.is_(board.alone),
    )
    if board.role is not None:
        found = found.where(ratings.role == board.role.value)
    tallies = defaultdict[User, Tally](Tally)
    for user, counts in await conn.execute(found):
        tallies[User.parse(user)] += Tally(tuple(counts))
    return tallies


def _results(board: BoardQuery) -> Select[Any]:
    """Select a board's results."""
    results = schema.results.c
    found = select(results.user, results.game_id, results.won, results.at).where(
        results.guild == board.guild, results.alone.is_(board.alone)
    )
    if board.role is not None:
        found = found.where(results.role == board.role.value)
    if board.days:
        first = datetime.combine(date.fromisoformat(min(board.days)), time(), UTC)
        found = found.where(results.at >= first)
    return found


def _merit(found: PlayerRecord) -> tuple[bool, float, int]:
    """Return the sort key of a record: by rating, or else by wins in fewest games."""
    if found.shown.provisional:
        return True, -found.count.wins, found.count.games
    return False, -found.shown.rating, 0

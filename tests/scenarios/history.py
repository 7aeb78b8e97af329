"""A long history in a database: one person's finished games, and the ratings of a large guild."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

from sqlalchemy import Table, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.requests import Submission
from bot.games.service import Games
from bot.identity import GameId, GuildId, Room, User
from bot.ratings.learn import learn
from bot.ratings.totals import ALL_TIME
from bot.server.workers.learner import EVIDENCE_BOOKMARK, LEARNED_BOOKMARK
from bot.store import leases, schema
from core.rating.colt import OUTCOME_COUNT
from tests.bot.games.parlour import person
from tests.bot.ratings.games import ACE, BLUE_GUESS, BLUE_SPY, RED_GUESS, blue, game, red

ROWS_AT_ONCE: Final = 1000

LONG_AGO: Final = timedelta(days=1)
"""Time since the games ended: their boards need not lose a name."""

LINES: Final = ("stand", "set pace 3", "set pace 4", "start", "stop")


async def write_history(games: Games, user: User, guild: GuildId, *, played: int) -> None:
    """Store this many finished games of a person, and as many rated people of the guild."""
    caller = replace(person(user.id, Room(user.platform, f"of-{user.id}"), guild), user=user)
    game_id = (await games.open(caller, "codenames", {})).game_id
    for line in LINES:
        await games.submit(caller, Submission(line))
    async with games.store.writing() as conn:
        table = {BLUE_SPY: ACE, BLUE_GUESS: user, RED_GUESS: user}
        turns = (blue(1, "BB"), red(2, "R"), blue(3, "BT"))
        facts = game(*turns, name=game_id, table=table, guilds={user: guild})
        await learn(conn, facts)
        for one in schema.METADATA.sorted_tables:
            if "game_id" in one.primary_key.columns:
                await _copy(conn, one, game_id, played)
        await _rate(conn, guild, user.platform, played)
        for bookmark in (LEARNED_BOOKMARK, EVIDENCE_BOOKMARK):
            await leases.put_bookmark(conn, bookmark, games.now())


async def _copy(conn: AsyncConnection, table: Table, game_id: GameId, copies: int) -> None:
    """Copy a table's rows of a game to further games."""
    found = await conn.execute(select(table).where(table.c.game_id == game_id))
    rows = [dict(row) for row in found.mappings()]
    await _insert(conn, table, (row for copy in range(copies) for row in _copied(rows, copy)))


def _copied(rows: list[dict[str, Any]], copy: int) -> Iterator[dict[str, Any]]:
    for row in rows:
        after: dict[str, Any] = {"game_id": f"{row['game_id']}-{copy}"}
        if "sequence" in row:
            after["sequence"] = row["sequence"] + ROWS_AT_ONCE * (copy + 1)
        if "changed_at" in row:
            after["changed_at"] = row["changed_at"] - LONG_AGO
        yield {**row, **after}


async def _rate(conn: AsyncConnection, guild: GuildId, platform: str, people: int) -> None:
    """Store the ratings of people in a guild."""
    row = {"guild": guild, "role": "guesser", "period": ALL_TIME, "alone": False}
    counts = [3] * OUTCOME_COUNT
    rated = ({**row, "user": f"{platform}:rated-{one}", "counts": counts} for one in range(people))
    await _insert(conn, schema.ratings, rated)


async def _insert(conn: AsyncConnection, table: Table, rows: Iterator[dict[str, Any]]) -> None:
    every = [*rows]
    for first in range(0, len(every), ROWS_AT_ONCE):
        await conn.execute(insert(table), every[first : first + ROWS_AT_ONCE])

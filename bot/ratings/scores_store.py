"""Stored scores of side games, of each person in a guild and of the guild."""

from datetime import date
from typing import Any, Final

from sqlalchemy import and_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import GuildId, User
from bot.ratings.scores import Score, ScoredPlay
from bot.store import schema
from bot.store.sql import add, put, values

ALL: Final = ""
"""The user in the row of the guild's own score."""


async def add_play(
    conn: AsyncConnection, guild: GuildId, user: User | None, game: str, play: ScoredPlay
) -> Score:
    """Count a finished game for a person, or (None) for the guild; return the new score.

    The row stays locked for the transaction.
    """
    key = {"guild": guild, "user": _whose(user), "game": game}
    await add(conn, schema.side_scores, {**key, **_values(Score())})
    score = (await score_of(conn, guild, user, game, lock=True)).after(play)
    await put(conn, schema.side_scores, {**key, **_values(score)})
    return score


async def score_of(
    conn: AsyncConnection, guild: GuildId, user: User | None, game: str, *, lock: bool = False
) -> Score:
    """Return the score of a person, or (None) of the guild; an empty one before the first game."""
    table = schema.side_scores.c
    key = and_(table.guild == guild, table.user == _whose(user), table.game == game)
    found = select(schema.side_scores).where(key)
    row = (await conn.execute(found.with_for_update() if lock else found)).first()
    return Score() if row is None else _score(row)


async def scores_of(conn: AsyncConnection, guild: GuildId, game: str) -> dict[User, Score]:
    """Return the scores of a guild's players of a game."""
    table = schema.side_scores.c
    here = and_(table.guild == guild, table.game == game, table.user != ALL)
    rows = await conn.execute(select(schema.side_scores).where(here).order_by(table.user))
    return {User.parse(row.user): _score(row) for row in rows}


def _whose(user: User | None) -> str:
    return ALL if user is None else str(user)


def _score(row: Any) -> Score:  # noqa: ANN401 - a row with the table's columns
    day = date.fromisoformat(row.day) if row.day else None
    runs = tuple((date.fromisoformat(first), date.fromisoformat(last)) for first, last in row.runs)
    return Score(row.played, row.won, row.points, row.streak, row.best, day, runs)


def _values(score: Score) -> dict[str, object]:
    day = score.day.isoformat() if score.day else None
    runs = [[first.isoformat(), last.isoformat()] for first, last in score.runs]
    return {**values(score), "day": day, "runs": runs}

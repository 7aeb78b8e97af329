"""Scores of side games, of each person in a guild and of the guild itself."""

from datetime import date
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import GuildId, User
from bot.ratings.scores import Score, ScoredPlay
from bot.store import schema
from bot.store.sql import put, values

ALL: Final = ""
"""Whose score the guild's own is, as the table writes it."""


async def add_play(
    conn: AsyncConnection, guild: GuildId, user: User | None, game: str, play: ScoredPlay
) -> Score:
    """Count a finished game for a person, or (None) for the guild; return the score after it.

    The row stays locked for the transaction.
    """
    key = {"guild": guild, "user": _whose(user), "game": game}
    await put(conn, schema.side_scores, {**key, **_values(Score())}, changing=["played"], where=_NO)
    score = (await _read(conn, guild, _whose(user), game)).after(play)
    await put(conn, schema.side_scores, {**key, **_values(score)})
    return score


async def score_of(conn: AsyncConnection, guild: GuildId, user: User | None, game: str) -> Score:
    """Return the score of a person, or (None) of the guild; nothing played is a score, too."""
    return await _read(conn, guild, _whose(user), game)


async def scores_of(conn: AsyncConnection, guild: GuildId, game: str) -> dict[User, Score]:
    """Return the scores of all who have played a game in a guild."""
    table = schema.side_scores.c
    here = and_(table.guild == guild, table.game == game, table.user != ALL)
    rows = await conn.execute(select(schema.side_scores).where(here).order_by(table.user))
    return {User.parse(row.user): _score(row) for row in rows}


_NO: Final[ColumnElement[bool]] = schema.side_scores.c.played < 0
"""What no row is: the row is locked, and left as it is."""


async def _read(conn: AsyncConnection, guild: GuildId, user: str, game: str) -> Score:
    table = schema.side_scores.c
    key = and_(table.guild == guild, table.user == user, table.game == game)
    row = (await conn.execute(select(schema.side_scores).where(key))).first()
    return Score() if row is None else _score(row)


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

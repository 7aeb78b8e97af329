"""The memory of clues: which card went with which clue, in a guild, for 180 days.

The rows are a truth of their own, written with their turn and never rebuilt. Those of a game under
way are neither used nor shown, for they hold what bots meant in it.
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, delete, or_
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import User
from bot.ratings.facts import SettledTurn
from bot.store import rooms, schema

KEPT_CLUES: Final = timedelta(days=180)
"""How long a pair of a clue and a card is kept."""

_CLUES: Final = schema.remembered_clues


async def allowed_clues(
    conn: AsyncConnection, turns: Iterable[SettledTurn]
) -> tuple[SettledTurn, ...]:
    """Return turns without the pairs of people who want none of theirs kept.

    The caller holds the lessons' lock, so that nobody chooses so meanwhile.
    """
    turns = tuple(turns)
    people = {user for turn in turns for one in turn.clues for user in (one.giver, one.picker)}
    unwilling = await rooms.users_without_memory(conn, people)
    return tuple(
        replace(
            turn,
            clues=tuple(one for one in turn.clues if not unwilling & {one.giver, one.picker}),
        )
        for turn in turns
    )


def with_user(user: User) -> ColumnElement[bool]:
    """Return the condition that a user gave the clue of a pair, or picked on it."""
    return or_(_CLUES.c.giver == str(user), _CLUES.c.picker == str(user))


async def drop_clues_of(conn: AsyncConnection, user: User) -> None:
    """Delete the pairs that a user gave or picked."""
    await conn.execute(delete(_CLUES).where(with_user(user)))


async def drop_old_clues(conn: AsyncConnection, now: datetime) -> int:
    """Delete the pairs that have been kept for `KEPT_CLUES`; return how many."""
    old = delete(_CLUES).where(_CLUES.c.at < now - KEPT_CLUES)
    return (await conn.execute(old)).rowcount

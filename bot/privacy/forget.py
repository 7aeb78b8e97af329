"""Forgets a person: what was only about them is deleted, what games need loses its name."""

from collections.abc import Iterable
from typing import Any, Final

from sqlalchemy import Column, Table, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import schema
from bot.identity import GameId, User
from bot.learning.lesson import lock_games, lock_lessons, rebuild
from bot.privacy.mention import TABLE_TAGS, Names, gone_user, mentions, names, replaced

_NAMED: Final = (schema.seats, schema.turn_players, schema.results)
"""The tables that games need, with a user in each row."""

_SETTINGS: Final = (schema.rooms, schema.guilds)


async def forget(conn: AsyncConnection, user: User) -> tuple[GameId, ...]:
    """Delete a person's data everywhere; return the games in which they have no name any more.

    In each game they become somebody else whom nobody knows, so that it still replays and its
    turns still count for those who played with them. Everything that was learnt is rebuilt. Let
    the person leave their games first, and forget folded games: both are the caller's part.
    Locks the games, then the lessons. Raises ValueError for a bot.
    """
    if user.is_bot:
        raise ValueError(f"{user} is nobody's name")
    games = await games_of(conn, user)
    await lock_games(conn, games)
    await lock_lessons(conn)
    for game_id in games:
        await _rename(conn, game_id, user, gone_user())
    for table in _SETTINGS:
        await _rewrite_settings(conn, table, user)
    await _delete(conn, user)
    await rebuild(conn)
    return games


async def games_of(conn: AsyncConnection, user: User) -> tuple[GameId, ...]:
    """Return the games that name a user, in the order in which they are to be locked."""
    events = schema.events
    told = select(events.c.game_id, events.c.seat, events.c.body).where(
        events.c.tag.like(TABLE_TAGS),
        (events.c.seat == str(user)) | mentions(events.c.body, user.id),
    )
    found = {row.game_id for row in await conn.execute(told) if names([row.seat, row.body], user)}
    for table in _NAMED:
        sat = select(table.c.game_id).where(table.c.user == str(user))
        found.update(await conn.scalars(sat))
    return tuple(map(GameId, sorted(found)))


async def _rename(conn: AsyncConnection, game_id: GameId, old: User, new: User) -> None:
    """Give a user another name in everything that a game needs."""
    for table in _NAMED:
        whose = (table.c.game_id == game_id) & (table.c.user == str(old))
        await conn.execute(update(table).where(whose).values(user=str(new)))
    await rewrite_events(conn, game_id, {old: new})


async def rewrite_events(conn: AsyncConnection, game_id: GameId, others: Names) -> None:
    """Put other names into the table's events of a game."""
    events = schema.events
    found = select(events.c.version, events.c.seat, events.c.body).where(
        events.c.game_id == game_id, events.c.tag.like(TABLE_TAGS)
    )
    for version, seat, body in (await conn.execute(found)).all():
        told = {"seat": replaced(seat, others), "body": replaced(body, others)}
        if told != {"seat": seat, "body": body}:
            place = (events.c.game_id == game_id) & (events.c.version == version)
            await conn.execute(update(events).where(place).values(told))


async def _rewrite_settings(conn: AsyncConnection, table: Table, user: User) -> None:
    """Take a user's name out of the settings of rooms or guilds."""
    key = list(table.primary_key)
    found = select(*key, table.c.settings).where(mentions(table.c.settings, user.id))
    for *place, settings in (await conn.execute(found)).all():
        told = replaced(settings, {user: gone_user()})
        await conn.execute(update(table).where(*_is(key, place)).values(settings=told))


def _is(key: Iterable[Column[Any]], place: Iterable[Any]) -> list[Any]:
    return [column == value for column, value in zip(key, place, strict=True)]


async def _delete(conn: AsyncConnection, user: User) -> None:
    """Delete what is only about the person; memories and ratings go when they are rebuilt."""
    users, drawings, earned = schema.users, schema.drawings, schema.turn_credits
    account = (users.c.platform == user.platform) & (users.c.id == user.id)
    await conn.execute(delete(users).where(account))
    await conn.execute(delete(drawings).where(drawings.c.audience == str(user)))
    for table in (earned, schema.side_scores):
        await conn.execute(delete(table).where(table.c.user == str(user)))

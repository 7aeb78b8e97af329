"""Forgets a person: deletes their own data, and their name in data that games need."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Row, Table, and_, bindparam, delete, or_, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.chat.privacy import names
from bot.chat.privacy.export import export
from bot.chat.privacy.names import TABLE_TAGS, NameReplacements, contains_name, gone_user, mentions
from bot.chat.privacy.rename import replace_names
from bot.gametypes.registry import GameTypes
from bot.identity import GONE, GameId, User
from bot.ratings.learn import lock_games, lock_learning
from bot.ratings.remembered_clues import drop_clues_of
from bot.ratings.removal import remove, share_of
from bot.store import schema
from bot.store.games import VersionConflict
from bot.store.notify import Change
from bot.store.rooms import is_user

TABLES_OF_PLAYERS: Final = (schema.seats, schema.turn_players, schema.results)
"""Tables that games need, with a user in each row."""

_EARNED: Final = (schema.turn_credits, schema.turn_evidence, schema.side_scores)
"""Tables of people's credits, evidence and scores, with a user in each row."""


async def lock_named(conn: AsyncConnection, user: User) -> tuple[GameId, ...]:
    """Lock the games that name a user, and return them.

    Raises VersionConflict if another game, such as a rematch, names them meanwhile.
    """
    games = await games_of(conn, user)
    await lock_games(conn, games)
    if await games_of(conn, user) != games:
        raise VersionConflict(user)
    return games


async def forget(
    conn: AsyncConnection, user: User, games: Collection[GameId], since: datetime | None = None
) -> tuple[Change, ...]:
    """Delete a person's data everywhere, and return the changes to publish.

    The caller makes them leave their games first, and locks `games`, all that name them. In each
    game they get a random name, so the game still replays and its turns still count for the others.
    All sums lose the person's share. Boards of games that ended at `since` or later lose the name.
    Locks learning. Raises ValueError for a bot.
    """
    if user.is_bot:
        raise ValueError(f"{user} is nobody's name")
    await lock_learning(conn)
    share = await share_of(conn, user)
    strangers = {game_id: gone_user() for game_id in games}
    await delete_person(conn, user, strangers)
    others = dict[GameId, NameReplacements](
        (name, {user: other}) for name, other in strangers.items()
    )
    changes = await replace_names(conn, others, since)
    await remove(conn, user, share)
    return changes


async def delete_person(conn: AsyncConnection, user: User, others: Mapping[GameId, User]) -> None:
    """Delete a person's own data, and rename them in the rows of games.

    The caller does the same in the logs of games and in the sums.
    """
    await _delete(conn, user)  # first: writers lock the person before the room
    await _rename(conn, user, others)
    await _forget_beliefs(conn, others)
    await _rewrite_settings(conn, user)


async def is_stored(conn: AsyncConnection, user: User) -> bool:
    """Return whether the database has data about a person."""
    found = await export(conn, user)
    if any(rows for part, rows in found.items() if part != "user") or await games_of(conn, user):
        return True
    return any(contains_name(row.settings, user) for _, row in await settings_naming(conn, [user]))


async def games_of(conn: AsyncConnection, user: User) -> tuple[GameId, ...]:
    """Return the games that name a user, in the order for locks."""
    told = await events_naming(conn, [user])
    found = {game_id for game_id, said in told if contains_name(said, user)}
    for table in TABLES_OF_PLAYERS:
        sat = select(table.c.game_id).where(table.c.user == str(user))
        found.update(await conn.scalars(sat))
    return tuple(map(GameId, sorted(found)))


async def events_naming(
    conn: AsyncConnection, users: Collection[User]
) -> list[tuple[GameId, list[Any]]]:
    """Return the game, and the seat and body, of each event that may name one of the users."""
    events = schema.events.c
    acted = events.seat.in_([str(user) for user in users])
    named = (mentions(events.body, user.id) for user in users)
    found = select(events.game_id, events.seat, events.body).where(
        events.tag.like(TABLE_TAGS), or_(acted, *named)
    )
    return [(game_id, said) for game_id, *said in await conn.execute(found)]


async def settings_naming(
    conn: AsyncConnection, users: Collection[User]
) -> list[tuple[Table, Row[Any]]]:
    """Return the table and row of rooms and guilds whose settings may name one of the users."""
    found = list[tuple[Table, Row[Any]]]()
    for table in (schema.rooms, schema.guilds):
        named = or_(*(mentions(table.c.settings, user.id) for user in users))
        found += [(table, row) for row in await conn.execute(select(table).where(named))]
    return found


async def _rename(conn: AsyncConnection, old: User, others: Mapping[GameId, User]) -> None:
    """Rename a user in all rows of each game."""
    rows = [{"game": game_id, "other": str(new)} for game_id, new in others.items()]
    for table in TABLES_OF_PLAYERS if rows else ():
        whose = (table.c.game_id == bindparam("game")) & (table.c.user == str(old))
        await conn.execute(update(table).where(whose).values(user=bindparam("other")), rows)


async def _forget_beliefs(conn: AsyncConnection, games: Collection[GameId]) -> None:
    """Delete bots' beliefs about the people of these games."""
    thoughts, played, game_types = schema.thoughts, schema.games, GameTypes()
    found = select(thoughts, played.c.kind).join(played)
    for row in await conn.execute(found.where(thoughts.c.game_id.in_(games))):
        its = tuple_(*thoughts.primary_key).in_([(row.game_id, row.turn, row.seat)])
        if row.kind not in game_types:  # only the uninstalled plugin could find the beliefs
            await conn.execute(delete(thoughts).where(its))
            continue
        recap = game_types[row.kind].bots.recap
        told = recap.read(row.body) if recap else None
        if recap is None or recap.discreet(told) == told:
            continue
        kept = recap.write(recap.discreet(told))
        await conn.execute(update(thoughts).where(its).values(body=kept))


async def _rewrite_settings(conn: AsyncConnection, user: User) -> None:
    """Replace a user's name in the settings of rooms or guilds."""
    for table, row in await settings_naming(conn, [user]):
        told = names.replaced(row.settings, {user: gone_user()})
        its = and_(*(column == getattr(row, column.name) for column in table.primary_key))
        if told != row.settings:
            await conn.execute(update(table).where(its).values(settings=told))


async def _delete(conn: AsyncConnection, user: User) -> None:
    """Delete a person's own data, except memories and ratings."""
    messages = schema.messages
    await conn.execute(delete(schema.users).where(is_user(user)))
    their = or_(messages.c.audience == str(user), messages.c.audience.startswith(f"{GONE}:"))
    await conn.execute(delete(messages).where(their))
    await drop_clues_of(conn, user)
    for table in _EARNED:
        await conn.execute(delete(table).where(table.c.user == str(user)))

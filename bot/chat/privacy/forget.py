"""Forgets a person: deletes their own data, and their name in data that games need."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Table, bindparam, delete, or_, select, tuple_, update
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

TABLES_OF_PLAYERS: Final = (schema.seats, schema.turn_players, schema.results)
"""Tables that games need, with a user in each row."""

_EARNED: Final = (schema.turn_credits, schema.turn_evidence, schema.side_scores)
"""Tables of people's credits, evidence and scores, with a user in each row."""

_SETTINGS: Final = (schema.rooms, schema.guilds)


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

    The caller lets them leave their games first, and locks `games`, all that name them. In each
    they get a random name, so it still replays and its turns still count for the others. All sums
    lose their share. Boards of games that ended `since` a moment lose the name. Locks learning.
    Raises ValueError for a bot.
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
    for table in _SETTINGS:
        await _rewrite_settings(conn, table, user)


async def is_stored(conn: AsyncConnection, user: User) -> bool:
    """Return whether there are stored data about a person."""
    found = await export(conn, user)
    return (
        any(rows for part, rows in found.items() if part != "user")
        or bool(await games_of(conn, user))
        or any([await _settings_naming(conn, table, user) for table in _SETTINGS])
    )


async def games_of(conn: AsyncConnection, user: User) -> tuple[GameId, ...]:
    """Return the games that name a user, in the order for locks."""
    events = schema.events
    told = select(events.c.game_id, events.c.seat, events.c.body).where(
        events.c.tag.like(TABLE_TAGS),
        (events.c.seat == str(user)) | mentions(events.c.body, user.id),
    )
    found = {
        row.game_id for row in await conn.execute(told) if contains_name([row.seat, row.body], user)
    }
    for table in TABLES_OF_PLAYERS:
        sat = select(table.c.game_id).where(table.c.user == str(user))
        found.update(await conn.scalars(sat))
    return tuple(map(GameId, sorted(found)))


async def _rename(conn: AsyncConnection, old: User, others: Mapping[GameId, User]) -> None:
    """Give a user another name in all rows of each game."""
    rows = [{"game": game_id, "other": str(new)} for game_id, new in others.items()]
    for table in TABLES_OF_PLAYERS if rows else ():
        whose = (table.c.game_id == bindparam("game")) & (table.c.user == str(old))
        await conn.execute(update(table).where(whose).values(user=bindparam("other")), rows)


async def _forget_beliefs(conn: AsyncConnection, games: Collection[GameId]) -> None:
    """Delete bots' beliefs about the people of these games."""
    thoughts, played = schema.thoughts, schema.games
    found = select(thoughts, played.c.kind).join(played)
    for row in await conn.execute(found.where(thoughts.c.game_id.in_(games))):
        recap = GameTypes()[row.kind].bots.recap
        told = recap.read(row.body) if recap else None
        if recap is None or recap.discreet(told) == told:
            continue
        its = tuple_(*thoughts.primary_key).in_([(row.game_id, row.turn, row.seat)])
        kept = recap.write(recap.discreet(told))
        await conn.execute(update(thoughts).where(its).values(body=kept))


async def _rewrite_settings(conn: AsyncConnection, table: Table, user: User) -> None:
    """Replace a user's name in the settings of rooms or guilds."""
    for *place, settings in await _settings_naming(conn, table, user):
        told = names.replaced(settings, {user: gone_user()})
        its = tuple_(*table.primary_key).in_([tuple(place)])
        await conn.execute(update(table).where(its).values(settings=told))


async def _settings_naming(conn: AsyncConnection, table: Table, user: User) -> list[Any]:
    """Return the rows, each a key and settings, whose settings name a user."""
    found = select(*table.primary_key, table.c.settings).where(mentions(table.c.settings, user.id))
    return [row for row in await conn.execute(found) if contains_name(row.settings, user)]


async def _delete(conn: AsyncConnection, user: User) -> None:
    """Delete a person's own data, except memories and ratings."""
    users, messages = schema.users, schema.messages
    account = (users.c.platform == user.platform) & (users.c.id == user.id)
    await conn.execute(delete(users).where(account))
    their = or_(messages.c.audience == str(user), messages.c.audience.startswith(f"{GONE}:"))
    await conn.execute(delete(messages).where(their))
    await drop_clues_of(conn, user)
    for table in _EARNED:
        await conn.execute(delete(table).where(table.c.user == str(user)))

"""Renames people and rooms in the logs of games, and notifies processes that cache them."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.chat.privacy.names import TABLE_TAGS, NameReplacements, batches, gone_user, replaced
from bot.games.event_log import LOBBY_EVENTS
from bot.identity import GameId
from bot.lobby.game_events import NamesReplaced
from bot.store import schema
from bot.store.games import UNFINISHED
from bot.store.notify import Change

GAMES_REWRITTEN: Final = 50
"""Games whose logs are in memory at once."""


async def replace_names(
    conn: AsyncConnection, others: Mapping[GameId, NameReplacements], since: datetime | None = None
) -> tuple[Change, ...]:
    """Replace names in the table's events of games, which the caller has locked.

    It appends an event to each log, so that every process folds it again. Return the changes to
    open games and to games that ended at `since` or later: only their boards need another drawing.
    """
    changes = list[Change]()
    for some in batches(others, GAMES_REWRITTEN):
        await _rewrite(conn, some, others)
        changes += await _tell(conn, some, since)
    return tuple(changes)


async def _rewrite(
    conn: AsyncConnection, games: Sequence[GameId], others: Mapping[GameId, NameReplacements]
) -> None:
    events = schema.events.c
    found = select(events.game_id, events.version, events.seat, events.body).where(
        events.game_id.in_(games), events.tag.like(TABLE_TAGS)
    )
    told = [
        {"game": game_id, "at_version": version, "who": who, "what": what}
        for game_id, version, *stored in await conn.execute(found)
        for who, what in (replaced(stored, others[game_id]),)
        if [who, what] != stored
    ]
    place = (events.game_id == bindparam("game")) & (events.version == bindparam("at_version"))
    values = {"seat": bindparam("who"), "body": bindparam("what", type_=events.body.type)}
    if told:
        await conn.execute(update(schema.events).where(place).values(values), told)


async def _tell(
    conn: AsyncConnection, ids: Sequence[GameId], since: datetime | None
) -> Iterator[Change]:
    """Append `NamesReplaced` to each log; return the changes to publish.

    It has the time of the last event, which hides the time of the request.
    """
    games = schema.games.c
    found = select(games.game_id, games.version, games.status, games.changed_at)
    rows = (await conn.execute(found.where(games.game_id.in_(ids)))).all()
    event = NamesReplaced()
    tag, body = LOBBY_EVENTS.tag(event), LOBBY_EVENTS.body(event)
    news = [
        {"game_id": row.game_id, "version": row.version + 1, "seat": str(gone_user())}
        | {"tag": tag, "body": body, "at": row.changed_at}
        for row in rows
    ]
    await conn.execute(insert(schema.events), news)
    newer = update(schema.games).values(version=games.version + 1)
    await conn.execute(newer.where(games.game_id.in_(ids)))
    ended = [row for row in rows if row.status not in UNFINISHED]
    late = {row.game_id for row in ended if since is not None and row.changed_at >= since}
    await _keep_drawn(conn, [row for row in rows if row.game_id not in late])
    return (
        Change(row.game_id, row.version + 1)
        for row in rows
        if row.game_id in late or row.status in UNFINISHED
    )


async def _keep_drawn(conn: AsyncConnection, rows: Sequence[Any]) -> None:
    """Raise the version of messages that were up to date, so that they are not drawn again."""
    messages = schema.messages.c
    shown = (messages.game_id == bindparam("game")) & (messages.version == bindparam("drawn"))
    newer = update(schema.messages).where(shown).values(version=messages.version + 1)
    if rows:
        values = [{"game": row.game_id, "drawn": row.version} for row in rows]
        await conn.execute(newer, values)

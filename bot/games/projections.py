"""The rows that follow from a game's log, written with the events that change them."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.clock import Due, Span, patience, span, wait
from bot.games.session import Session
from bot.identity import Room
from bot.lobby.model import Lobby
from bot.store import games, leases, rooms
from bot.store.leases import DeadlineRow

RECENT_WORDS: Final = 1000
"""Words that a room remembers as seen."""


async def follow(
    conn: AsyncConnection,
    before: Session,
    after: Session,
    now: datetime,
    usual: timedelta | None,
) -> None:
    """Write what changed between two sessions: who sits where, rooms, words seen, deadlines.

    `usual` is how long bots wait for people where no clock runs; with None they wait for ever.
    """
    if after.lobby.sitters != before.lobby.sitters:
        await games.put_seats(conn, after.game_id, after.lobby.sitters)
    for room in entered(before.lobby, after.lobby):
        await rooms.put_room_game(conn, room, after.game_id)
    await _remember_direct(conn, before.lobby, after.lobby)
    await _remember_words(conn, before, after)
    await _set_clock(conn, before, after, now)
    if usual is not None:
        await _set_patience(conn, before, after, now, usual)


def entered(before: Lobby, after: Lobby) -> tuple[Room, ...]:
    """Return the rooms into which a game comes: new ones, and all of one that goes on again."""
    again = before.is_closed and not after.is_closed
    return tuple(room for room in after.rooms if again or room not in before.rooms)


async def _remember_direct(conn: AsyncConnection, before: Lobby, after: Lobby) -> None:
    """Keep whom direct messages do not reach, where that has changed."""
    for member in after.members:
        known = before.member(member.user)
        if member.direct is not (known.direct if known else None):
            await rooms.put_direct_closed(conn, member.user, closed=member.direct is False)


async def _remember_words(conn: AsyncConnection, before: Session, after: Session) -> None:
    words = after.kind.words(after.state) if after.kind.remembers else ()
    if not words or before.kind.words(before.state):
        return
    for room in after.lobby.rooms:
        found = await rooms.find_room(conn, room)
        if found is not None:
            # A word that comes again was seen last, not when it came first.
            before_these = [word for word in found.recent_words if word not in words]
            recent = [*before_these, *words][-RECENT_WORDS:]
            await rooms.put_recent_words(conn, room, recent)


async def _set_clock(conn: AsyncConnection, before: Session, after: Session, now: datetime) -> None:
    """Set the deadline of what the table waits for now, unless it waited for that before."""
    waits, waited = span(after), span(before)
    if waits == waited and after.lobby.paused == before.lobby.paused:
        return
    if waits is None:
        await leases.drop_deadlines(conn, after.game_id)
    elif waits != waited:
        await leases.drop_deadlines(conn, after.game_id)
        await _start_clock(conn, after, waits, now)
    else:
        await _pause_clock(conn, after, now)


async def _start_clock(conn: AsyncConnection, after: Session, waits: Span, now: datetime) -> None:
    seconds = waits.length.total_seconds()
    due_at, rest = (None, seconds) if after.lobby.paused else (now + waits.length, None)
    row = DeadlineRow(after.game_id, waits.turn, Due.TURN.value, due_at, rest)
    await leases.put_deadline(conn, row)


async def _pause_clock(conn: AsyncConnection, after: Session, now: datetime) -> None:
    """Stop all deadlines of a game, or let them go on with what was left."""
    for row in await leases.deadlines_of(conn, after.game_id):
        if after.lobby.paused and row.due_at is not None:
            rest = max(0.0, (row.due_at - now).total_seconds())
            await leases.put_deadline(conn, replace(row, due_at=None, rest_seconds=rest))
        elif not after.lobby.paused and row.rest_seconds is not None:
            due_at = now + timedelta(seconds=row.rest_seconds)
            await leases.put_deadline(conn, replace(row, due_at=due_at, rest_seconds=None))


async def _set_patience(
    conn: AsyncConnection, before: Session, after: Session, now: datetime, usual: timedelta
) -> None:
    """Set when the bots that wait go on by themselves; what happens in the game puts it off."""
    waits = wait(after)
    if (waits, span(after)) == (wait(before), span(before)):
        return
    await leases.drop_deadlines(conn, after.game_id, Due.PATIENCE.value)
    if waits is None:
        return
    rows = await leases.deadlines_of(conn, after.game_id)
    rests = (_rest(row, now) for row in rows if row.turn == waits.turn)
    length = patience(after, next(rests, None), usual)
    due_at, rest = (None, length.total_seconds()) if after.lobby.paused else (now + length, None)
    row = DeadlineRow(after.game_id, waits.turn, Due.PATIENCE.value, due_at, rest)
    await leases.put_deadline(conn, row)


def _rest(row: DeadlineRow, now: datetime) -> timedelta:
    """Return what is left until a deadline, or was left when it was stopped."""
    if row.due_at is None:
        return timedelta(seconds=row.rest_seconds or 0.0)
    return max(row.due_at - now, timedelta())

"""Projections: rows that follow from a game's log, updated with its new events."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final, TypeAlias

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.deadlines import LOBBY_IDLE, DeadlineKind, bot_wait, patience, turn_limit
from bot.games.session import Recorded, Session
from bot.games.transcripts import home_rooms, room_guild, with_tables
from bot.identity import GuildId, Room, User
from bot.lobby.model import Lobby, Status
from bot.ratings.boards.scoreboard import daily
from bot.ratings.scores import GameScore, ScoredPlay
from bot.ratings.scores_store import add_play
from bot.store import games, leases, rooms
from bot.store.leases import DeadlineRow
from core.rules import Seat, advance

RECENT_WORDS: Final = 2000
"""Words that a room remembers."""

RECENT_GAMES: Final = 6
"""Games whose clues a room remembers: the present one, and five before it."""


async def update_projections(
    conn: AsyncConnection, before: Session, after: Session, now: datetime, usual: timedelta | None
) -> None:
    """Write the changes between two sessions: seats, rooms, recent words and deadlines.

    `usual` is the time that bots wait for people without a clock; with None, bots wait forever and
    idle tables stay open.
    """
    if after.lobby.sitters != before.lobby.sitters:
        await games.put_seats(conn, after.game_id, after.lobby.sitters)
    for room in rooms_entered(before.lobby, after.lobby):
        await rooms.change_room(conn, room, game_id=after.game_id)
    for room in set(before.lobby.rooms).difference(after.lobby.rooms):
        if await rooms.find_room_game(conn, room) == after.game_id:
            await rooms.change_room(conn, room, game_id=None)
    await _remember_direct(conn, before.lobby, after.lobby)
    await _remember_deal(conn, before, after)
    await _set_clock(conn, before, after, now)
    if usual is not None:
        await _set_patience(conn, before, after, now, usual)
        await _set_idle(conn, before, after, now)


def rooms_entered(before: Lobby, after: Lobby) -> tuple[Room, ...]:
    """Return the rooms that a game enters: new ones, and all rooms of a reopened game."""
    again = before.is_closed and not after.is_closed
    return tuple(room for room in after.rooms if again or room not in before.rooms)


async def _remember_direct(conn: AsyncConnection, before: Lobby, after: Lobby) -> None:
    """Store whether direct messages reach people, if that has changed."""
    for member in after.members:
        known = before.member(member.user)
        if member.direct is not (known.direct if known else None):
            await rooms.change_user(conn, member.user, direct_closed=member.direct is False)


async def _remember_deal(conn: AsyncConnection, before: Session, after: Session) -> None:
    """Store a new deal's words in its rooms, and the game if bots learn from its turns."""
    words = after.game_type.dealt_words(after.state) if after.game_type.remembers else ()
    if not words or before.game_type.dealt_words(before.state):
        return
    for room in after.lobby.rooms:
        found = await rooms.find_room(conn, room)
        if found is not None:
            # A repeated word moves to the end.
            before_these = [word for word in found.recent_words if word not in words]
            recent = [*before_these, *words][-RECENT_WORDS:]
            heard = (*found.recent_games, *([after.game_id] if after.game_type.teaches else []))
            await rooms.change_room(
                conn, room, recent_words=recent, recent_games=heard[-RECENT_GAMES:]
            )


async def _set_clock(conn: AsyncConnection, before: Session, after: Session, now: datetime) -> None:
    """Set the deadline of the present turn limit, unless it has not changed."""
    waits, waited = turn_limit(after), turn_limit(before)
    if waits == waited and after.lobby.paused == before.lobby.paused:
        return
    if waits is None:
        await leases.drop_deadlines(conn, after.game_id)
    elif waits != waited:
        await leases.drop_deadlines(conn, after.game_id)
        await _put_deadline(conn, after, DeadlineKind.TURN, waits.length, now)
    else:
        await _pause_clock(conn, after, now)


async def _put_deadline(
    conn: AsyncConnection, after: Session, kind: DeadlineKind, length: timedelta, now: datetime
) -> None:
    """Store a deadline after this length of time, paused if the clock is."""
    due_at = None if after.lobby.paused else now + length
    row = DeadlineRow(after.game_id, after.turn, kind.value, due_at, length.total_seconds())
    await leases.put_deadline(conn, row)


async def _pause_clock(conn: AsyncConnection, after: Session, now: datetime) -> None:
    """Pause all deadlines of a game, or resume them with the time that was left."""
    for row in await leases.deadlines_of(conn, after.game_id):
        if after.lobby.paused is (row.due_at is not None):
            rest = _rest(row, now)
            due_at = None if after.lobby.paused else now + rest
            rest_seconds = rest.total_seconds()
            await leases.put_deadline(conn, replace(row, due_at=due_at, rest_seconds=rest_seconds))


async def _set_patience(
    conn: AsyncConnection, before: Session, after: Session, now: datetime, usual: timedelta
) -> None:
    """Set the deadline of waiting bots; each event of the game extends it."""
    waits = bot_wait(after)
    if (waits, turn_limit(after)) == (bot_wait(before), turn_limit(before)):
        return
    await leases.drop_deadlines(conn, after.game_id, DeadlineKind.PATIENCE.value)
    if waits is None:
        return
    rows = await leases.deadlines_of(conn, after.game_id)
    rests = (_rest(row, now) for row in rows if row.turn == after.turn)
    length = patience(after, next(rests, None), usual)
    await _put_deadline(conn, after, DeadlineKind.PATIENCE, length, now)


async def _set_idle(conn: AsyncConnection, before: Session, after: Session, now: datetime) -> None:
    """Set the deadline of an idle table before its game begins; each action extends it."""
    if after.lobby.status is Status.LOBBY:
        await _put_deadline(conn, after, DeadlineKind.IDLE, LOBBY_IDLE, now)
    elif before.lobby.status is Status.LOBBY and before.version:
        await leases.drop_deadlines(conn, after.game_id, DeadlineKind.IDLE.value)


def _rest(row: DeadlineRow, now: datetime) -> timedelta:
    """Return the time left until a deadline, at most the time left when it was set or paused."""
    rests = [] if row.rest_seconds is None else [timedelta(seconds=row.rest_seconds)]
    if row.due_at is not None:
        rests.append(max(row.due_at - now, timedelta()))
    return min(rests, default=timedelta())


ScoreEntry: TypeAlias = tuple[GuildId, User | None, str, ScoredPlay]
"""A guild, a player or None for the guild's own score, a game, and a play that counts."""


async def update_scores(conn: AsyncConnection, session: Session, log: Sequence[Recorded]) -> None:
    """Add a game that has just ended, or was lost by a stop, to all scores that it changes."""
    kind, forfeit = session.game_type, session.lobby.forfeit
    if not (forfeit or session.lobby.status is Status.OVER):
        return
    counted = {one.version for one in session.log}
    deeds = (
        (one.event, _person(lobby, one.seat))
        for one, lobby in with_tables(session, log)
        if one.version in counted
    )
    state, rules = session.state, session.rules
    if forfeit:
        state = advance(rules, state, kind.forfeited(session.options, state, forfeit))
    tally = kind.tally(rules.observe(state, None), deeds)
    if tally is None:
        return
    homes = home_rooms(session, log)
    guilds = {user: await room_guild(conn, homes[user]) for user in tally.plays}
    own = await room_guild(conn, session.lobby.rooms[0])
    # All writers of scores lock rows in this order.
    entries = _score_entries(session, tally, guilds, own)
    for entry in sorted(entries, key=lambda one: (one[0], str(one[1] or ""), one[2])):
        await add_play(conn, *entry)


def _person(lobby: Lobby, seat: str) -> User | None:
    """Return the person in a seat; None for a bot or a forgotten person."""
    sitter = lobby.sitter(Seat(seat))
    return None if sitter is None or sitter.is_bot or sitter.is_gone else sitter


def _score_entries(
    session: Session, tally: GameScore, guilds: Mapping[User, GuildId], own: GuildId
) -> Iterator[ScoreEntry]:
    kind = session.game_type
    day = kind.day(session.options)
    for user, play in tally.plays.items():
        yield guilds[user], user, kind.name, play
        if day:
            yield guilds[user], user, daily(kind.name), replace(play, day=day)
    if day:
        yield own, None, daily(kind.name), ScoredPlay(tally.won, day=day)

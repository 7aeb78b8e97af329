"""The stored sources of all learning: turns with their players, and results."""

from collections import defaultdict
from collections.abc import AsyncIterator, Collection, Iterable, Sequence
from enum import Enum
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import BOTS, GameId, GuildId, User
from bot.lobby.model import Status
from bot.ratings.facts import Credit, Result, SettledTurn, TurnEvidence, TurnPlayer
from bot.store import schema
from bot.store.sql import values
from core.agents.explanations import Evidence
from core.agents.personas import PERSONAS_VERSION
from core.codenames.model import Role, Team
from core.rules import Seat

ROWS_READ: Final = 1000
"""Turns or results in memory at once."""


def played_by(part: sa.Table) -> sa.ColumnElement[bool]:
    """Return the condition that joins a user's part of a turn to their seats in that turn."""
    names = ("game_id", "turn", "user", "role")
    return sa.and_(*(schema.turn_players.c[name] == part.c[name] for name in names))


def of_finished_games(part: sa.Table) -> sa.ColumnElement[bool]:
    """Return the condition that a part of a turn belongs to a game that is over."""
    games = schema.games.c
    over = sa.select(games.game_id).where(games.status == Status.OVER.value)
    its: sa.ColumnElement[bool] = part.c.game_id.in_(over)
    return its


def learnt_before(game_id: GameId) -> sa.ColumnElement[bool]:
    """Return the condition that a turn precedes all turns of a game in the order of learning."""
    turns = schema.turns.c
    first = sa.select(sa.func.min(turns.sequence)).where(turns.game_id == game_id).scalar_subquery()
    earlier = turns.sequence < sa.func.coalesce(first, turns.sequence + 1)
    return sa.and_(turns.outcome.is_not(None), earlier)


async def turns_known(conn: AsyncConnection, game_id: GameId) -> frozenset[int]:
    """Return the numbers of a game's stored turns."""
    found = sa.select(schema.turns.c.turn).where(schema.turns.c.game_id == game_id)
    return frozenset((await conn.scalars(found)).all())


async def has_results(conn: AsyncConnection, game_id: GameId) -> bool:
    """Return whether the game's results are stored."""
    found = sa.select(schema.results.c.seat).where(schema.results.c.game_id == game_id).limit(1)
    return await conn.scalar(found) is not None


async def insert_turns(conn: AsyncConnection, turns: Sequence[SettledTurn]) -> None:
    """Append turns, in the given order; the caller holds the lock."""
    first = (await conn.scalar(sa.select(sa.func.max(schema.turns.c.sequence))) or 0) + 1
    rows = [
        {**_columns(turn, schema.turns), "sequence": sequence}
        for sequence, turn in enumerate(turns, start=first)
    ]
    await conn.execute(sa.insert(schema.turns), rows)
    await _insert_parts(conn, schema.turn_players, ((one, one.players) for one in turns))
    await _insert_parts(conn, schema.turn_credits, ((one, one.credits) for one in turns))
    await _insert_parts(conn, schema.remembered_clues, ((one, one.clues) for one in turns))
    await insert_evidence(conn, turns)


async def insert_evidence(conn: AsyncConnection, turns: Iterable[SettledTurn]) -> None:
    """Store the evidence of stored turns."""
    await _insert_parts(conn, schema.turn_evidence, ((one, one.evidence) for one in turns))


async def _insert_parts(
    conn: AsyncConnection, table: sa.Table, turns: Iterable[tuple[SettledTurn, Iterable[object]]]
) -> None:
    rows = [
        {"game_id": turn.game_id, "turn": turn.turn, **_columns(part, table)}
        for turn, parts in turns
        for part in parts
    ]
    if rows:
        await conn.execute(sa.insert(table), rows)


async def drop_outdated_evidence(conn: AsyncConnection, game_id: GameId) -> None:
    """Delete a game's evidence from another version of the personas."""
    table = schema.turn_evidence
    outdated = sa.and_(table.c.game_id == game_id, table.c.version != PERSONAS_VERSION)
    await conn.execute(sa.delete(table).where(outdated))


async def insert_results(conn: AsyncConnection, game_id: GameId, results: Iterable[Result]) -> None:
    """Store the results of a game."""
    its = schema.results
    rows = [
        {"game_id": game_id, **_columns(result, its), **_columns(result.player, its)}
        for result in results
    ]
    await conn.execute(sa.insert(schema.results), rows)


async def all_turns(conn: AsyncConnection) -> AsyncIterator[SettledTurn]:
    """Yield every stored turn in the order of learning."""
    last, sequence = 0, schema.turns.c.sequence
    some = sa.select(schema.turns).order_by(sequence).limit(ROWS_READ)
    while rows := (await conn.execute(some.where(sequence > last))).all():
        first, last = last + 1, rows[-1].sequence
        for turn in await _whole(conn, rows, sequence.between(first, last)):
            yield turn


async def turns_of(conn: AsyncConnection, game_id: GameId) -> tuple[SettledTurn, ...]:
    """Return the stored turns of a game in the order of learning."""
    turns = schema.turns
    its = turns.c.game_id == game_id
    rows = (await conn.execute(sa.select(turns).where(its).order_by(turns.c.sequence))).all()
    return tuple(await _whole(conn, rows, its))


async def _whole(
    conn: AsyncConnection, rows: Iterable[sa.Row[Any]], which: sa.ColumnElement[bool]
) -> Iterable[SettledTurn]:
    """Return turns from their rows, with their parts; `which` selects the parts' turns."""
    tables = (schema.turn_players, schema.turn_credits, schema.turn_evidence)
    parts = [await _by_turn(conn, table, which) for table in tables]
    return [_turn(row, *(part[_key(row)] for part in parts)) for row in rows]


def _key(row: sa.Row[Any]) -> tuple[str, int]:
    return row.game_id, row.turn


async def earned_by_people(
    conn: AsyncConnection, agent_roles: Collection[tuple[str, str]]
) -> AsyncIterator[Sequence[sa.Row[Any]]]:
    """Yield credits with people in batches, in the order of `all_turns`.

    `agent_roles` are agents with their teammates' roles. A row has `sequence`, `outcome`, `agent`,
    `user`, `role`, `expert`, `credit`, and the `guild` in which it counts.
    """
    last = (
        await conn.scalar(sa.select(sa.func.max(schema.turns.c.sequence))) if agent_roles else None
    )
    for first in range(1, (last or 0) + 1, ROWS_READ):
        stretch = schema.turns.c.sequence.between(first, first + ROWS_READ - 1)
        yield (await conn.execute(_earned(agent_roles).where(stretch))).all()


def _earned(agent_roles: Collection[tuple[str, str]]) -> sa.Select[Any]:
    turns, earned, players = schema.turns.c, schema.turn_credits.c, schema.turn_players.c
    columns = (earned.agent, earned.user, earned.role, earned.expert, earned.credit)
    return (
        sa.select(turns.sequence, turns.outcome, *columns, players.guild)
        .distinct()
        .join_from(schema.turns, schema.turn_credits)
        .outerjoin(schema.turn_players, played_by(schema.turn_credits))
        .where(turns.outcome.is_not(None), earned.user.not_like(f"{BOTS}:%"))
        .where(sa.tuple_(earned.agent, earned.role).in_(sorted(agent_roles)))
        .order_by(turns.sequence)
    )


def _columns(stored: object, table: sa.Table) -> dict[str, Any]:
    """Return the fields that are columns of a table."""
    return {name: _plain(value) for name, value in values(stored).items() if name in table.c}


def _plain(value: object) -> object:
    match value:
        case User():
            return str(value)
        case Enum():
            return value.value
        case Evidence():
            return [*value.thousandths]
        case _:
            return value


async def _by_turn(
    conn: AsyncConnection, table: sa.Table, which: sa.ColumnElement[bool]
) -> defaultdict[tuple[str, int], list[sa.Row[Any]]]:
    """Return a table's rows by turn for the turns that meet a condition."""
    query = sa.select(table).join(schema.turns).where(which)
    rows = defaultdict[tuple[str, int], list[sa.Row[Any]]](list)
    for row in await conn.execute(query):
        rows[_key(row)].append(row)
    return rows


def _turn(
    row: sa.Row[Any],
    players: Iterable[sa.Row[Any]],
    earned: Iterable[sa.Row[Any]],
    told: Iterable[sa.Row[Any]],
) -> SettledTurn:
    return SettledTurn(
        GameId(row.game_id),
        row.turn,
        Team(row.team),
        row.outcome,
        row.alone,
        row.at,
        tuple(map(_player, players)),
        tuple(map(_credit, earned)),
        row.rated,
        tuple(map(_told, told)),
    )


def _player(row: sa.Row[Any]) -> TurnPlayer:
    return TurnPlayer(Seat(row.seat), User.parse(row.user), Role(row.role), GuildId(row.guild))


def _told(row: sa.Row[Any]) -> TurnEvidence:
    evidence = Evidence(1, tuple(row.evidence))
    return TurnEvidence(User.parse(row.user), Role(row.role), evidence, row.version)


def _credit(row: sa.Row[Any]) -> Credit:
    return Credit(User.parse(row.user), Role(row.role), row.agent, row.expert, row.credit)

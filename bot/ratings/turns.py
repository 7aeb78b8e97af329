"""The truth of what is learnt, in and out of the database: turns, who played them, results."""

from collections import defaultdict
from collections.abc import AsyncIterator, Collection, Iterable, Sequence
from typing import Any, Final

from sqlalchemy import Row, Select, and_, func, insert, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import BOTS, GameId, GuildId, User
from bot.ratings.facts import Credit, Result, SettledTurn, TurnPlayer
from bot.store import schema
from core.codenames.model import Role, Team
from core.rules import Seat

ROWS_READ: Final = 1000
"""Turns or results that are held in memory at once."""


async def turns_known(conn: AsyncConnection, game_id: GameId) -> frozenset[int]:
    """Return the numbers of the game's turns that are stored."""
    found = select(schema.turns.c.turn).where(schema.turns.c.game_id == game_id)
    return frozenset((await conn.scalars(found)).all())


async def has_results(conn: AsyncConnection, game_id: GameId) -> bool:
    """Return whether the game's results are stored."""
    found = select(schema.results.c.seat).where(schema.results.c.game_id == game_id).limit(1)
    return await conn.scalar(found) is not None


async def insert_turns(conn: AsyncConnection, turns: Sequence[SettledTurn]) -> None:
    """Store turns, in this order, after all that are stored; the caller holds the lock."""
    first = (await conn.scalar(select(func.max(schema.turns.c.sequence))) or 0) + 1
    rows = [_turn_row(turn, first + place) for place, turn in enumerate(turns)]
    await conn.execute(insert(schema.turns), rows)
    players = [row for turn in turns for row in _player_rows(turn)]
    if players:
        await conn.execute(insert(schema.turn_players), players)
    earned = [row for turn in turns for row in _credit_rows(turn)]
    if earned:
        await conn.execute(insert(schema.turn_credits), earned)


async def insert_results(conn: AsyncConnection, game_id: GameId, results: Iterable[Result]) -> None:
    """Store the results of a game."""
    rows = [
        {
            "game_id": game_id,
            **_player_row(result.player),
            "won": result.won,
            "alone": result.alone,
            "at": result.at,
        }
        for result in results
    ]
    await conn.execute(insert(schema.results), rows)


async def all_turns(conn: AsyncConnection) -> AsyncIterator[SettledTurn]:
    """Yield every stored turn, in the order in which they were learnt."""
    last = 0
    turns = schema.turns
    while True:
        chunk = turns.c.sequence > last
        some = select(turns).where(chunk).order_by(turns.c.sequence).limit(ROWS_READ)
        rows = (await conn.execute(some)).all()
        if not rows:
            return
        end = rows[-1].sequence
        players = await _by_turn(conn, _joined(schema.turn_players, last, end))
        earned = await _by_turn(conn, _joined(schema.turn_credits, last, end))
        for row in rows:
            key = (row.game_id, row.turn)
            yield _turn(row, map(_player, players[key]), map(_credit, earned[key]))
        last = end


async def earned_by_people(
    conn: AsyncConnection, agent_roles: Collection[tuple[str, str]]
) -> AsyncIterator[Sequence[Row[Any]]]:
    """Yield what people earned on turns, a stretch at a time, in the order of `all_turns`.

    `lessons` are agents with the roles of those they learnt about. A row is a credit: `sequence`,
    `outcome`, `agent`, `user`, `role`, `expert`, `credit`, and the `guild` that it counts in.
    """
    last = await conn.scalar(select(func.max(schema.turns.c.sequence))) if agent_roles else None
    for first in range(1, (last or 0) + 1, ROWS_READ):
        stretch = schema.turns.c.sequence.between(first, first + ROWS_READ - 1)
        yield (await conn.execute(_earned(agent_roles).where(stretch))).all()


def _earned(agent_roles: Collection[tuple[str, str]]) -> Select[Any]:
    turns, earned, players = schema.turns.c, schema.turn_credits.c, schema.turn_players.c
    same = and_(earned.game_id == turns.game_id, earned.turn == turns.turn)
    whose = and_(
        players.game_id == earned.game_id,
        players.turn == earned.turn,
        players.user == earned.user,
        players.role == earned.role,
    )
    columns = (earned.agent, earned.user, earned.role, earned.expert, earned.credit)
    return (
        select(turns.sequence, turns.outcome, *columns, players.guild)
        .distinct()
        .join_from(schema.turns, schema.turn_credits, same)
        .outerjoin(schema.turn_players, whose)
        .where(turns.outcome.is_not(None), earned.user.not_like(f"{BOTS}:%"))
        .where(tuple_(earned.agent, earned.role).in_(sorted(agent_roles)))
        .order_by(turns.sequence)
    )


def _turn_row(turn: SettledTurn, sequence: int) -> dict[str, Any]:
    return {
        "game_id": turn.game_id,
        "turn": turn.turn,
        "sequence": sequence,
        "team": turn.team.value,
        "outcome": turn.outcome,
        "rated": turn.rated,
        "alone": turn.alone,
        "at": turn.at,
    }


def _player_rows(turn: SettledTurn) -> list[dict[str, Any]]:
    key = {"game_id": turn.game_id, "turn": turn.turn}
    return [{**key, **_player_row(player)} for player in turn.players]


def _player_row(player: TurnPlayer) -> dict[str, Any]:
    return {
        "seat": player.seat,
        "user": str(player.user),
        "role": player.role.value,
        "guild": player.guild,
    }


def _credit_rows(turn: SettledTurn) -> list[dict[str, Any]]:
    return [
        {
            "game_id": turn.game_id,
            "turn": turn.turn,
            "user": str(credit.user),
            "role": credit.role.value,
            "expert": credit.expert,
            "agent": credit.agent,
            "credit": credit.credit,
        }
        for credit in turn.credits
    ]


def _joined(table: Any, after: int, until: int) -> Select[Any]:  # noqa: ANN401 - a table
    """Return the rows of a table that belong to the turns of a stretch of the sequence."""
    turns = schema.turns
    same = (table.c.game_id == turns.c.game_id) & (table.c.turn == turns.c.turn)
    stretch = (turns.c.sequence > after) & (turns.c.sequence <= until)
    return select(table).join(turns, same).where(stretch)


async def _by_turn(
    conn: AsyncConnection, query: Select[Any]
) -> defaultdict[tuple[str, int], list[Row[Any]]]:
    rows = defaultdict[tuple[str, int], list[Row[Any]]](list)
    for row in await conn.execute(query):
        rows[row.game_id, row.turn].append(row)
    return rows


def _turn(row: Row[Any], players: Iterable[TurnPlayer], earned: Iterable[Credit]) -> SettledTurn:
    return SettledTurn(
        GameId(row.game_id),
        row.turn,
        Team(row.team),
        row.outcome,
        row.alone,
        row.at,
        tuple(players),
        tuple(earned),
        row.rated,
    )


def _player(row: Row[Any]) -> TurnPlayer:
    return TurnPlayer(Seat(row.seat), User.parse(row.user), Role(row.role), GuildId(row.guild))


def _credit(row: Row[Any]) -> Credit:
    return Credit(User.parse(row.user), Role(row.role), row.agent, row.expert, row.credit)

"""All stored data about a person as JSON, without secrets of running games."""

from collections.abc import Mapping
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import Select, and_, case, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.chat.privacy.names import TABLE_TAGS
from bot.codec import tag_of
from bot.gametypes.registry import GameTypes
from bot.identity import GuildId, User
from bot.lobby.model import Status
from bot.ratings.remembered_clues import with_user
from bot.ratings.turns import of_finished_games
from bot.store import schema
from bot.store.rooms import is_user
from core.rating.colt import OUTCOMES


async def export(conn: AsyncConnection, user: User, guild: GuildId | None = None) -> dict[str, Any]:
    """Return all stored data about a person.

    ``moves``, ``credits`` and ``clues`` are from finished games; moves are from the chairs in which
    the person sat at the end. A given guild limits ``clues``, which other guilds may not see.
    ``acts`` are the times of the person's actions at tables; ``messages`` are the private ones.
    """
    messages, earned = schema.messages.c, schema.turn_credits
    queries: Mapping[str, Select[Any]] = {
        "account": select(schema.users).where(is_user(user)),
        "seats": select(schema.seats.c.game_id, schema.seats.c.seat).where(
            schema.seats.c.user == str(user)
        ),
        "acts": _acts(user),
        "moves": _moves(user),
        "messages": select(messages.game_id, messages.room, messages.handle).where(
            messages.audience == str(user)
        ),
        "turns": _turns(user),
        # Credits follow from bots' thoughts, which are secret until the game's end.
        "credits": _whose(earned, user).where(of_finished_games(earned)),
        "evidence": _whose(schema.turn_evidence, user),
        "clues": _clues(user, guild),
        "memory": _whose(schema.agent_memory, user),
        "ratings": _whose(schema.ratings, user),
        "results": _whose(schema.results, user),
        "scores": _whose(schema.side_scores, user),
    }
    found = {name: await _rows(conn, query) for name, query in queries.items()}
    return {"user": str(user), **found}


def _acts(user: User) -> Select[Any]:
    events = schema.events
    return (
        select(events.c.game_id, events.c.version, events.c.tag, events.c.at)
        .where(events.c.seat == str(user), events.c.tag.like(TABLE_TAGS))
        .order_by(events.c.at, events.c.game_id, events.c.version)
    )


def _moves(user: User) -> Select[Any]:
    events, seats, games = schema.events, schema.seats, schema.games
    sat = and_(seats.c.game_id == events.c.game_id, seats.c.seat == events.c.seat)
    return (
        select(events.c.game_id, events.c.version, events.c.seat, events.c.tag, events.c.body)
        .join_from(events, seats, sat)
        .join(games, games.c.game_id == events.c.game_id)
        .where(seats.c.user == str(user), games.c.status == Status.OVER.value)
        .where(tuple_(games.c.kind, events.c.tag).not_in(_deals()))
        .order_by(events.c.game_id, events.c.version)
    )


@cache
def _deals() -> tuple[tuple[str, str], ...]:
    """Return the games' events that hold a deal, and so no data about a person."""
    kinds = GameTypes().values()
    return tuple((kind.name, tag_of(event)) for kind in kinds for event in kind.deal_events)


def _turns(user: User) -> Select[Any]:
    turns, players = schema.turns, schema.turn_players
    return (
        select(players, turns.c.team, turns.c.outcome, turns.c.alone, turns.c.at)
        .join_from(players, turns)
        .where(players.c.user == str(user))
        .order_by(turns.c.sequence)
    )


def _clues(user: User, guild: GuildId | None) -> Select[Any]:
    """Select a user's pairs of a clue and a card, without the other person."""
    clues = schema.remembered_clues
    names = ("game_id", "turn", "guild", "clue", "card", "meant", "picked", "found", "at")
    part = case((clues.c.giver == str(user), "giver"), else_="picker").label("part")
    here = [] if guild is None else [clues.c.guild == guild]
    return (
        select(*(clues.c[name] for name in names), part)
        .where(with_user(user), of_finished_games(clues), *here)
        .order_by(clues.c.at, *clues.primary_key)
    )


def _whose(table: Any, user: User) -> Select[Any]:  # noqa: ANN401 - a table
    """Select a table's rows about a user in the order of its key."""
    return select(table).where(table.c.user == str(user)).order_by(*table.primary_key)


async def _rows(conn: AsyncConnection, query: Select[Any]) -> list[dict[str, Any]]:
    rows = (await conn.execute(query)).mappings()
    return [{name: _plain(name, value) for name, value in row.items()} for row in rows]


def _plain(name: str, value: Any) -> Any:  # noqa: ANN401 - any value of a row
    """Return a value as JSON: times in ISO 8601, outcomes as in the paper."""
    if isinstance(value, datetime):
        return value.isoformat()
    return OUTCOMES[value].code if name == "outcome" and value is not None else value

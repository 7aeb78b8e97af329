"""The content of the kept databases, to compare with their content when they were new."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from sqlalchemy import Table, select
from sqlalchemy.ext.asyncio import AsyncConnection

from adapters.chat.incoming import ButtonId
from bot.chat.privacy.export import export
from bot.cli.replay import replay, replay_json
from bot.games import GameId, refusal
from bot.lobby import notation
from bot.lobby.settings import shown
from bot.ratings.boards.json import leaderboard_json, profile_json, scores_json
from bot.ratings.boards.leaderboard import BoardQuery, last_days, leaderboard
from bot.ratings.boards.profile import profile
from bot.ratings.boards.scoreboard import scoreboard
from bot.store import schema
from bot.texts import Texts
from core.codenames.model import Role
from tests.stored.installation import GUILD, PEOPLE, Installation

COLUMNS: Final = {
    "games": ("kind", "status"),
    "events": ("tag",),
    "deliveries": ("source",),
    "deadlines": ("kind",),
    "leases": ("kind",),
    "turns": ("team",),
    "turn_players": ("role",),
    "turn_credits": ("role", "agent"),
    "results": ("role",),
    "agent_memory": ("agent", "role"),
    "ratings": ("role",),
    "side_scores": ("game",),
    "packs": ("name",),
}
"""Columns whose values are the application's own names, by table."""

BODIES: Final = {
    "games": ("options", "settings", "lists"),
    "events": ("body",),
    "rooms": ("settings",),
    "guilds": ("settings",),
    "thoughts": ("body",),
}
"""JSON columns whose members the application names."""

KEYS: Final = {"games": "kind", "events": "tag"}
"""The column with the kind of a row's JSON."""


async def told(here: Installation, games: Mapping[str, GameId]) -> dict[str, Any]:
    """Return operators' view of a database, as JSON."""
    async with here.store.reading() as conn:
        ratings = {
            "all": await _board(conn),
            "guessers-today": await _board(
                conn, role=Role.GUESSER, days=last_days(1, here.games.now())
            ),
            "alone": await _board(conn, alone=True),
        }
        scores = scores_json(
            await scoreboard(conn, GUILD, "hangman", today=here.games.now().date())
        )
        profiles = {
            who: profile_json(await profile(conn, GUILD, PEOPLE[who], with_learnt=True))
            for who in ("ann", "dan")
        }
        exports = {who: await export(conn, PEOPLE[who]) for who in ("dan", "sue")}
    return {
        "games": {name: await _game(here, game_id) for name, game_id in games.items()},
        "ratings": ratings,
        "scores": scores,
        "profiles": profiles,
        "exports": exports,
    }


async def _board(conn: AsyncConnection, **asked: Any) -> list[dict[str, Any]]:
    return leaderboard_json(await leaderboard(conn, BoardQuery(GUILD, **asked)))


async def _game(here: Installation, game_id: GameId) -> dict[str, Any]:
    """Return a game's course and state, without sentences, whose wording may change."""
    session = await here.session(game_id)
    course = replay_json(await replay(here.games, game_id), Texts.load())
    lobby, rules = session.lobby, session.rules
    return {
        "kind": course["kind"],
        "status": course["status"],
        "version": course["version"],
        "turn": session.turn,
        "lines": [
            [one["version"], one["at"], one["line"]] for one in course["events"] if one["line"]
        ],
        "deal": course["deal"],
        "options": session.game_type.values(session.options),
        "settings": dict(shown(lobby.settings)),
        "host": str(lobby.host),
        "rooms": [str(room) for room in lobby.rooms],
        "members": [
            [str(one.user), str(one.room), one.seat, one.team, one.watching, one.direct]
            for one in lobby.members
        ],
        "bots": [[seat, name] for seat, name in lobby.bots],
        "to-act": sorted(rules.to_act(session.state)),
        "open": [lobby.paused, lobby.followed, lobby.at_once, lobby.proposal is not None],
        "shown": sorted([str(user), what] for user, what in lobby.shown),
        "taken-back": sorted(session.taken_back),
    }


async def may_press(here: Installation, press: ButtonId | None) -> list[str]:
    """Return the people who may press a button that submits a line."""
    assert press
    home = here.homes[press.game_id]
    await here.session(press.game_id)  # is cached, and not read again for each person
    refused = {
        who: await refusal(
            here.games, here.caller(who, home), press.line, turn=press.turn, game_id=press.game_id
        )
        for who in PEOPLE
    }
    return [who for who, why in refused.items() if why is None]


async def reread(here: Installation, game_id: GameId, line: str) -> str:
    """Return a line after reading and writing it."""
    session = await here.session(game_id)
    action = notation.parse(line, session.lobby)
    if action is not None:
        return action.line
    public = session.observe(None)
    read_back = session.game_type.game.parse(line, public, session.turn)
    return session.game_type.game.action_line(read_back, public)


async def vocabulary(conn: AsyncConnection) -> dict[str, frozenset[str]]:
    """Return the names that the application has stored in the database, by place."""
    found = dict[str, set[str]]()
    for table in schema.METADATA.sorted_tables:
        columns = {*COLUMNS.get(table.name, ()), *BODIES.get(table.name, ())}
        if columns:
            for row in (await conn.execute(select(table))).mappings():
                for where, name in _named(table, dict(row)):
                    found.setdefault(where, set()).add(name)
    return {where: frozenset(names) for where, names in found.items()}


def _named(table: Table, row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for column in COLUMNS.get(table.name, ()):
        yield f"{table.name}.{column}", row[column]
    kind = row[KEYS[table.name]] if table.name in KEYS else ""
    for column in BODIES.get(table.name, ()):
        for path in _paths(row[column]):
            yield f"{table.name}.{column} {kind}".strip(), path


def _paths(body: Any) -> Iterator[str]:
    """Yield the names of members in JSON, each with its parents."""
    match body:
        case dict():
            for name, value in body.items():
                yield name
                yield from (f"{name}.{path}" for path in _paths(value))
        case list():
            for item in body:
                yield from _paths(item)


async def rows(conn: AsyncConnection, *tables: Table) -> dict[str, list[Mapping[str, Any]]]:
    """Return all rows of tables, ordered by key."""
    return {
        table.name: [
            dict(row)
            for row in (await conn.execute(select(table).order_by(*table.primary_key))).mappings()
        ]
        for table in tables
    }


def rounded(value: Any) -> Any:
    """Return JSON with fractions rounded to nine places: machines differ in the last ones."""
    match value:
        case float():
            return round(value, 9)
        case list():
            return [rounded(item) for item in value]
        case dict():
            return {name: rounded(item) for name, item in value.items()}
        case _:
            return value

"""Two guilds that play: a game in each, one in both, and one that still runs."""

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.chat.privacy.forget import forget, lock_named
from bot.chat.privacy.purge import data_of, purge
from bot.codec import Codec
from bot.identity import GameId, GuildId, Room, User
from bot.lobby.events import Joined, Left, LobbyEvent, Seated
from bot.lobby.game_events import EVENT_TYPES, Opened, Started
from bot.lobby.model import Lobby, LobbyChair, LobbySettings
from bot.ratings.learn import learn
from bot.ratings.scores import ScoredPlay
from bot.ratings.scores_store import add_play
from bot.store import schema
from bot.store.games import DeliveryRow, insert_delivery, put_seats
from bot.store.rooms import (
    GuildRow,
    change_room,
    ensure_room,
    ensure_user,
    put_guild,
)
from bot.store.threads import ThreadRow, put_thread
from core.codenames.model import Options
from core.rules import Seat
from tests.bot.ratings.games import (
    ACE,
    ANN,
    BLUE_GUESS,
    BLUE_SPY,
    BLUE_WON,
    BOB,
    CAT,
    DAN,
    GUILD,
    NOON,
    OTHER,
    RED_GUESS,
    RED_SPY,
    blue,
    clue_thoughts,
    game,
    keep_game,
    red,
)

HERE, THERE = Room("discord", "555001"), Room("slack", "T1/C9")
HOMES = {ANN: HERE, BOB: HERE, CAT: THERE, DAN: THERE}
PLACES = {HERE: GUILD, THERE: OTHER}
NAMES = {ANN: "Annabel", BOB: "Bobby", CAT: "Catherine", DAN: "Daniel"}

EVENTS = Codec(EVENT_TYPES, prefix="table-")

CHAIRS = tuple(
    LobbyChair(chair.seat, chair.team.value, chair.role.value, sees_key=False)
    for chair in Options().chairs
)

OURS, SHARED, THEIRS, RUNNING = map(GameId, ("ours", "shared", "theirs", "running"))

TABLES: Mapping[GameId, dict[Seat, User]] = {
    OURS: {BLUE_SPY: ACE, BLUE_GUESS: ANN, RED_SPY: BOB, RED_GUESS: ACE},
    SHARED: {BLUE_SPY: ACE, BLUE_GUESS: CAT, RED_SPY: ACE, RED_GUESS: ANN},
    THEIRS: {BLUE_SPY: DAN, BLUE_GUESS: CAT},
    RUNNING: {BLUE_SPY: ANN, BLUE_GUESS: BOB},
}


async def settle(conn: AsyncConnection) -> None:
    """Store rooms, people and games, and learn from the finished games."""
    for user, name in NAMES.items():
        await ensure_user(conn, user, name, "en")
    for room, guild in PLACES.items():
        await ensure_room(conn, room, guild)
        await put_guild(conn, GuildRow(guild, "en", {}))
    teams = {"teams": [[{"platform": ANN.platform, "id": ANN.id}, str(BOB)], {str(ANN): "blue"}]}
    await change_room(conn, HERE, language=None, settings=teams)
    for name, table in TABLES.items():
        await _play(conn, name, table)
    await change_room(conn, HERE, game_id=SHARED)
    await change_room(conn, THERE, game_id=SHARED)
    for user in NAMES:
        for guild in (GUILD, OTHER):
            await add_play(conn, guild, user, "hangman", ScoredPlay(won=True, points=3))


async def _play(conn: AsyncConnection, name: GameId, table: dict[Seat, User]) -> None:
    await keep_game(conn, name, "running" if name == RUNNING else "over")
    await put_seats(conn, name, table)
    await _log(conn, name, table)
    await insert_delivery(conn, DeliveryRow("door", f"press-{name}", name, 1, NOON))
    people = [user for user in table.values() if not user.is_bot]
    drawings = [
        {"game_id": name, "room": str(HOMES[user]), "audience": str(user), "version": 1}
        for user in people
    ]
    await conn.execute(insert(schema.messages), drawings)
    for room in {HOMES[user] for user in people}:
        thread = Room(room.platform, f"{room.place}-{name}")
        await put_thread(conn, ThreadRow(name, room, thread, closed=False))
    thoughts = {
        (1, BLUE_SPY): clue_thoughts(gloss=1.0, sense=0.3),
        (2, RED_SPY): clue_thoughts(minilm=0.7),
        (3, BLUE_SPY): clue_thoughts(gloss=0.4),
    }
    facts = game(
        blue(1, "BB"),
        red(2, "R"),
        blue(3, "BT"),
        name=name,
        table=table,
        thoughts=thoughts,
        guilds={user: PLACES[HOMES[user]] for user in people},
        ending=BLUE_WON,
    )
    if name != RUNNING:
        await learn(conn, facts)


async def _log(conn: AsyncConnection, name: GameId, table: dict[Seat, User]) -> None:
    """Store the lobby events of a table, a deal, and a clue."""
    people = {seat: user for seat, user in table.items() if not user.is_bot}
    host = next(iter(people.values()))
    told: list[tuple[User, LobbyEvent]] = [
        (host, Opened("codenames", CHAIRS, LobbySettings(), host, HOMES[host]))
    ]
    told += [(user, Joined(user, HOMES[user])) for user in people.values() if user != host]
    told += [(host, Seated(user, seat)) for seat, user in people.items()]
    told += [(host, Started(host)), (BOB, Joined(BOB, HERE)), (host, Left(BOB, host))]
    rows = [
        {"seat": str(by), "tag": EVENTS.tag(event), "body": EVENTS.body(event)}
        for by, event in told
    ]
    rows += [
        {"seat": "chance", "tag": "dealt", "body": {"secret": f"deal-of-{name}"}},
        {"seat": BLUE_SPY, "tag": "clue-given", "body": {"word": f"clue-of-{name}"}},
        {"seat": BLUE_GUESS, "tag": "uncovered", "body": {"card": f"card-of-{name}"}},
    ]
    numbered = [
        {"game_id": name, "version": version, "at": NOON, **row}
        for version, row in enumerate(rows, start=1)
    ]
    await conn.execute(insert(schema.events), numbered)
    its = schema.games.c.game_id == name
    await conn.execute(update(schema.games).where(its).values(version=len(rows)))


async def forgotten(conn: AsyncConnection, user: User) -> tuple[GameId, ...]:
    """Forget a person; return the games that named them."""
    games = await lock_named(conn, user)
    await forget(conn, user, games)
    return games


async def purged(conn: AsyncConnection, guild: GuildId) -> tuple[GameId, ...]:
    """Purge a guild; return the games that this deletes."""
    data = await data_of(conn, guild, lock=True)
    await purge(conn, data)
    return data.games


async def everything(conn: AsyncConnection) -> dict[str, str]:
    """Return every row of every table, as text."""
    return {
        table.name: "\n".join(
            json.dumps(dict(row), ensure_ascii=False, default=str)
            for row in (await conn.execute(select(table))).mappings()
        )
        for table in schema.METADATA.sorted_tables
    }


async def lobby_of(conn: AsyncConnection, name: GameId) -> Lobby:
    """Return the lobby that a game's table events fold to."""
    events = schema.events
    found = (
        select(events.c.tag, events.c.body)
        .where(events.c.game_id == name, events.c.tag.like("table-%"))
        .order_by(events.c.version)
    )
    lobby = Lobby()
    for tag, body in await conn.execute(found):
        lobby = EVENTS.read(tag, body).apply(lobby)
    return lobby


async def rows_about(
    conn: AsyncConnection, table: Any, *, but: User, guild: GuildId | None = None
) -> set[str]:
    """Return a table's rows about all users, or all of a guild, except one user and the pools."""
    rows = (await conn.execute(select(table))).mappings()
    return {
        json.dumps(dict(row), sort_keys=True, default=str)
        for row in rows
        if row["user"] != str(but)
        and not row["user"].startswith("pool:")
        and guild in (None, row.get("guild"))
    }

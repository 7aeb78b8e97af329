"""Operators see no secret: whole games at the most verbose log level, searched."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import pytest
from sqlalchemy import select, text

from adapters.slack.platform import SlackEnvironment
from bot.games.requests import Receipt
from bot.games.service import Games
from bot.games.session import Session
from bot.identity import GameId
from bot.lobby.model import Status
from bot.server.health import Health, serve_http
from bot.server.metrics import Metrics
from bot.server.server import App, _services, open_app, secrets_of
from bot.server.supervisor import Supervisor
from bot.settings import Settings
from bot.store import schema
from bot.store.address import address
from bot.store.connection import Store
from bot.store.faults import StoreFault
from bot.store.migration import upgrade
from core.codenames.notation import key_rows
from core.rules import Refusal
from core.words.packs import Pack, first_pack
from tests.bot.games.parlour import Parlour, person
from tests.bot.journal import entries, journal
from tests.bot.server.test_health import free_port, get

pytestmark = pytest.mark.either_database

KEYWORD = "swordfish lamp"
HIDDEN = "qzxjvkwbgf"
PASSWORD = "open-sesame-3"  # noqa: S105 - nobody's
TOKEN = f"xoxb-{'7' * 30}"
SECONDS = 120

LONG_WORDS = Pack(
    "long", tuple(word for word in first_pack().words if len(word) >= 7 and word != "platform")
)
"""Cards whose words no operator's event or metric contains by chance."""

SEPARATORS = ("", " ", ",", ", ", "','", "', '", '","', '", "')


@dataclass
class Evidence:
    """Everything that operators saw, and the secrets of the games."""

    shown: str
    secrets: Mapping[str, tuple[str, ...]]

    def found(self, text: str) -> set[str]:
        """Return the kinds of the secrets that a text contains."""
        return {kind for kind, some in self.secrets.items() if any(one in text for one in some)}


def written(key: tuple[Any, ...]) -> tuple[str, ...]:
    """Return the possible spellings of a key's rows."""
    rows = key_rows(key, 5)
    return tuple(separator.join(row) for row in rows for separator in SEPARATORS)


def secrets(*sessions: Session) -> Mapping[str, tuple[str, ...]]:
    """Return the secrets of some games by kind."""
    layouts = [session.state.layout for session in sessions]
    drawn = [one.source.secret.value for one in layouts if hasattr(one.source, "secret")]
    return {
        "key": tuple(text for one in layouts for text in written(one.key.value)),
        "cards": tuple(word for one in layouts for word in one.words),
        "keyword": (KEYWORD, "swordfish"),
        "hidden": (HIDDEN, HIDDEN.upper(), ", ".join(HIDDEN)),
        "deal": tuple(text for one in drawn for text in (one.hex(), repr(one))),
        "password": (PASSWORD,),
        "token": (TOKEN,),
    }


@asynccontextmanager
async def hosting(url: str, metrics: Metrics) -> AsyncIterator[tuple[App, Health]]:
    """Serve as `spyring run` does, with another service that crashes."""

    async def broken() -> None:
        raise ValueError(f"{KEYWORD} {PASSWORD}")

    settings = Settings(lines_per_minute=100_000)
    async with open_app(settings, url, ("gloss", "sense"), metrics) as house:
        keeper = Supervisor({**_services(house), "broken": broken})
        keeping = asyncio.create_task(keeper.run())
        try:
            yield house, Health(house.games, metrics, keeper.status)
        finally:
            keeping.cancel()
            await asyncio.wait([keeping])


async def opened(games: Games, **options: object) -> Parlour:
    """Return a table with ACE in all chairs, and Ann as its only member."""
    parlour = Parlour(games)
    current = await games.current(person("ann").room)
    if current is not None:
        with suppress(Refusal):
            await parlour.say("ann", "stop")
    await games.open(person("ann"), "codenames", options, pack=LONG_WORDS)
    for line in ("set pace 0", "set bot ace"):
        await parlour.say("ann", line)
    return parlour


async def until_due(games: Games, game_id: GameId, seat: str) -> Session:
    """Return a game once it waits for a seat or is over."""
    with games.notifier.subscribe() as changes:
        async with asyncio.timeout(SECONDS):
            while True:
                session = await games.session(game_id)
                waits = {str(one) for one in session.rules.to_act(session.state)}
                if seat in waits or session.lobby.status is not Status.RUNNING:
                    return session
                await anext(changes)


async def play_drawn(games: Games, url: str) -> Session:
    """Return a game that Ann, a guesser, has lost by the assassin, after faults and refusals.

    She is the only guesser, so no one else can end it.
    """
    parlour = await opened(games, solo=True)
    await parlour.say("ann", "chair blue-guesser")
    await parlour.say("ann", "start")
    game_id = (await parlour.session()).game_id
    for identity in ("BLUE", "ASSASSIN"):
        session = await until_due(games, game_id, "blue-guesser")
        for line in ("guess nothing", f"clue {KEYWORD}", "guess", "chair nowhere", "x" * 5000):
            await parlour.refused("ann", line)
        card = place_of(session, identity)
        await through_a_fault(parlour, url, f"guess {card}")
        if (await parlour.session()).turn == session.turn and identity == "BLUE":
            with suppress(Refusal):
                await parlour.say("ann", "pass")
    return await parlour.session()


async def play_typed(games: Games) -> Session:
    """Return a game that Ann dealt by a keyword, after her first clue."""
    parlour = await opened(games, typed=True)
    await parlour.say("ann", "chair blue-spymaster")
    await parlour.say("ann", "start")
    await parlour.say("ann", f"keyword {KEYWORD}", delivery="keyword")
    await parlour.say("ann", f"keyword {KEYWORD}", delivery="keyword")
    await parlour.refused("ann", f"keyword {KEYWORD}")
    session = await until_due(games, (await parlour.session()).game_id, "blue-spymaster")
    await parlour.refused("ann", f"clue {session.state.layout.words[0]} 1")
    await parlour.say("ann", "clue music 1")
    return await until_due(games, session.game_id, "blue-spymaster")


async def play_hidden(games: Games) -> Session:
    """Return a game of hangman in which a bot has guessed at Ann's typed word."""
    current = await games.current(person("ann").room)
    if current is not None:
        with suppress(Refusal):
            await Parlour(games).say("ann", "stop anyway")
    await games.open(person("ann"), "hangman", {"dealer": "word", "lives": 26})
    parlour = Parlour(games)
    for line in ("set pace 0", "chair dealer", "start"):
        await parlour.say("ann", line)
    await parlour.refused("ann", f"word {HIDDEN}7")
    await parlour.say("ann", f"word {HIDDEN}", delivery="hidden")
    await parlour.say("ann", f"word {HIDDEN}", delivery="hidden")
    return await until_due(games, (await parlour.session()).game_id, "nobody")


def place_of(session: Session, identity: str) -> str:
    """Return a covered card of an identity."""
    layout = session.state.layout
    words = (
        str(word)
        for place, (word, one) in enumerate(zip(layout.words, layout.key.value, strict=True))
        if one.name == identity and place not in session.state.uncovered
    )
    return next(words)


async def through_a_fault(parlour: Parlour, url: str, line: str) -> Receipt:
    """Submit a line during a fault of the database, and again; return the second receipt."""
    if url.startswith("sqlite"):
        with locked(url), pytest.raises(StoreFault):
            await parlour.say("ann", line)
    else:
        await cut_off(url)
    return await parlour.say("ann", line)


@contextmanager
def locked(url: str) -> Iterator[None]:
    """Lock a SQLite file, as another program might."""
    connection = sqlite3.connect(address(url).database or "")
    try:
        connection.execute("BEGIN EXCLUSIVE")
        yield
    finally:
        connection.close()


async def cut_off(url: str) -> None:
    """Cut all other connections to a PostgreSQL database, as its restart would."""
    ends = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    async with Store.open(url) as store, store.reading() as conn:
        await conn.execute(text(ends))


async def everything_stored(store: Store) -> str:
    """Return the log of all games as stored."""
    async with store.reading() as conn:
        return repr([tuple(row) for row in await conn.execute(select(schema.events))])


def with_password(url: str) -> str:
    """Return a PostgreSQL URL with a password, which this server ignores."""
    parsed = address(url)
    if parsed.username is None:
        return url
    return parsed.set(password=PASSWORD).render_as_string(hide_password=False)


def settings_of(url: str) -> Settings:
    settings = Settings.model_validate({"DATABASE_URL": url})
    settings.add_platforms([SlackEnvironment.model_validate({"bot_token": TOKEN})])
    return settings


def test_no_secret_reaches_logs_metrics_or_health(empty_url: str) -> None:
    url, metrics = with_password(empty_url), Metrics()

    async def work() -> tuple[Mapping[str, tuple[str, ...]], str, str]:
        async with hosting(url, metrics) as (house, health):
            drawn = await play_drawn(house.games, url)
            typed = await play_typed(house.games)
            hidden = await play_hidden(house.games)
            assert hidden.lobby.status is Status.OVER
            async with serve_http(health.routes, free_port()) as port:
                pages = [(await get(port, path)).body for path in ("/healthz", "/metrics")]
            stored = await everything_stored(house.games.store)
        return secrets(drawn, typed), "\n".join(pages), stored

    asyncio.run(upgrade(url))
    known = secrets_of(settings_of(url))
    with journal("debug", secrets=known, listeners=[metrics.logged]) as log:
        forbidden, pages, stored = asyncio.run(work())
    evidence = Evidence(f"{log.getvalue()}\n{pages}", forbidden)
    # The search finds the secrets that are stored, and the log is not empty.
    assert evidence.found(f"{stored} {known}") >= {*forbidden} - {"password"}
    crashed = {one["service"] for one in entries(log) if one["event"] == "service-crashed"}
    assert crashed == {"broken"}
    assert 'result="refused"' in pages
    assert evidence.found(evidence.shown) == set()

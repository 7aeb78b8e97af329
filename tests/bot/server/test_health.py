import asyncio
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

import pytest

from bot.games.door import Games
from bot.health import HOST, Answer, Health, Page, PortTaken, opened
from bot.metrics import Metrics
from bot.notify import Notifier
from bot.store.connection import Store
from tests.bot.journal import entries, journal

SOUND = {"players": True, "clock": True}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass
class Heard:
    """An answer as it came over the wire."""

    status: int
    head: dict[str, str]
    body: str = field(repr=False)


async def ask(port: int, request: bytes) -> Heard:
    """Return what is answered to the bytes of a request."""
    async with asyncio.timeout(60):
        reader, writer = await asyncio.open_connection(HOST, port)
        writer.write(request)
        raw = await reader.read()
        writer.close()
        await writer.wait_closed()
    head, _, body = raw.decode().partition("\r\n\r\n")
    status, *fields = head.split("\r\n")
    named = dict(one.split(": ", 1) for one in fields)
    return Heard(int(status.split(" ")[1]), named, body)


async def get(port: int, path: str) -> Heard:
    return await ask(port, f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())


def with_pages(
    pages: Mapping[str, Page], work: Callable[[int], Awaitable[None]], port: int | None = None
) -> None:
    async def run() -> None:
        async with opened(pages, port or free_port()) as where:
            await work(where)

    asyncio.run(run())


@asynccontextmanager
async def healthy(
    url: str, lives: Mapping[str, bool] = SOUND, *, seconds: float = 60.0
) -> AsyncIterator[Health]:
    async with Store.open(url) as store:
        games = Games(store, Notifier(store, troubled=print))
        yield Health(games, Metrics(), lambda: lives, seconds=seconds)


def health_of(url: str, lives: Mapping[str, bool] = SOUND) -> tuple[HTTPStatus, dict[str, Any]]:
    async def run() -> Answer:
        async with healthy(url, lives) as health:
            return await health.healthz()

    answer = asyncio.run(run())
    return answer.status, json.loads(answer.body)


def test_all_is_well_where_the_database_answers_and_every_service_lives(
    database_url: str,
) -> None:
    assert health_of(database_url) == (
        HTTPStatus.OK,
        {"ok": True, "database": "ok", "services": SOUND},
    )


def test_a_service_that_does_not_live_is_named(sqlite_url: str) -> None:
    lives = {"players": False, "clock": True}
    status, told = health_of(sqlite_url, lives)
    assert status == HTTPStatus.SERVICE_UNAVAILABLE
    assert told == {"ok": False, "database": "ok", "services": lives}


@pytest.mark.parametrize(
    ("url", "fault"),
    [
        ("sqlite:////no/such/folder/games.db", "broken"),
        ("postgresql://ann:swordfish@127.0.0.1:1/games", "lost"),
    ],
)
def test_a_database_that_does_not_answer_is_told_by_its_fault(url: str, fault: str) -> None:
    status, told = health_of(url)
    assert status == HTTPStatus.SERVICE_UNAVAILABLE
    assert (told["ok"], told["database"]) == (False, fault)


async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while await reader.read(1000):
            pass
    finally:
        writer.close()
        await writer.wait_closed()


def test_a_database_that_takes_too_long_is_slow() -> None:
    async def run() -> None:
        # A server that takes connections and never says anything.
        silent = await asyncio.start_server(say_nothing, HOST, 0)
        port = silent.sockets[0].getsockname()[1]
        url = f"postgresql://ann@{HOST}:{port}/games"
        async with silent, healthy(url, seconds=0.1) as health:
            answer = await health.healthz()
        assert json.loads(answer.body)["database"] == "slow"

    asyncio.run(run())


def test_metrics_are_told_even_where_the_database_does_not_answer(sqlite_url: str) -> None:
    async def run(url: str) -> str:
        async with healthy(url) as health:
            answer = await health.metrics()
        assert answer.status == HTTPStatus.OK
        assert answer.kind.startswith("text/plain")
        return answer.body.decode()

    assert 'spyring_games{status="running"} 0.0' in asyncio.run(run(sqlite_url))
    without = asyncio.run(run("sqlite:////no/such/folder/games.db"))
    assert "spyring_requests" in without
    assert 'spyring_games{status="running"}' not in without


def test_both_pages_are_served_at_the_local_port(sqlite_url: str) -> None:
    async def run() -> None:
        port = free_port()
        async with healthy(sqlite_url) as health, opened(health.pages, port):
            found = await get(port, "/healthz?verbose=1")
            assert (found.status, json.loads(found.body)["ok"]) == (200, True)
            assert found.head["Content-Type"] == "application/json"
            assert int(found.head["Content-Length"]) == len(found.body)
            assert "spyring_games" in (await get(port, "/metrics")).body

    asyncio.run(run())


async def fine() -> Answer:
    return Answer(HTTPStatus.OK, "text/plain", b"fine\n")


async def broken() -> Answer:
    raise ValueError("swordfish")


@pytest.mark.parametrize(
    ("request_", "status", "body"),
    [
        (b"GET /fine HTTP/1.1\r\n\r\n", 200, "fine\n"),
        (b"GET /fine HTTP/1.0\r\n\r\n", 200, "fine\n"),
        (b"HEAD /fine HTTP/1.1\r\n\r\n", 200, ""),
        (b"GET /other HTTP/1.1\r\n\r\n", 404, "Not Found\n"),
        (b"POST /fine HTTP/1.1\r\n\r\n", 405, "Method Not Allowed\n"),
        (b"hello\r\n\r\n", 400, "Bad Request\n"),
        (b"\xff\xfe /fine\r\n\r\n", 400, "Bad Request\n"),
        (b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\n\r\n", 400, "Bad Request\n"),
    ],
)
def test_only_what_is_asked_rightly_is_answered(request_: bytes, status: int, body: str) -> None:
    async def work(port: int) -> None:
        found = await ask(port, request_)
        assert (found.status, found.body) == (status, body)

    with_pages({"/fine": fine}, work)


def test_a_page_that_fails_says_so_and_the_next_request_is_answered() -> None:
    async def work(port: int) -> None:
        assert (await get(port, "/broken")).status == 500
        assert (await get(port, "/fine")).status == 200

    with journal() as written:
        with_pages({"/fine": fine, "/broken": broken}, work)
    assert [entry["event"] for entry in entries(written)] == ["health-opened", "page-failed"]
    assert "swordfish" not in written.getvalue()


def test_who_hangs_up_in_mid_sentence_disturbs_nobody() -> None:
    async def work(port: int) -> None:
        _, writer = await asyncio.open_connection(HOST, port)
        writer.write(b"GET /fi")
        writer.close()
        await writer.wait_closed()
        assert (await get(port, "/fine")).status == 200

    with_pages({"/fine": fine}, work)


def test_a_port_that_is_taken_is_refused() -> None:
    async def run() -> None:
        port = free_port()
        async with opened({}, port):
            with pytest.raises(PortTaken) as refused:
                async with opened({}, port):
                    raise AssertionError
        assert refused.value.phrase["port"] == port
        assert refused.value.phrase["problem"] == "Address already in use"

    asyncio.run(run())


def test_without_a_port_nothing_is_opened() -> None:
    async def run() -> None:
        async with opened({}, 0) as port:
            assert port == 0

    asyncio.run(run())

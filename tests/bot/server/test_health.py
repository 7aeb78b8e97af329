import asyncio
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

import pytest
from aiohttp import web

from bot.games.service import Games
from bot.server.health import Health, PortTaken, serve_http
from bot.server.metrics import Metrics
from bot.settings import HOST
from bot.store.connection import Store
from bot.store.notify import Notifier
from tests.bot.journal import entries, journal
from tests.bot.store.packs import SOON, caught, write

SOUND = {"players": True, "clock": True}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass
class Heard:
    """An HTTP answer."""

    status: int
    head: dict[str, str]
    body: str = field(repr=False)


async def exchange(port: int, request: bytes) -> bytes:
    """Send the bytes of a request; return all bytes until the connection is closed."""
    async with asyncio.timeout(60):
        reader, writer = await asyncio.open_connection(HOST, port)
        writer.write(request)
        answer = await reader.read()
        writer.close()
        await writer.wait_closed()
    return answer


async def ask(port: int, request: bytes) -> Heard:
    """Send the bytes of a request; return the answer."""
    head, _, body = (await exchange(port, request)).decode().partition("\r\n\r\n")
    status, *fields = head.split("\r\n")
    named = dict(one.split(": ", 1) for one in fields)
    return Heard(int(status.split(" ")[1]), named, body)


async def get(port: int, path: str) -> Heard:
    return await ask(port, f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())


def with_routes(
    routes: Iterable[web.RouteDef], work: Callable[[int], Awaitable[None]], seconds: float = 60.0
) -> None:
    async def run() -> None:
        async with serve_http(routes, free_port(), seconds=seconds) as port:
            await work(port)

    asyncio.run(run())


@asynccontextmanager
async def healthy(
    url: str, lives: Mapping[str, bool] = SOUND, *, seconds: float = 60.0
) -> AsyncIterator[Health]:
    async with Store.open(url) as store:
        games = Games(store, Notifier(store, troubled=print))
        yield Health(games, Metrics(), lambda: lives, seconds=seconds)


def health_of(url: str, lives: Mapping[str, bool] = SOUND) -> tuple[HTTPStatus, dict[str, Any]]:
    answer = asyncio.run(page(url, "/healthz", lives))
    return HTTPStatus(answer.status), json.loads(answer.body)


async def page(
    url: str, path: str, lives: Mapping[str, bool] = SOUND, *, seconds: float = 60.0
) -> Heard:
    """Return a page of a process with a database."""
    async with (
        healthy(url, lives, seconds=seconds) as health,
        serve_http(health.routes, free_port()) as port,
    ):
        return await get(port, path)


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


def test_a_change_that_failed_is_told_until_one_lasts(sqlite_url: str) -> None:
    async def run() -> None:
        async with Store.open(sqlite_url, patience=SOON) as store, Store.open(sqlite_url) as other:
            games = Games(store, Notifier(store, troubled=print))
            health = Health(games, Metrics(), lambda: SOUND)
            async with serve_http(health.routes, free_port()) as port:
                async with other.writing():
                    await caught(write(store, "one"))
                    answer = await get(port, "/healthz")
                    assert (answer.status, json.loads(answer.body)["database"]) == (503, "busy")
                await write(store, "one")
                assert (await get(port, "/healthz")).status == HTTPStatus.OK

    asyncio.run(run())


async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while await reader.read(1000):
            pass
    finally:
        writer.close()
        await writer.wait_closed()


def test_a_database_that_takes_too_long_is_slow() -> None:
    async def run() -> None:
        # A server that accepts connections and never answers.
        silent = await asyncio.start_server(say_nothing, HOST, 0)
        port = silent.sockets[0].getsockname()[1]
        url = f"postgresql://ann@{HOST}:{port}/games"
        async with silent:
            answer = await page(url, "/healthz", seconds=0.1)
        assert json.loads(answer.body)["database"] == "slow"

    asyncio.run(run())


def test_metrics_are_told_even_where_the_database_does_not_answer(sqlite_url: str) -> None:
    def metrics(url: str) -> str:
        answer = asyncio.run(page(url, "/metrics"))
        assert answer.status == HTTPStatus.OK
        assert answer.head["Content-Type"].startswith("text/plain")
        return answer.body

    assert 'spyring_games{status="running"} 0.0' in metrics(sqlite_url)
    without = metrics("sqlite:////no/such/folder/games.db")
    assert "spyring_requests" in without
    assert 'spyring_games{status="running"}' not in without


def test_both_pages_are_served_at_the_local_port(sqlite_url: str) -> None:
    async def run() -> None:
        port = free_port()
        async with healthy(sqlite_url) as health, serve_http(health.routes, port):
            found = await get(port, "/healthz?verbose=1")
            assert (found.status, json.loads(found.body)["ok"]) == (200, True)
            assert found.head["Content-Type"] == "application/json"
            assert int(found.head["Content-Length"]) == len(found.body)
            assert found.head["Cache-Control"] == "no-store"
            assert found.head["Connection"] == "close"
            assert "spyring_games" in (await get(port, "/metrics")).body

    asyncio.run(run())


async def fine(_: web.Request) -> web.Response:
    return web.Response(text="fine\n")


async def broken(_: web.Request) -> web.Response:
    raise ValueError("swordfish")


async def late(_: web.Request) -> web.Response:
    raise TimeoutError("swordfish")


FINE = web.get("/fine", fine)
FAILING = [web.get("/broken", broken), web.get("/late", late)]


@pytest.mark.parametrize(
    ("request_", "status", "body"),
    [
        (b"GET /fine HTTP/1.1\r\nHost: localhost\r\n\r\n", 200, "fine\n"),
        (b"GET /fine HTTP/1.0\r\n\r\n", 200, "fine\n"),
        (b"HEAD /fine HTTP/1.1\r\nHost: localhost\r\n\r\n", 200, ""),
        (b"GET /other HTTP/1.1\r\nHost: localhost\r\n\r\n", 404, "Not Found\n"),
        (b"POST /fine HTTP/1.1\r\nHost: localhost\r\n\r\n", 405, "Method Not Allowed\n"),
        (b"GET /fine HTTP/1.1\r\n\r\n", 400, "Bad Request\n"),  # without a host (RFC 9112, 3.2)
        (b"hello\r\n\r\n", 400, "Bad Request\n"),
        (b"\xff\xfe /fine\r\n\r\n", 400, "Bad Request\n"),
        (b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\n\r\n", 400, "Bad Request\n"),
        (b"GET /fine HTTP/1.1\r\nHost: " + b"x" * 20_000 + b"\r\n\r\n", 400, "Bad Request\n"),
    ],
)
def test_only_what_is_asked_rightly_is_answered(request_: bytes, status: int, body: str) -> None:
    async def work(port: int) -> None:
        found = await ask(port, request_)
        assert (found.status, found.body) == (status, body)
        assert found.head["Cache-Control"] == "no-store"

    with journal() as written:
        with_routes([FINE], work)
    assert [entry["event"] for entry in entries(written)] == ["health-opened"]


@pytest.mark.parametrize(("path", "kind"), [("/broken", "ValueError"), ("/late", "TimeoutError")])
def test_a_page_that_fails_says_so_and_the_next_request_is_answered(path: str, kind: str) -> None:
    async def work(port: int) -> None:
        found = await get(port, path)
        assert (found.status, found.body) == (500, "Internal Server Error\n")
        assert (await get(port, "/fine")).status == 200

    with journal() as written:
        with_routes([FINE, *FAILING], work)
    assert [entry["event"] for entry in entries(written)] == ["health-opened", "page-failed"]
    assert (entries(written)[1]["path"], entries(written)[1]["error"]) == (path, kind)
    assert "swordfish" not in written.getvalue()


def test_who_hangs_up_in_mid_sentence_disturbs_nobody() -> None:
    async def work(port: int) -> None:
        _, writer = await asyncio.open_connection(HOST, port)
        writer.write(b"GET /fi")
        writer.close()
        await writer.wait_closed()
        assert (await get(port, "/fine")).status == 200

    with_routes([FINE], work)


@pytest.mark.parametrize("beginning", [b"", b"GET /fi", b"GET /fine HTTP/1.1\r\nHost: lo"])
def test_a_client_that_sends_no_whole_request_is_dropped(beginning: bytes) -> None:
    async def work(port: int) -> None:
        assert await exchange(port, beginning) == b""

    with_routes([FINE], work, seconds=0.1)


def test_a_port_that_is_taken_is_refused() -> None:
    async def run() -> None:
        port = free_port()
        async with serve_http([], port):
            with pytest.raises(PortTaken) as refused:
                async with serve_http([], port):
                    raise AssertionError
        assert refused.value.phrase["port"] == port
        assert refused.value.phrase["problem"] == "Address already in use"

    asyncio.run(run())


@pytest.mark.parametrize(
    ("host", "key"),
    [
        ("", "port-taken"),
        ("127.0.0.1", "web-port-taken"),
        ("203.0.113.9", "web-host-unknown"),
        ("no-such-host.invalid", "web-host-unknown"),
    ],
)
def test_the_refusal_of_an_address_names_the_option_that_chose_it(host: str, key: str) -> None:
    async def run() -> None:
        port = free_port()
        async with serve_http([], port):
            with pytest.raises(PortTaken) as refused:
                async with serve_http([], port, host=host):
                    raise AssertionError
        assert refused.value.phrase.key == key

    asyncio.run(run())


def test_without_a_port_nothing_is_opened() -> None:
    async def run() -> None:
        async with serve_http([], 0) as port:
            assert port == 0

    asyncio.run(run())

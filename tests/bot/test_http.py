"""Tests of the HTTP server over real sockets: no client can block it."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeAlias

import pytest
from aiohttp import web

from bot.http import listening
from bot.settings import HOST
from tests.bot.journal import entries, journal
from tests.bot.server.test_health import exchange, free_port

PAGE = b"GET /page HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST /page HTTP/1.1\r\nHost: localhost\r\n"

Handler: TypeAlias = Callable[[web.Request], Awaitable[web.Response]]


async def echo(request: web.Request) -> web.Response:
    return web.Response(text=f"page {await request.text()}\n")


def serving(
    work: Callable[[int], Awaitable[None]], handler: Handler = echo, **bounds: Any
) -> list[dict[str, Any]]:
    """Do some work with a server at a port; return the log's entries."""

    async def run() -> None:
        port = free_port()
        routes = [web.get("/page", handler), web.post("/page", handler)]
        async with asyncio.timeout(60), listening(routes, HOST, port, **bounds):
            await work(port)

    with journal() as written:
        asyncio.run(run())
    return entries(written)


async def status(port: int, request: bytes) -> int:
    """Return the status of the only answer to some bytes."""
    answer = await exchange(port, request)
    assert answer.count(b"HTTP/1.") == 1
    return int(answer.split(b" ")[1])


async def is_dropped(reader: asyncio.StreamReader) -> bool:
    """Wait for a connection's end; return whether it ends without an answer."""
    with suppress(ConnectionError):
        return await reader.read() == b""
    return True


@pytest.mark.parametrize("beginning", [b"", b"GET", PAGE[:-2]])
def test_a_connection_without_a_whole_head_is_dropped_after_a_time(beginning: bytes) -> None:
    async def work(port: int) -> None:
        assert await exchange(port, beginning) == b""

    assert serving(work, seconds=0.1) == []


def test_a_head_that_comes_byte_by_byte_is_dropped_after_the_same_time() -> None:
    async def work(port: int) -> None:
        reader, writer = await asyncio.open_connection(HOST, port)
        writer.write(PAGE[:-2] + b"X-Slow: ")
        with suppress(ConnectionError):
            while not reader.at_eof():
                writer.write(b"x")
                with suppress(TimeoutError):
                    async with asyncio.timeout(0.02):
                        assert await reader.read() == b""
        writer.close()

    assert serving(work, seconds=0.2) == []


@pytest.mark.parametrize(
    ("request_", "answer"),
    [
        (POST + b"Content-Length: 9\r\n\r\nslow", 408),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n4\r\nslow\r\n", 408),
        (b"GET /page HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n", 408),
        (b"POST /other HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n", 408),
        (POST + b"Transfer-Encoding: chunked\r\n\r\nnot a length\r\n", 400),
        (POST + b"Content-Length: 2000000\r\n\r\n" + b"x" * 2_000_000, 413),
    ],
)
def test_a_body_that_does_not_come_rightly_is_refused(request_: bytes, answer: int) -> None:
    async def work(port: int) -> None:
        assert await status(port, request_) == answer

    assert serving(work, seconds=0.1) == []


def test_a_client_that_hangs_up_within_its_body_is_not_logged() -> None:
    async def work(port: int) -> None:
        _, writer = await asyncio.open_connection(HOST, port)
        writer.write(POST + b"Content-Length: 9\r\n\r\nslow")
        await writer.drain()
        writer.close()
        await writer.wait_closed()
        assert await status(port, PAGE) == 200

    assert serving(work) == []


@pytest.mark.parametrize("request_", [PAGE, PAGE * 3, POST + b"Content-Length: 2\r\n\r\nhi"])
def test_a_connection_ends_with_its_first_answer(request_: bytes) -> None:
    async def work(port: int) -> None:
        assert await status(port, request_) == 200

    assert serving(work) == []


def test_the_connections_that_wait_longest_are_dropped_for_new_ones() -> None:
    async def work(port: int) -> None:
        idle = [await asyncio.open_connection(HOST, port) for _ in range(8)]
        for _, writer in idle[4:]:
            writer.write(POST + b"Content-Length: 9\r\n\r\nslow")
        for _ in range(3):
            assert await status(port, PAGE) == 200
        *early, last = [reader for reader, _ in idle]
        assert [await is_dropped(one) for one in early[:5]] == [True] * 5
        assert not last.at_eof()
        for _, writer in idle:
            writer.close()

    assert serving(work, most=4) == []


def test_a_request_that_is_being_answered_is_not_dropped_for_others() -> None:
    came, answered = asyncio.Event(), asyncio.Event()

    async def slow(_: web.Request) -> web.Response:
        came.set()
        await answered.wait()
        return web.Response(text="page\n")

    async def work(port: int) -> None:
        first = asyncio.create_task(status(port, PAGE))
        await came.wait()
        reader, writer = await asyncio.open_connection(HOST, port)
        assert await is_dropped(reader)
        writer.close()
        answered.set()
        assert await first == 200

    assert serving(work, slow, most=1) == []


def test_a_body_that_goes_on_with_garbage_is_refused() -> None:
    async def work(port: int) -> None:
        reader, writer = await asyncio.open_connection(HOST, port)
        writer.write(POST + b"Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n")
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 100 ")
        writer.write(b"not a length\r\n")
        assert b" 408 Request Timeout" in await reader.read()
        writer.close()

    assert serving(work, seconds=0.1) == []

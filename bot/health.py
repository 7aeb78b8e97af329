"""The local port at which the program is looked at: ``/healthz`` and ``/metrics``.

It answers GET and HEAD in plain HTTP/1.1, one request a connection, to this machine alone.
"""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final, TypeAlias

import structlog
from sqlalchemy import text

from bot.census import census
from bot.games.door import Games
from bot.metrics import CONTENT_TYPE, Metrics
from bot.store.faults import StoreFault
from core.rules import Refusal

HOST: Final = "127.0.0.1"

DATABASE_SECONDS: Final = 1.0
"""How long the database may take to answer."""

REQUEST_SECONDS: Final = 5.0
"""How long a connection is kept."""

MOST_BYTES: Final = 8192
"""Of a request's head."""

_LOG = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Answer:
    """What is answered to a request."""

    status: HTTPStatus
    kind: str
    body: bytes


Page: TypeAlias = Callable[[], Awaitable[Answer]]

Lives: TypeAlias = Callable[[], Mapping[str, bool]]
"""Which services there are, and whether each lives."""


class PortTaken(Refusal):
    """A port that cannot be opened."""


class Health:
    """The pages of a process: how it is, and what it has counted.

    `seconds` is how long the database may take to answer.
    """

    def __init__(
        self, games: Games, metrics: Metrics, lives: Lives, *, seconds: float = DATABASE_SECONDS
    ) -> None:
        self._seconds = seconds
        self._games = games
        self._metrics = metrics
        self._lives = lives
        self.pages: Mapping[str, Page] = {"/healthz": self.healthz, "/metrics": self.metrics}

    async def healthz(self) -> Answer:
        """Return 200 if the database answers and every service lives, else 503."""
        database, services = await self._database(), {**self._lives()}
        ok = database == "ok" and all(services.values())
        told = {"ok": ok, "database": database, "services": services}
        status = HTTPStatus.OK if ok else HTTPStatus.SERVICE_UNAVAILABLE
        return Answer(status, "application/json", json.dumps(told).encode() + b"\n")

    async def metrics(self) -> Answer:
        """Return all metrics; what is counted in the database is as old as its last answer."""
        with suppress(StoreFault, TimeoutError):
            async with asyncio.timeout(self._seconds), self._games.store.reading() as conn:
                self._metrics.counted(await census(conn, self._games.now()))
        return Answer(HTTPStatus.OK, CONTENT_TYPE, self._metrics.text())

    async def _database(self) -> str:
        """Return how the database is: ok, slow, or its fault."""
        try:
            async with asyncio.timeout(self._seconds), self._games.store.reading() as conn:
                await conn.execute(text("SELECT 1"))
        except TimeoutError:
            return "slow"
        except StoreFault as fault:
            return fault.fault.value
        return "ok"


@asynccontextmanager
async def opened(pages: Mapping[str, Page], port: int) -> AsyncIterator[int]:
    """Answer requests at a local port, none if it is 0, within the block; raises PortTaken.

    Yields the port.
    """
    if not port:
        yield port
        return
    try:
        server = await asyncio.start_server(
            lambda reader, writer: _converse(pages, reader, writer), HOST, port, limit=MOST_BYTES
        )
    except OSError as error:
        problem = os.strerror(error.errno) if error.errno else ""
        raise PortTaken("port-taken", port=port, problem=problem) from None
    async with server:
        _LOG.info("health-opened", host=HOST, port=port)
        yield port


async def _converse(
    pages: Mapping[str, Page], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    try:
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(REQUEST_SECONDS):
                line = await _request_line(reader)
                answer = await _answer(pages, line)
                writer.write(_written(answer, with_body=not line.startswith(b"HEAD ")))
                await writer.drain()
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


async def _request_line(reader: asyncio.StreamReader) -> bytes:
    """Return a request's first line, its head read to the end; empty for what is no request."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError):
        return b""
    return head.partition(b"\r\n")[0]


async def _answer(pages: Mapping[str, Page], line: bytes) -> Answer:
    words = line.decode("latin-1").split(" ")
    if len(words) != 3 or not words[2].startswith("HTTP/1."):
        return _short(HTTPStatus.BAD_REQUEST)
    method, path, _ = words
    page = pages.get(path.partition("?")[0])
    if page is None:
        return _short(HTTPStatus.NOT_FOUND)
    if method not in ("GET", "HEAD"):
        return _short(HTTPStatus.METHOD_NOT_ALLOWED)
    try:
        return await page()
    except Exception as error:  # whoever looks must be told that something is wrong
        _LOG.error("page-failed", path=path.partition("?")[0], exc_info=error)
        return _short(HTTPStatus.INTERNAL_SERVER_ERROR)


def _short(status: HTTPStatus) -> Answer:
    return Answer(status, "text/plain; charset=utf-8", f"{status.phrase}\n".encode())


def _written(answer: Answer, *, with_body: bool) -> bytes:
    head: dict[str, Any] = {
        "Content-Type": answer.kind,
        "Content-Length": len(answer.body),
        "Cache-Control": "no-store",
        "Connection": "close",
    }
    lines = [f"HTTP/1.1 {answer.status.value} {answer.status.phrase}"]
    lines += [f"{name}: {value}" for name, value in head.items()]
    return "\r\n".join([*lines, "", ""]).encode() + (answer.body if with_body else b"")

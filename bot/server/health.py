"""The local port at which the program is looked at: ``/healthz`` and ``/metrics``.

It answers one request a connection, to this machine alone.
"""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager, closing, suppress
from functools import partial
from http import HTTPStatus
from typing import Final, TypeAlias, cast

import structlog
from aiohttp import web
from aiohttp.typedefs import Handler
from sqlalchemy import text

from bot.games.service import Games
from bot.server.metrics import CONTENT_TYPE, Metrics, database_stats
from bot.settings import HOST
from bot.store.faults import StoreFault
from core.rules import Refusal

HEALTH_QUERY_SECONDS: Final = 1.0
"""How long the database may take to answer."""

REQUEST_SECONDS: Final = 5.0
"""How long a client may take to send a request."""

_LOG = structlog.get_logger()

ServiceStatus: TypeAlias = Callable[[], Mapping[str, bool]]
"""Which services there are, and whether each lives."""


class PortTaken(Refusal):
    """A port that cannot be opened."""


class Health:
    """The pages of a process: how it is, and what it has counted.

    `seconds` is how long the database may take to answer.
    """

    def __init__(
        self,
        games: Games,
        metrics: Metrics,
        service_status: ServiceStatus,
        *,
        seconds: float = HEALTH_QUERY_SECONDS,
    ) -> None:
        self._seconds = seconds
        self._games = games
        self._metrics = metrics
        self._service_status = service_status
        self.routes = (web.get("/healthz", self._healthz), web.get("/metrics", self._counted))

    async def _healthz(self, _: web.Request) -> web.Response:
        """Return 200 if the database answers and every service lives, else 503."""
        database, services = await self._database(), {**self._service_status()}
        ok = database == "ok" and all(services.values())
        told = {"ok": ok, "database": database, "services": services}
        status = HTTPStatus.OK if ok else HTTPStatus.SERVICE_UNAVAILABLE
        body = json.dumps(told).encode() + b"\n"
        return web.Response(status=status, body=body, content_type="application/json")

    async def _counted(self, _: web.Request) -> web.Response:
        """Return all metrics; what is counted in the database is as old as its last answer."""
        with suppress(StoreFault, TimeoutError):
            async with asyncio.timeout(self._seconds), self._games.store.reading() as conn:
                self._metrics.counted(await database_stats(conn, self._games.now()))
        return web.Response(body=self._metrics.text(), headers={"Content-Type": CONTENT_TYPE})

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
async def serve_http(
    routes: Iterable[web.AbstractRouteDef], port: int, *, seconds: float = REQUEST_SECONDS
) -> AsyncIterator[int]:
    """Answer requests at a local port, none if it is 0, within the block; raises PortTaken.

    Yields the port. A client that has sent no whole head after so many `seconds` is dropped.
    """
    if not port:
        yield port
        return
    app = web.Application(middlewares=[_one_answer])
    app.add_routes(routes)
    runner = web.AppRunner(app, shutdown_timeout=seconds)
    await runner.setup()
    try:
        with closing(await _listen(cast("web.Server", runner.server), port, seconds)):
            _LOG.info("health-opened", host=HOST, port=port)
            yield port
    finally:
        await runner.cleanup()


async def _listen(server: web.Server, port: int, seconds: float) -> asyncio.Server:
    loop = asyncio.get_running_loop()
    connection = partial(
        _Connection, server, loop=loop, keepalive_timeout=seconds, lingering_time=seconds
    )
    try:
        return await loop.create_server(connection, HOST, port)
    except OSError as error:
        problem = os.strerror(error.errno) if error.errno else ""
        raise PortTaken("port-taken", port=port, problem=problem) from None


class _Connection(web.RequestHandler):
    """A connection on which errors are answered shortly, and only our own are logged."""

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = HTTPStatus.INTERNAL_SERVER_ERROR,
        exc: BaseException | None = None,  # noqa: ARG002 - its signature is aiohttp's
        message: str | None = None,  # noqa: ARG002
    ) -> web.StreamResponse:
        """Return the answer to garbage, or the one in place of a page that has just failed."""
        if status == HTTPStatus.BAD_REQUEST:
            return _short(HTTPStatus.BAD_REQUEST)
        _LOG.error("page-failed", path=request.path, exc_info=True)
        return _short(HTTPStatus.INTERNAL_SERVER_ERROR)


@web.middleware
async def _one_answer(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer one request of a connection, which is then closed."""
    try:
        response = await handler(request)
    except web.HTTPException as refusal:
        refusal.text = f"{refusal.reason}\n"
        _close_after(refusal)
        raise
    _close_after(response)
    return response


def _short(status: HTTPStatus) -> web.Response:
    response = web.Response(status=status, text=f"{status.phrase}\n")
    _close_after(response)
    return response


def _close_after(response: web.StreamResponse) -> None:
    response.headers["Cache-Control"] = "no-store"
    response.force_close()

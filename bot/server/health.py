"""The local port at which the program is looked at: ``/healthz`` and ``/metrics``.

It answers this machine alone.
"""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final, TypeAlias

import structlog
from aiohttp import web
from sqlalchemy import text

from bot.games.service import Games
from bot.http import REQUEST_SECONDS, listening
from bot.server.metrics import CONTENT_TYPE, Metrics
from bot.settings import HOST
from bot.store.faults import StoreFault
from core.rules import Refusal

HEALTH_QUERY_SECONDS: Final = 1.0
"""How long the database may take to answer."""

_LOG = structlog.get_logger()

ServiceStatus: TypeAlias = Callable[[], Mapping[str, bool]]
"""Which services there are, and whether each lives."""


class PortTaken(Refusal):
    """A port that cannot be opened."""


@dataclass(frozen=True, slots=True)
class Health:
    """The pages of a process: how it is, and what it has counted.

    `seconds` is how long the database may take to answer.
    """

    games: Games
    metrics: Metrics
    service_status: ServiceStatus
    seconds: float = HEALTH_QUERY_SECONDS

    @property
    def routes(self) -> tuple[web.RouteDef, ...]:
        """The routes of the pages."""
        return web.get("/healthz", self._healthz), web.get("/metrics", self._counted)

    async def _healthz(self, _: web.Request) -> web.Response:
        """Return 200 if the database answers and every service lives, else 503."""
        database, services = await self._database(), {**self.service_status()}
        ok = database == "ok" and all(services.values())
        told = {"ok": ok, "database": database, "services": services}
        status = HTTPStatus.OK if ok else HTTPStatus.SERVICE_UNAVAILABLE
        body = json.dumps(told).encode() + b"\n"
        return web.Response(status=status, body=body, content_type="application/json")

    async def _counted(self, _: web.Request) -> web.Response:
        """Return all metrics; what is counted in the database is as old as its last answer."""
        with suppress(StoreFault, TimeoutError):
            async with asyncio.timeout(self.seconds), self.games.store.reading() as conn:
                await self.metrics.count(conn, self.games.now())
        return web.Response(body=self.metrics.text(), headers={"Content-Type": CONTENT_TYPE})

    async def _database(self) -> str:
        """Return how the database is: ok, slow, or the fault of a look or of the newest change."""
        try:
            async with asyncio.timeout(self.seconds), self.games.store.reading() as conn:
                await conn.execute(text("SELECT 1"))
        except TimeoutError:
            return "slow"
        except StoreFault as fault:
            return fault.fault.value
        newest = self.games.store.fault
        return newest.value if newest else "ok"


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
    async with AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(listening(routes, HOST, port, seconds=seconds))
        except OSError as error:
            problem = os.strerror(error.errno) if error.errno else ""
            raise PortTaken("port-taken", port=port, problem=problem) from None
        _LOG.info("health-opened", host=HOST, port=port)
        yield port

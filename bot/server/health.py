"""HTTP endpoints for health and metrics, ``/healthz`` and ``/metrics``, on this machine only."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final, TypeAlias

import structlog
from aiohttp import web
from sqlalchemy import text

from bot.games.service import Games
from bot.http import REQUEST_SECONDS, address_fault, listening
from bot.server.metrics import CONTENT_TYPE, Metrics
from bot.settings import HOST
from bot.store.faults import StoreFault
from core.rules import Refusal

HEALTH_QUERY_SECONDS: Final = 1.0
"""Timeout of the database's answer."""

_LOG = structlog.get_logger()

ServiceStatus: TypeAlias = Callable[[], Mapping[str, bool]]
"""Returns whether each service is running, by name."""


class PortTaken(Refusal):
    """A port that cannot be opened."""


@dataclass(frozen=True, slots=True)
class Health:
    """The endpoints of a process; `seconds` is the timeout of the database's answer."""

    games: Games
    metrics: Metrics
    service_status: ServiceStatus
    seconds: float = HEALTH_QUERY_SECONDS

    @property
    def routes(self) -> tuple[web.RouteDef, ...]:
        """The routes of the endpoints."""
        return web.get("/healthz", self._healthz), web.get("/metrics", self._counted)

    async def _healthz(self, _: web.Request) -> web.Response:
        """Return 200 if the database answers and every service is running, else 503."""
        database, services = await self._database(), {**self.service_status()}
        ok = database == "ok" and all(services.values())
        told = {"ok": ok, "database": database, "services": services}
        status = HTTPStatus.OK if ok else HTTPStatus.SERVICE_UNAVAILABLE
        body = json.dumps(told).encode() + b"\n"
        return web.Response(status=status, body=body, content_type="application/json")

    async def _counted(self, _: web.Request) -> web.Response:
        """Return all metrics; those from the database are as old as its last answer."""
        with suppress(StoreFault, TimeoutError):
            async with asyncio.timeout(self.seconds), self.games.store.reading() as conn:
                await self.metrics.count(conn, self.games.now())
        return web.Response(body=self.metrics.text(), headers={"Content-Type": CONTENT_TYPE})

    async def _database(self) -> str:
        """Return the database's status: ok, slow, or the fault of a query or the newest change."""
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
    routes: Iterable[web.AbstractRouteDef],
    port: int,
    *,
    host: str = "",
    seconds: float = REQUEST_SECONDS,
) -> AsyncIterator[int]:
    """Answer requests at a host's port within the block; yield the port. Raises PortTaken.

    Port 0 opens none; without a host, it is the port of metrics on this machine. A client has
    `seconds` to send a complete head.
    """
    if not port:
        yield port
        return
    async with AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(listening(routes, host or HOST, port, seconds=seconds))
        except OSError as error:
            raise PortTaken.of(address_fault(error, host, port)) from None
        _LOG.info("health-opened", host=host or HOST, port=port)
        yield port

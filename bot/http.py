"""aiohttp's server, protected from slow clients.

A connection serves one request, whose head and body have timeouts. If too many connections are
open, the server drops the one that has waited longest for its client. So slow clients cannot block
fast ones.
"""

import asyncio
import errno
import os
import socket
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, closing
from functools import partial
from http import HTTPStatus
from typing import Any, Final, cast

import structlog
from aiohttp import web
from aiohttp.typedefs import Handler

from core.view import Phrase, phrase

MOST_CONNECTIONS: Final = 500
"""The most open connections: half of most systems' limit on open files per process."""

REQUEST_SECONDS: Final = 5.0
"""Timeout of a request's head, and of its body."""

_BODY_ERRORS: Final = (ConnectionError, web.RequestPayloadError)
"""Errors of a body that ends early or violates HTTP."""

_LOG = structlog.get_logger()


def address_fault(error: OSError, host: str, port: int) -> Phrase:
    """Return a phrase about an address that cannot be opened; "" is the host of metrics."""
    # From Python 3.13 on, asyncio raises an error without a number for such an address.
    if isinstance(error, socket.gaierror) or error.errno in (errno.EADDRNOTAVAIL, None):
        return phrase("web-host-unknown", host=host)
    problem = os.strerror(error.errno) if error.errno else ""
    return phrase("web-port-taken" if host else "port-taken", port=port, problem=problem)


@asynccontextmanager
async def listening(
    routes: Iterable[web.AbstractRouteDef],
    host: str,
    port: int,
    *,
    seconds: float = REQUEST_SECONDS,
    most: int = MOST_CONNECTIONS,
) -> AsyncIterator[None]:
    """Answer requests at an address within the block; raises OSError if it can't be opened.

    `seconds` is the timeout of a head, of a body, and of open answers at the end.
    """
    connections = _Connections(seconds, most)
    app = web.Application(middlewares=[connections.answer])
    app.add_routes(routes)
    runner = web.AppRunner(app, shutdown_timeout=seconds)
    await runner.setup()
    loop = asyncio.get_running_loop()
    connection = partial(_Connection, cast("web.Server", runner.server), connections, loop=loop)
    try:
        with closing(await loop.create_server(connection, host, port)):
            yield
    finally:
        await runner.cleanup()


class _Connections:
    """Open connections, and those that wait for their clients, in order of age."""

    def __init__(self, seconds: float, most: int) -> None:
        self.seconds = seconds
        self._most = most
        self._open: set[web.RequestHandler] = set()
        self._waiting: dict[web.RequestHandler, None] = {}

    def add(self, connection: web.RequestHandler) -> None:
        """Add a connection; drop the one that has waited longest if there are too many."""
        self._open.add(connection)
        self._waiting[connection] = None
        if len(self._open) > self._most:
            oldest = next(iter(self._waiting))
            self.remove(oldest)
            if oldest.transport is not None:
                oldest.transport.abort()

    def remove(self, connection: web.RequestHandler) -> None:
        """Remove a connection."""
        self._open.discard(connection)
        self._waiting.pop(connection, None)

    @web.middleware
    async def answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer a request once it is complete, then close the connection."""
        connection = request.protocol
        try:
            await self._read(request)
            self._waiting.pop(connection, None)
            response = await handler(request)
        except web.HTTPException as refusal:
            refusal.text = f"{refusal.reason}\n"
            _close_after(refusal)
            raise
        finally:
            if connection in self._open:  # waiting for its client to read the answer
                self._waiting[connection] = None
        _close_after(response)
        return response

    async def _read(self, request: web.Request) -> None:
        """Read the body, which the request caches; raises HTTPException."""
        try:
            async with asyncio.timeout(self.seconds):
                await request.read()
        except TimeoutError:
            raise web.HTTPRequestTimeout from None
        except _BODY_ERRORS:
            raise web.HTTPBadRequest from None


class _Connection(web.RequestHandler):
    """A connection with short error pages, which logs only our own errors."""

    def __init__(self, server: web.Server, connections: _Connections, **more: Any) -> None:  # noqa: ANN401
        # aiohttp treats a connection before its first head as kept alive.
        super().__init__(
            server,
            keepalive_timeout=connections.seconds,
            lingering_time=connections.seconds,
            access_log=None,  # type: ignore[arg-type]  # none
            auto_decompress=False,
            **more,
        )
        self._connections = connections

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Add the connection."""
        super().connection_made(transport)
        self._connections.add(self)

    def connection_lost(self, exc: BaseException | None) -> None:
        """Remove the connection."""
        self._connections.remove(self)
        super().connection_lost(exc)

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = HTTPStatus.INTERNAL_SERVER_ERROR,
        exc: BaseException | None = None,  # noqa: ARG002 - its signature is aiohttp's
        message: str | None = None,  # noqa: ARG002
    ) -> web.StreamResponse:
        """Return the answer to an invalid request or for a page that failed."""
        if status != HTTPStatus.BAD_REQUEST:
            _LOG.error("page-failed", path=request.path, exc_info=True)
            status = HTTPStatus.INTERNAL_SERVER_ERROR
        response = web.Response(status=status, text=f"{HTTPStatus(status).phrase}\n")
        _close_after(response)
        return response


def _close_after(response: web.StreamResponse) -> None:
    response.headers.setdefault("Cache-Control", "no-store")
    response.force_close()

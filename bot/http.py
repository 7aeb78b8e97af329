"""An HTTP server that no client can hold up: aiohttp's, with what that one lacks.

A connection has one request and one answer. Its head has to come in time, then its body; where
too many connections are open, the one that has waited longest for its client is dropped. So a
client that sends its request at once is answered whatever others do.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, closing
from functools import partial
from http import HTTPStatus
from typing import Any, Final, cast

import structlog
from aiohttp import web
from aiohttp.typedefs import Handler

MOST_CONNECTIONS: Final = 500
"""Connections at the same time: half of the files that most systems let a process open."""

REQUEST_SECONDS: Final = 5.0
"""Time-out of a request's head, and of its body."""

_BODY_ERRORS: Final = (ConnectionError, web.RequestPayloadError)
"""Errors of a body that ends early, or is not written as HTTP says."""

_LOG = structlog.get_logger()


@asynccontextmanager
async def listening(
    routes: Iterable[web.AbstractRouteDef],
    host: str,
    port: int,
    *,
    seconds: float = REQUEST_SECONDS,
    most: int = MOST_CONNECTIONS,
) -> AsyncIterator[None]:
    """Answer requests at an address within the block; raises OSError where it can't be opened.

    Head and body have `seconds` each, and so have the answers that are under way at the end.
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
    """The open connections; those that wait for their clients are known by age."""

    def __init__(self, seconds: float, most: int) -> None:
        self.seconds = seconds
        self._most = most
        self._open: set[web.RequestHandler] = set()
        self._waiting: dict[web.RequestHandler, None] = {}

    def add(self, connection: web.RequestHandler) -> None:
        """Remember a new connection; drop the oldest that waits where there are too many."""
        self._open.add(connection)
        self._waiting[connection] = None
        if len(self._open) > self._most:
            oldest = next(iter(self._waiting))
            self.remove(oldest)
            if oldest.transport is not None:
                oldest.transport.abort()

    def remove(self, connection: web.RequestHandler) -> None:
        """Forget a connection."""
        self._open.discard(connection)
        self._waiting.pop(connection, None)

    @web.middleware
    async def answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer a request once all of it has come; the connection is closed after that."""
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
            if connection in self._open:  # it waits until its client has read the answer
                self._waiting[connection] = None
        _close_after(response)
        return response

    async def _read(self, request: web.Request) -> None:
        """Read the body, which the request keeps; raises HTTPException for one that is refused."""
        try:
            async with asyncio.timeout(self.seconds):
                await request.read()
        except TimeoutError:
            raise web.HTTPRequestTimeout from None
        except _BODY_ERRORS:
            raise web.HTTPBadRequest from None


class _Connection(web.RequestHandler):
    """A connection on which errors are answered shortly, and only our own are logged."""

    def __init__(self, server: web.Server, connections: _Connections, **more: Any) -> None:  # noqa: ANN401
        # For aiohttp a connection that has not sent its first head is one that is kept alive.
        super().__init__(
            server,
            keepalive_timeout=connections.seconds,
            lingering_time=connections.seconds,
            access_log=None,  # type: ignore[arg-type]  # as aiohttp has it for none
            auto_decompress=False,
            **more,
        )
        self._connections = connections

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take up that a client has come."""
        super().connection_made(transport)
        self._connections.add(self)

    def connection_lost(self, exc: BaseException | None) -> None:
        """Take up that a client has gone."""
        self._connections.remove(self)
        super().connection_lost(exc)

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = HTTPStatus.INTERNAL_SERVER_ERROR,
        exc: BaseException | None = None,  # noqa: ARG002 - its signature is aiohttp's
        message: str | None = None,  # noqa: ARG002
    ) -> web.StreamResponse:
        """Return the answer to garbage, or the one in place of a page that has just failed."""
        if status != HTTPStatus.BAD_REQUEST:
            _LOG.error("page-failed", path=request.path, exc_info=True)
            status = HTTPStatus.INTERNAL_SERVER_ERROR
        response = web.Response(status=status, text=f"{HTTPStatus(status).phrase}\n")
        _close_after(response)
        return response


def _close_after(response: web.StreamResponse) -> None:
    response.headers.setdefault("Cache-Control", "no-store")
    response.force_close()

"""A wire to PostgreSQL that can be cut on demand, even at the moment of a commit."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Self

from sqlalchemy import URL

from bot.store.address import address

CHUNK = 65_536

Asked = Callable[[bytes], bool]
"""Whether a client's bytes are those at which to cut the wire."""


def commit(sent: bytes) -> bool:
    """Return whether a client commits a transaction."""
    return b"COMMIT;" in sent


def telling(text: str) -> Asked:
    """Return a test for bytes that contain a text."""
    return lambda sent: text.encode() in sent


class Wire:
    """Forwards the bytes of clients and the server until it is cut."""

    def __init__(self, url: str) -> None:
        self._server = address(url)
        self._writers: set[asyncio.StreamWriter] = set()
        self._before: Asked | None = None
        self._after: Asked | None = None
        self._answering: set[asyncio.StreamWriter] = set()
        self.down = False
        self.cuts = 0

    @asynccontextmanager
    async def __call__(self) -> AsyncIterator[Self]:
        """Listen on a local port."""
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self._port: int = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()
            self.cut()

    @property
    def url(self) -> URL:
        """The URL of the database through this wire."""
        return self._server.set(host="127.0.0.1", port=self._port)

    def cut(self) -> None:
        """Cut all connections."""
        self.cuts += 1
        for writer in self._writers:
            writer.transport.abort()

    def cut_before(self, asked: Asked, *, down: bool = False) -> None:
        """Cut once, before these bytes reach the server; stay `down` if asked."""
        self._before, self._stays = asked, down

    def cut_after(self, asked: Asked, *, down: bool = False) -> None:
        """Cut once, after the server has acted and before the client hears of it."""
        self._after, self._stays = asked, down

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            if not self.down:
                await self._pass_on(reader, writer)
        except OSError:
            pass  # cut
        finally:
            writer.transport.abort()
            self._writers.discard(writer)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await asyncio.open_connection(self._server.host, self._server.port or 5432)
        self._writers.add(there[1])
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._upwards(reader, there[1]))
                group.create_task(self._downwards(there[0], writer, there[1]))
        except* OSError:
            pass  # cut
        finally:
            there[1].transport.abort()
            self._writers.discard(there[1])

    async def _upwards(self, reader: asyncio.StreamReader, server: asyncio.StreamWriter) -> None:
        while sent := await reader.read(CHUNK):
            if self._before and self._before(sent):
                self._before = None
                self._fall()
            if self._after and self._after(sent):
                self._after = None
                self._answering.add(server)
            server.write(sent)
            await server.drain()
        raise ConnectionResetError

    async def _downwards(
        self,
        reader: asyncio.StreamReader,
        client: asyncio.StreamWriter,
        server: asyncio.StreamWriter,
    ) -> None:
        while answer := await reader.read(CHUNK):
            if server in self._answering:
                self._answering.discard(server)
                self._fall()
            client.write(answer)
            with suppress(ConnectionError):
                await client.drain()
        raise ConnectionResetError

    def _fall(self) -> None:
        self.down = self._stays
        self.cut()
        raise ConnectionResetError

"""A wire to PostgreSQL that is cut on demand, also at the very moment of a commit."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Self

from sqlalchemy import URL

from bot.store.address import address

CHUNK = 65_536

Asked = Callable[[bytes], bool]
"""Whether what a client has sent is what the wire is to be cut at."""


def commit(sent: bytes) -> bool:
    """Return whether a client asks to make a transaction lasting."""
    return b"COMMIT;" in sent


def telling(text: str) -> Asked:
    """Return what knows a statement or a value by a part of it."""
    return lambda sent: text.encode() in sent


class Wire:
    """Passes on what clients and the server say to each other, until it is cut."""

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
        """Listen on a port of this machine."""
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self._port: int = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()
            self.cut()

    @property
    def url(self) -> URL:
        """The address of the database by way of this wire."""
        return self._server.set(host="127.0.0.1", port=self._port)

    def cut(self) -> None:
        """Cut all connections that there are."""
        self.cuts += 1
        for writer in self._writers:
            writer.transport.abort()

    def cut_before(self, asked: Asked, *, down: bool = False) -> None:
        """Cut once, before the server hears of this; stay `down` after it, where wished."""
        self._before, self._stays = asked, down

    def cut_after(self, asked: Asked, *, down: bool = False) -> None:
        """Cut once, when the server has done this and before the client hears of that."""
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

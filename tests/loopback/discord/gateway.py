"""The WebSocket side: HELLO, IDENTIFY, RESUME, heartbeats, READY and what follows.

Frames and close codes: discord-api-docs, events/gateway.mdx and opcodes-and-status-codes.mdx.
"""

import asyncio
import json
import secrets
from collections import deque
from contextlib import suppress
from typing import Any

from aiohttp import ClientConnectionError, WSMessage, WSMsgType, web

from tests.loopback.discord import render
from tests.loopback.discord.flag import PRIVILEGED, Intent
from tests.loopback.discord.hub import INVALID_SESSION, Hub
from tests.loopback.discord.model import Guild, Json
from tests.loopback.discord.session import Event, Session, frame
from tests.loopback.discord.snowflake import shard_of
from tests.loopback.discord.stream import Stream, stream
from tests.loopback.discord.world import World

DISPATCH, HEARTBEAT, IDENTIFY, RESUME = 0, 1, 2, 6
REQUEST_MEMBERS, HELLO, ACK = 8, 10, 11
UNKNOWN_OP, DECODE_ERROR, NOT_AUTHENTICATED, BAD_TOKEN = 4001, 4002, 4003, 4004
RATE_LIMITED, BAD_SHARD, DISALLOWED_INTENTS = 4008, 4010, 4014
FRAMES, WINDOW = 120, 60.0  # maximum frames in this many seconds
CLOSING_SECONDS = 2.0


class Connection:
    """One open socket: frames go out in order, one task writes them."""

    def __init__(
        self, socket: web.WebSocketResponse, request: web.Request, packing: Stream
    ) -> None:
        self.session: Session | None = None
        self.code: int | None = None
        self.ending = asyncio.Event()
        self.arrivals: deque[float] = deque(maxlen=FRAMES + 1)
        self._socket = socket
        self._request = request
        self._packing = packing
        self._queue: asyncio.Queue[str | int] = asyncio.Queue()

    def push(self, text: str) -> None:
        """Queue a frame."""
        self._queue.put_nowait(text)

    def close(self, code: int) -> None:
        """Queue the end of the connection."""
        self._queue.put_nowait(code)

    def abort(self) -> None:
        """Cut the connection without a close frame."""
        if self._request.transport is not None:
            self._request.transport.abort()

    async def write(self) -> None:
        """Send queued frames until the connection ends; the reading side then closes it."""
        while True:
            item = await self._queue.get()
            if isinstance(item, int):
                self.code = item
                self.ending.set()
                return
            try:
                await self._send(self._packing.pack(item))
            except (ClientConnectionError, OSError, RuntimeError):
                return  # the other side is gone; the reading side sees it too

    async def receive(self) -> WSMessage | None:
        """Return the next frame, or None if the connection should end."""
        receiving = asyncio.create_task(self._socket.receive())
        ending = asyncio.create_task(self.ending.wait())
        await asyncio.wait({receiving, ending}, return_when=asyncio.FIRST_COMPLETED)
        done = receiving.done()
        for task in (receiving, ending):
            task.cancel()
        await asyncio.gather(receiving, ending, return_exceptions=True)
        return receiving.result() if done else None

    async def finish(self) -> None:
        """Close with the queued code and wait for the other side's close frame.

        Only the reading side may do so: aiohttp would cut the connection under a pending read.
        """
        if self.code is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._socket.close(code=self.code), CLOSING_SECONDS)

    async def _send(self, packed: str | bytes) -> None:
        if isinstance(packed, str):
            await self._socket.send_str(packed)
        else:
            await self._socket.send_bytes(packed)


class Gateway:
    """Answers WebSocket connections of bots."""

    def __init__(self, world: World, hub: Hub, heartbeat: float) -> None:
        self.url = ""
        self._world = world
        self._hub = hub
        self._heartbeat = heartbeat
        self._open: set[Connection] = set()

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection until either side ends it."""
        packing = stream(request.query.get("compress"))
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        connection = Connection(socket, request, packing)
        self._open.add(connection)
        connection.push(frame(HELLO, {"heartbeat_interval": int(self._heartbeat * 1000)}))
        writing = asyncio.create_task(connection.write())
        try:
            await self._read(connection)
            await connection.finish()
        finally:
            self._leave(connection, socket.close_code)
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)
        return socket

    def abort(self) -> None:
        """Cut every connection, known or not."""
        for connection in list(self._open):
            connection.abort()

    async def _read(self, connection: Connection) -> None:
        while (message := await connection.receive()) is not None:
            if message.type in (WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED):
                return
            if message.type is WSMsgType.TEXT:
                self._hear(connection, message.data)

    def _hear(self, connection: Connection, text: str) -> None:
        try:
            packet = json.loads(text)
        except ValueError:
            connection.close(DECODE_ERROR)
            return
        if self._too_many(connection):
            connection.close(RATE_LIMITED)
        else:
            self._take(connection, packet["op"], packet.get("d"))

    def _too_many(self, connection: Connection) -> bool:
        now = self._world.clock.now().timestamp()
        connection.arrivals.append(now)
        full = len(connection.arrivals) > FRAMES
        return full and now - connection.arrivals[0] < WINDOW

    def _leave(self, connection: Connection, code: int | None) -> None:
        self._open.discard(connection)
        session = connection.session
        if session is None or session.wire is not connection:
            return
        session.wire = None
        if code in (1000, 1001):  # "the session will be invalidated", events/gateway.mdx
            self._hub.sessions.pop(session.id, None)

    def _take(self, connection: Connection, op: int, body: Any) -> None:
        if op == HEARTBEAT:
            connection.push(frame(ACK, None))
        elif op == IDENTIFY:
            self._identify(connection, body)
        elif op == RESUME:
            self._resume(connection, body)
        elif connection.session is None:
            connection.close(NOT_AUTHENTICATED)
        elif op == REQUEST_MEMBERS:
            self._members(connection.session, body)
        elif op not in (3, 4):  # presence and voice state change nothing here
            connection.close(UNKNOWN_OP)

    def _identify(self, connection: Connection, body: Json) -> None:
        shard, shards = body.get("shard", (0, 1))
        intents = Intent(body["intents"])
        refused = intents & PRIVILEGED & ~self._world.application.granted
        if body["token"] != self._world.application.token:
            connection.close(BAD_TOKEN)
        elif not 0 <= shard < shards:
            connection.close(BAD_SHARD)
        elif refused:
            connection.close(DISALLOWED_INTENTS)
        else:
            session = Session(secrets.token_hex(16), intents, shard, shards, wire=connection)
            connection.session = session
            self._hub.sessions[session.id] = session
            self._hub.identified += 1
            self._welcome(session)

    def _welcome(self, session: Session) -> None:
        guilds = [
            guild
            for guild in self._world.bot_guilds()
            if shard_of(guild.id, session.shards) == session.shard
        ]
        session.push(Event("READY", self._ready(session, guilds)))
        if session.intents & Intent.GUILDS:
            for guild in filter(lambda each: each.available, guilds):
                session.push(self.guild_create(guild, session.intents))

    def _ready(self, session: Session, guilds: list[Guild]) -> Json:
        bot = self._world.bot
        return {
            "v": 10,
            "user": render.user(bot) | {"verified": True, "mfa_enabled": False, "email": None},
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": [session.shard, session.shards],
            "application": {"id": str(bot.id), "flags": 0},
        }

    def guild_create(self, guild: Guild, intents: Intent, *, joined: bool = False) -> Event:
        """Return the event that announces a guild to a session, or the bot's joining of it."""
        everyone = bool(intents & Intent.GUILD_MEMBERS)
        body = render.guild_create(guild, self._world, all_members=everyone)
        if not joined:
            body["unavailable"] = False
        return Event("GUILD_CREATE", body, guild.id, Intent.GUILDS)

    def _resume(self, connection: Connection, body: Json) -> None:
        session = self._hub.sessions.get(body["session_id"])
        if body["token"] != self._world.application.token:
            connection.close(BAD_TOKEN)
        elif session is None or not session.resumable(body["seq"]):
            connection.push(frame(INVALID_SESSION, False))
        else:
            if session.wire is not None:
                session.wire.close(4000)
            session.wire = connection
            connection.session = session
            self._hub.resumed += 1
            session.replay(body["seq"])
            session.push(Event("RESUMED", {}))

    def _members(self, session: Session, body: Json) -> None:
        guild = self._world.guilds[int(body["guild_id"])]
        wanted = body.get("user_ids")
        every = wanted is None and not body.get("query") and not body.get("limit")
        if every and not session.intents & Intent.GUILD_MEMBERS:
            if session.wire is not None:
                session.wire.close(DISALLOWED_INTENTS)
            return
        chosen = {int(each) for each in wanted} if wanted is not None else set(guild.members)
        prefix = str(body.get("query") or "").lower()
        found = [
            render.member(each)
            for each in guild.members.values()
            if each.user.id in chosen and each.user.name.lower().startswith(prefix)
        ][: body.get("limit") or None]
        chunk: Json = {"guild_id": str(guild.id), "members": found, "not_found": []}
        chunk |= {"chunk_index": 0, "chunk_count": 1, "nonce": body.get("nonce")}
        session.push(Event("GUILD_MEMBERS_CHUNK", chunk, guild.id))

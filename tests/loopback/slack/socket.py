"""Socket Mode: envelopes to the app, and its acknowledgements within three seconds."""

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any, Final

from aiohttp import WSMsgType, web

from tests.loopback.slack.rules import DOCS, Violation
from tests.loopback.slack.seen import Json
from tests.loopback.slack.workspace import Workspace

ACKNOWLEDGE_SECONDS: Final = 3.0
"""Time that an app has to acknowledge an envelope (docs.slack.dev)."""

TURN_SECONDS: Final = 0.05

CONNECT_SECONDS: Final = 20.0

ANSWERED: Final = frozenset({"slash_commands", "view_submission", "block_suggestion"})
"""Envelopes whose acknowledgement may have a payload."""


class SocketMode:
    """The sockets of an app; envelopes go to the newest."""

    def __init__(self, space: Workspace) -> None:
        self._space = space
        self._sockets: list[tuple[web.WebSocketResponse, web.Request]] = []
        self._waiting: dict[str, asyncio.Future[Json]] = {}
        self.connections = 0
        self.is_repeated = False
        self.hanging = 0
        """The number of next sockets that the server neither opens nor refuses."""
        self.acknowledge_seconds = ACKNOWLEDGE_SECONDS
        self._last_event: Json = {}

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one socket until its end."""
        if self.hanging:
            self.hanging -= 1
            await asyncio.Event().wait()
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json(self._hello())
        self._sockets.append((socket, request))
        self.connections += 1
        self._space.notify()
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                self._acknowledged(json.loads(message.data))
        self._forget(socket)
        return socket

    def _hello(self) -> Json:
        about = {"connection_info": {"app_id": self._space.app}}
        number = len(self._sockets) + 1
        return {"type": "hello", "num_connections": number, **about, "debug_info": {}}

    def _forget(self, socket: web.WebSocketResponse) -> None:
        self._sockets = [one for one in self._sockets if one[0] is not socket]

    def _acknowledged(self, sent: Json) -> None:
        waiting = self._waiting.get(str(sent.get("envelope_id")))
        if waiting and not waiting.done():
            waiting.set_result(sent.get("payload") or {})

    async def connected(self) -> None:
        """Wait until the app has an open socket that Slack has not asked it to replace."""
        found = await self._space.until(lambda: self._sockets or None, CONNECT_SECONDS)
        if found is None:
            raise AssertionError("no client has connected through Socket Mode")

    async def disconnect(self, reason: str) -> None:
        """Ask the app to replace its sockets."""
        asked, self._sockets = self._sockets, []
        for socket, _ in asked:
            await socket.send_json({"type": "disconnect", "reason": reason, "debug_info": {}})

    def abort(self) -> None:
        """Cut the connections below the sockets."""
        cut, self._sockets = self._sockets, []
        for _, request in cut:
            if request.transport is not None:
                request.transport.abort()

    async def close_newest(self) -> None:
        """Close the newest socket alone."""
        await self._sockets.pop()[0].close()

    async def send_text(self, text: str) -> None:
        """Send a text that need not be an envelope."""
        await self._sockets[-1][0].send_str(text)

    async def close(self) -> None:
        """Close the sockets."""
        closed, self._sockets = self._sockets, []
        for socket, _ in closed:
            await socket.close()

    async def send(self, kind: str, payload: Mapping[str, Any]) -> Json:
        """Send an envelope; return the payload of its acknowledgement.

        Raises: AssertionError without an acknowledgement in three seconds.
        """
        inner = str(payload.get("type") or "")
        takes = kind in ANSWERED or inner in ANSWERED
        envelope = {"type": kind, "payload": payload, "accepts_response_payload": takes}
        answers = await asyncio.gather(*(self._deliver({**envelope, **n}) for n in self._tries()))
        if any(answers) and not takes:
            rule = f"the acknowledgement of {inner or kind} has no payload"
            self._space.violations.append(Violation(rule, DOCS, "", kind))
        return answers[0]

    def _tries(self) -> list[Json]:
        is_repeated = self.is_repeated or self._space.repeated
        self.is_repeated = False
        retry = {"retry_attempt": 1, "retry_reason": "timeout"}
        return [{"retry_attempt": 0}, *([retry] if is_repeated else [])]

    async def _deliver(self, envelope: Json) -> Json:
        await self.connected()
        name = f"envelope-{next(self._space.numbers)}"
        self._waiting[name] = asyncio.get_running_loop().create_future()
        await self._sockets[-1][0].send_json({"envelope_id": name, **envelope})
        try:
            if not await _comes_within(self._waiting[name], self.acknowledge_seconds):
                kind, what = envelope["type"], envelope["payload"].get("type", "")
                raise AssertionError(f"{kind} {what} was not acknowledged in time")
            return self._waiting[name].result()
        finally:
            del self._waiting[name]

    async def event(self, subscription: str, event: Mapping[str, Any], team: str = "") -> None:
        """Send an event that a person of this workspace has caused."""
        space = self._space
        space.notify()
        body = {
            "type": "event_callback",
            "token": "",
            "event_id": f"Ev{space.team}{next(space.numbers)}",
        }
        whose = {"team_id": space.team, "user_id": space.bot_user, "is_bot": True}
        known = {
            "team_id": team or space.team,
            "api_app_id": space.app,
            "event_time": 1_700_000_000,
        }
        if space.events is None or subscription in space.events:
            self._last_event = {**body, **known, "event": event, "authorizations": [whose]}
            await self.send("events_api", self._last_event)

    async def event_again(self) -> None:
        """Send the last event once more, as after a lost acknowledgement."""
        await self.send("events_api", self._last_event)


async def _comes_within(answer: "asyncio.Future[Json]", seconds: float) -> bool:
    """Return whether an answer comes within seconds, not counting those of a busy machine.

    The app runs in this process: the time that its threads wait for a processor does not count.
    """
    while seconds > 0 and not answer.done():
        start, waited = monotonic(), _seconds_unserved()
        await asyncio.wait({answer}, timeout=TURN_SECONDS)
        unserved = max(0.0, _seconds_unserved() - waited)
        seconds -= max(0.0, monotonic() - start - unserved)
    return answer.done()


def _seconds_unserved() -> float:
    """Return the time that this process's threads were ready without a processor; 0 if unknown.

    Source: the second field of ``/proc/PID/schedstat``, in ns (docs.kernel.org, sched-stats).
    """
    total = 0
    for thread in Path("/proc/self/task").glob("*/schedstat"):
        with suppress(OSError):  # a thread that has ended
            total += int(thread.read_text().split()[1])
    return total / 1e9

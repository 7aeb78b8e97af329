"""The connection to Slack through Socket Mode, for self-hosted bots.

The library's own client notices a cut connection only after ten seconds, and retries forever with
an invalid token. So this module connects, as docs.slack.dev ("Using Socket Mode") describes, and
passes envelopes to the library's app.
"""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from http import HTTPStatus
from itertools import chain
from typing import Any, Final

import structlog
from aiohttp import ClientSession, ClientWebSocketResponse, ClientWSTimeout, WSMsgType
from slack_bolt.adapter.socket_mode.async_internals import run_async_bolt_app
from slack_bolt.async_app import AsyncApp
from slack_bolt.error import BoltUnhandledRequestError
from slack_bolt.response import BoltResponse
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack.connection.api_errors import CALL_ERRORS, NO_TOKEN, error_of, is_error
from adapters.slack.connection.payloads import PAYLOAD, has_shape, json_object
from adapters.slack.ids import SLACK
from bot.chat.request import FatalError
from core.backoff import backoff

PING_SECONDS: Final = 10.0
"""Interval of pings; without an answer for half of it, the connection is lost."""

CLOSE_SECONDS: Final = 1.0
"""Timeout for closing a replaced connection."""

HANDSHAKE_SECONDS: Final = 5.0
"""Timeout for opening a connection at the address that Slack named."""

STEADY_SECONDS: Final = 5.0
"""Duration of a connection after which the next one follows without a pause."""

LONGEST_PAUSE_SECONDS: Final = 60.0
"""The longest pause before reconnecting."""

_LOG = structlog.get_logger()


@dataclass(slots=True)
class SocketMode:
    """Receives envelopes of Slack, over one connection after another."""

    app: AsyncApp
    api: AsyncWebClient
    app_token: str = field(repr=False)
    _socket: ClientWebSocketResponse | None = field(default=None, init=False)
    _answering: set[asyncio.Task[None]] = field(default_factory=set, init=False)

    async def run(self) -> None:
        """Stay connected until cancelled; raises FatalError for an invalid token."""
        async with ClientSession() as session:
            try:
                await self._lastingly(session)
            finally:
                if self._socket is not None:
                    await self._socket.close()

    async def _lastingly(self, session: ClientSession) -> None:
        """Connect, and reconnect after each connection ends; raises FatalError."""
        now, pauses = asyncio.get_running_loop().time, _pauses()
        while True:
            try:
                socket = await self._connected(session)
                start = now()
                await self._serve(socket)
                if now() - start > STEADY_SECONDS:
                    pauses = _pauses()
            except CALL_ERRORS as error:
                if is_error(error, NO_TOKEN):
                    raise FatalError("slack-bad-app-token", problem=error_of(error)) from None
                _LOG.warning("not-connected", platform=SLACK, fault=error_of(error))
            await asyncio.sleep(next(pauses))

    async def _connected(self, session: ClientSession) -> ClientWebSocketResponse:
        """Return a new connection and close the one before."""
        opened = await self.api.apps_connections_open(app_token=self.app_token)
        before = self._socket
        async with asyncio.timeout(HANDSHAKE_SECONDS):
            self._socket = await session.ws_connect(
                str(opened.get("url")),
                heartbeat=PING_SECONDS,
                timeout=ClientWSTimeout(ws_close=CLOSE_SECONDS),
            )
        if before is not None:
            await before.close()
        _LOG.info("connected", platform=SLACK)
        return self._socket

    async def _serve(self, socket: ClientWebSocketResponse) -> None:
        """Receive envelopes until the connection ends or Slack asks for another."""
        async for message in socket:
            envelope = json_object(message.data) if message.type is WSMsgType.TEXT else {}
            if envelope.get("type") == "disconnect":
                return
            if isinstance(envelope.get("payload"), dict):
                task = asyncio.create_task(self._answer(envelope))
                self._answering.add(task)
                task.add_done_callback(self._answering.discard)

    async def _answer(self, envelope: dict[str, Any]) -> None:
        """Pass an envelope to the app, and acknowledge it over the current connection."""
        request = SocketModeRequest.from_dict(envelope)
        if request is None:
            return
        if not has_shape(request.payload, PAYLOAD):
            _LOG.warning("request-refused", platform=SLACK, fault="body")
            return
        try:
            answer = await run_async_bolt_app(self.app, request)
            if answer.status == HTTPStatus.OK and self._socket is not None:
                about = {"envelope_id": request.envelope_id, **_payload(answer)}
                await self._socket.send_json(about)
        except CALL_ERRORS as error:
            _LOG.info("answer-not-taken", platform=SLACK, fault=error_of(error))
        except BoltUnhandledRequestError:
            _LOG.warning("request-refused", platform=SLACK, fault="body")
        except Exception:  # one envelope must not end the others
            _LOG.exception("fault", platform=SLACK)


def _pauses() -> Iterator[float]:
    """Yield the pauses before reconnecting, the first of them zero."""
    return chain([0.0], backoff(1.0, LONGEST_PAUSE_SECONDS))


def _payload(answer: BoltResponse) -> dict[str, Any]:
    """Return the payload of an acknowledgement, if any."""
    if not answer.body:
        return {}
    is_json = answer.first_headers().get("content-type", "").startswith("application/json")
    return {"payload": json.loads(answer.body) if is_json else {"text": answer.body}}

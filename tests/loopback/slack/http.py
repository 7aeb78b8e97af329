"""HTTP requests, signed as Slack signs them; failed events are sent again.

The rules are those of docs.slack.dev, "Verifying requests from Slack" and "Events API": an answer
within three seconds, and three further tries of an event, here without the minutes between them.

"""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from time import time
from typing import Any, Final
from urllib.parse import urlencode

from aiohttp import ClientError, ClientSession, ClientTimeout
from slack_sdk.signature import SignatureVerifier

from tests.loopback.slack.seen import Json
from tests.loopback.slack.socket import SocketMode
from tests.loopback.slack.workspace import Workspace

RETRY_PAUSES: Final = (0.0, 0.3, 1.0)
"""Seconds before further tries of an event; Slack's own are 0, 60 and 300."""

START_SECONDS: Final = 60.0
"""Time that a program has to start."""

SIGNING_SECRET: Final = "0123456789abcdef" * 2


@dataclass(frozen=True, slots=True)
class Request:
    """A request as sent, and the status of its answer; 0 without an answer."""

    headers: Mapping[str, str]
    body: str
    status: int


class HTTPRequests(SocketMode):
    """Sends all of a workspace's messages for its app to a URL; `sent` contains every request."""

    def __init__(self, space: Workspace, url: str, secret: str = SIGNING_SECRET) -> None:
        super().__init__(space)
        self.url = url
        self.sent: list[Request] = []
        self._signer = SignatureVerifier(secret)

    async def connected(self) -> None:
        """Wait until the app answers."""
        health = self.url.replace("/slack/events", "/healthz")
        try:
            async with asyncio.timeout(START_SECONDS):
                while not await _answers(health):
                    await asyncio.sleep(0.05)
        except TimeoutError:
            raise AssertionError(f"nobody listens at {self.url}") from None

    def _tries(self) -> list[Json]:
        tries = super()._tries()
        return [{}, {"retry_attempt": 1}] if len(tries) > 1 else [{}]

    async def _deliver(self, envelope: Json) -> Json:
        kind, payload = envelope["type"], envelope["payload"]
        body, content = _encoded(kind, payload)
        first = int(envelope.get("retry_attempt") or 0)
        pauses = RETRY_PAUSES if kind == "events_api" else ()
        for number, pause in enumerate((0.0, *pauses), first):
            await asyncio.sleep(pause)
            status, answer = await self.request(body, content, number)
            if status == 200:
                return _payload(answer)
        what = payload.get("type", "")
        raise AssertionError(f"{kind} {what} was answered with {status}: {answer[:200]}")

    async def request(
        self, body: str, content: str, retry: int = 0, *, age: float = 0
    ) -> tuple[int, str]:
        """Send a signed request of this age in seconds; return the status and the answer."""
        stamp = str(int(time() - age))
        signature = self._signer.generate_signature(timestamp=stamp, body=body) or ""
        headers = {
            "Content-Type": content,
            "X-Slack-Request-Timestamp": stamp,
            "X-Slack-Signature": signature,
        }
        if retry:
            headers |= {"X-Slack-Retry-Num": str(retry), "X-Slack-Retry-Reason": "http_error"}
        return await self.resend(Request(headers, body, 0))

    async def resend(self, request: Request) -> tuple[int, str]:
        """Send a request again unchanged; return the status and the answer."""
        seconds = ClientTimeout(self.acknowledge_seconds)
        status, answer = 0, ""
        try:
            async with (
                ClientSession(timeout=seconds) as session,
                session.post(
                    self.url, data=request.body.encode(), headers=request.headers
                ) as response,
            ):
                status, answer = response.status, await response.text()
        except (ClientError, TimeoutError) as error:
            answer = type(error).__name__
        self.sent.append(Request(request.headers, request.body, status))
        return status, answer


async def _answers(url: str) -> bool:
    try:
        async with ClientSession() as session, session.get(url):
            return True
    except ClientError:
        return False


def _encoded(kind: str, payload: Mapping[str, Any]) -> tuple[str, str]:
    """Return the body of a payload and its type."""
    form = "application/x-www-form-urlencoded"
    if kind == "events_api":
        return json.dumps(payload), "application/json"
    if kind == "slash_commands":
        return urlencode(payload), form
    return urlencode({"payload": json.dumps(payload)}), form


def _payload(answer: str) -> Json:
    if not answer:
        return {}
    return dict(json.loads(answer)) if answer.startswith("{") else {"text": answer}

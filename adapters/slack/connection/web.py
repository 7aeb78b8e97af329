"""Slack's HTTP requests, for hosted installations, and the pages that install the app.

Slack signs each request. This module refuses a wrong signature, a request older than five minutes,
and a repeated one.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final
from urllib.parse import urljoin

import structlog
from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response, to_bolt_request
from slack_bolt.async_app import AsyncApp
from slack_bolt.error import BoltUnhandledRequestError
from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow
from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings
from slack_bolt.response import BoltResponse
from slack_sdk.signature import Clock, SignatureVerifier
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack.connection.api_errors import CALL_ERRORS, NO_TOKEN, error_of, is_error
from adapters.slack.connection.pacing import PacedClient
from adapters.slack.connection.payloads import PAYLOAD, SlackPayload, has_shape
from adapters.slack.connection.scopes import SCOPES
from adapters.slack.connection.workspaces import STATE_SECONDS, InstalledWorkspaces
from adapters.slack.ids import SLACK
from bot.chat.request import FatalError
from bot.http import address_fault, listening
from core.recent import RecentDict

REQUESTS_PATH: Final = "/slack/events"
INSTALL_PATH: Final = "/slack/install"
REDIRECT_PATH: Final = "/slack/oauth_redirect"
"""Paths of commands, interactions and events; of the installation; and of its redirect."""

SIGNED_SECONDS: Final = 300
"""Age in seconds from which a request is refused, as Slack's rules say."""

MOST_SIGNATURES: Final = 100_000
"""The most remembered signatures: more requests than arrive within ten minutes."""

SHAPE_ERRORS: Final = (ValueError, LookupError, TypeError, AttributeError, RecursionError)
"""The library's errors for an object without an expected part."""

_LOG = structlog.get_logger()


class SignedRequests:
    """Checks the signatures of requests."""

    def __init__(self, secret: str, clock: Clock | None = None) -> None:
        self._clock = clock or Clock()
        self._verifier = SignatureVerifier(secret, self._clock)
        self._seen = RecentDict[str, None](MOST_SIGNATURES)

    def fault(self, headers: Mapping[str, str], body: bytes) -> str:
        """Return the reason to refuse a request, "" for a valid new one."""
        sent = headers.get("X-Slack-Request-Timestamp", "")
        signature = headers.get("X-Slack-Signature", "")
        try:
            if abs(self._clock.now() - int(sent)) > SIGNED_SECONDS:
                return "timestamp"
            is_signed = self._verifier.is_valid(body, sent, signature)
        except (ValueError, TypeError, OverflowError):  # such as a non-ASCII signature
            return "signature"
        if not is_signed:
            return "signature"
        if signature in self._seen:
            return "replay"
        self._seen[signature] = None
        return ""

    def failed(self, headers: Mapping[str, str]) -> None:
        """Forget a failed request, which Slack may repeat within the same second."""
        self._seen.pop(headers.get("X-Slack-Signature", ""), None)


@dataclass(frozen=True, slots=True)
class SlackRequests:
    """The routes of an app; `flow` installs it in workspaces."""

    app: AsyncApp
    signed: SignedRequests
    flow: AsyncOAuthFlow | None = None

    def routes(self) -> list[web.RouteDef]:
        """Return all routes."""
        own = [web.post(REQUESTS_PATH, self._request), web.get("/healthz", self._health)]
        if self.flow is None:
            return own
        return [
            *own,
            web.get(INSTALL_PATH, self._page(self.flow.handle_installation)),
            web.get(REDIRECT_PATH, self._page(self.flow.handle_callback)),
        ]

    async def _request(self, request: web.Request) -> web.Response:
        body = await request.read()
        if fault := self.signed.fault(request.headers, body):
            _LOG.warning("request-refused", platform=SLACK, fault=fault)
            raise web.HTTPUnauthorized
        answer = await self._answer(request)
        if answer.status != HTTPStatus.OK:
            self.signed.failed(request.headers)
        return await to_aiohttp_response(answer)

    async def _answer(self, request: web.Request) -> BoltResponse:
        """Return the answer to a request; raises HTTPException for a malformed one."""
        try:
            asked = await to_bolt_request(request)
            if has_shape(asked.body, PAYLOAD) and _is_named(asked.body):
                return await self.app.async_dispatch(asked)
        except (*SHAPE_ERRORS, BoltUnhandledRequestError):
            pass
        except Exception:  # Slack repeats the request
            _LOG.exception("fault", platform=SLACK)
            return BoltResponse(status=HTTPStatus.INTERNAL_SERVER_ERROR)
        _LOG.warning("request-refused", platform=SLACK, fault="body")
        raise web.HTTPBadRequest

    async def _health(self, _request: web.Request) -> web.Response:
        return web.Response(text="ok\n")

    def _page(
        self, handle: Callable[..., Awaitable[BoltResponse]]
    ) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def page(request: web.Request) -> web.Response:
            answer = await to_aiohttp_response(await handle(await to_bolt_request(request)))
            answer.headers["Cache-Control"] = "no-store"
            answer.headers["Referrer-Policy"] = "no-referrer"
            return answer

        return page


async def check_bot_token(api: AsyncWebClient) -> None:
    """Raise FatalError for an invalid bot token; log a warning if Slack cannot be reached."""
    try:
        await api.auth_test()
    except CALL_ERRORS as error:
        if is_error(error, NO_TOKEN):
            raise FatalError("slack-bad-token") from None
        _LOG.warning("not-connected", platform=SLACK, fault=error_of(error))


async def run_http(requests: SlackRequests, host: str, port: int) -> None:
    """Answer requests until cancelled; raises FatalError for an unusable address."""
    async with AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(listening(requests.routes(), host, port))
        except OSError as error:
            raise FatalError.of(address_fault(error, host, port)) from None
        _LOG.info("listening", platform=SLACK, host=host, port=port)
        await asyncio.Event().wait()


def install_flow(workspaces: InstalledWorkspaces) -> AsyncOAuthFlow:
    """Return the library's pages for installing the app."""
    settings = workspaces.settings
    api = PacedClient(None, settings.api_url)
    asked = AsyncOAuthSettings(
        client_id=settings.client_id,
        client_secret=settings.client_secret.get_secret_value(),
        scopes=sorted(SCOPES),
        install_path=INSTALL_PATH,
        redirect_uri_path=REDIRECT_PATH,
        installation_store=workspaces,
        installation_store_bot_only=True,
        state_store=workspaces,
        state_expiration_seconds=STATE_SECONDS,
        authorization_url=urljoin(api.base_url, "/oauth/v2/authorize"),
    )
    logger = logging.getLogger(f"{__name__}.install")
    logger.setLevel(logging.ERROR)  # warnings contain one-time codes
    return AsyncOAuthFlow(client=api, settings=asked, logger=logger)


def _is_named(body: SlackPayload) -> bool:
    """Return whether a request names its kind."""
    kind = body.get("command") or body.get("type") or body.get("ssl_check")
    return bool(kind) and isinstance(kind, str)

"""The workspaces that the bot is in, and the Web API as the bot of each."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

import structlog
from slack_bolt.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.context.async_context import AsyncBoltContext
from slack_bolt.logger.messages import warning_client_prioritized_and_token_skipped
from slack_bolt.response import BoltResponse
from slack_sdk.errors import SlackClientError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.faults import CallFault
from adapters.slack.connection.api_errors import CALL_ERRORS, fault_of, is_response_url
from adapters.slack.connection.pacing import PacedClient
from adapters.slack.ids import SLACK

AUTHORIZE_SECONDS: Final = 1.0
"""How long an act waits for what Slack tells of the bot, of the three seconds that it may take."""

_LOG: Final = structlog.get_logger()


class NotInstalled(SlackClientError):
    """A workspace in which the bot is not installed, as far as is known here."""


class Workspaces(Protocol):
    """The workspaces of an application."""

    def client(self, team: str) -> PacedClient:
        """Return the Web API as the bot of a workspace, whose calls raise NotInstalled."""

    async def authorize(self, team: str) -> AuthorizeResult | None:
        """Return what the library knows of a workspace, None where the bot is not installed."""


@dataclass(slots=True)
class OneWorkspace:
    """The workspace of the one bot token in the settings."""

    api: PacedClient
    _known: AuthorizeResult | None = field(default=None, init=False)

    def client(self, team: str) -> PacedClient:  # noqa: ARG002 - all are this one
        """Return the Web API with the token."""
        return self.api

    async def authorize(self, team: str) -> AuthorizeResult | None:
        """Return what Slack tells of the token, asked for once; raises SlackApiError.

        Where Slack does not answer in time, what people do does not wait for it.
        """
        if self._known is None:
            try:
                async with asyncio.timeout(AUTHORIZE_SECONDS):
                    told = await self.api.auth_test()
            except CALL_ERRORS as error:
                if fault_of(error) is CallFault.REFUSED:
                    raise
                return AuthorizeResult(enterprise_id=None, team_id=team, bot_token=self.api.token)
            self._known = AuthorizeResult.from_auth_test_response(
                bot_token=self.api.token, auth_test_response=told
            )
        return self._known


def make_app(workspaces: Workspaces, not_installed: str, api_url: str) -> AsyncApp:
    """Return the library's app; it tells people of other workspaces that it is `not_installed`.

    Answers go to response URLs of Slack alone, or of the service at `api_url`.

    The library would take tokens and credentials from the environment: so it is given a client
    without one, and is told which bot a workspace has. Signatures are checked before it.
    """
    logging.getLogger(f"slack_bolt.{AsyncApp.__name__}").addFilter(_is_true)

    async def check_url(
        body: dict[str, Any],
        context: AsyncBoltContext,
        next_: Callable[[], Awaitable[BoltResponse]],
    ) -> BoltResponse:
        url = body.get("response_url")
        if url is not None and not is_response_url(str(url), api_url):
            _LOG.warning("response-url-refused", platform=SLACK, fault="host")
            del body["response_url"]
            context.pop("response_url", None)
        return await next_()

    async def authorize(team_id: str | None) -> AuthorizeResult:  # found by its argument's name
        return await workspaces.authorize(team_id or "")  # type: ignore[return-value]  # or None

    return AsyncApp(
        client=AsyncWebClient(),
        before_authorize=check_url,
        authorize=authorize,
        raise_error_for_unhandled_request=True,
        request_verification_enabled=False,
        user_facing_authorize_error_message=not_installed,
    )


def _is_true(record: logging.LogRecord) -> bool:
    """Return whether what is logged holds: the library says that the token in use is unused."""
    return record.getMessage() != warning_client_prioritized_and_token_skipped()

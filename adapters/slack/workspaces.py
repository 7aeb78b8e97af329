"""The workspaces that the bot is in, and the Web API as the bot of each."""

import logging
from dataclasses import dataclass, field
from typing import Protocol

from slack_bolt.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.logger.messages import warning_client_prioritized_and_token_skipped
from slack_sdk.errors import SlackClientError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack.calls import data_of
from adapters.slack.pacing import PacedClient


class NotInstalled(SlackClientError):
    """A workspace in which the bot is not installed, as far as is known here."""


class Workspaces(Protocol):
    """The workspaces of an application."""

    async def client(self, team: str) -> PacedClient:
        """Return the Web API as the bot of a workspace; raises NotInstalled."""
        ...

    async def authorize(self, team: str) -> AuthorizeResult | None:
        """Return what the library knows of a workspace, None where the bot is not installed."""
        ...


@dataclass(slots=True)
class OneWorkspace:
    """The workspace of the one bot token in the settings."""

    api: PacedClient
    _known: AuthorizeResult | None = field(default=None, init=False)

    async def client(self, team: str) -> PacedClient:  # noqa: ARG002 - all are this one
        """Return the Web API with the token."""
        return self.api

    async def authorize(self, team: str) -> AuthorizeResult | None:  # noqa: ARG002
        """Return what Slack tells of the token, asked for once; raises the errors of a call."""
        if self._known is None:
            told = data_of(await self.api.auth_test())
            self._known = AuthorizeResult(
                enterprise_id=told.get("enterprise_id"),
                team_id=told.get("team_id"),
                bot_id=told.get("bot_id"),
                bot_user_id=told.get("user_id"),
                bot_token=self.api.token,
            )
        return self._known


def make_app(workspaces: Workspaces, not_installed: str) -> AsyncApp:
    """Return the library's app; it tells people of other workspaces that it is `not_installed`.

    The library would take tokens and credentials from the environment: so it is given a client
    without one, and is told which bot a workspace has. Signatures are checked before it.
    """
    logging.getLogger(f"slack_bolt.{AsyncApp.__name__}").addFilter(_is_true)

    async def authorize(team_id: str | None) -> AuthorizeResult:  # found by its argument's name
        return await workspaces.authorize(team_id or "")  # type: ignore[return-value]  # or None

    return AsyncApp(
        client=AsyncWebClient(),
        authorize=authorize,
        request_verification_enabled=False,
        user_facing_authorize_error_message=not_installed,
    )


def _is_true(record: logging.LogRecord) -> bool:
    """Return whether what is logged holds: the library says that the token in use is unused."""
    return record.getMessage() != warning_client_prioritized_and_token_skipped()

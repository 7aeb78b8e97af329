"""The workspaces that the bot is in, and the Web API as the bot of each."""

from dataclasses import dataclass
from typing import Protocol

from slack_sdk.errors import SlackClientError
from slack_sdk.web.async_client import AsyncWebClient


class NotInstalled(SlackClientError):
    """A workspace in which the bot is not installed, as far as is known here."""


class Workspaces(Protocol):
    """The workspaces of an application."""

    async def client(self, team: str) -> AsyncWebClient:
        """Return the Web API as the bot of a workspace; raises NotInstalled."""
        ...


@dataclass(frozen=True, slots=True)
class OneWorkspace:
    """The workspace of the one bot token in the settings."""

    _client: AsyncWebClient

    async def client(self, team: str) -> AsyncWebClient:  # noqa: ARG002 - all are this one
        """Return the Web API with the token."""
        return self._client

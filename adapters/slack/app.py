"""Wiring of the adapter: requests go to the games, changes of games to messages."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import structlog
from aiohttp import ClientSession
from slack_bolt.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.context.async_context import AsyncBoltContext
from slack_bolt.logger.messages import warning_client_prioritized_and_token_skipped
from slack_bolt.response import BoltResponse
from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.background import BackgroundWork, run_beside
from adapters.chat.platform import ChatApp
from adapters.chat.screen import PACE_SECONDS, RedrawLoop
from adapters.slack.client import SlackClient
from adapters.slack.connection.api_errors import is_response_url
from adapters.slack.connection.pacing import PacedClient, Pauses, http_session
from adapters.slack.connection.payloads import People
from adapters.slack.connection.socket_mode import SocketMode
from adapters.slack.connection.web import (
    SignedRequests,
    SlackRequests,
    check_bot_token,
    install_flow,
    run_http,
)
from adapters.slack.connection.workspaces import (
    Installations,
    InstalledWorkspaces,
    OneWorkspace,
    Workspaces,
    purge_removed,
    vault_of,
)
from adapters.slack.ids import SLACK
from adapters.slack.input.interactions import SlackInteractions
from adapters.slack.input.mentions import SlackMentions
from adapters.slack.input.reactions import ReactionMenus, SlackReactions
from adapters.slack.output.answers import Answers
from adapters.slack.output.files import Files
from adapters.slack.output.home import Home
from adapters.slack.output.messages import SlackPlatform
from adapters.slack.output.sending import ResponseUrls
from adapters.slack.platform import SlackEnvironment
from bot.games import Room
from core.view import phrase

PARALLEL_BOARDS: Final = 32
"""Boards that are drawn at the same time: each takes four calls or five, one after the other."""


_LOG = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class SlackApp:
    """The adapter of Slack, whose requests come by HTTP to an `address`, or else by Socket Mode.

    `pace` is the least time between two edits of one message, in seconds.
    """

    chat: ChatApp
    settings: SlackEnvironment
    address: tuple[str, int] | None = None
    pace: float = PACE_SECONDS

    async def run(self) -> None:
        """Stay connected until cancelled; raises FatalError where Slack takes no token."""
        pauses = Pauses(self.chat.services)
        await pauses.load()
        async with http_session() as session:
            if self.address and self.settings.is_installed:
                await self._run_installed(self.address, session, pauses)
            else:
                await self._run_one(session, pauses)

    async def _run_one(self, session: ClientSession, pauses: Pauses) -> None:
        """Serve the workspace of the bot token."""
        settings = self.settings
        token = settings.bot_token.get_secret_value()
        workspace = OneWorkspace(PacedClient(token, settings.api_url, session, pauses))
        app = self._app(workspace)
        if self.address is None:
            app_token = settings.app_token.get_secret_value()
            connection = SocketMode(app, workspace.api, app_token).run()
        else:
            await check_bot_token(workspace.api)
            connection = run_http(SlackRequests(app, self._signed()), *self.address)
        await self._serve(app, workspace, connection)

    async def _run_installed(
        self, address: tuple[str, int], session: ClientSession, pauses: Pauses
    ) -> None:
        """Answer the requests of all workspaces in which people install the app."""
        services, settings = self.chat.services, self.settings
        installations = Installations(services, vault_of(settings.token_keys.get_secret_value()))
        workspaces = InstalledWorkspaces(installations, settings, session, pauses)
        app, flow = self._app(workspaces), install_flow(settings, installations)
        connection = run_http(SlackRequests(app, self._signed(), flow), *address)
        purge = partial(purge_removed, workspaces, services)
        await self._serve(app, workspaces, connection, purge)

    def _signed(self) -> SignedRequests:
        return SignedRequests(self.settings.signing_secret.get_secret_value())

    def _app(self, workspaces: Workspaces) -> AsyncApp:
        """Return the library's app, whose answers go to Slack, or to the service of the settings.

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
            if url is not None and not is_response_url(str(url), self.settings.api_url):
                _LOG.warning("response-url-refused", platform=SLACK, fault="host")
                del body["response_url"]
                context.pop("response_url", None)
            return await next_()

        async def authorize(team_id: str | None) -> AuthorizeResult:  # found by its argument's name
            return await workspaces.authorize(team_id or "")  # type: ignore[return-value]  # or None

        not_installed = self.chat.services.texts_for(None).say(phrase("slack-not-installed"))
        return AsyncApp(
            client=AsyncWebClient(),
            before_authorize=check_url,
            authorize=authorize,
            raise_error_for_unhandled_request=True,
            request_verification_enabled=False,
            user_facing_authorize_error_message=not_installed,
        )

    async def _serve(
        self,
        app: AsyncApp,
        workspaces: Workspaces,
        connection: Awaitable[None],
        *more: BackgroundWork,
    ) -> None:
        """Hand on what comes by a connection, and draw the games, until it ends."""
        chat, services = self.chat, self.chat.services
        pressed, people, files = ResponseUrls(), People(), Files(workspaces)
        closed = set[Room]()
        answers, menus = Answers(people, services, files), ReactionMenus(workspaces)
        client = SlackClient(
            app,
            workspaces,
            services,
            people,
            SlackInteractions(chat, people, answers, pressed, closed),
            SlackMentions(chat, people, answers),
            Home(chat, people),
            SlackReactions(chat, people, answers),
        )
        platform = SlackPlatform(chat, workspaces, pressed, files, closed, menus.drawn)
        delay, parallel = platform.delay, PARALLEL_BOARDS
        screen = RedrawLoop(chat.tasks, platform, pace=self.pace, delay=delay, parallel=parallel)
        await run_beside(client.connected(connection), (screen.run, menus.run, *more))


def _is_true(record: logging.LogRecord) -> bool:
    """Return whether what is logged holds: the library says that the token in use is unused."""
    return record.getMessage() != warning_client_prioritized_and_token_skipped()

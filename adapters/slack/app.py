"""Wiring of the adapter: requests go to the games, changes of games to messages."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from aiohttp import ClientSession
from slack_bolt.async_app import AsyncApp

from adapters.chat.pictures import PictureRenderer
from adapters.chat.platform import ChatApp
from adapters.chat.screen import PACE_SECONDS, RedrawLoop
from adapters.slack.client import SlackClient
from adapters.slack.connection.installations import (
    Installations,
    InstalledWorkspaces,
    purge_removed,
    vault_of,
)
from adapters.slack.connection.pacing import PacedClient, Pauses, http_session
from adapters.slack.connection.people import People
from adapters.slack.connection.socket_mode import SocketMode
from adapters.slack.connection.web import (
    SignedRequests,
    SlackRequests,
    check_bot_token,
    install_flow,
    run_http,
)
from adapters.slack.connection.workspaces import OneWorkspace, Workspaces, make_app
from adapters.slack.input.interactions import SlackInteractions
from adapters.slack.input.mentions import SlackMentions
from adapters.slack.input.reactions import SlackReactions
from adapters.slack.output.answers import Answers
from adapters.slack.output.files import Files
from adapters.slack.output.home import Home
from adapters.slack.output.messages import SlackPlatform
from adapters.slack.output.reaction_menus import ReactionMenus
from adapters.slack.output.response_urls import ResponseUrls
from adapters.slack.output.responses import SlackResponses
from adapters.slack.platform import SlackEnvironment
from bot.chat.request import FatalError
from bot.games import Room
from core.view import phrase

BackgroundWork: TypeAlias = Callable[[], Coroutine[Any, Any, None]]
"""Runs until it is cancelled."""


PARALLEL_BOARDS: Final = 32
"""Boards that are drawn at the same time: each takes four calls or five, one after the other."""


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
        client, drawing = self._parts(app, workspace)
        if self.address is None:
            app_token = settings.app_token.get_secret_value()
            connection = SocketMode(app, workspace.api, client, app_token).run()
        else:
            await check_bot_token(workspace.api)
            requests = SlackRequests(app, self._signed(), None)
            connection = run_http(requests, client, *self.address)
        await _beside(connection, *drawing)

    async def _run_installed(
        self, address: tuple[str, int], session: ClientSession, pauses: Pauses
    ) -> None:
        """Answer the requests of all workspaces in which people install the app."""
        services, settings = self.chat.services, self.settings
        installations = Installations(services, vault_of(settings.token_keys.get_secret_value()))
        workspaces = InstalledWorkspaces(installations, settings, session, pauses)
        app = self._app(workspaces)
        client, drawing = self._parts(app, workspaces)
        flow = install_flow(settings, installations)
        requests = SlackRequests(app, self._signed(), flow)
        serving = run_http(requests, client, *address)
        await _beside(serving, *drawing, lambda: purge_removed(workspaces, services))

    def _signed(self) -> SignedRequests:
        return SignedRequests(self.settings.signing_secret.get_secret_value())

    def _app(self, workspaces: Workspaces) -> AsyncApp:
        not_installed = self.chat.services.texts_for(None).say(phrase("slack-not-installed"))
        return make_app(workspaces, not_installed, self.settings.api_url)

    def _parts(
        self, app: AsyncApp, workspaces: Workspaces
    ) -> tuple[SlackClient, tuple[BackgroundWork, ...]]:
        """Return what takes in all that an app is sent, and what draws the games."""
        chat, services = self.chat, self.chat.services
        renderer, pressed, people = PictureRenderer(), ResponseUrls(), People(workspaces)
        closed, files, responses = set[Room](), Files(workspaces), SlackResponses(renderer)
        answers = Answers(workspaces, people, services, files)
        client = SlackClient(
            app,
            services,
            people,
            SlackInteractions(chat, workspaces, people, answers, responses, pressed, closed),
            SlackMentions(chat, workspaces, people, answers, responses),
            Home(chat, workspaces, people),
            SlackReactions(chat, workspaces, people, answers),
        )
        menus = ReactionMenus(workspaces)
        platform = SlackPlatform(chat, workspaces, renderer, pressed, files, closed, menus)
        screen = RedrawLoop(
            chat.tasks,
            platform,
            pace=self.pace,
            delay=platform.delay,
            parallel=PARALLEL_BOARDS,
        )
        return client, (screen.run, menus.run)


async def _beside(connection: Awaitable[None], *services: BackgroundWork) -> None:
    """Draw, and do more, as long as a connection lasts; raises its FatalError."""
    ending: FatalError | None = None
    async with asyncio.TaskGroup() as group:
        others = [group.create_task(run()) for run in services]
        try:
            await connection
        except FatalError as error:  # which a group would hide from who runs this
            ending = error
        finally:
            for other in others:
                other.cancel()
    if ending is not None:
        raise ending

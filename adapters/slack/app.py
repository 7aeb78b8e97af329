"""Wiring of the adapter: requests go to the games, changes of games to messages."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from aiohttp import ClientSession
from slack_bolt.async_app import AsyncApp

from adapters.chat.commands import CommandTables
from adapters.chat.completion import CompletionValues
from adapters.chat.pictures import PictureRenderer
from adapters.chat.ports import ChatServicesPort, MessageTextsPort
from adapters.chat.screen import PACE_SECONDS, RedrawLoop
from adapters.slack.client import (
    HTTPSettings,
    OAuthSettings,
    SlackClient,
    SlackSettings,
    http_session,
    web_client,
)
from adapters.slack.events import SlackEvents
from adapters.slack.home import Home
from adapters.slack.input.interactions import SlackInteractions
from adapters.slack.input.mentions import SlackMentions
from adapters.slack.input.reactions import SlackReactions
from adapters.slack.installations import Installations, InstalledWorkspaces, purge_removed, vault_of
from adapters.slack.output.answers import Answers
from adapters.slack.output.files import Files
from adapters.slack.output.messages import SlackPlatform
from adapters.slack.output.reaction_menus import ReactionMenus
from adapters.slack.output.response_urls import ResponseUrls
from adapters.slack.pacing import Pauses
from adapters.slack.people import People
from adapters.slack.scopes import SCOPES
from adapters.slack.socket_mode import run_socket_mode
from adapters.slack.web import (
    SignedRequests,
    SlackRequests,
    check_bot_token,
    install_flow,
    run_http,
)
from adapters.slack.workspaces import OneWorkspace, Workspaces, make_app
from bot.chat.request import FatalError
from bot.games import Games, MessageTasks, Room
from core.view import phrase

BackgroundWork: TypeAlias = Callable[[], Coroutine[Any, Any, None]]
"""Runs until it is cancelled."""


PARALLEL_BOARDS: Final = 32
"""Boards that are drawn at the same time: each takes four calls or five, one after the other."""


@dataclass(frozen=True, slots=True)
class SlackApp:
    """The adapter of Slack; `values` are completions that are known beforehand.

    `pace` is the least time between two edits of one message, in seconds.
    """

    games: Games
    tasks: MessageTasks
    services: ChatServicesPort
    message_texts: MessageTextsPort
    tables: CommandTables
    values: Mapping[str, CompletionValues]
    settings: SlackSettings | HTTPSettings
    pace: float = PACE_SECONDS

    async def run(self) -> None:
        """Stay connected until cancelled; raises FatalError where Slack takes no token."""
        pauses, settings = Pauses(self.services), self.settings
        await pauses.load()
        async with http_session() as session:
            if isinstance(settings, HTTPSettings) and settings.oauth:
                await self._run_installed(settings, settings.oauth, session, pauses)
            else:
                await self._run_one(settings, session, pauses)

    async def _run_one(
        self, settings: SlackSettings | HTTPSettings, session: ClientSession, pauses: Pauses
    ) -> None:
        """Serve the workspace of the bot token."""
        api = web_client(settings.bot_token, settings.api_url, session, pauses)
        workspace = OneWorkspace(api)
        app = self._app(workspace)
        client, drawing = self._parts(app, workspace)
        if isinstance(settings, SlackSettings):
            connection = run_socket_mode(app, workspace.api, client, settings.app_token)
        else:
            await check_bot_token(workspace.api)
            requests = SlackRequests(app, SignedRequests(settings.signing_secret), None)
            connection = run_http(requests, client, settings.host, settings.port)
        await _beside(connection, *drawing)

    async def _run_installed(
        self,
        settings: HTTPSettings,
        oauth: OAuthSettings,
        session: ClientSession,
        pauses: Pauses,
    ) -> None:
        """Answer the requests of all workspaces in which people install the app."""
        api_url = settings.api_url
        installations = Installations(self.services, vault_of(oauth.token_keys))
        workspaces = InstalledWorkspaces(installations, oauth, api_url, session, pauses)
        app = self._app(workspaces)
        client, drawing = self._parts(app, workspaces)
        flow = install_flow(oauth, sorted(SCOPES), installations, api_url)
        requests = SlackRequests(app, SignedRequests(settings.signing_secret), flow)
        serving = run_http(requests, client, settings.host, settings.port)
        await _beside(serving, *drawing, lambda: purge_removed(workspaces, self.services))

    def _app(self, workspaces: Workspaces) -> AsyncApp:
        texts = self.services.texts_for(None)
        not_installed = texts.say(phrase("slack-not-installed"))
        return make_app(workspaces, not_installed, self.settings.api_url)

    def _parts(
        self, app: AsyncApp, workspaces: Workspaces
    ) -> tuple[SlackClient, tuple[BackgroundWork, ...]]:
        """Return what takes in all that an app is sent, and what draws the games."""
        renderer, pressed, people = PictureRenderer(), ResponseUrls(), People(workspaces)
        closed, files = set[Room](), Files(workspaces)
        answers = Answers(workspaces, people, self.services, files)
        interactions = SlackInteractions(
            workspaces,
            self.games,
            self.tables,
            self.services,
            self.values,
            renderer,
            people,
            pressed,
            files,
            closed,
        )
        mentions = SlackMentions(
            workspaces,
            self.games,
            self.message_texts,
            self.tables,
            self.services.texts_for(None),
            people,
            self.services.threads,
            answers,
        )
        home = Home(workspaces, self.games, self.services, people)
        reactions = SlackReactions(
            workspaces, self.games, self.tasks, self.services, people, answers
        )
        events = SlackEvents(mentions, people, self.services, home, reactions)
        threads = self.services.threads
        platform = SlackPlatform(
            workspaces, self.message_texts, renderer, pressed, files, threads, closed
        )
        menus = ReactionMenus(workspaces, platform)
        screen = RedrawLoop(
            self.tasks,
            menus,
            pace=self.pace,
            delay=platform.delay,
            parallel=PARALLEL_BOARDS,
        )
        return SlackClient(app, interactions, events), (screen.run, menus.run)


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

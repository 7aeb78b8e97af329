"""Wiring of the adapter: requests go to the games, changes of games to messages."""

import asyncio
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass

from slack_bolt.async_app import AsyncApp

from adapters.chat.commands import CommandTables
from adapters.chat.completion import CompletionValues
from adapters.chat.pictures import PictureRenderer
from adapters.chat.ports import ChatServicesPort, MessageTextsPort
from adapters.chat.screen import PACE_SECONDS, RedrawLoop
from adapters.slack.client import SlackClient, SlackSettings, web_client
from adapters.slack.events import SlackEvents
from adapters.slack.home import Home
from adapters.slack.input.interactions import SlackInteractions
from adapters.slack.input.mentions import SlackMentions
from adapters.slack.output.messages import SlackPlatform
from adapters.slack.output.response_urls import ResponseUrls
from adapters.slack.people import People
from adapters.slack.socket_mode import run_socket_mode
from adapters.slack.workspaces import OneWorkspace, Workspaces
from bot.chat.request import FatalError
from bot.games import Games, MessageTasks


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
    settings: SlackSettings
    pace: float = PACE_SECONDS

    async def run(self) -> None:
        """Stay connected until cancelled; raises FatalError where Slack takes no token."""
        api = web_client(self.settings.bot_token, self.settings.api_url)
        app = AsyncApp(client=api)
        client, screen = self._parts(app, OneWorkspace(api))
        await _beside(screen, run_socket_mode(app, client, self.settings.app_token))

    def _parts(self, app: AsyncApp, workspaces: Workspaces) -> tuple[SlackClient, RedrawLoop]:
        """Return what takes in all that an app is sent, and what draws the games."""
        renderer, pressed, people = PictureRenderer(), ResponseUrls(), People(workspaces)
        interactions = SlackInteractions(
            workspaces,
            self.games,
            self.tables,
            self.services,
            self.values,
            renderer,
            people,
            pressed,
        )
        mentions = SlackMentions(
            workspaces,
            self.games,
            self.message_texts,
            self.tables,
            self.services.texts_for(None),
            people,
        )
        home = Home(workspaces, self.games, self.services, people)
        events = SlackEvents(mentions, people, self.services, home)
        platform = SlackPlatform(workspaces, self.message_texts, renderer, pressed)
        screen = RedrawLoop(self.tasks, platform, pace=self.pace)
        return SlackClient(app, interactions, events), screen


async def _beside(screen: RedrawLoop, connection: Awaitable[None]) -> None:
    """Draw as long as a connection lasts; raises its FatalError."""
    ending: FatalError | None = None
    async with asyncio.TaskGroup() as group:
        drawing = group.create_task(screen.run())
        try:
            await connection
        except FatalError as error:  # which a group would hide from who runs this
            ending = error
        finally:
            drawing.cancel()
    if ending is not None:
        raise ending

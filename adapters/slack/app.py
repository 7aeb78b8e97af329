"""Wiring of the adapter: requests go to the games, changes of games to messages."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from adapters.chat.commands import CommandTables
from adapters.chat.completion import CompletionValues
from adapters.chat.pictures import PictureRenderer
from adapters.chat.ports import ChatServicesPort, MessageTextsPort
from adapters.chat.screen import PACE_SECONDS, RedrawLoop
from adapters.slack.client import SlackClient, SlackSettings, make_app
from adapters.slack.home import Home
from adapters.slack.input.interactions import SlackInteractions
from adapters.slack.input.mentions import SlackMentions
from adapters.slack.output.messages import SlackPlatform
from adapters.slack.output.response_urls import ResponseUrls
from adapters.slack.people import People
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
        app = make_app(self.settings)
        renderer, pressed, people = PictureRenderer(), ResponseUrls(), People(app.client)
        interactions = SlackInteractions(
            app.client,
            self.games,
            self.tables,
            self.services,
            self.values,
            renderer,
            people,
            pressed,
        )
        mentions = SlackMentions(
            app.client,
            self.games,
            self.message_texts,
            self.tables,
            self.services.texts_for(None),
            people,
        )
        home = Home(app.client, self.games, self.services, people)
        client = SlackClient(app, interactions, mentions, people, self.services, home)
        platform = SlackPlatform(app.client, self.message_texts, renderer, pressed)
        screen = RedrawLoop(self.tasks, platform, pace=self.pace)
        ending: FatalError | None = None
        async with asyncio.TaskGroup() as group:
            drawing = group.create_task(screen.run())
            try:
                await client.run(self.settings.app_token)
            except FatalError as error:  # which a group would hide from who runs this
                ending = error
            finally:
                drawing.cancel()
        if ending is not None:
            raise ending

"""Wiring of the adapter: requests go to the games, changes of games to messages."""

from collections.abc import Mapping
from dataclasses import dataclass

from adapters.chat.commands import CommandTables
from adapters.chat.completion import CompletionValues
from adapters.chat.pictures import PictureRenderer
from adapters.chat.ports import ChatServicesPort, MessageTextsPort
from adapters.chat.screen import RedrawLoop
from adapters.discord.client import Client, DiscordSettings, serve
from adapters.discord.input.interactions import Interactions
from adapters.discord.input.mentions import Mentions
from adapters.discord.output.deleted import DeletedBoards
from adapters.discord.output.messages import DiscordPlatform
from adapters.discord.output.presses import PressedMessages
from adapters.discord.reactions.reactions import Reactions
from bot.games import Games, MessageTasks


@dataclass(frozen=True, slots=True)
class DiscordApp:
    """The adapter of Discord; `values` are completions that are known beforehand."""

    games: Games
    tasks: MessageTasks
    services: ChatServicesPort
    message_texts: MessageTextsPort
    tables: CommandTables
    values: Mapping[str, CompletionValues]
    settings: DiscordSettings

    async def run(self) -> None:
        """Stay connected until cancelled."""
        easel, pressed = PictureRenderer(), PressedMessages()
        interactions = Interactions(
            self.games,
            self.tables,
            self.services,
            self.values,
            renderer=easel,
            messages=pressed,
        )
        client = Client(interactions, self.services, self.settings)
        threads = self.services.threads
        platform = DiscordPlatform(
            client, self.message_texts, renderer=easel, pressed=pressed, threads=threads
        )
        reactions = Reactions(client, self.games, platform, self.tasks, threads)
        client.use_reactions(reactions)
        client.use_mentions(
            Mentions(
                client,
                self.games,
                self.message_texts,
                self.tables,
                self.services.texts_for(None),
                threads,
            )
        )
        screen = RedrawLoop(self.tasks, reactions)
        client.use_deleted_boards(DeletedBoards(self.games, self.tasks, screen.redraw, threads))
        await serve(client, self.settings, [screen, reactions])

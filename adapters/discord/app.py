"""Wiring of the adapter: requests go to the games, changes of games to messages."""

from dataclasses import dataclass

from adapters.chat.pictures import PictureRenderer
from adapters.chat.platform import ChatApp
from adapters.chat.screen import RedrawLoop
from adapters.discord.client import Client, serve
from adapters.discord.input.interactions import Interactions
from adapters.discord.input.mentions import Mentions
from adapters.discord.output.deleted import DeletedBoards
from adapters.discord.output.messages import DiscordPlatform
from adapters.discord.output.presses import PressedMessages
from adapters.discord.platform import DiscordEnvironment
from adapters.discord.reactions.reactions import Reactions


@dataclass(frozen=True, slots=True)
class DiscordApp:
    """The adapter of Discord."""

    chat: ChatApp
    settings: DiscordEnvironment

    async def run(self) -> None:
        """Stay connected until cancelled."""
        chat, easel, pressed = self.chat, PictureRenderer(), PressedMessages()
        client = Client(Interactions(chat, easel, pressed), self.settings)
        reactions = Reactions(client, chat)
        platform = DiscordPlatform(client, chat, easel, pressed, reactions.drawn)
        screen = RedrawLoop(chat.tasks, platform)
        client.use_reactions(reactions)
        client.mentions = Mentions(client, chat)
        client.deleted_boards = DeletedBoards(chat, screen.redraw)
        await serve(client, self.settings, [screen.run, reactions.visits.run])

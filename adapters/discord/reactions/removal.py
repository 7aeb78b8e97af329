"""Reactions taken away from messages, where that is permitted."""

import asyncio
from dataclasses import dataclass, field
from typing import Final

import structlog
from discord import Client, Forbidden, Message, Object, PartialMessage, Thread
from discord.abc import GuildChannel

from adapters.discord.calls import DISCORD_ERRORS
from adapters.discord.message_state import Handle, ReactionEvent, own_on
from adapters.discord.output.response import DISCORD

REST_SECONDS: Final = 30.0
"""How long Discord is waited for, its rate limits included."""

_LOG = structlog.get_logger()


@dataclass(slots=True)
class ReactionRemoval:
    """Takes reactions away; it remembers the channels in which that was forbidden."""

    client: Client
    _closed: set[int] = field(default_factory=set, init=False)

    async def clear(self, message: Message, shown: Handle) -> None:
        """Take all reactions from a message that has some of ours, where that is permitted."""
        if not own_on(message) or not self.clears(shown):
            return
        try:
            async with asyncio.timeout(REST_SECONDS):
                await message.clear_reactions()
        except Forbidden:
            self._closed.add(shown.channel)

    def clears(self, shown: Handle) -> bool:
        """Return whether reactions may be taken from a message at once, as far as is known.

        One by one, those of a single board would keep the next one's waiting for seconds.
        """
        channel = self.heard(shown.channel)
        if channel is not None and not channel.permissions_for(channel.guild.me).manage_messages:
            return False
        return shown.channel not in self._closed

    async def take_away(self, event: ReactionEvent, emoji: str) -> None:
        """Take a reaction away, where that is permitted."""
        if event.channel in self._closed:
            return
        message = self.partial(event.channel, event.message)
        try:
            async with asyncio.timeout(REST_SECONDS):
                await message.remove_reaction(emoji, Object(event.user))
        except Forbidden:
            self._closed.add(event.channel)
        except DISCORD_ERRORS as error:
            _LOG.info("reaction-not-removed", platform=DISCORD, fault=type(error).__name__)

    def heard(self, channel_id: int) -> GuildChannel | Thread | None:
        """Return a channel of which this process hears, None for another shard's."""
        channel = self.client.get_channel(channel_id)
        return channel if isinstance(channel, GuildChannel | Thread) else None

    def partial(self, channel: int, message: int) -> PartialMessage:
        """Return a message that need not be fetched to be changed."""
        return self.client.get_partial_messageable(channel).get_partial_message(message)

"""Texts to this bot: replies to its messages, mentions, and direct messages.

Without a privileged intent Discord sends the content of such messages only. The board shows
success; a short reply explains a refusal. This module ignores edits.
"""

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Final

from discord import Client, Member, Message, MessageType, Permissions, Thread
from discord.abc import GuildChannel

from adapters.chat.calls import Urgency, urgency
from adapters.chat.incoming import Address, GameReference, Incoming
from adapters.chat.text_messages import Mark, TextMessages
from adapters.discord.input.interactions import caller_at, obstacle
from adapters.discord.output.messages import MESSAGES_SEARCHED, button_on, channel_on
from adapters.discord.output.response import DISCORD, Response, SendResult, send
from bot.games import Caller, Delivery, Room

READ_MESSAGE_TYPES: Final = frozenset({MessageType.default, MessageType.reply})


@dataclass(slots=True)
class Mentions:
    """Answers messages to this bot."""

    client: Client
    texts: TextMessages[Response]

    async def handle(self, message: Message) -> None:
        """Execute a message to this bot."""
        if not self._concerns(message):
            return
        is_named = message.guild is None or self._named.search(message.content)
        guild, channel = message.guild, message.channel
        incoming = Incoming(
            _caller(message),
            Delivery(DISCORD, str(message.id)),
            obstacle=obstacle(channel.permissions_for(guild.me), channel) if guild else None,
            address=Address.NAMED if is_named else Address.REPLY,
        )
        text = self._named.sub(" ", message.content)
        answer = await self.texts.answer(incoming, text, lambda: self._subject(message))
        if isinstance(answer, Mark):
            with urgency(Urgency.MENU):
                await send(lambda: message.add_reaction(answer.value))
        elif answer is not None:
            await self._reply(message, answer)

    def _concerns(self, message: Message) -> bool:
        """Return whether a person writes to this bot: directly, by name, or in a reply."""
        if message.author.bot or message.webhook_id or message.type not in READ_MESSAGE_TYPES:
            return False
        return message.guild is None or any(one.id == self._me for one in message.mentions)

    # The game of a message.

    async def _subject(self, message: Message) -> GameReference | None:
        """Return the game that a message names, or None for the room's game."""
        replied = self._replied(message)
        if press := button_on(replied) if replied else None:
            return GameReference(press.game_id, press.turn)
        return await self._private(message) if message.guild is None else None

    async def _private(self, message: Message) -> GameReference | None:
        """Return the game of the message replied to, else of the bot's newest game message."""
        async for one in self._own(message):
            if press := button_on(one):
                return GameReference(press.game_id)
            place = channel_on(one)
            found = await self.texts.chat.games.current(Room(DISCORD, place)) if place else None
            if found is not None:
                return GameReference(found)
        return None

    async def _own(self, message: Message) -> AsyncIterator[Message]:
        """Yield the bot's message that this one replies to, then the bot's newest messages."""
        if replied := self._replied(message):
            yield replied
        async for one in message.channel.history(limit=MESSAGES_SEARCHED, before=message):
            if one.author.id == self._me:
                yield one

    def _replied(self, message: Message) -> Message | None:
        """Return the bot's message that this one replies to, if any."""
        replied = message.reference.resolved if message.reference else None
        if isinstance(replied, Message) and replied.author.id == self._me:
            return replied
        return None

    # Words.

    @property
    def _me(self) -> int:
        return self.client.user.id if self.client.user else 0

    @property
    def _named(self) -> re.Pattern[str]:
        """The mentions of this bot."""
        return re.compile(f"<@!?{self._me}>")

    async def _reply(self, message: Message, answer: Response) -> None:
        shown, nonce = answer.content, str(message.id)
        sent = await send(lambda: message.reply(**shown, nonce=nonce))
        if sent is SendResult.FAILED and message.guild is not None:
            await send(lambda: message.author.send(**shown, nonce=nonce))


def _caller(message: Message) -> Caller:
    """Return the author of a message, in its channel or thread."""
    author, channel, rights = message.author, message.channel, Permissions.none()
    if isinstance(author, Member) and isinstance(channel, GuildChannel | Thread):
        rights = channel.permissions_for(author)
    guild = message.guild.id if message.guild else None
    return caller_at(author, channel.id, channel, guild, rights)

"""What people write to this bot: replies to boards, mentions, and direct messages.

Discord hands over the words of such messages without a privileged intent, and of no others. What is
written is a line, or something that is on offer; success shows on the board, and a refusal is said
in a short reply. Edited messages are not read again.
"""

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from secrets import token_hex
from typing import Final

import structlog
from discord import AllowedMentions, Client, HTTPException, Member, Message, MessageType, Thread
from discord.abc import GuildChannel

from adapters.discord.answer import BROKEN, LONGEST_TEXT, send
from adapters.discord.commands import Tables
from adapters.discord.interactions import PLATFORM, WORK_SECONDS
from adapters.discord.platform import SEARCHED, Prompter
from adapters.discord.prose import plain
from adapters.discord.reading import place_on, press_on
from adapters.discord.threads import Whence, whence
from adapters.discord.wording import Verbs, folded, line_of
from bot.games import (
    Caller,
    Delivery,
    GameId,
    Games,
    GuildId,
    Look,
    Receipt,
    Room,
    Spot,
    Status,
    Threads,
    User,
)
from bot.texts import Texts
from core.rules import IllegalAction, InvalidNotation, Refusal
from core.view import cut, phrase

MOST_HELPED: Final = 1000
"""People whom this process remembers to have told what can be written."""

HELP: Final = frozenset({"", "help", "?", "？", "ヘルプ"})
"""What asks for help."""

SPOKEN: Final = frozenset({MessageType.default, MessageType.reply})

OPEN: Final = frozenset({Status.LOBBY, Status.RUNNING})

_LOG = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Subject:
    """The game that a message is about, and the turn of the board that it replies to."""

    game_id: GameId
    turn: int | None = None


class Replies:
    """Hears what people write to this bot.

    `texts` are said where it cannot be found out which language a room speaks.
    """

    def __init__(
        self,
        client: Client,
        games: Games,
        prompter: Prompter,
        tables: Tables,
        texts: Texts,
        threads: Threads | None = None,
    ) -> None:
        self._client = client
        self._games = games
        self._prompter = prompter
        self._texts = texts
        self._threads = threads
        self._verbs = Verbs.of(tables)
        self._helped: dict[tuple[int, int], None] = {}

    async def hear(self, message: Message) -> None:
        """Do what a message asks for, if it is written to this bot."""
        if not self._concerns(message):
            return
        try:
            async with asyncio.timeout(WORK_SECONDS):
                said = await self._careful(message)
            if said:
                await self._reply(message, said)
        except (HTTPException, *BROKEN) as error:
            _LOG.info("reply-not-taken", platform=PLATFORM, fault=type(error).__name__)

    def _concerns(self, message: Message) -> bool:
        """Return whether a person writes to this bot: alone, or by naming it."""
        if message.author.bot or message.webhook_id or message.type not in SPOKEN:
            return False
        return message.guild is None or any(one.id == self._me for one in message.mentions)

    async def _careful(self, message: Message) -> str | None:
        """Return what is answered, nothing where the board does."""
        texts = self._texts
        try:
            texts = await self._prompter.texts(await self._spot(message))
            return await self._answered(message, texts)
        except Refusal as refusal:
            said = [refusal.phrase]
            if isinstance(refusal, InvalidNotation) and self._is_new(message):
                said.append(phrase("discord-writing"))
            return plain("\n".join(map(texts.say, said)))
        except (HTTPException, *BROKEN):
            raise
        except Exception as error:  # whatever it is, the person is told that it is ours
            reference = token_hex(4)
            _LOG.error("fault", platform=PLATFORM, reference=reference, exc_info=error)
            return plain(texts.say(phrase("discord-fault", reference=reference)))

    async def _answered(self, message: Message, texts: Texts) -> str | None:
        text, direct = self._text(message), message.guild is None
        if not self._is_meant(message):
            return None
        if folded(text) in HELP:
            return plain(texts.say(phrase("discord-writing")))
        receipt = await self._submitted(message, text, await self._subject(message), texts)
        if receipt is None or receipt.repeated or not direct:
            return None
        return plain("\n".join(texts.say(one.said) for one in receipt.news))

    async def _submitted(
        self, message: Message, text: str, subject: Subject, texts: Texts
    ) -> Receipt | None:
        """Submit what a text stands for; None for talk about a game that is over."""
        look = await self._look(subject, message)
        line = line_of(text, look, self._verbs, texts)
        if line is None and look.status not in OPEN:
            return None
        line = line or text
        if message.guild and self._verbs.is_secret(line):
            raise IllegalAction("discord-aloud")
        asks = await self._whence(message)
        try:
            return await self._games.submit(
                asks.caller,
                line,
                turn=subject.turn,
                delivery=Delivery(PLATFORM, str(message.id)),
                game_id=subject.game_id,
            )
        except Refusal:
            if message.guild and look.apart:
                # Why it is refused tells of a board that not all in the channel may see.
                raise IllegalAction("discord-openly") from None
            raise

    async def _look(self, subject: Subject, message: Message) -> Look:
        """Return what the writer is offered, or what all are who have a chair."""
        own = await self._games.look(subject.game_id, _caller(message).user)
        return own if own.seat else await self._games.look(subject.game_id)

    async def _whence(self, message: Message) -> Whence:
        """Return who writes, and from where."""
        return await whence(_caller(message), self._threads)

    async def _spot(self, message: Message) -> Spot:
        """Return whose language an answer is in: the room's, or that of one person alone."""
        caller = (await self._whence(message)).caller
        return Spot(GameId(""), caller.room, None if message.guild else caller.user)

    # What a message is about.

    def _is_meant(self, message: Message) -> bool:
        """Return whether a message says more than that it replies to what is no board."""
        replied = self._replied(message)
        named = self._named.search(message.content)
        return not (message.guild and replied) or bool(named or press_on(replied))

    async def _subject(self, message: Message) -> Subject:
        """Return what a message is about; raises IllegalAction where there is no game."""
        replied = self._replied(message)
        if press := press_on(replied) if replied else None:
            return Subject(press.game_id, press.turn)
        if message.guild is None:
            return await self._private(message)
        asks = await self._whence(message)
        found = asks.game_id or await self._games.current(asks.caller.room)
        if found is None:
            raise IllegalAction("no-game-here")
        return Subject(found)

    async def _private(self, message: Message) -> Subject:
        """Return the game of the direct message that is answered, or of the newest one."""
        async for one in self._own(message):
            if press := press_on(one):
                return Subject(press.game_id)
            place = place_on(one)
            found = await self._games.current(Room(PLATFORM, place)) if place else None
            if found is not None:
                return Subject(found)
        raise IllegalAction("discord-no-game")

    async def _own(self, message: Message) -> AsyncIterator[Message]:
        """Yield our message that is answered, then our newest ones."""
        if replied := self._replied(message):
            yield replied
        async for one in message.channel.history(limit=SEARCHED, before=message):
            if one.author.id == self._me:
                yield one

    def _replied(self, message: Message) -> Message | None:
        """Return our message that is answered, if one is."""
        replied = message.reference.resolved if message.reference else None
        if isinstance(replied, Message) and replied.author.id == self._me:
            return replied
        return None

    # Words.

    @property
    def _me(self) -> int:
        return self._client.user.id if self._client.user else 0

    @property
    def _named(self) -> re.Pattern[str]:
        """What stands for this bot's name."""
        return re.compile(f"<@!?{self._me}>")

    def _text(self, message: Message) -> str:
        """Return what is written, on one line and without this bot's name."""
        return " ".join(self._named.sub(" ", message.content).split())

    def _is_new(self, message: Message) -> bool:
        """Return whether this is the first time that somebody is not understood in a channel."""
        key = (message.channel.id, message.author.id)
        if key in self._helped:
            return False
        self._helped[key] = None
        if len(self._helped) > MOST_HELPED:
            del self._helped[next(iter(self._helped))]
        return True

    async def _reply(self, message: Message, text: str) -> None:
        shown, nonce = cut(text, LONGEST_TEXT), str(message.id)
        await send(
            lambda: message.reply(shown, allowed_mentions=AllowedMentions.none(), nonce=nonce)
        )


def _caller(message: Message) -> Caller:
    """Return who writes, and where."""
    author, channel = message.author, message.channel
    manages = False
    if isinstance(author, Member) and isinstance(channel, GuildChannel | Thread):
        rights = channel.permissions_for(author)
        manages = rights.manage_guild or rights.manage_channels
    return Caller(
        User(PLATFORM, str(author.id)),
        Room(PLATFORM, str(channel.id)),
        GuildId(f"{PLATFORM}:{message.guild.id if message.guild else 'direct'}"),
        author.display_name,
        manages=manages,
        within=Room(PLATFORM, str(channel.parent_id)) if isinstance(channel, Thread) else None,
        direct=message.guild is None,
    )

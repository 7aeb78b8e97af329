"""Messages on Discord for the redraw loop: boards in channels, key cards in direct messages.

Edits notify nobody. So whenever the table waits for other people than before, a new message is
posted that mentions them, and the old one shrinks to a line; until then the message is edited.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from io import BytesIO
from typing import Any, Final, Protocol
from zlib import crc32

import discord
from discord.abc import Messageable

from adapters import picture
from adapters.discord.press import read
from adapters.discord.render import PICTURE, Message, Setting, line, message, sent
from adapters.picture.palette import Theme
from adapters.screen import Closed, Gone
from bot.games import GameId, Look, Spot, Status
from bot.texts import Texts
from core.view import Grid, Phrase, find, phrase

LONGEST_AGE: Final = timedelta(minutes=50)
"""How long a message is edited: Discord allows few edits of one that is an hour old."""

SEARCHED: Final = 50
"""Messages of a channel among which one is looked for."""

UNKNOWN: Final = "-"
"""The page of a message that was found again."""


class Prompter(Protocol):
    """What the application knows of a game besides what there is to see."""

    async def texts(self, spot: Spot) -> Texts:
        """Return the sentences in the language of a room, or of a person."""
        ...

    async def due_at(self, game_id: GameId) -> datetime | None:
        """Return when the clock acts, if it does."""
        ...

    async def recap(self, game_id: GameId) -> tuple[Phrase, ...]:
        """Return what bots meant, once the game is over."""
        ...


@dataclass(frozen=True, slots=True)
class Handle:
    """Where a message is, and the page that it shows."""

    channel: int
    message: int
    page: str

    def __str__(self) -> str:
        return f"{self.channel}:{self.message}:{self.page}"

    @classmethod
    def parse(cls, text: str) -> "Handle":
        """Return the handle that `str` wrote."""
        channel, message_id, page = text.split(":")
        return cls(int(channel), int(message_id), page)


class DiscordPlatform:
    """Discord as the redraw loop sees it; `now` tells the time."""

    name: Final = "discord"

    def __init__(
        self,
        client: discord.Client,
        prompter: Prompter,
        *,
        now: Callable[[], datetime] = discord.utils.utcnow,
        theme: Theme = Theme.DARK,
    ) -> None:
        self._client = client
        self._prompter = prompter
        self._now = now
        self._theme = theme

    # adapters.screen.Platform

    async def post(self, spot: Spot, look: Look, nonce: str) -> str:
        """Post a message; raises Closed."""
        shown, (channel_id, channel) = await self._shown(spot, look), await self._place(spot)
        async with _faults(spot):
            made = await channel.send(
                view=shown.layout,
                files=await self._files(shown),
                allowed_mentions=shown.mentions,
                nonce=nonce,
            )
        handle = Handle(channel_id, made.id, page(look) or UNKNOWN)
        if _essence(part.to_dict() for part in made.components) != _essence(sent(shown)):
            await self._change(spot, handle, shown)  # Discord had the nonce, of an older look
        return str(handle)

    async def edit(self, spot: Spot, handle: str, look: Look, nonce: str) -> str:
        """Change a message, or post a new one and shrink the old one; raises Gone and Closed."""
        old = Handle.parse(handle)
        if self._is_past(spot, old, look):
            new = await self.post(spot, look, nonce)
            await self._shrink(spot, old)
            return new
        await self._change(spot, old, await self._shown(spot, look))
        return str(replace(old, page=page(look) or old.page))

    async def find(self, spot: Spot, nonce: str) -> str | None:
        """Return the handle of a message with buttons of the game, if there is one.

        Discord tells no nonce afterwards; posting again with one gives the message that was posted
        with it some minutes ago.
        """
        del nonce
        channel_id, channel = await self._place(spot)
        with suppress(discord.Forbidden):
            async for one in channel.history(limit=SEARCHED):
                mine = self._client.user is not None and one.author.id == self._client.user.id
                if mine and spot.game_id in _games(part.to_dict() for part in one.components):
                    return str(Handle(channel_id, one.id, UNKNOWN))
        return None

    # What is shown.

    async def _shown(self, spot: Spot, look: Look) -> Message:
        texts = await self._prompter.texts(spot)
        legible = all(map(picture.legible, _grids(look)))
        if spot.user is not None:
            setting = Setting(texts, shared=False, pictures=legible, spelled=True)
            return message(look, setting)
        over = look.status is Status.OVER
        remarks = await self._prompter.recap(look.game_id) if over else ()
        due_at = await self._prompter.due_at(look.game_id) if look.due else None
        setting = Setting(texts, look.due, due_at, remarks, pictures=legible)
        return message(look, setting)

    async def _files(self, shown: Message) -> list[discord.File]:
        if shown.grid is None:
            return []
        png = await asyncio.to_thread(picture.render, shown.grid, theme=self._theme)
        return [discord.File(BytesIO(png), PICTURE, description=shown.alt)]

    # Where it is shown.

    async def _place(self, spot: Spot) -> tuple[int, Messageable]:
        if spot.user is None:
            channel_id = int(spot.room.place)
            return channel_id, self._client.get_partial_messageable(channel_id)
        async with _faults(spot):
            direct = await self._client.create_dm(discord.Object(int(spot.user.id)))
        return direct.id, direct

    def _is_past(self, spot: Spot, old: Handle, look: Look) -> bool:
        """Return whether a message is too old, or shows what other people were called for."""
        if self._now() - discord.utils.snowflake_time(old.message) > LONGEST_AGE:
            return True
        return spot.user is None and page(look) not in (None, old.page) and old.page != UNKNOWN

    async def _change(self, spot: Spot, handle: Handle, shown: Message) -> None:
        async with _faults(spot):
            await self._partial(handle).edit(
                view=shown.layout,
                attachments=await self._files(shown),
                allowed_mentions=shown.mentions,
            )

    async def _shrink(self, spot: Spot, old: Handle) -> None:
        left = line(phrase("discord-moved"), await self._prompter.texts(spot))
        with suppress(Gone):
            await self._change(spot, old, left)

    def _partial(self, handle: Handle) -> discord.PartialMessage:
        channel = self._client.get_partial_messageable(handle.channel)
        return channel.get_partial_message(handle.message)


def page(look: Look) -> str | None:
    """Return the name of what people are called for, None where nobody on Discord is."""
    people = sorted(user.id for user in look.due if user.platform == DiscordPlatform.name)
    if look.due and not people:
        return None
    return f"{look.status.value}.{look.turn}.{crc32(' '.join(people).encode()):08x}"


@asynccontextmanager
async def _faults(spot: Spot) -> AsyncIterator[None]:
    """Raise what the redraw loop knows in place of what Discord answers."""
    try:
        yield
    except discord.NotFound as error:
        raise Gone from error
    except discord.Forbidden as error:
        if spot.user is None:
            raise
        raise Closed from error


def _grids(look: Look) -> Iterator[Grid]:
    return (block for block in find(look.view, Grid) if isinstance(block, Grid))


def _walked(components: Any) -> Iterator[Mapping[str, Any]]:  # noqa: ANN401 - JSON
    for one in components:
        yield one
        yield from _walked(one.get("components") or ())


def _essence(components: Any) -> list[tuple[str, ...]]:  # noqa: ANN401 - JSON
    """Return what a message says and what can be pressed on it."""
    keys = ("content", "label", "custom_id", "disabled")
    told = [one for one in _walked(components) if one.get("content") or one.get("custom_id")]
    return [
        (*(str(one.get(key) or "") for key in keys), *_values(one.get("options") or ()))
        for one in told
    ]


def _values(options: Any) -> Iterator[str]:  # noqa: ANN401 - JSON
    return (str(option["value"]) for option in options)


def _games(components: Any) -> frozenset[GameId]:  # noqa: ANN401 - JSON
    """Return the games that something on a message belongs to."""
    ids = (one.get("custom_id") for one in _walked(components))
    presses = (read(one) for one in ids if one)
    return frozenset(press.game_id for press in presses if press)

"""Messages on Discord for the redraw loop: boards in channels, key cards in direct messages.

Edits notify nobody. So whenever the table waits for somebody whom the message has not called in
this turn, a new one is posted that mentions those who are to act, and the old one shrinks to a
line; until then the message is edited.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final, Protocol
from zlib import crc32

import discord

from adapters.discord.gallery import Easel, legible
from adapters.discord.press import read
from adapters.discord.render import Message, Setting, line, message, sent
from adapters.discord.threads import ARCHIVED, Venue, Venues
from adapters.screen import Closed, Gone
from bot.games import GameId, Look, Notice, Spot, Status, Threads
from bot.texts import Texts
from core.view import Block, Grid, Note, Phrase, Text, phrase

LONGEST_AGE: Final = timedelta(minutes=50)
"""How long a message is edited: Discord allows few edits of one that is an hour old."""

SEARCHED: Final = 50
"""Messages of a channel among which one is looked for."""

REMEMBERED: Final = 10_000
"""Messages to one person alone of which it is known here what they show."""

UNKNOWN: Final = "-"
"""The page of a message that was found again."""

NOBODY: Final = "nobody"
"""The page of a message that was posted while nobody on Discord was called."""

_AND: Final = "-"
"""Stands between those whom a page calls."""


class Frozen(Exception):
    """The message stands in a thread in which nothing can be changed any more."""


class Prompter(Protocol):
    """What the application knows of a game besides what there is to see."""

    async def texts(self, spot: Spot) -> Texts:
        """Return the sentences in the language of a room, or of a person."""
        ...

    async def notices(self, game_id: GameId) -> tuple[Notice, ...]:
        """Return what all at a table are told of its deadlines."""
        ...

    async def recap(self, game_id: GameId) -> tuple[Phrase, ...]:
        """Return what bots meant, once the game is over."""
        ...

    async def notes(self, game_id: GameId) -> Mapping[str, tuple[Note, ...]]:
        """Return what is noted on the final board's cards by their places, once it is over."""
        ...


@dataclass(frozen=True, slots=True)
class Handle:
    """Where a message is, the page that it shows, and the key of what is remarked on that page."""

    channel: int
    message: int
    page: str
    remark: str = ""

    def __str__(self) -> str:
        remark = f":{self.remark}" if self.remark else ""
        return f"{self.channel}:{self.message}:{self.page}{remark}"

    @classmethod
    def parse(cls, text: str) -> "Handle":
        """Return the handle that `str` wrote."""
        channel, message_id, page, *remark = text.split(":")
        return cls(int(channel), int(message_id), page, *remark)


class DiscordPlatform:
    """Discord as the redraw loop sees it; `now` tells the time, `easel` draws pictures.

    Without `threads` no game has a thread of its own.
    """

    name: Final = "discord"

    def __init__(
        self,
        client: discord.Client,
        prompter: Prompter,
        *,
        now: Callable[[], datetime] = discord.utils.utcnow,
        easel: Easel | None = None,
        threads: Threads | None = None,
    ) -> None:
        self._client = client
        self._prompter = prompter
        self._now = now
        self._easel = easel or Easel()
        self._venues = Venues(client, threads)
        self._own: dict[int, int] = {}

    # adapters.screen.Platform

    async def post(self, spot: Spot, look: Look, nonce: str) -> str:
        """Post a message; raises Closed."""
        return str(await self._posted(spot, look, nonce))

    async def edit(self, spot: Spot, handle: str, look: Look, nonce: str) -> str:
        """Change a message, or post a new one and shrink the old one; raises Gone and Closed."""
        old = Handle.parse(handle)
        if self._is_past(spot, old, look):
            new = await self._posted(spot, look, nonce, self._partial(old))
            await self._shrink(spot, old, new)
            return str(new)
        remark = phrase(old.remark) if old.remark else None
        shown = await self._shown(spot, look, old.channel, remark)
        try:
            if not self._is_shown(spot, old, shown):
                await self._change(old, shown)
        except Frozen:
            return str(await self._posted(spot, look, nonce))
        self._remember(spot, old, shown)
        kept = old.page if old.page != UNKNOWN else page(look) or UNKNOWN
        return str(replace(old, page=kept))

    async def find(self, spot: Spot, nonce: str) -> str | None:
        """Return the handle of a message with buttons of the game, if there is one.

        Discord tells no nonce afterwards; posting again with one gives the message that was posted
        with it some minutes ago.
        """
        del nonce
        direct = [(await self._direct(spot)).id] if spot.user else None
        found = [
            await self._newest(spot.game_id, place)
            for place in direct or await self._venues.places(spot)
        ]
        newest = max(filter(None, found), key=lambda one: one.message, default=None)
        return None if newest is None else str(newest)

    def _is_shown(self, spot: Spot, handle: Handle, shown: Message) -> bool:
        """Return whether a person's own message shows this already, as far as is known here.

        Most of what happens at a table changes nothing on a key card.
        """
        return spot.user is not None and self._own.get(handle.message) == _digest(shown)

    def _remember(self, spot: Spot, handle: Handle, shown: Message) -> None:
        if spot.user is not None:
            if len(self._own) >= REMEMBERED:
                self._own.clear()
            self._own[handle.message] = _digest(shown)

    # What is shown.

    async def _shown(self, spot: Spot, look: Look, channel: int, remark: Phrase | None) -> Message:
        """Return what a message shows; where the game has ended, its room has the next one."""
        texts = await self._prompter.texts(spot)
        pictures = legible(look.view)
        room = int(spot.room.place)
        if spot.user is not None:
            setting = Setting(texts, shared=False, pictures=pictures, spelled=True, place=room)
            return message(look, setting)
        remarks: tuple[Phrase, ...] = (remark,) if remark else ()
        if look.status is Status.OVER:
            remarks += await self._prompter.recap(look.game_id)
            look = _noted(look, await self._prompter.notes(look.game_id))
        away = look.status in (Status.OVER, Status.STOPPED) and channel != room
        told: tuple[Notice, ...] = ()
        if look.status is Status.RUNNING:
            told = await self._prompter.notices(look.game_id)
        setting = Setting(texts, look.due, told, remarks, pictures=pictures)
        return message(look, replace(setting, place=room if away else None))

    async def _files(self, shown: Message) -> list[discord.File]:
        drawn = await self._easel.drawn(shown.plates, shown.theme)
        return [one.file for one in drawn]

    # Where it is shown.

    async def _posted(
        self, spot: Spot, look: Look, nonce: str, before: discord.PartialMessage | None = None
    ) -> Handle:
        """Return a new message, in a thread of its own where the game has one."""
        with _reaching():
            if spot.user is not None:
                return await self._sent(spot, look, nonce, Venue((await self._direct(spot)).id))
            texts = await self._prompter.texts(spot)
            return await self._venues.sent(
                spot, look, texts, before, lambda venue: self._sent(spot, look, nonce, venue)
            )

    async def _sent(self, spot: Spot, look: Look, nonce: str, venue: Venue) -> Handle:
        shown = await self._shown(spot, look, venue.channel, venue.remark)
        made = await self._client.get_partial_messageable(venue.channel).send(
            view=shown.layout,
            files=await self._files(shown),
            allowed_mentions=shown.mentions,
            nonce=nonce,
        )
        remark = venue.remark.key if venue.remark else ""
        handle = Handle(venue.channel, made.id, page(look) or NOBODY, remark)
        if _essence(part.to_dict() for part in made.components) != _essence(sent(shown)):
            await self._change(handle, shown)  # Discord had the nonce, of an older look
        self._remember(spot, handle, shown)
        return handle

    async def _direct(self, spot: Spot) -> discord.DMChannel:
        """Return the conversation with a person; raises Closed."""
        user = spot.user
        if user is None:
            raise ValueError(f"{spot} is for all")
        with _reaching():
            return await self._client.create_dm(discord.Object(int(user.id)))

    async def _newest(self, game_id: GameId, channel: int) -> Handle | None:
        """Return the newest message of ours in a channel that has buttons of a game."""
        place = self._client.get_partial_messageable(channel)
        with suppress(discord.Forbidden, discord.NotFound):
            async for one in place.history(limit=SEARCHED):
                mine = self._client.user is not None and one.author.id == self._client.user.id
                if mine and game_id in _games(part.to_dict() for part in one.components):
                    return Handle(channel, one.id, UNKNOWN)
        return None

    def _is_past(self, spot: Spot, old: Handle, look: Look) -> bool:
        """Return whether a message is too old, or does not call somebody who is to act now."""
        if self._now() - discord.utils.snowflake_time(old.message) > LONGEST_AGE:
            return True
        return spot.user is None and not _calls(old.page, page(look))

    async def _change(self, handle: Handle, shown: Message) -> None:
        """Change a message, also in a thread that was archived; raises Gone, Closed and Frozen."""
        try:
            await self._rewrite(handle, shown)
        except discord.NotFound as error:
            raise Gone from error
        except discord.Forbidden as error:
            raise Closed from error
        except discord.HTTPException as error:
            if error.code != ARCHIVED:
                raise
            await self._revive(handle, shown)

    async def _revive(self, handle: Handle, shown: Message) -> None:
        """Change a message after its thread was woken; raises Frozen where that cannot be done."""
        try:
            await self._venues.wake(handle.channel)
            await self._rewrite(handle, shown)
        except discord.Forbidden as error:
            raise Frozen from error

    async def _rewrite(self, handle: Handle, shown: Message) -> None:
        await self._partial(handle).edit(
            view=shown.layout,
            attachments=await self._files(shown),
            allowed_mentions=shown.mentions,
        )

    async def _shrink(self, spot: Spot, old: Handle, new: Handle) -> None:
        """Leave a line of a message that another has replaced, as far as it can be changed."""
        status, _, rest = old.page.partition(".")
        known = phrase("discord-moved-turn", turn=rest.partition(".")[0])
        said = known if status == Status.RUNNING.value else phrase("discord-moved")
        texts = await self._prompter.texts(spot)
        if new.channel == old.channel:
            left = line(said, texts)
        else:
            left = line(phrase("discord-moved-away"), texts, new.channel)
        with suppress(Gone, Frozen, Closed):
            await self._change(old, left)

    def _partial(self, handle: Handle) -> discord.PartialMessage:
        channel = self._client.get_partial_messageable(handle.channel)
        return channel.get_partial_message(handle.message)


def page(look: Look) -> str | None:
    """Return the name of what people are called for, None where nobody on Discord is.

    It tells them apart without naming them: in every game they are called something else.
    """
    people = [user for user in look.due if user.platform == DiscordPlatform.name]
    if look.due and not people:
        return None
    called = sorted(f"{crc32(f'{look.game_id} {one.id}'.encode()):08x}" for one in people)
    return f"{look.status.value}.{look.turn}.{_AND.join(called)}"


def _calls(shown: str, wanted: str | None) -> bool:
    """Return whether a message of a page has called, in this turn, all whom another page calls.

    So it has where that calls nobody (None); of one that was found again nothing is known.
    """
    if wanted is None or shown == UNKNOWN:
        return True
    before, _, called = shown.rpartition(".")
    now, _, people = wanted.rpartition(".")
    return before == now and {*people.split(_AND)} - {""} <= {*called.split(_AND)}


@contextmanager
def _reaching() -> Iterator[None]:
    """Raise Closed where a person or a channel cannot be written to."""
    try:
        yield
    except (discord.Forbidden, discord.NotFound) as error:
        raise Closed from error


def _noted(look: Look, notes: Mapping[str, tuple[Note, ...]]) -> Look:
    """Return a look whose boards tell what is noted on their cards, and how to read it."""
    if not notes:
        return look
    blocks: list[Block] = []
    for block in look.view.blocks:
        if isinstance(block, Grid):
            rows = (
                tuple(replace(cell, notes=notes.get(cell.place, ())) for cell in row)
                for row in block.cells
            )
            blocks += [replace(block, cells=tuple(rows)), Text(phrase("discord-noted"))]
        else:
            blocks.append(block)
    return replace(look, view=replace(look.view, blocks=tuple(blocks)))


def _digest(shown: Message) -> int:
    """Return what tells two messages with their pictures apart, in this process."""
    return hash((str(sent(shown)), shown.plates, shown.theme))


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

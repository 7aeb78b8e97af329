"""State of a message of ours: where it is, the game of its board, and people's reactions."""

import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from discord import Interaction, Message, Object, Reaction, Thread

from adapters.chat.incoming import ButtonId, read_button_id
from adapters.discord.output.response import DISCORD
from bot.games import Caller, Delivery, GameId, GameView, GuildId, MessageTasks, Room, Threads, User
from core.view import Cell

DELIVERY_DIGITS: Final = 32
"""Hexadecimal digits of a delivery's name: two are alike less often than 1 in 10^38."""

_PLACE: Final = re.compile(r"^<#(\d+)>$", re.MULTILINE)

ReactionsByUser: TypeAlias = dict[int, tuple[str, set[str]]]
"""People's names and what they have put, by their ids."""


@dataclass(frozen=True, slots=True)
class ReactionEvent:
    """Reactions of one person on a message so far, in the order in which they came.

    The channel may be a game's thread: then the game's room is its `home`.
    """

    guild: int
    channel: int
    message: int
    user: int
    name: str
    put: tuple[str, ...] = ()
    home: Room | None = None

    @property
    def emoji(self) -> str:
        """The last of them."""
        return self.put[-1]

    @property
    def room(self) -> Room:
        """The room of the message."""
        return self.home or Room(DISCORD, str(self.channel))

    @property
    def caller(self) -> Caller:
        """The person, in the room."""
        return Caller(
            User(DISCORD, str(self.user)),
            self.room,
            GuildId(f"{DISCORD}:{self.guild}"),
            self.name,
        )

    def delivery(self, cell: Cell, game_view: GameView) -> Delivery:
        """Return a name that is the same for the same wish on the same state of the game.

        Who wished for what cannot be read in it: it is kept for a while, and nobody's to delete.
        """
        parts = (self.message, self.user, self.emoji, cell.place, game_view.version)
        told = hashlib.sha256(":".join(map(str, parts)).encode()).hexdigest()
        return Delivery(DISCORD, told[:DELIVERY_DIGITS])


@dataclass(frozen=True, slots=True)
class Handle:
    """The place of a message, its page, and the key of the remark on that page."""

    channel: int
    message: int
    marker: str
    remark: str = ""

    def __str__(self) -> str:
        remark = f":{self.remark}" if self.remark else ""
        return f"{self.channel}:{self.message}:{self.marker}{remark}"

    @classmethod
    def parse(cls, text: str) -> "Handle":
        """Return the handle that `str` wrote."""
        channel, message_id, page, *remark = text.split(":")
        return cls(int(channel), int(message_id), page, *remark)


def button_press_event(interaction: Interaction) -> ReactionEvent:
    """Return the presser of a button, without reactions."""
    message = interaction.message.id if interaction.message else 0
    channel, user = interaction.channel_id or 0, interaction.user
    return ReactionEvent(interaction.guild_id or 0, channel, message, user.id, user.display_name)


async def with_home_room(event: ReactionEvent, channel: object, threads: Threads) -> ReactionEvent:
    """Return a touch with the room whose game's thread its channel is; raises StoreFault."""
    home = await threads.find_game_room(event.room) if isinstance(channel, Thread) else None
    return replace(event, home=home.room) if home else event


async def has_newer_board(posted: MessageTasks, game_id: GameId, event: ReactionEvent) -> bool:
    """Return whether a newer board of the game stands in the room; raises StoreFault."""
    drawn = await posted.handles(DISCORD, game_id)
    newest = (Handle.parse(handle) for target, handle in drawn.items() if target.room == event.room)
    return any(one.message > event.message for one in newest)


def button_on(message: Message) -> ButtonId | None:
    """Return a button of a message; it names a game and a turn."""
    return next(presses_on(message), None)


def presses_on(message: Message) -> Iterator[ButtonId]:
    """Yield what can be pressed on a message."""
    parts = walked(part.to_dict() for part in message.components)
    found = (read_button_id(str(one.get("custom_id") or "")) for one in parts)
    return (press for press in found if press)


def channel_on(message: Message) -> str | None:
    """Return the channel that a direct message names as its game's."""
    parts = walked(part.to_dict() for part in message.components)
    texts = (str(one.get("content") or "") for one in parts)
    return next((found[1] for text in texts if (found := _PLACE.search(text))), None)


def own_on(message: Message) -> frozenset[str]:
    """Return the reactions of this bot on a message."""
    return frozenset(str(one.emoji) for one in message.reactions if one.me)


async def people_on(message: Message, offered: Collection[str], me: int) -> ReactionsByUser:
    """Return who besides this bot has put which of the offered reactions on a message."""
    found: ReactionsByUser = {}
    for one in _of_others(message, offered):
        async for user in one.users():
            if user.id != me:
                found.setdefault(user.id, (user.display_name, set()))[1].add(str(one.emoji))
    return found


async def put_by(message: Message, offered: Collection[str], user: int) -> set[str]:
    """Return which of the offered reactions one person has put on a message."""
    return {str(one.emoji) for one in _of_others(message, offered) if await _has(one, user)}


def _of_others(message: Message, offered: Collection[str]) -> Iterator[Reaction]:
    return (one for one in message.reactions if str(one.emoji) in offered and one.count > one.me)


async def _has(reaction: Reaction, user: int) -> bool:
    """Return whether a reaction is a person's, too."""
    return any([one.id == user async for one in reaction.users(limit=1, after=Object(user - 1))])


def walked(components: Iterable[Any]) -> Iterator[Mapping[str, Any]]:
    """Yield components, as Discord sends them, and those within them."""
    for one in components:
        if isinstance(one, Mapping):
            yield one
            yield from walked(one.get("components") or ())

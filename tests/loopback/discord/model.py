"""Entities of the service: people, guilds, channels, messages, commands, interactions.

Values that change as people and the bot act; the world owns them, nothing else changes them.
"""

import asyncio
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tests.loopback.discord.flag import (
    EVERYONE,
    Callback,
    ChannelKind,
    InteractionKind,
    MessageFlag,
    Permission,
)

Json = dict[str, Any]


@dataclass(slots=True, eq=False)
class User:
    """A person or the bot, with their own settings."""

    id: int
    name: str
    locale: str = "en-US"
    bot: bool = False
    takes_messages: bool = True


@dataclass(slots=True, eq=False)
class Role:
    """A role of a guild; the one with the guild's own id is everyone's."""

    id: int
    name: str
    permissions: Permission = EVERYONE


@dataclass(slots=True, eq=False)
class Member:
    """A user in a guild."""

    user: User
    joined: datetime
    roles: list[Role] = field(default_factory=list)
    nick: str | None = None


@dataclass(slots=True, eq=False, repr=False)
class Guild:
    """A server of people."""

    id: int
    name: str
    locale: str
    owner_id: int
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    channels: dict[int, "Channel"] = field(default_factory=dict)
    available: bool = True
    system_channel_id: int | None = None

    def __repr__(self) -> str:
        return f"<{self.name}>"


@dataclass(slots=True, eq=False)
class Overwrite:
    """Permissions that a channel allows or denies one role or member."""

    target_id: int
    of_member: bool
    allow: Permission = Permission.NONE
    deny: Permission = Permission.NONE


@dataclass(slots=True, eq=False)
class ThreadState:
    """Fields of a thread besides those of a channel."""

    owner_id: int
    since: datetime
    archived: bool = False
    locked: bool = False
    archive_minutes: int = 1440
    members: set[int] = field(default_factory=set)


@dataclass(slots=True, eq=False, repr=False)
class Channel:
    """A text channel, a thread, or a direct conversation with the bot."""

    id: int
    kind: ChannelKind
    name: str
    guild: Guild | None = None
    parent: "Channel | None" = None
    recipient: User | None = None
    topic: str | None = None
    overwrites: list[Overwrite] = field(default_factory=list)
    messages: dict[int, "Message"] = field(default_factory=dict)
    thread: ThreadState | None = None

    @property
    def guild_id(self) -> int | None:
        """The guild's id, or None in a direct conversation."""
        return None if self.guild is None else self.guild.id

    def __str__(self) -> str:
        return f"#{self.name}" if self.recipient is None else f"@{self.recipient.name}"

    __repr__ = __str__


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as sent."""

    name: str
    content: bytes
    kind: str = "application/octet-stream"


@dataclass(slots=True, eq=False)
class Attachment:
    """A file of a message; `width` and `height` are in pixels and known for pictures only."""

    id: int
    name: str
    content: bytes
    url: str
    kind: str
    description: str | None = None
    width: int | None = None
    height: int | None = None


@dataclass(slots=True, eq=False, repr=False)
class Message:
    """A message as it stands now."""

    id: int
    channel: Channel
    author: User
    created: datetime
    content: str = ""
    kind: int = 0
    flags: MessageFlag = MessageFlag.NONE
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    reactions: dict[str, list[int]] = field(default_factory=dict)
    nonce: str | int | None = None
    edited: datetime | None = None
    pinned: bool = False
    reference: "Message | None" = None
    pings: frozenset[int] = frozenset()
    pings_everyone: bool = False
    seen_by: User | None = None
    interaction: "Interaction | None" = None
    thread: Channel | None = None

    @property
    def ephemeral(self) -> bool:
        """Whether only one person sees it."""
        return self.seen_by is not None

    def __repr__(self) -> str:
        return f"<{self.author.name} in {self.channel}: {self.content!r}>"


@dataclass(slots=True, eq=False)
class Command:
    """A registered command; `guild_id` is None for a global one."""

    id: int
    guild_id: int | None
    version: int
    body: Json

    @property
    def name(self) -> str:
        """Its registered name."""
        return str(self.body["name"])

    @property
    def kind(self) -> int:
        """1 for a slash command, 2 for a person's menu, 3 for a message's menu."""
        return int(self.body.get("type") or 1)


@dataclass(slots=True, eq=False, repr=False)
class Interaction:
    """One call of the application, and its answers so far."""

    id: int
    token: str
    kind: InteractionKind
    user: User
    channel: Channel
    body: Json
    created: datetime
    source: Message | None = None
    callback: Callback | None = None
    original: Message | None = None
    modal: Json | None = None
    choices: list[Json] | None = None
    opened_by: "Interaction | None" = None
    acknowledged: asyncio.Event = field(default_factory=asyncio.Event)
    answered: asyncio.Event = field(default_factory=asyncio.Event)

    def __repr__(self) -> str:
        return f"<{self.kind.name} by {self.user.name} in {self.channel}>"

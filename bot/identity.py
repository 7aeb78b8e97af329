"""Identities: people, rooms and guilds, each under the name that its platform gives it."""

from dataclasses import dataclass
from typing import Final, NewType, Self

GameId = NewType("GameId", str)
"""A game's short public name: lower-case letters and digits, as people type it to join."""

GuildId = NewType("GuildId", str)
"""The community that a leaderboard belongs to, such as ``discord:81384788765712384``."""

BOTS: Final = "bot"
"""The platform of those who are no people."""

GONE: Final = "gone"
"""The platform of those whose data were deleted; their turns stay for who played with them."""


@dataclass(frozen=True, slots=True, order=True)
class User:
    """Somebody who plays: a person on a platform, or a bot (``bot:ace``)."""

    platform: str
    id: str

    def __str__(self) -> str:
        return f"{self.platform}:{self.id}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the user that `str` wrote; raises ValueError."""
        return cls(*_parted(text))

    @property
    def is_bot(self) -> bool:
        """Whether this is one of our own bots."""
        return self.platform == BOTS

    @property
    def is_gone(self) -> bool:
        """Whether this is somebody who has been forgotten, under a name that nobody knows."""
        return self.platform == GONE


@dataclass(frozen=True, slots=True, order=True)
class Room:
    """A place where games are shown: a channel, a conversation, a terminal."""

    platform: str
    place: str

    def __str__(self) -> str:
        return f"{self.platform}:{self.place}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the room that `str` wrote; raises ValueError."""
        return cls(*_parted(text))


def bot_user(name: str) -> User:
    """Return the bot of this name as a player."""
    return User(BOTS, name)


def _parted(text: str) -> tuple[str, str]:
    platform, colon, rest = text.partition(":")
    if not (platform and colon and rest):
        raise ValueError(f"{text!r} names no platform")
    return platform, rest

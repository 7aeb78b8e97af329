"""Identities: people, rooms and guilds, under their platforms' names."""

from dataclasses import dataclass
from typing import Final, NewType, Self

GameId = NewType("GameId", str)
"""A game's short public name, typed to join: lower-case letters and digits."""

GuildId = NewType("GuildId", str)
"""The community that a leaderboard belongs to, such as ``discord:81384788765712384``."""

BOTS: Final = "bot"
"""The platform of bots."""

GONE: Final = "gone"
"""The platform of people whose data were deleted; their turns stay for the other players."""


@dataclass(frozen=True, slots=True, order=True)
class User:
    """A player: a person on a platform, or a bot (``bot:ace``)."""

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
        """Whether this is the anonymous name of a person whose data were deleted."""
        return self.platform == GONE


@dataclass(frozen=True, slots=True, order=True)
class Room:
    """A place that shows games: a channel, a conversation, a terminal."""

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

"""Names of Slack's people, rooms, guilds and messages in the application.

Slack's ids of people and channels are unique only within a workspace, so names contain the team.
"""

from dataclasses import dataclass
from typing import Final

from bot.games import GuildId, Room, User

SLACK: Final = "slack"

DIRECT_PREFIX: Final = "D"
"""The first letter of the ids of conversations between one person and the bot."""


def user_of(team: str, user: str) -> User:
    """Return a person of a workspace."""
    return User(SLACK, f"{team}/{user}")


def room_of(team: str, channel: str) -> Room:
    """Return a channel or conversation of a workspace."""
    return Room(SLACK, f"{team}/{channel}")


def thread_room_of(channel: Room, thread: str) -> Room:
    """Return a thread by the timestamp of its first message."""
    return Room(SLACK, f"{channel.place}/{thread}")


def guild_of(team: str) -> GuildId:
    """Return a workspace as a guild."""
    return GuildId(f"{SLACK}:{team}")


def team_of(name: str) -> str:
    """Return the workspace from the name of a person or room.

    >>> team_of("T024BE7LD/C061EG9T2")
    'T024BE7LD'
    """
    return name.partition("/")[0]


def own_id(name: str) -> str:
    """Return Slack's id from the name of a person or room.

    >>> own_id("T024BE7LD/C061EG9T2")
    'C061EG9T2'
    """
    return name.partition("/")[2]


@dataclass(frozen=True, slots=True)
class SlackHandle:
    """The channel and timestamp of a message, its turn marker, and the ids of its files."""

    channel: str
    ts: str
    marker: str
    files: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.channel}:{self.ts}:{self.marker}:{','.join(self.files)}"

    @classmethod
    def parse(cls, text: str) -> "SlackHandle":
        """Return the handle from its `str`."""
        channel, ts, marker, files = text.split(":")
        return cls(channel, ts, marker, tuple(filter(None, files.split(","))))

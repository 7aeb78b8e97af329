"""Handles of messages on Slack: where a message is, whom it has called, and its pictures."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SlackHandle:
    """The channel and timestamp of a message, the marker of its calls, and the ids of its files."""

    channel: str
    ts: str
    marker: str
    files: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.channel}:{self.ts}:{self.marker}:{','.join(self.files)}"

    @classmethod
    def parse(cls, text: str) -> "SlackHandle":
        """Return the handle that `str` wrote."""
        channel, ts, marker, files = text.split(":")
        return cls(channel, ts, marker, tuple(filter(None, files.split(","))))

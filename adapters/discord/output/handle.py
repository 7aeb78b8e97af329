"""Handles of messages: where a message is, and whom it has called in which turn."""

from dataclasses import dataclass


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

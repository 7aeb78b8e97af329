"""A bot's session on the gateway: its intents, and the events that it has received."""

import json
from collections import deque
from dataclasses import dataclass, field
from typing import Any, Protocol

from tests.loopback.discord.flag import Intent
from tests.loopback.discord.model import Json
from tests.loopback.discord.snowflake import shard_of

REMEMBERED = 5000  # frames kept for a RESUME


class Wire(Protocol):
    """One open connection, as a session sees it."""

    def push(self, text: str) -> None:
        """Send a frame when its turn comes."""
        ...

    def close(self, code: int) -> None:
        """Close the connection after the queued frames."""
        ...

    def abort(self) -> None:
        """Cut the connection without a word."""
        ...


@dataclass(frozen=True, slots=True)
class Event:
    """A dispatch before it is addressed; all sessions hear `intent` NONE.

    `withheld` is a different body for sessions without the message content intent.
    """

    name: str
    body: Json
    guild_id: int | None = None
    intent: Intent = Intent.NONE
    withheld: Json | None = None


def frame(op: int, body: Any, sequence: int | None = None, name: str | None = None) -> str:
    """Return a gateway frame as text."""
    return json.dumps({"op": op, "d": body, "s": sequence, "t": name})


@dataclass(slots=True, eq=False)
class Session:
    """One shard's session; it outlives its connection and remembers what a RESUME needs."""

    id: str
    intents: Intent
    shard: int
    shards: int
    sequence: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    wire: Wire | None = None

    def hears(self, event: Event) -> bool:
        """Return whether the event belongs to this shard and its intents."""
        wanted = event.intent == Intent.NONE or bool(event.intent & self.intents)
        return wanted and shard_of(event.guild_id, self.shards) == self.shard

    def push(self, event: Event) -> None:
        """Number the event, remember it, and send it if there is a connection."""
        stripped = event.withheld is not None and not self.intents & Intent.MESSAGE_CONTENT
        body = event.withheld if stripped else event.body
        self.sequence += 1
        text = frame(0, body, self.sequence, event.name)
        self.sent.append((self.sequence, text))
        if self.wire is not None:
            self.wire.push(text)

    def resumable(self, sequence: int) -> bool:
        """Return whether all events after `sequence` are still remembered."""
        oldest = self.sent[0][0] if self.sent else self.sequence + 1
        return oldest - 1 <= sequence <= self.sequence

    def replay(self, sequence: int) -> None:
        """Send the events after `sequence` again."""
        for number, text in self.sent:
            if number > sequence and self.wire is not None:
                self.wire.push(text)

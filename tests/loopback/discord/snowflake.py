"""Identifiers as Discord makes them: milliseconds since 2015, then 22 bits for distinction."""

from datetime import UTC, datetime

from tests.loopback.discord.clock import Clock

EPOCH = datetime(2015, 1, 1, tzinfo=UTC)
SHIFT = 22  # reference.mdx, "Snowflakes"


class Snowflakes:
    """Hands out identifiers that grow with the clock and never repeat."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0
        self._guilds = 0

    def __call__(self) -> int:
        """Return a new identifier from the present moment."""
        moment = int((self._clock.now() - EPOCH).total_seconds() * 1000) << SHIFT
        self._last = max(moment, self._last + 1)
        return self._last

    def guild(self) -> int:
        """Return an identifier for a guild; the nth goes to shard n modulo the number of shards."""
        self._guilds += 1
        return (1_000_000 * 1_000_000 + self._guilds - 1) << SHIFT


def shard_of(guild_id: int | None, shards: int) -> int:
    """Return the shard that serves a guild; direct messages have none and go to shard 0."""
    return 0 if guild_id is None else (guild_id >> SHIFT) % shards

"""The lives of other processes, as one process sees them: by its own looks, by nobody's clock."""

from datetime import datetime
from typing import Final

from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import schema
from bot.store.leases import LIFE_RENEWAL_SECONDS, PROCESS, PROCESS_TTL, interrupt

LOOKS: Final = int(PROCESS_TTL.total_seconds() / LIFE_RENEWAL_SECONDS)
"""The looks, one every LIFE_RENEWAL_SECONDS, at which a living process gives at least one sign."""


class LifeWatch:
    """A view of the other processes: their last signs of life, and the looks since then."""

    def __init__(self) -> None:
        self._seen: dict[str, tuple[datetime, int]] = {}

    async def end_silent(self, connection: AsyncConnection, now: datetime) -> None:
        """End the leases of processes that give no sign of life any more.

        So they end where a process died whose clock was ahead, and its leases' moments with it.
        """
        seen = dict[str, tuple[datetime, int]]()
        for process, until in await connection.execute(_UNENDED, {"now": now}):
            last, looks = self._seen.get(process, (until, 0))
            seen[process] = until, looks + 1 if last == until else 1
            if seen[process][1] > LOOKS:
                await interrupt(connection, PROCESS, process, process, now)
        self._seen = seen


_UNENDED: Final = select(schema.leases.c.key, schema.leases.c.until).where(
    schema.leases.c.kind == PROCESS,
    schema.leases.c.until >= bindparam("now", type_=schema.Instant()),
)

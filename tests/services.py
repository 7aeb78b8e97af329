"""Services that run beside a test for as long as it needs them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Protocol


class Service(Protocol):
    """What runs until it is cancelled, such as a screen or the players."""

    async def run(self) -> None:
        """Serve for ever."""


@asynccontextmanager
async def at_work(*services: Service) -> AsyncIterator[None]:
    """Let services run until the block ends. Raises: what the first of them that failed raised."""
    tasks = [asyncio.create_task(service.run()) for service in services]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    for fault in ended:
        if isinstance(fault, Exception):
            raise fault

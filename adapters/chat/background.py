"""Services that run as long as a platform is connected."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any, TypeAlias

from bot.chat.request import FatalError

BackgroundWork: TypeAlias = Callable[[], Coroutine[Any, Any, None]]
"""Runs until it is cancelled."""


async def run_beside(connection: Awaitable[None], services: Iterable[BackgroundWork]) -> None:
    """Run services as long as a connection lasts; raises its FatalError."""
    ending: FatalError | None = None
    async with asyncio.TaskGroup() as group:
        running = [group.create_task(run()) for run in services]
        try:
            await connection
        except FatalError as error:  # which a group would hide from who runs this
            ending = error
        finally:
            for task in running:
                task.cancel()
    if ending is not None:
        raise ending

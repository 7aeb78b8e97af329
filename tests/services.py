"""Services that run in the background of a test."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, Protocol

from bot.identity import GameId
from bot.server.workers.learner import Learner

UNLIMITED: Final = {
    "SPYRING_TABLES_PER_PERSON": "100000",
    "SPYRING_TABLES_PER_GUILD": "100000",
    "SPYRING_LINES_PER_MINUTE": "100000",
}
"""Settings for programs whose users act faster than real people."""


class Service(Protocol):
    """A service that runs until it is cancelled, such as a redraw loop or the bots."""

    async def run(self) -> None:
        """Serve forever."""


@asynccontextmanager
async def at_work(*services: Service) -> AsyncIterator[None]:
    """Run services until the block ends. Raises: the error of the first one that failed."""
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


async def learn_all(learner: Learner) -> tuple[GameId, ...]:
    """Learn from all games with new turns; return these games."""
    games = await learner.unlearned()
    for game_id in games:
        await learner.learn(game_id)
    return games

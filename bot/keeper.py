"""Keeps services running: one that crashes is started again, and its crash is told.

One that raises `Ending` is not: it says what has to be changed before the program is run again.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from time import monotonic
from typing import Final, TypeAlias

import structlog

from bot.blame import blame
from bot.ending import Ending
from bot.errand import Pause

Service: TypeAlias = Callable[[], Awaitable[None]]
"""Something that runs until it is cancelled."""

FIRST_PAUSE_SECONDS: Final = 1.0
LONGEST_PAUSE_SECONDS: Final = 60.0
"""How long is waited before a service is started again: longer after each crash."""

_LOG = structlog.get_logger()


class Keeper:
    """Runs services; `pause` waits for so many seconds, `clock` tells seconds.

    `give_up` is told why a service cannot go on; without it, `run` fails.
    """

    def __init__(
        self,
        services: Mapping[str, Service],
        *,
        give_up: Callable[[Ending], None] | None = None,
        pause: Pause = asyncio.sleep,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._services = services
        self._give_up = give_up
        self._pause = pause
        self._clock = clock
        self._lives = dict.fromkeys(services, False)

    def lives(self) -> Mapping[str, bool]:
        """Return the services and whether each is running now."""
        return {**self._lives}

    async def run(self) -> None:
        """Run all services until cancelled."""
        async with asyncio.TaskGroup() as group:
            for name, service in self._services.items():
                group.create_task(self._keep(name, service), name=name)

    async def _keep(self, name: str, service: Service) -> None:
        seconds = FIRST_PAUSE_SECONDS
        while True:
            began = self._clock()
            try:
                await self._run(name, service)
            except Ending as ending:
                if self._give_up is None:
                    raise
                self._give_up(ending)
                return
            if self._clock() - began > LONGEST_PAUSE_SECONDS:
                seconds = FIRST_PAUSE_SECONDS
            _LOG.info("service-restarts", service=name, seconds=seconds)
            await self._pause(seconds)
            seconds = min(2 * seconds, LONGEST_PAUSE_SECONDS)

    async def _run(self, name: str, service: Service) -> None:
        """Run a service until it ends, which none should do by itself."""
        self._lives[name] = True
        try:
            await service()
            _LOG.error("service-ended", service=name)
        except Ending:
            raise
        except Exception as error:  # the other services go on
            _LOG.error("service-crashed", service=name, fault=blame(error), exc_info=error)
        finally:
            self._lives[name] = False

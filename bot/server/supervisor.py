"""A supervisor restarts services that crash, and logs the crashes.

It never restarts a service that raises `FatalError`: the message says what to change first.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from time import monotonic
from typing import Final, TypeAlias

import structlog
from aiohttp import ClientConnectorError

from bot.chat.request import FatalError
from bot.logs import error_location
from bot.server.workers.worker import PauseFor
from core.backoff import backoff

Service: TypeAlias = Callable[[], Awaitable[None]]
"""Runs until it is cancelled."""

FIRST_RESTART_SECONDS: Final = 1.0
LONGEST_RESTART_SECONDS: Final = 60.0
"""Pauses before a restart, which double after each crash."""

_LOG = structlog.get_logger()


@dataclass(slots=True)
class Supervisor:
    """Runs services; `pause` waits for some seconds, `clock` returns seconds.

    `on_fatal` receives a service's fatal error; without it, `run` raises the error.
    """

    services: Mapping[str, Service]
    on_fatal: Callable[[FatalError], None] | None = None
    pause: PauseFor = asyncio.sleep
    clock: Callable[[], float] = monotonic
    _running: set[str] = field(default_factory=set, init=False)

    def status(self) -> Mapping[str, bool]:
        """Return the services and whether each is running now."""
        return {name: name in self._running for name in self.services}

    async def run(self) -> None:
        """Run all services until cancelled."""
        async with asyncio.TaskGroup() as group:
            for name, service in self.services.items():
                group.create_task(self._supervise(name, service), name=name)

    async def _supervise(self, name: str, service: Service) -> None:
        pauses = backoff(FIRST_RESTART_SECONDS, LONGEST_RESTART_SECONDS)
        while True:
            began = self.clock()
            self._running.add(name)
            try:
                await service()  # which should not return
                _LOG.error("service-ended", service=name)
            except FatalError as error:
                if self.on_fatal is None:
                    raise
                self.on_fatal(error)
                return
            except ClientConnectorError:
                _LOG.warning("service-unreachable", service=name, remedy="check the network")
            except Exception as error:  # the other services go on
                fault = error_location(error)
                _LOG.error("service-crashed", service=name, fault=fault, exc_info=error)
            finally:
                self._running.discard(name)
            if self.clock() - began > LONGEST_RESTART_SECONDS:
                pauses = backoff(FIRST_RESTART_SECONDS, LONGEST_RESTART_SECONDS)
            seconds = next(pauses)
            _LOG.info("service-restarts", service=name, seconds=seconds)
            await self.pause(seconds)

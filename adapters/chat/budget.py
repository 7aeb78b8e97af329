"""A budget of requests to a chat platform: of those that wait, the most urgent goes first."""

import asyncio
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import IntEnum
from heapq import heappop, heappush
from itertools import count
from typing import Final


class Urgency(IntEnum):
    """The order of requests that wait: a lower value goes first."""

    BOARD = 0
    """A board or a key card, for which people wait."""
    NORMAL = 1
    MENU = 2
    """An extra that a table can play without, such as reactions to choose from."""


_URGENCY: Final = ContextVar("urgency", default=Urgency.NORMAL)


@contextmanager
def urgency(value: Urgency) -> Iterator[None]:
    """Give the requests that are sent inside the block an urgency."""
    token = _URGENCY.set(value)
    try:
        yield
    finally:
        _URGENCY.reset(token)


class RequestBudget:
    """Lets through at most `requests` within any `seconds`."""

    def __init__(self, requests: int, seconds: float = 1.0) -> None:
        self._sent: deque[float] = deque(maxlen=requests)
        self._seconds = seconds
        self._waiting: list[tuple[Urgency, int, asyncio.Future[None]]] = []
        self._numbers = count()
        self._timer: asyncio.TimerHandle | None = None

    async def take(self) -> None:
        """Wait until a request may be sent; the block of `urgency` tells how urgent it is."""
        turn = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (_URGENCY.get(), next(self._numbers), turn))
        if self._timer is None:
            self._let_through()
        await turn

    def _let_through(self) -> None:
        """Let through all that may be sent now, and look again when the next one may."""
        loop = asyncio.get_running_loop()
        self._timer = None
        while self._waiting:
            rest = self._rest(loop.time())
            if rest > 0:
                self._timer = loop.call_later(rest, self._let_through)
                return
            _, _, turn = heappop(self._waiting)
            if not turn.done():  # its request was given up
                self._sent.append(loop.time())
                turn.set_result(None)

    def _rest(self, now: float) -> float:
        """Return how many seconds pass before another request may be sent."""
        if len(self._sent) < (self._sent.maxlen or 0):
            return 0
        return self._sent[0] + self._seconds - now

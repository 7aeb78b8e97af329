"""Budgets: of requests to a chat platform, the most urgent first, and of remembered entries."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import IntEnum
from heapq import heappop, heappush
from itertools import count
from typing import Final, TypeVar

K = TypeVar("K")
V = TypeVar("V")

MOST_REMEMBERED: Final = 10_000
"""Entries of one kind that a process remembers, such as messages or people."""


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
    """Lets through so few requests that a server counts at most `requests` within any `seconds`.

    A request is counted some time between its start and its end. So it uses the budget until
    `seconds` after its end, however long it is on its way. `held` tells for how many seconds more
    the server takes none at all.
    """

    def __init__(
        self, requests: int, seconds: float = 1.0, held: Callable[[], float] = lambda: 0.0
    ) -> None:
        self._free = requests
        self._seconds = seconds
        self._held = held
        self._ended: deque[float] = deque()
        self._waiting: list[tuple[Urgency, int, asyncio.Future[None]]] = []
        self._numbers = count()
        self._timer: asyncio.TimerHandle | None = None

    async def start(self) -> None:
        """Wait until a request may be sent; the block of `urgency` tells how urgent it is."""
        turn = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (_URGENCY.get(), next(self._numbers), turn))
        self._let_through()
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it was let through at the same time
                self._free += 1
                self._let_through()
            raise

    def end(self) -> None:
        """Take up that a request that was let through has ended, in whatever way."""
        self._ended.append(asyncio.get_running_loop().time())
        self._let_through()

    @property
    def delay(self) -> float:
        """Return the least time in seconds that a request would wait which is wanted now."""
        now, held = asyncio.get_running_loop().time(), self._held()
        counted = [at + self._seconds - now for at in self._ended if at + self._seconds > now]
        free = self._free + len(self._ended) - len(counted)
        before = len(self._waiting) - free  # requests of which each needs a place to become free
        if before < 0:
            return held
        return max(held, counted[before] if before < len(counted) else self._seconds)

    def _let_through(self) -> None:
        """Let through all that may be sent now, and look again when the next one may."""
        loop, held = asyncio.get_running_loop(), self._held()
        while self._ended and self._ended[0] + self._seconds <= loop.time():
            self._ended.popleft()
            self._free += 1
        while self._waiting and self._free and not held:
            _, _, turn = heappop(self._waiting)
            if not turn.done():  # its request was not given up
                turn.set_result(None)
                self._free -= 1
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._waiting and held:
            self._timer = loop.call_later(held, self._let_through)
        elif self._waiting and self._ended:
            self._timer = loop.call_at(self._ended[0] + self._seconds, self._let_through)


class RecentDict(OrderedDict[K, V]):
    """A dictionary of the `most` entries that were set last."""

    def __init__(self, most: int = MOST_REMEMBERED) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: K, value: V) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        if len(self) > self._most:
            self.popitem(last=False)

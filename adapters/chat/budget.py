"""Budgets of requests to a chat platform, the most urgent first, and of remembered entries."""

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
"""Entries that a process remembers of one kind, such as messages or people."""


class Urgency(IntEnum):
    """Priorities of waiting requests: the lowest value goes first."""

    BOARD = 0
    """A board or a key card that people are waiting for."""
    NORMAL = 1
    MENU = 2
    """Something a table can play without, such as reactions to choose from."""


_URGENCY: Final = ContextVar("urgency", default=Urgency.NORMAL)


@contextmanager
def urgency(value: Urgency) -> Iterator[None]:
    """Set the urgency of all requests that the block sends."""
    token = _URGENCY.set(value)
    try:
        yield
    finally:
        _URGENCY.reset(token)


class RequestBudget:
    """Delays requests so that a server counts at most `requests` within any `seconds`.

    The server may count a request at any time between its start and its end, so a request uses the
    budget until `seconds` after its end. `held` returns for how many more seconds the server
    accepts no request at all.
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
        """Wait until a request may be sent; `urgency` sets its priority."""
        turn = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (_URGENCY.get(), next(self._numbers), turn))
        self._let_through()
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # its turn came at the same time
                self._free += 1
                self._let_through()
            raise

    def end(self) -> None:
        """Record the end of a request, successful or not."""
        self._ended.append(asyncio.get_running_loop().time())
        self._let_through()

    @property
    def delay(self) -> float:
        """Return the least number of seconds that a request would wait if it started now."""
        now, held = asyncio.get_running_loop().time(), self._held()
        counted = [at + self._seconds - now for at in self._ended if at + self._seconds > now]
        free = self._free + len(self._ended) - len(counted)
        before = len(self._waiting) - free  # each of these needs a free place
        if before < 0:
            return held
        return max(held, counted[before] if before < len(counted) else self._seconds)

    def _let_through(self) -> None:
        """Start all requests that may be sent now, and set a timer for the next one."""
        loop, held = asyncio.get_running_loop(), self._held()
        while self._ended and self._ended[0] + self._seconds <= loop.time():
            self._ended.popleft()
            self._free += 1
        while self._waiting and self._free and not held:
            _, _, turn = heappop(self._waiting)
            if not turn.done():  # its request was not cancelled
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
    """A dictionary of the last `most` entries that were set."""

    def __init__(self, most: int = MOST_REMEMBERED) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: K, value: V) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        if len(self) > self._most:
            self.popitem(last=False)

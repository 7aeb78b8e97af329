"""Calls to a chat platform: their budget, urgency and faults."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import IntEnum, StrEnum
from heapq import heappop, heappush
from itertools import count
from secrets import token_hex
from typing import Final

import structlog
from aiohttp import ClientError, ClientPayloadError

from bot.games import StoreFault
from core.view import Phrase, phrase

_LOG = structlog.get_logger()


class Urgency(IntEnum):
    """Priorities of waiting requests: the lowest value goes first."""

    BOARD = 0
    """A board or a key card that people are waiting for."""
    NORMAL = 1
    MENU = 2
    """An optional request, such as an offered reaction."""


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
    budget until `seconds` after its end. `held` returns the seconds until the server accepts
    requests again.
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
        """Return the shortest time in seconds that a request would wait if it started now."""
        now, held = asyncio.get_running_loop().time(), self._held()
        counted = [at + self._seconds - now for at in self._ended if at + self._seconds > now]
        free = self._free + len(self._ended) - len(counted)
        before = len(self._waiting) - free  # these need the place of an ended request
        if before < 0:
            return held
        return max(held, counted[before] if before < len(counted) else self._seconds)

    def _let_through(self) -> None:
        """Start all requests that the budget allows now, and set a timer for the next one."""
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


class CallFault(StrEnum):
    """The reason why a call failed, for any platform."""

    REFUSED = "refused"
    """The platform rejects the call, and would reject it again."""
    LIMITED = "limited"
    """The call came too soon after others."""
    BROKEN = "broken"
    """The platform has a fault; the call may have succeeded."""
    UNREADABLE = "unreadable"
    """The answer is not the platform's, but for example a proxy's."""
    CUT = "cut"
    """The connection failed; the call may have succeeded."""
    TIMEOUT = "timeout"
    """No answer came in time; the call may have succeeded."""


def connection_fault(error: BaseException) -> CallFault:
    """Return the kind of an error other than the platform's answer."""
    match error:
        case TimeoutError():
            return CallFault.TIMEOUT
        case ClientPayloadError():
            return CallFault.UNREADABLE
        case OSError() | ClientError():
            return CallFault.CUT
        case _:
            return CallFault.REFUSED


def count_fault(platform: str, method: str, fault: CallFault) -> None:
    """Log a failed call, which the metrics count, unless the platform refused it."""
    if fault is not CallFault.REFUSED:
        _LOG.info("call-failed", platform=platform, method=method, fault=fault.value)


@contextmanager
def logging_store_faults(event: str, platform: str) -> Iterator[None]:
    """Log a fault of the database within the block as an event, and end the block."""
    try:
        yield
    except StoreFault as fault:
        _LOG.warning(event, platform=platform, fault=fault.code)


def report_fault(platform: str, error: Exception) -> Phrase:
    """Log a bug of ours; return the sentence that gives its reference number."""
    reference = token_hex(4)
    _LOG.error("fault", platform=platform, reference=reference, exc_info=error)
    return phrase("chat-fault", reference=reference)


def not_answered(platform: str) -> Phrase:
    """Return the message for a person whose answer the platform refused."""
    return phrase("chat-not-answered", platform=platform)

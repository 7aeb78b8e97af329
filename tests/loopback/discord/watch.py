"""Lets a coroutine wait until a condition of the world is true."""

import asyncio
from collections.abc import Callable

Condition = Callable[[], object]
POLL = 0.02  # seconds; conditions may read the bot's own state, whose changes cause no event


class Watch:
    """Conditions that are checked after each change."""

    def __init__(self) -> None:
        self._waiting: dict[asyncio.Future[None], Condition] = {}

    def changed(self) -> None:
        """Check all conditions, and wake the coroutines whose condition is true."""
        for future, condition in list(self._waiting.items()):
            if not future.done() and condition():
                future.set_result(None)

    async def until(self, condition: Condition, seconds: float, what: str) -> None:
        """Wait until the condition is true. Raises: TimeoutError that names it."""
        if condition():
            return
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[future] = condition
        try:
            async with asyncio.timeout(seconds):
                while not future.done() and not condition():
                    await asyncio.wait([future], timeout=POLL)
        except TimeoutError:
            raise TimeoutError(f"{what} did not happen within {seconds:g} s") from None
        finally:
            del self._waiting[future]

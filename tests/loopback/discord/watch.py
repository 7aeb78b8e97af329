"""Lets a coroutine wait until something in the world has become true."""

import asyncio
from collections.abc import Callable

Condition = Callable[[], object]
POLL = 0.02  # seconds; conditions may look at the bot's own state, whose changes are not told


class Watch:
    """Conditions that are looked at again after each change."""

    def __init__(self) -> None:
        self._waiting: dict[asyncio.Future[None], Condition] = {}

    def changed(self) -> None:
        """Look again at all conditions and wake those whose condition now holds."""
        for future, condition in list(self._waiting.items()):
            if not future.done() and condition():
                future.set_result(None)

    async def until(self, condition: Condition, seconds: float, what: str) -> None:
        """Wait until the condition holds. Raises: TimeoutError that says what did not come."""
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

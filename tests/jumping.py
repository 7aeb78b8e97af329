"""A clock that jumps over waits, so that pauses are exact and cost no time."""

import asyncio
import selectors
from collections.abc import Coroutine
from time import monotonic
from typing import Any, TypeVar

T = TypeVar("T")


class _Jumping(selectors.SelectSelector):
    """Waits for nothing; its timeouts count as passed."""

    jumped = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Return the events that are ready at once."""
        self.jumped += max(0.0, timeout or 0.0)
        return super().select(0)


class _Loop(asyncio.SelectorEventLoop):
    def __init__(self, jumping: _Jumping) -> None:
        self._jumping = jumping
        super().__init__(jumping)

    def time(self) -> float:
        """Return seconds, including those jumped over."""
        return monotonic() + self._jumping.jumped


def in_jumps(work: Coroutine[Any, Any, T]) -> T:
    """Return the result of some work that waits only for the clock."""
    with asyncio.Runner(loop_factory=lambda: _Loop(_Jumping())) as runner:
        return runner.run(work)

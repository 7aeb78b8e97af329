"""A clock that jumps over waits, so that pauses are told exactly and cost no time."""

import asyncio
import selectors
from collections.abc import Coroutine
from time import monotonic
from typing import Any, TypeVar

T = TypeVar("T")


class _Jumping(selectors.SelectSelector):
    """Waits for nothing; what it would have waited counts as passed."""

    jumped = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Return what is ready at once."""
        self.jumped += max(0.0, timeout or 0.0)
        return super().select(0)


class _Loop(asyncio.SelectorEventLoop):
    def __init__(self, jumping: _Jumping) -> None:
        self._jumping = jumping
        super().__init__(jumping)

    def time(self) -> float:
        """Return seconds, those that were jumped over among them."""
        return monotonic() + self._jumping.jumped


def in_jumps(work: Coroutine[Any, Any, T]) -> T:
    """Return what some work returns that waits for nothing but the clock."""
    with asyncio.Runner(loop_factory=lambda: _Loop(_Jumping())) as runner:
        return runner.run(work)

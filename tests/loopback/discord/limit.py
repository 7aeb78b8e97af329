"""Rate limits: the headers of every answer, and budgets that a test may set for routes."""

import hashlib
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

from tests.loopback.discord.clock import Clock

ROOMY = 10_000


@dataclass(frozen=True, slots=True)
class Budget:
    """A number of requests in a number of seconds."""

    requests: int
    seconds: float


EVERYWHERE = Budget(50, 1)  # topics/rate-limits.mdx
OBSERVED = {
    "POST /channels/{channel_id}/messages": Budget(5, 5),
    "PATCH /channels/{channel_id}/messages/{message_id}": Budget(5, 5),
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original": Budget(5, 2),
    "PUT /channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me": Budget(1, 0.25),
    "DELETE /channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/{user_id}": Budget(
        1, 0.25
    ),
}
"""Limits by route as clients see them; the documentation names none, for they may change."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The headers for one request, and the time that it must wait if it exceeds the limit."""

    headers: Mapping[str, str]
    retry_after: float | None = None


class Limits:
    """Counts requests by route and by channel, guild or webhook, as the service does."""

    def __init__(
        self, clock: Clock, routes: Mapping[str, Budget], everywhere: Budget | None
    ) -> None:
        self._clock = clock
        self._routes = routes
        self._everywhere = everywhere
        self._spent: dict[str, deque[float]] = {}

    def everywhere(self) -> float | None:
        """Return the wait if the application exceeds the limit over all routes."""
        if self._everywhere is None:
            return None
        _, wait = self._count("everywhere", self._everywhere)
        return wait

    def judge(self, route: str, major: str) -> Verdict:
        """Return the verdict on a request of `route`, a method and a template."""
        bucket = hashlib.sha256(route.encode()).hexdigest()[:16]
        budget = self._routes.get(route)
        if budget is None:
            return Verdict(self._headers(bucket, ROOMY, ROOMY - 1, 1.0))
        left, wait = self._count(f"{route} {major}", budget)
        after = budget.seconds if wait is None else wait
        return Verdict(self._headers(bucket, budget.requests, left, after), wait)

    def _count(self, key: str, budget: Budget) -> tuple[int, float | None]:
        now = self._clock.now().timestamp()
        spent = self._spent.setdefault(key, deque())
        while spent and now - spent[0] >= budget.seconds:
            spent.popleft()
        if len(spent) >= budget.requests:
            return 0, spent[0] + budget.seconds - now
        spent.append(now)
        return budget.requests - len(spent), None

    def _headers(self, bucket: str, limit: int, left: int, after: float) -> dict[str, str]:
        reset = self._clock.now().timestamp() + after
        return {
            "X-RateLimit-Bucket": bucket,
            "X-RateLimit-Limit": str(limit),
            "X-RateLimit-Remaining": str(left),
            "X-RateLimit-Reset": f"{reset:.3f}",
            "X-RateLimit-Reset-After": f"{after:.3f}",
        }

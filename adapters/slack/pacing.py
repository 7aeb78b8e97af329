"""Slack's Web API within its rate limits: calls wait here, so that Slack refuses none.

The tiers are those of the methods' pages on docs.slack.dev: calls a minute of one method in one
workspace. Messages to a channel are one a second.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final

from slack_sdk.http_retry.async_handler import AsyncRetryHandler
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from adapters.chat.budget import RequestBudget

MINUTE: Final = 60.0

PER_MINUTE: Final = {2: 20, 3: 50, 4: 100}
"""Calls a minute of each tier, the least that Slack promises."""

USUAL_TIER: Final = 3

TIERS: Final[Mapping[str, int]] = {
    "chat.postEphemeral": 4,
    "files.completeUploadExternal": 4,
    "files.info": 4,
    "files.getUploadURLExternal": 4,
    "reactions.remove": 2,
    "users.info": 4,
    "views.open": 4,
    "views.publish": 4,
    "views.push": 4,
    "views.update": 4,
}
"""Tiers of methods that are not of the usual one."""

UNPACED: Final = frozenset({"apps.connections.open", "auth.test", "oauth.v2.access"})
"""Methods that are called seldom, or have limits of their own."""

POST: Final = "chat.postMessage"

POST_SECONDS: Final = 1.0
"""Seconds between messages to a channel."""

MOST_CHANNELS: Final = 10_000
"""Channels of which it is known here when a message was sent to them."""


class PacedClient(AsyncWebClient):
    """The Web API as one workspace's bot; of calls that wait, the most urgent goes first."""

    def __init__(
        self, token: str | None, timeout: int, retry_handlers: list[AsyncRetryHandler]
    ) -> None:
        super().__init__(token=token, timeout=timeout, retry_handlers=retry_handlers)
        self._budgets: dict[str, RequestBudget] = {}

    async def api_call(self, api_method: str, **named: Any) -> AsyncSlackResponse:  # noqa: ANN401
        """Call a method, as soon as its limit allows."""
        async with self._paced(api_method, named):
            return await super().api_call(api_method, **named)

    def delay(self, method: str) -> float:
        """Return the seconds that a call of a method would wait for its turn."""
        return self._budget(method).delay if method not in UNPACED else 0.0

    @asynccontextmanager
    async def _paced(self, method: str, named: Mapping[str, Any]) -> AsyncIterator[None]:
        if method in UNPACED:
            yield
            return
        budget = self._post_budget(named) if method == POST else self._budget(method)
        await budget.start()
        try:
            yield
        finally:
            budget.end()

    def _budget(self, method: str) -> RequestBudget:
        if method not in self._budgets:
            calls = PER_MINUTE[TIERS.get(method, USUAL_TIER)]
            self._budgets[method] = RequestBudget(calls, MINUTE)
        return self._budgets[method]

    def _post_budget(self, named: Mapping[str, Any]) -> RequestBudget:
        sent = named.get("json") or named.get("params") or named.get("data") or {}
        name = f"{POST} {sent.get('channel')}"
        if name not in self._budgets:
            if len(self._budgets) > MOST_CHANNELS:
                self._budgets.clear()
            self._budgets[name] = RequestBudget(1, POST_SECONDS)
        return self._budgets[name]

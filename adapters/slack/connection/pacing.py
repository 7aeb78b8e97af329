"""A client of Slack's Web API that respects its rate limits and retries failed calls.

The tiers are from the methods' pages on docs.slack.dev: calls a minute of one method in one
workspace. A channel accepts one message a second. If Slack still asks for a pause, no process calls
the method in that workspace until the pause ends. Other failed calls are retried if that is safe.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from time import time
from typing import Any, Final, TypeVar

from aiohttp import ClientPayloadError, ClientSession, ClientTimeout
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse
from slack_sdk.web.file_upload_v2_result import FileUploadV2Result

from adapters.chat.calls import CallFault, RequestBudget, count_fault, logging_store_faults
from adapters.slack.connection import api_errors
from adapters.slack.ids import SLACK
from bot.chat.services import ChatServices
from core.recent import RecentDict

CALL_SECONDS: Final = 8
"""Timeout for a call to the Web API; shorter than the redraw loop's."""

MINUTE: Final = 60.0

PER_MINUTE: Final = {3: 50, 4: 100}
"""Calls a minute of each tier, Slack's guaranteed minimum."""

USUAL_TIER: Final = 3

TIERS: Final[Mapping[str, int]] = {
    "auth.test": 4,
    "chat.postEphemeral": 4,
    "files.completeUploadExternal": 4,
    "files.info": 4,
    "files.getUploadURLExternal": 4,
    "oauth.v2.access": 4,
    "upload": 4,
    "users.info": 4,
    "views.open": 4,
    "views.publish": 4,
    "views.push": 4,
    "views.update": 4,
}
"""Tiers of methods other than the usual one, 4 for those with special limits."""

UPLOAD: Final = "upload"
"""Our name for the request that sends a file, which is not a method of the Web API."""

TRIGGER_SECONDS: Final = 2.5
"""Timeout for opening a modal, retries included; Slack allows three seconds after a press."""

POST_SECONDS: Final = 1.0
"""Seconds between messages to a channel."""

LONGEST_PAUSE: Final = 3600.0
"""The longest pause in seconds; a longer one means that the clock was changed."""

PAUSES_SUBJECT: Final = "slack pauses"
"""The stored subject of the pauses."""

T = TypeVar("T")


class TooLate(SlackClientError):
    """A call that would expire during its wait of `seconds`."""

    def __init__(self, seconds: float) -> None:
        super().__init__("too late")
        self.seconds = seconds


@dataclass(slots=True)
class Pauses:
    """The pauses that Slack asked for, by workspace and method; `now` is in seconds since 1970.

    Without `services`, they are not stored for the next process.
    """

    services: ChatServices | None = None
    now: Callable[[], float] = time
    _ends: dict[str, float] = field(default_factory=dict, init=False)

    async def load(self) -> None:
        """Load the pauses of earlier processes; log a fault of the database."""
        with logging_store_faults("pauses-not-read", SLACK):
            kept = await self.services.last_synced(PAUSES_SUBJECT) if self.services else None
            self._ends |= json.loads(kept or "{}")

    async def add(self, team: str, method: str, seconds: float) -> None:
        """Add and store a pause of a method in a workspace."""
        now = self.now()
        new = {f"{team} {method}": now + seconds}
        self._ends = {one: end for one, end in self._ends.items() if end > now} | new
        with logging_store_faults("pauses-not-kept", SLACK):
            if self.services:
                await self.services.mark_synced(PAUSES_SUBJECT, json.dumps(self._ends))

    def rest(self, team: str, method: str) -> float:
        """Return the seconds left in a method's pause."""
        rest = self._ends.get(f"{team} {method}", 0.0) - self.now()
        return min(max(0.0, rest), LONGEST_PAUSE)


def http_session() -> ClientSession:
    """Return a session whose connections stay open between calls."""
    return ClientSession(timeout=ClientTimeout(total=CALL_SECONDS))


class PacedClient(AsyncWebClient):
    """The Web API as one workspace's bot; the most urgent of the waiting calls goes first.

    An empty `api_url` is Slack's own. Without a session, each call opens a connection; without
    `pauses`, this client has its own. If tokens rotate, `find_token` returns the current one before
    each call, or raises an error.
    """

    def __init__(
        self,
        token: str | None,
        api_url: str,
        session: ClientSession | None = None,
        pauses: Pauses | None = None,
        team: str = "",
        find_token: Callable[[], Awaitable[str | None]] | None = None,
    ) -> None:
        super().__init__(
            token=token,
            base_url=api_url or self.BASE_URL,
            timeout=CALL_SECONDS,
            session=session,
            retry_handlers=[],
        )
        self._pauses = pauses or Pauses()
        self._team = team
        self._find_token = find_token
        self._budgets = RecentDict[tuple[str, str], RequestBudget]()

    async def api_call(self, api_method: str, **named: Any) -> AsyncSlackResponse:  # noqa: ANN401
        """Call a method as soon as its limit allows; retry if that is safe. Raises CALL_ERRORS."""
        if self._find_token:
            self.token = await self._find_token()
        now = asyncio.get_running_loop().time()
        end = now + TRIGGER_SECONDS if api_method in api_errors.TRIGGERED else None

        async def call() -> AsyncSlackResponse:
            async with asyncio.timeout_at(end), self._paced(api_method, named):
                return await super(PacedClient, self).api_call(api_method, **named)

        return await self._repeated(api_method, call)

    async def _upload_file(self, **named: Any) -> FileUploadV2Result:  # noqa: ANN401 - the library's
        async def upload() -> FileUploadV2Result:
            async with self._paced(UPLOAD, {}):
                result = await super(PacedClient, self)._upload_file(**named)
            if result.status != HTTPStatus.OK:
                raise SlackApiError("a file was not taken", result)  # type: ignore[no-untyped-call]
            return result

        return await self._repeated(UPLOAD, upload)

    async def _request(self, **named: Any) -> dict[str, Any]:  # noqa: ANN401 - the library's
        """Return an answer with a JSON object; the library does not check that it is one."""
        try:
            answer = await super()._request(**named)
        except UnicodeDecodeError as error:
            raise ClientPayloadError("the answer is no text") from error
        return answer if isinstance(answer["data"], dict) else {**answer, "data": {}}

    async def _repeated(self, method: str, call: Callable[[], Awaitable[T]]) -> T:
        """Return the result of a call, retried if its faults allow it; raises its error."""
        tried = 0
        while True:
            try:
                return await call()
            except api_errors.CALL_ERRORS as error:
                fault = api_errors.fault_of(error)
                count_fault(SLACK, method, fault)
                if fault is CallFault.LIMITED:
                    await self._pauses.add(self._team, method, api_errors.retry_after(error))
                pauses = api_errors.pauses_before_repeats(method, fault)
                if tried >= len(pauses):
                    raise
            await asyncio.sleep(pauses[tried])
            tried += 1

    def delay(self, method: str) -> float:
        """Return the seconds that a call of a method would wait, without its channel's limit."""
        if method == api_errors.POST:
            return self._pauses.rest(self._team, method)
        return self._budget(method).delay

    @asynccontextmanager
    async def _paced(self, method: str, named: Mapping[str, Any]) -> AsyncIterator[None]:
        """Wait until the limits allow a call; raises TooLate if a modal's trigger would expire."""
        if method in api_errors.TRIGGERED and (seconds := self.delay(method)) > TRIGGER_SECONDS:
            raise TooLate(seconds)
        sent = named.get("json") or named.get("params") or named.get("data") or {}
        budget = self._budget(method, str(sent.get("channel")) if method == api_errors.POST else "")
        await budget.start()
        try:
            yield
        finally:
            budget.end()

    def _budget(self, method: str, channel: str = "") -> RequestBudget:
        """Return the budget of a method, for messages of a channel."""
        key = method, channel
        if key not in self._budgets:
            usual = PER_MINUTE[TIERS.get(method, USUAL_TIER)], MINUTE
            calls, seconds = (1, POST_SECONDS) if method == api_errors.POST else usual
            held = partial(self._pauses.rest, self._team, method)
            self._budgets[key] = RequestBudget(calls, seconds, held)
        return self._budgets[key]

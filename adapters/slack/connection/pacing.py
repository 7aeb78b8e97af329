"""Slack's Web API within its rate limits: calls wait here, so that Slack refuses none.

The tiers are those of the methods' pages on docs.slack.dev: calls a minute of one method in one
workspace. Messages to a channel are one a second. Where Slack names a pause all the same, no call
of the method in the workspace goes before its end, from a process that is started meanwhile either.
What fails otherwise is sent again where that is safe.
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

import structlog
from aiohttp import ClientPayloadError, ClientSession, ClientTimeout
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse
from slack_sdk.web.file_upload_v2_result import FileUploadV2Result

from adapters.chat.budget import RecentDict, RequestBudget
from adapters.chat.faults import CallFault, count_fault
from adapters.slack.connection import api_errors
from adapters.slack.ids import SLACK
from bot.chat.services import ChatServices
from bot.games import StoreFault

CALL_SECONDS: Final = 8
"""Time-out of a call of the Web API; shorter than that of the redraw loop."""

MINUTE: Final = 60.0

PER_MINUTE: Final = {2: 20, 3: 50, 4: 100}
"""Calls a minute of each tier, the least that Slack promises."""

USUAL_TIER: Final = 3

TIERS: Final[Mapping[str, int]] = {
    "auth.test": 4,
    "chat.postEphemeral": 4,
    "files.completeUploadExternal": 4,
    "files.info": 4,
    "files.getUploadURLExternal": 4,
    "oauth.v2.access": 4,
    "reactions.remove": 2,
    "upload": 4,
    "users.info": 4,
    "views.open": 4,
    "views.publish": 4,
    "views.push": 4,
    "views.update": 4,
}
"""Tiers of methods that are not of the usual one, or have a limit above all."""

UPLOAD: Final = "upload"
"""The name here of the request that sends a file: it is no method of Slack's."""

TRIGGER_SECONDS: Final = 2.5
"""Time-out of what opens a modal, with all its tries: Slack lets it within three after a press."""

POST_SECONDS: Final = 1.0
"""Seconds between messages to a channel."""

LONGEST_PAUSE: Final = 3600.0
"""The longest pause in seconds that is believed: clocks may have been set."""

PAUSES_SUBJECT: Final = "slack pauses"
"""The subject under which it is remembered until when Slack takes no calls."""

T = TypeVar("T")

_LOG = structlog.get_logger()


class TooLate(SlackClientError):
    """A call that would come later than Slack takes it: it would wait for so many `seconds`."""

    def __init__(self, seconds: float) -> None:
        super().__init__("too late")
        self.seconds = seconds


@dataclass(slots=True)
class Pauses:
    """Until when Slack takes no call of a method in a workspace; `now` is in seconds since 1970.

    Without services, nothing is remembered for the next process.
    """

    services: ChatServices | None = None
    now: Callable[[], float] = time
    _ends: dict[str, float] = field(default_factory=dict, init=False)

    async def load(self) -> None:
        """Take up the pauses that an earlier process was told, as far as the database answers."""
        try:
            kept = await self.services.last_synced(PAUSES_SUBJECT) if self.services else None
        except StoreFault as fault:
            _LOG.warning("pauses-not-read", platform=SLACK, fault=fault.code)
            return
        self._ends |= json.loads(kept or "{}")

    async def add(self, team: str, method: str, seconds: float) -> None:
        """Take no call of a method in a workspace for so many seconds."""
        now = self.now()
        new = {f"{team} {method}": now + seconds}
        self._ends = {one: end for one, end in self._ends.items() if end > now} | new
        try:
            if self.services:
                await self.services.mark_synced(PAUSES_SUBJECT, json.dumps(self._ends))
        except StoreFault as fault:
            _LOG.warning("pauses-not-kept", platform=SLACK, fault=fault.code)

    def rest(self, team: str, method: str) -> float:
        """Return for how many seconds more no call of a method is to be sent."""
        rest = self._ends.get(f"{team} {method}", 0.0) - self.now()
        return min(max(0.0, rest), LONGEST_PAUSE)


def http_session() -> ClientSession:
    """Return a session whose connections stay open between calls."""
    return ClientSession(timeout=ClientTimeout(total=CALL_SECONDS))


class PacedClient(AsyncWebClient):
    """The Web API as one workspace's bot; of calls that wait, the most urgent goes first.

    It is Slack's own where the address is empty. Without a session, each call makes a connection of
    its own; without `pauses`, those that Slack asks for are known to this client alone. Where
    tokens are replaced, `find_token` returns that of now before each call, or raises an error.
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
        """Call a method as soon as its limit allows, and again where it fails and that is safe.

        Raises the errors of `adapters.slack.connection.api_errors`.
        """
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
        """Return an answer with its JSON object; the library expects one without looking."""
        try:
            answer = await super()._request(**named)
        except UnicodeDecodeError as error:
            raise ClientPayloadError("the answer is no text") from error
        return answer if isinstance(answer["data"], dict) else {**answer, "data": {}}

    async def _repeated(self, method: str, call: Callable[[], Awaitable[T]]) -> T:
        """Return what a call gives, at one of the tries that its faults allow; raises its error."""
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
        """Return the seconds that a call of a method would wait for its turn.

        A message waits for others to its channel besides.
        """
        if method == api_errors.POST:
            return self._pauses.rest(self._team, method)
        return self._budget(method).delay

    @asynccontextmanager
    async def _paced(self, method: str, named: Mapping[str, Any]) -> AsyncIterator[None]:
        """Wait for the turn of a call; raises TooLate where what opens a modal would expire."""
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
        """Return the budget of a method, of messages that of the channel."""
        key = method, channel
        if key not in self._budgets:
            usual = PER_MINUTE[TIERS.get(method, USUAL_TIER)], MINUTE
            calls, seconds = (1, POST_SECONDS) if method == api_errors.POST else usual
            held = partial(self._pauses.rest, self._team, method)
            self._budgets[key] = RequestBudget(calls, seconds, held)
        return self._budgets[key]

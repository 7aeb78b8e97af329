"""The library's app: it hands on what Slack sends, by Socket Mode or HTTP."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final

import slack_bolt.listener_matcher.async_builtins  # noqa: F401 - or the first event imports it
import structlog
from aiohttp import ClientSession, ClientTimeout
from slack_bolt import BoltResponse
from slack_bolt.async_app import AsyncApp
from slack_bolt.context.async_context import AsyncBoltContext

from adapters.slack.calls import CALL_ERRORS, error_of
from adapters.slack.events import SlackEvents, heard_by
from adapters.slack.ids import SLACK
from adapters.slack.input.interactions import SlackInteractions
from adapters.slack.output.modals import START
from adapters.slack.pacing import PacedClient, Pauses

SETTLE_SECONDS: Final = 5.0
"""Time-out of answers under way when the connection ends."""

CALL_SECONDS: Final = 8
"""Time-out of a call of the Web API; shorter than that of the redraw loop."""

_ANY: Final = re.compile(".*", re.DOTALL)

_LOG = structlog.get_logger()


def http_session() -> ClientSession:
    """Return a session whose connections stay open between calls."""
    return ClientSession(timeout=ClientTimeout(total=CALL_SECONDS))


def web_client(
    token: str | None,
    api_url: str,
    session: ClientSession | None = None,
    pauses: Pauses | None = None,
    team: str = "",
) -> PacedClient:
    """Return a client of the Web API, of Slack's own where the address is empty.

    Without a session, each call makes a connection of its own; without `pauses`, those that Slack
    asks for are known to this client alone.
    """
    client = PacedClient(token, CALL_SECONDS, pauses or Pauses(), team)
    client.session = session
    if api_url:
        client.base_url = f"{api_url.rstrip('/')}/"
    return client


@dataclass(slots=True)
class SlackClient:
    """Hands on interactions and events of an app of the library."""

    app: AsyncApp
    interactions: SlackInteractions
    events: SlackEvents
    _tasks: set[asyncio.Task[Any]] = field(default_factory=set, init=False)

    def __post_init__(self) -> None:
        """Register the listeners; the library finds their arguments by their names."""
        app = self.app

        @app.middleware
        async def event(
            body: Any,  # noqa: ANN401 - the library's
            context: AsyncBoltContext,
            next_: Callable[[], Awaitable[BoltResponse]],
        ) -> BoltResponse:
            if body.get("type") != "event_callback":
                return await next_()
            taken = await self.events.take(body, context.bot_user_id or heard_by(body))
            return BoltResponse(status=200 if taken else 503, body="")

        @app.error
        async def failed(error: Exception) -> None:
            raise error  # what hands the request on answers it

        @app.command(_ANY)
        async def command(ack: Any, body: Any) -> None:  # noqa: ANN401
            await self._under_way(self.interactions.command(body, ack))

        @app.action(_ANY)
        async def action(ack: Any, body: Any) -> None:  # noqa: ANN401
            await self._under_way(self.interactions.press(body, ack))

        @app.shortcut(START)
        async def shortcut(ack: Any, body: Any) -> None:  # noqa: ANN401
            await self._under_way(self.interactions.shortcut(body, ack))

        @app.view(START)
        async def start(ack: Any, body: Any) -> None:  # noqa: ANN401
            await self._under_way(self.interactions.start(body, ack))

        @app.view(_ANY)
        async def view(ack: Any, body: Any) -> None:  # noqa: ANN401
            await self._under_way(self.interactions.submit(body, ack))

        @app.view_closed(_ANY)
        async def closed(ack: Any, body: Any) -> None:  # noqa: ANN401
            await self._under_way(self.interactions.closed_modal(body, ack))

    async def _under_way(self, work: Awaitable[None]) -> None:
        """Do work that the end waits for; a fault of ours is told to operators."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        try:
            await task
        except CALL_ERRORS as error:
            _LOG.info("answer-not-taken", platform=SLACK, fault=error_of(error))
        except Exception:  # one interaction's fault is not the others'
            _LOG.exception("fault", platform=SLACK)
        finally:
            self._tasks.discard(task)

    async def settle(self) -> None:
        """Wait for the answers that are under way."""
        if self._tasks:
            await asyncio.wait({*self._tasks}, timeout=SETTLE_SECONDS)
        await self.events.settle(SETTLE_SECONDS)

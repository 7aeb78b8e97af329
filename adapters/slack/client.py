"""The library's app: it hands on what Slack sends, by Socket Mode or HTTP."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import slack_bolt.listener_matcher.async_builtins  # noqa: F401 - or the first event imports it
import structlog
from slack_bolt import BoltResponse
from slack_bolt.async_app import AsyncApp
from slack_bolt.context.async_context import AsyncBoltContext

from adapters.slack.connection.api_errors import CALL_ERRORS, error_of
from adapters.slack.ids import SLACK
from adapters.slack.input.events import SlackEvents, heard_by
from adapters.slack.input.interactions import Acknowledge, SlackInteractions
from adapters.slack.interaction_context import SlackPayload
from adapters.slack.output.modals import START

SETTLE_SECONDS: Final = 5.0
"""Time-out of answers under way when the connection ends."""

_ANY: Final = re.compile(".*", re.DOTALL)

InteractionListener: TypeAlias = Callable[[SlackPayload, Acknowledge], Awaitable[None]]
"""Takes an interaction."""

_LOG = structlog.get_logger()


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

        def listener(work: InteractionListener) -> Callable[..., Awaitable[None]]:
            async def listen(ack: Any, body: Any) -> None:  # noqa: ANN401
                await self._under_way(work(body, ack))

            return listen

        app.command(_ANY)(listener(self.interactions.command))
        app.action(_ANY)(listener(self.interactions.press))
        app.shortcut(START)(listener(self.interactions.shortcut))
        app.view(START)(listener(self.interactions.start))
        app.view(_ANY)(listener(self.interactions.submit))
        app.view_closed(_ANY)(listener(self.interactions.closed_modal))

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

"""The connection to Slack by Socket Mode: its events, and its end."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import structlog
from slack_bolt.adapter.socket_mode.async_handler import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_async_handlers import AsyncRateLimitErrorRetryHandler

from adapters.chat.ports import ChatServicesPort
from adapters.slack.calls import CALL_ERRORS, TOKEN_ERRORS, data_of, error_of, is_error
from adapters.slack.home import Home
from adapters.slack.ids import SLACK, guild_of
from adapters.slack.input.interactions import SlackInteractions
from adapters.slack.input.mentions import SlackMentions
from adapters.slack.output.modals import START
from adapters.slack.people import People
from bot.chat.request import FatalError
from bot.games import StoreFault
from core.backoff import backoff

SETTLE_SECONDS: Final = 5.0
"""Time-out of answers under way when the connection ends."""

CALL_SECONDS: Final = 8
"""Time-out of a call of the Web API; shorter than that of the redraw loop."""

RATE_LIMIT_RETRIES: Final = 2
"""Times that a call is sent again after the pause that Slack asks for."""

EVENTS_REMEMBERED: Final = 2000
"""Events of which it is known here that they have come: Slack sends some again."""

Listener: TypeAlias = Callable[[Mapping[str, Any]], Awaitable[None]]

_ANY: Final = re.compile(".*", re.DOTALL)

_LOG = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class SlackSettings:
    """Settings of the connection; `api_url` is another address of the Web API, if any."""

    bot_token: str = field(repr=False)
    app_token: str = field(repr=False)
    api_url: str = ""


def make_app(settings: SlackSettings) -> AsyncApp:
    """Return the library's app, which sends to Slack or to another address."""
    app = AsyncApp(token=settings.bot_token)
    app.client.timeout = CALL_SECONDS
    app.client.retry_handlers.append(
        AsyncRateLimitErrorRetryHandler(max_retry_count=RATE_LIMIT_RETRIES)
    )
    if settings.api_url:
        app.client.base_url = f"{settings.api_url.rstrip('/')}/"
    return app


class SlackClient:
    """Hands on what Slack tells."""

    def __init__(
        self,
        app: AsyncApp,
        interactions: SlackInteractions,
        mentions: SlackMentions,
        people: People,
        services: ChatServicesPort,
        home: Home,
    ) -> None:
        self._app = app
        self._interactions = interactions
        self._mentions = mentions
        self._people = people
        self._services = services
        self._home = home
        self._tasks: set[asyncio.Task[Any]] = set()
        self._seen: dict[str, None] = {}
        self._me = ""
        self._listen()

    def _listen(self) -> None:
        """Register the listeners; the library finds their arguments by their names."""
        app = self._app

        @app.command(_ANY)
        async def command(ack: Any, body: Any) -> None:  # noqa: ANN401 - the library's
            await self._under_way(self._interactions.command(body, ack))

        @app.action(_ANY)
        async def action(ack: Any, body: Any) -> None:  # noqa: ANN401
            await self._under_way(self._interactions.press(body, ack))

        @app.shortcut(START)
        async def shortcut(ack: Any, body: Any) -> None:  # noqa: ANN401
            await self._under_way(self._interactions.shortcut(body, ack))

        @app.view(START)
        async def start(ack: Any, body: Any) -> None:  # noqa: ANN401
            await self._under_way(self._interactions.start(body, ack))

        @app.view(_ANY)
        async def view(ack: Any, body: Any) -> None:  # noqa: ANN401
            await self._under_way(self._interactions.submit(body, ack))

        listeners: Mapping[str, Listener] = {
            "message": self._message,
            "app_mention": self._message,
            "app_home_opened": self._home_opened,
            "user_change": self._changed,
            "app_uninstalled": self._removed,
            "tokens_revoked": self._removed,
        }
        for name, listener in listeners.items():
            app.event(name)(self._event(listener))

    def _event(self, listener: Listener) -> Callable[[Any], Awaitable[None]]:
        """Return what takes an event once, though Slack may send it again."""

        async def heard(body: Any) -> None:  # noqa: ANN401 - the library's
            if self._is_new(str(body.get("event_id") or "")):
                await self._under_way(listener(body))

        return heard

    def _is_new(self, event_id: str) -> bool:
        if event_id in self._seen:
            return False
        self._seen[event_id] = None
        if len(self._seen) > EVENTS_REMEMBERED:
            del self._seen[next(iter(self._seen))]
        return True

    async def _message(self, body: Mapping[str, Any]) -> None:
        """Take up a mention, or a message to this bot alone; others are talk."""
        event = body.get("event") or {}
        if event.get("type") == "message" and event.get("channel_type") != "im":
            return
        event_id, team = str(body.get("event_id") or ""), str(body.get("team_id") or "")
        await self._mentions.handle(event, team, event_id, self._me)

    async def _home_opened(self, body: Mapping[str, Any]) -> None:
        """Show the Home tab to a person who opens it."""
        event = body.get("event") or {}
        if event.get("tab", "home") == "home":
            await self._home.show(str(body.get("team_id") or ""), str(event.get("user") or ""))

    async def _changed(self, body: Mapping[str, Any]) -> None:
        """Take up that a person's name, language or account has changed."""
        user = (body.get("event") or {}).get("user") or {}
        self._people.forget(str(user.get("id") or ""))

    async def _removed(self, body: Mapping[str, Any]) -> None:
        """Delete all of a workspace that this bot was removed from."""
        event = body.get("event") or {}
        if event.get("type") == "tokens_revoked" and not (event.get("tokens") or {}).get("bot"):
            return
        try:
            await self._services.purge(guild_of(str(body.get("team_id") or "")))
        except StoreFault as fault:
            _LOG.warning("guild-not-purged", platform=SLACK, fault=fault.code)

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

    async def run(self, app_token: str) -> None:
        """Stay connected until cancelled; raises FatalError where Slack takes no token."""
        handler = AsyncSocketModeHandler(self._app, app_token)
        try:
            await self._connect(handler)
            await asyncio.Event().wait()
        finally:
            await handler.disconnect_async()  # type: ignore[no-untyped-call]
            await self.settle()
            await handler.close_async()  # type: ignore[no-untyped-call]

    async def _connect(self, handler: AsyncSocketModeHandler) -> None:
        """Connect, again after longer and longer pauses; raises FatalError."""
        pauses = backoff(1.0, 60.0)
        while True:
            try:
                answer = data_of(await self._app.client.auth_test())
                self._me = str(answer.get("user_id") or "")
                await handler.connect_async()  # type: ignore[no-untyped-call]
            except SlackApiError as error:
                if is_error(error, TOKEN_ERRORS | {"not_allowed_token_type"}):
                    raise FatalError("slack-bad-token") from None
                _LOG.warning("not-connected", platform=SLACK, fault=error_of(error))
            except CALL_ERRORS as error:
                _LOG.warning("not-connected", platform=SLACK, fault=error_of(error))
            else:
                _LOG.info("connected", platform=SLACK, team=str(answer.get("team_id") or ""))
                return
            await asyncio.sleep(next(pauses))

"""The adapter for Slack: it handles the interactions and events of the library's app.

Slack repeats an event that is not acknowledged within three seconds, perhaps to another process.
The library would acknowledge before the work. This module acknowledges after the work, or just
before the timeout.
"""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from typing import Any, Final

import slack_bolt.listener_matcher.async_builtins  # noqa: F401 - or the first event imports it
import structlog
from slack_bolt.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.context.async_context import AsyncBoltContext
from slack_bolt.logger.messages import warning_client_prioritized_and_token_skipped
from slack_bolt.response import BoltResponse
from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.calls import logging_store_faults
from adapters.chat.interactions import ChatInteractions
from adapters.chat.platform import ChatApp
from adapters.chat.screen import PACE_SECONDS, BackgroundWork, RedrawLoop, run_beside
from adapters.chat.text_messages import TextMessages
from adapters.slack.connection import web
from adapters.slack.connection.api_errors import CALL_ERRORS, error_of, is_response_url
from adapters.slack.connection.pacing import PacedClient, Pauses, http_session
from adapters.slack.connection.payloads import People, SlackContext, clean_text
from adapters.slack.connection.socket_mode import SocketMode
from adapters.slack.connection.workspaces import (
    InstalledWorkspaces,
    OneWorkspace,
    Workspaces,
    purge_removed,
)
from adapters.slack.ids import SLACK, guild_of, user_of
from adapters.slack.input.interactions import ACKNOWLEDGE_SECONDS, Acknowledge, SlackInteractions
from adapters.slack.input.mentions import SlackMentions
from adapters.slack.input.reactions import ReactionMenus, SlackReactions
from adapters.slack.limits import SLACK_LIMITS
from adapters.slack.output.answers import Answers
from adapters.slack.output.blocks import START
from adapters.slack.output.files import Files
from adapters.slack.output.home import Home
from adapters.slack.output.messages import SlackPlatform
from adapters.slack.output.render import SlackResponses
from adapters.slack.output.sending import ResponseUrls
from adapters.slack.platform import SlackEnvironment
from bot.games import Room, StoreFault
from core.backoff import backoff
from core.recent import RecentDict
from core.view import phrase

SETTLE_SECONDS: Final = 5.0
"""Timeout for unfinished answers when the connection ends."""

_ANY: Final = re.compile(".*", re.DOTALL)

PARALLEL_BOARDS: Final = 32
"""Boards drawn at the same time; each takes four or five calls in sequence."""

_LOG = structlog.get_logger()


@dataclass(slots=True)
class SlackClient:
    """Passes interactions and events of the library's app to their handlers, and draws games."""

    app: AsyncApp
    workspaces: Workspaces
    chat: ChatApp
    pace: float
    _people: People = field(default_factory=People, init=False)
    _screen: RedrawLoop = field(init=False)
    _tasks: set[asyncio.Task[bool]] = field(default_factory=set, init=False)
    _events: RecentDict[str, asyncio.Task[bool]] = field(default_factory=RecentDict, init=False)
    _listeners: Mapping[str, Callable[[SlackContext], Awaitable[None]]] = field(init=False)

    def __post_init__(self) -> None:
        chat, workspaces = self.chat, self.workspaces
        pressed, files, closed = ResponseUrls(), Files(workspaces), set[Room]()
        answers = Answers(self._people, chat.services, files)
        menus = ReactionMenus(workspaces, files.begin)
        platform = SlackPlatform(chat, workspaces, pressed, files, closed, menus.drawn)
        delay, parallel = platform.delay, PARALLEL_BOARDS
        screen = RedrawLoop(chat.tasks, platform, pace=self.pace, delay=delay, parallel=parallel)
        responses = SlackResponses()
        requests = ChatInteractions(SLACK, chat, responses, SLACK_LIMITS, redraw=screen.redraw)
        texts = TextMessages(requests, CALL_ERRORS, opens_direct=True)
        mentions, reactions = SlackMentions(texts, answers), SlackReactions(chat, answers)
        self._screen = screen
        self._listeners = {
            "message": mentions.handle,
            "app_mention": mentions.handle,
            "app_home_opened": Home(chat, self._people).opened,
            "reaction_added": reactions.handle,
            "reaction_removed": reactions.handle,
            "user_change": self._changed,
            "app_uninstalled": self._removed,
            "tokens_revoked": self._removed,
        }
        self._register(SlackInteractions(requests, answers, pressed, closed))

    def _register(self, interactions: SlackInteractions) -> None:
        """Register the listeners; the library matches their arguments by name."""
        app = self.app

        @app.middleware
        async def event(
            body: Any,  # noqa: ANN401 - the library's
            context: AsyncBoltContext,
            next_: Callable[[], Awaitable[BoltResponse]],
        ) -> BoltResponse:
            if body.get("type") != "event_callback":
                return await next_()
            taken = await self._take(SlackContext.of(body, context, self.workspaces))
            status = HTTPStatus.OK if taken else HTTPStatus.SERVICE_UNAVAILABLE
            return BoltResponse(status=status, body="")

        @app.error
        async def failed(error: Exception) -> None:
            raise error  # to be answered by the connection

        def listener(
            work: Callable[[SlackContext, Acknowledge], Awaitable[None]],
        ) -> Callable[..., Awaitable[None]]:
            async def listen(ack: Any, body: Any, context: AsyncBoltContext) -> None:  # noqa: ANN401
                origin = SlackContext.of(body, context, self.workspaces)
                await self._begun(partial(work, origin, ack))

            return listen

        app.command(_ANY)(listener(interactions.command))
        app.action(_ANY)(listener(interactions.press))
        app.shortcut(START)(listener(interactions.shortcut))
        app.view(START)(listener(interactions.start))
        app.view(_ANY)(listener(interactions.submit))
        app.view_closed(_ANY)(listener(interactions.closed_modal))

    def _begun(self, work: Callable[[], Awaitable[None]]) -> asyncio.Task[bool]:
        """Start a task; `run` waits for it."""
        task = asyncio.create_task(_done(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def run(self, connection: Awaitable[None], *more: BackgroundWork) -> None:
        """Handle requests and draw games until the connection ends."""
        await run_beside(self._connected(connection), (self._screen.run, *more))

    async def _connected(self, connection: Awaitable[None]) -> None:
        """Wait for the end of a connection and of unfinished work."""
        try:
            await connection
        finally:
            if self._tasks:
                await asyncio.wait({*self._tasks}, timeout=SETTLE_SECONDS)

    # Events.

    async def _take(self, context: SlackContext) -> bool:
        """Handle an event; return False if Slack must repeat it."""
        event_id, listener = context.delivery, self._listeners.get(context.told("type"))
        if listener is None:
            return True
        task = self._events.get(event_id) or self._begun(partial(listener, context))
        self._events[event_id] = task
        await asyncio.wait({task}, timeout=ACKNOWLEDGE_SECONDS)
        if not task.done() or task.result():
            return True
        self._events.pop(event_id, None)
        return False

    async def _changed(self, context: SlackContext) -> None:
        """Handle a change of a person's name or language, or the deactivation of their account."""
        user = context.payload.get("user")
        if isinstance(user, dict):
            self._people.forget(context)
            if user.get("deleted"):
                await self.chat.services.leave_games(user_of(context.team, context.user))

    async def _removed(self, context: SlackContext) -> None:
        """Delete all data of a workspace that removed the bot; retry while the database fails."""
        tokens = context.payload.get("tokens") or {}
        if context.told("type") == "tokens_revoked" and not tokens.get("bot"):
            return
        for pause in backoff(1.0, 60.0):
            with logging_store_faults("guild-not-purged", SLACK):
                await self.chat.services.purge(guild_of(context.team))
                return
            await asyncio.sleep(pause)


async def _done(work: Callable[[], Awaitable[None]]) -> bool:
    """Do work and log its fault; return False if Slack has to repeat the event."""
    try:
        await work()
    except CALL_ERRORS as error:
        _LOG.info("answer-not-taken", platform=SLACK, fault=error_of(error))
    except StoreFault as fault:
        _LOG.warning("event-not-taken", platform=SLACK, fault=fault.code)
        return False
    except Exception:  # a bug
        _LOG.exception("fault", platform=SLACK)
    return True


@dataclass(frozen=True, slots=True)
class SlackApp:
    """The adapter of Slack, with requests over HTTP to an `address`, or else in Socket Mode.

    `pace` is the shortest time between two edits of one message, in seconds.
    """

    chat: ChatApp
    settings: SlackEnvironment
    address: tuple[str, int] | None = None
    pace: float = PACE_SECONDS

    async def run(self) -> None:
        """Stay connected until cancelled; raises FatalError for an invalid token."""
        settings, services = self.settings, self.chat.services
        signed = partial(web.SignedRequests, settings.signing_secret.get_secret_value())
        pauses = Pauses(services)
        await pauses.load()
        async with http_session() as session:
            if self.address and settings.client_id:
                installed = InstalledWorkspaces(services, settings, session, pauses)
                client = SlackClient(self._app(installed), installed, self.chat, self.pace)
                requests = web.SlackRequests(client.app, signed(), web.install_flow(installed))
                purge = partial(purge_removed, installed)
                await client.run(web.run_http(requests, *self.address), purge)
                return
            token = settings.bot_token.get_secret_value()
            one = OneWorkspace(PacedClient(token, settings.api_url, session, pauses))
            await web.check_bot_token(one.api)
            client = SlackClient(self._app(one), one, self.chat, self.pace)
            if self.address:
                connection = web.run_http(web.SlackRequests(client.app, signed()), *self.address)
            else:
                app_token = settings.app_token.get_secret_value()
                connection = SocketMode(client.app, one.api, app_token).run()
            await client.run(connection)

    def _app(self, workspaces: Workspaces) -> AsyncApp:
        """Return the library's app, which sends answers only to Slack or the settings' service.

        The library would read tokens and credentials from the environment, so it gets a client
        without a token and our `authorize`; its warning about that is wrong. We check signatures
        before it runs.
        """
        wrong = warning_client_prioritized_and_token_skipped()
        log = logging.getLogger(f"slack_bolt.{AsyncApp.__name__}")
        log.addFilter(lambda record: record.getMessage() != wrong)

        async def check_url(
            body: dict[str, Any],
            context: AsyncBoltContext,
            next_: Callable[[], Awaitable[BoltResponse]],
        ) -> BoltResponse:
            url = body.get("response_url")
            if url is not None and not is_response_url(str(url), self.settings.api_url):
                _LOG.warning("response-url-refused", platform=SLACK, fault="host")
                del body["response_url"]
                context.pop("response_url", None)
            return await next_()

        async def authorize(team_id: str | None) -> AuthorizeResult:  # found by its argument's name
            return await workspaces.authorize(clean_text(team_id))  # type: ignore[return-value]  # or None

        not_installed = self.chat.services.texts_for().say(phrase("slack-not-installed"))
        return AsyncApp(
            name=SLACK,  # else the library searches callers' sources, for a tenth of a second
            client=AsyncWebClient(),
            before_authorize=check_url,
            authorize=authorize,
            raise_error_for_unhandled_request=True,
            request_verification_enabled=False,
            user_facing_authorize_error_message=not_installed,
        )

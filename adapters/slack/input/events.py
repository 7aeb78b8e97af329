"""Slack's events: each is taken once, and acknowledged when it is done.

Slack sends an event again that is not acknowledged within three seconds: so what a process leaves
undone when it ends comes to the next one. The library would acknowledge before the work. What takes
longer than Slack waits is acknowledged, and goes on here.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

import structlog

from adapters.chat.ports import ChatServicesPort
from adapters.slack.connection.api_errors import CALL_ERRORS, error_of
from adapters.slack.connection.people import SLACKBOT, People
from adapters.slack.ids import SLACK, guild_of, user_of
from adapters.slack.input.mentions import SlackMentions
from adapters.slack.input.reactions import SlackReaction, SlackReactions
from adapters.slack.interaction_context import USER_CHANGE, SlackPayload, has_shape
from adapters.slack.output.home import Home
from bot.games import StoreFault
from core.backoff import backoff

EVENT_SECONDS: Final = 2.0
"""Duration of the work after which an event is acknowledged before its end."""

EVENTS_REMEMBERED: Final = 2000
"""Events of which it is known here that they have come: Slack sends some again."""

EventHandler: TypeAlias = Callable[[SlackPayload, str], Awaitable[None]]
"""Takes an event; the text is the id of this bot's user in the workspace."""

_LOG = structlog.get_logger()


@dataclass(slots=True)
class SlackEvents:
    """Takes events."""

    services: ChatServicesPort
    people: People
    mentions: SlackMentions
    home: Home
    reactions: SlackReactions
    _taken: OrderedDict[str, asyncio.Task[bool]] = field(default_factory=OrderedDict, init=False)
    _listeners: Mapping[str, EventHandler] = field(init=False)

    def __post_init__(self) -> None:
        self._listeners = {
            "message": self._message,
            "app_mention": self._message,
            "app_home_opened": self._home_opened,
            "reaction_added": self._reacted,
            "reaction_removed": self._reacted,
            "user_change": self._changed,
            "app_uninstalled": self._removed,
            "tokens_revoked": self._removed,
        }

    async def take(self, body: SlackPayload, me: str) -> bool:
        """Do what an event asks for; return whether Slack may forget it.

        `me` is the id of this bot's user in the workspace.
        """
        event_id = str(body.get("event_id") or "")
        task = self._taken.get(event_id)
        if task is None:
            task = self._taken[event_id] = asyncio.create_task(self._done(body, me))
            if len(self._taken) > EVENTS_REMEMBERED and next(iter(self._taken.values())).done():
                self._taken.popitem(last=False)
        await asyncio.wait({task}, timeout=EVENT_SECONDS)
        if not task.done() or task.result():
            return True
        self._taken.pop(event_id, None)
        return False

    async def settle(self, seconds: float) -> None:
        """Wait for events under way, so many seconds at most."""
        if under_way := {task for task in self._taken.values() if not task.done()}:
            await asyncio.wait(under_way, timeout=seconds)

    async def _done(self, body: SlackPayload, me: str) -> bool:
        listener = self._listeners.get(str((body.get("event") or {}).get("type") or ""))
        try:
            if listener:
                await listener(body, me)
        except CALL_ERRORS as error:
            _LOG.info("answer-not-taken", platform=SLACK, fault=error_of(error))
        except StoreFault as fault:
            _LOG.warning("event-not-taken", platform=SLACK, fault=fault.code)
            return False
        except Exception:  # one event's fault is not the others'
            _LOG.exception("fault", platform=SLACK)
        return True

    # Listeners.

    async def _message(self, body: SlackPayload, me: str) -> None:
        """Take up a mention, a message to this bot alone, or one in a game's thread."""
        event_id, event = str(body.get("event_id") or ""), body.get("event") or {}
        await self.mentions.handle(event, installed_team(body), event_id, me)

    async def _reacted(self, body: SlackPayload, me: str) -> None:
        """Take up a reaction to a board, or forget one that was taken away."""
        if reaction := _reaction(body, me):
            is_added = (body.get("event") or {}).get("type") == "reaction_added"
            await (self.reactions.added if is_added else self.reactions.removed)(reaction)

    async def _home_opened(self, body: SlackPayload, _me: str) -> None:
        """Show the Home tab to a person who opens it."""
        event = body.get("event") or {}
        if event.get("tab", "home") == "home":
            await self.home.show(installed_team(body), str(event.get("user") or ""))

    async def _changed(self, body: SlackPayload, _me: str) -> None:
        """Take up that a person's name or language has changed, or that their account has ended."""
        if not has_shape(body, USER_CHANGE):
            return
        user, team = (body.get("event") or {}).get("user") or {}, installed_team(body)
        name = str(user.get("id") or "")
        self.people.forget(team, name)
        if user.get("deleted"):
            await self.services.leave_games(user_of(team, name))

    async def _removed(self, body: SlackPayload, _me: str) -> None:
        """Delete all of a workspace that this bot was removed from, once the database can."""
        event = body.get("event") or {}
        if event.get("type") == "tokens_revoked" and not (event.get("tokens") or {}).get("bot"):
            return
        for pause in backoff(1.0, 60.0):
            try:
                await self.services.purge(guild_of(installed_team(body)))
            except StoreFault as fault:
                _LOG.warning("guild-not-purged", platform=SLACK, fault=fault.code)
            else:
                return
            await asyncio.sleep(pause)


def _reaction(body: SlackPayload, me: str) -> SlackReaction | None:
    """Return a person's reaction to a message of this bot, None for any other."""
    event = body.get("event") or {}
    item, user = event.get("item") or {}, str(event.get("user") or "")
    author = event.get("item_user") or me
    if item.get("type") != "message" or author != me or user in ("", me, SLACKBOT):
        return None
    return SlackReaction(
        installed_team(body),
        str(item.get("channel") or ""),
        str(item.get("ts") or ""),
        user,
        str(event.get("reaction") or ""),
        str(body.get("event_id") or ""),
    )


def installed_team(body: SlackPayload) -> str:
    """Return the workspace in which the app hears an event.

    In a channel that several workspaces share, an event may tell the workspace of the person.
    """
    heard: SlackPayload = next(iter(body.get("authorizations") or ()), {})
    return str(heard.get("team_id") or body.get("team_id") or "")


def heard_by(body: SlackPayload) -> str:
    """Return the id of the bot's user that hears an event, as the event tells it."""
    heard: SlackPayload = next(iter(body.get("authorizations") or ()), {})
    return str(heard.get("user_id") or "") if heard.get("is_bot") else ""

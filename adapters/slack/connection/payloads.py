"""Payloads of Slack: their shape, the origin of an interaction, and the people in them.

This module caches people's names, languages and rights, which come from Slack.
"""

import asyncio
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import structlog
from slack_bolt.context.async_context import AsyncBoltContext

from adapters.chat.incoming import ButtonId, read_button_id
from adapters.slack.connection.api_errors import CALL_ERRORS, error_of
from adapters.slack.connection.pacing import PacedClient
from adapters.slack.connection.workspaces import Workspaces
from adapters.slack.ids import DIRECT_PREFIX, SLACK, guild_of, room_of, user_of
from bot.games import Caller
from core.recent import RecentDict

SlackPayload: TypeAlias = Mapping[str, Any]
"""An object sent by Slack."""

PayloadShape: TypeAlias = Mapping[str, "PayloadShape"]
"""The shapes of an object's parts by name, "*" for all, or of a list's items, as "[]"."""

_OBJECT: Final[PayloadShape] = MappingProxyType({})
_INPUT: Final[PayloadShape] = MappingProxyType({"selected_option": _OBJECT})
_VIEW: Final[PayloadShape] = MappingProxyType(
    {"blocks": {"[]": {"slack_file": _OBJECT}}, "state": {"values": {"*": {"*": _INPUT}}}}
)

PAYLOAD: Final[PayloadShape] = MappingProxyType(
    {
        "actions": {"[]": _INPUT},
        "authorizations": {"[]": _OBJECT},
        "event": {"item": _OBJECT, "tokens": _OBJECT, "user_profile": _OBJECT},
        "view": _VIEW,
        **dict.fromkeys(("channel", "container", "team", "user"), _OBJECT),
    }
)
"""The shape of commands, presses, forms and events."""


KNOWN_SECONDS: Final = 600.0
"""Time for which Slack's answers about people are cached."""

ASK_SECONDS: Final = 3.0
"""Timeout for Slack's answers about a person or a channel."""

MENU: Final = "static_select"
"""Slack's type of a menu."""

SLACKBOT: Final = "USLACKBOT"
"""The id of Slack's own bot."""

_UNSTORABLE: Final = re.compile(r"[\0\ud800-\udfff]")

_LOG = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class SlackContext:
    """The origin of an interaction or an event, and the destination of its answer.

    `message` is the timestamp of the message with the pressed button, `thread` that of its thread,
    `view` the modal (not a Home tab), and `parent` the modal below a form. `url` accepts answers
    for 30 minutes, `trigger` opens a modal within three seconds. Names are "" if Slack sent none.
    `client` is the Web API as the workspace's bot, and `me` the id of the bot's user. A repeated
    request has the same `delivery`. `body` is the whole payload.
    """

    team: str
    user: str
    client: PacedClient = field(repr=False, compare=False)
    channel: str = ""
    trigger: str = field(default="", compare=False)
    url: str = ""
    message: str = ""
    view: str = ""
    parent: str = ""
    thread: str = ""
    is_home: bool = False
    user_name: str = ""
    channel_name: str = ""
    delivery: str = field(default="", compare=False)
    me: str = ""
    body: SlackPayload = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def of(
        cls, body: SlackPayload, found: AsyncBoltContext, workspaces: Workspaces
    ) -> "SlackContext":
        """Return the origin of a payload; the library has `found` the ids in it.

        The workspace is the one that installed the app. People of other workspaces may be in its
        channels; events contain their names.
        """
        view, event = body.get("view") or {}, body.get("event") or {}
        user, profile = body.get("user") or {}, event.get("user_profile") or {}
        named = body.get("user_name") or user.get("name") or user.get("username")
        container, item = body.get("container") or {}, event.get("item") or {}
        is_home, team = view.get("type") == "home", clean_text(found.team_id)
        message = None if container.get("is_ephemeral") else container.get("message_ts")
        return cls(
            team,
            clean_text(found.user_id),
            workspaces.client(team),
            clean_text(found.channel_id or _channel_of(view)),
            clean_text(body.get("trigger_id")),
            clean_text(body.get("response_url")),
            clean_text(message or item.get("ts")),
            "" if is_home else clean_text(view.get("id")),
            clean_text(view.get("previous_view_id")),
            clean_text(container.get("thread_ts") or event.get("thread_ts")),
            is_home,
            clean_text(named or profile.get("display_name")),
            clean_text(body.get("channel_name") or (body.get("channel") or {}).get("name")),
            clean_text(body.get("event_id") or body.get("trigger_id") or view.get("id")),
            found.bot_user_id or _bot_user(body),
            body,
        )

    @property
    def is_direct(self) -> bool:
        """Whether it is in a person's conversation with the bot, or outside any channel."""
        return not self.channel or self.channel.startswith(DIRECT_PREFIX)

    @property
    def payload(self) -> SlackPayload:
        """The event, or the command, press or form itself."""
        told: SlackPayload = self.body.get("event") or self.body
        return told

    def told(self, name: str) -> str:
        """Return a text of the payload, "" if missing."""
        return clean_text(self.payload.get(name))


def clean_text(told: object) -> str:
    """Return a text of a payload without NUL and lone surrogates, which no database stores.

    bot.games checks the other characters of lines and names.
    """
    return _UNSTORABLE.sub("", str(told or ""))


def _bot_user(body: SlackPayload) -> str:
    """Return the id of the bot's user in an event."""
    named: SlackPayload = next(iter(body.get("authorizations") or ()), {})
    return clean_text(named.get("user_id")) if named.get("is_bot") else ""


def chosen(one: SlackPayload) -> str:
    """Return the value of an input: the typed text, or the chosen option or channel."""
    option = one.get("selected_option") or {}
    found = one.get("value") or option.get("value") or one.get("selected_conversation")
    return clean_text(found)


def pressed(context: SlackContext) -> str:
    """Return the id of the pressed button or the chosen option."""
    return chosen(_action(context))


def chose_on_board(context: SlackContext) -> bool:
    """Return whether a person chose an option in the menu of a public message."""
    return bool(context.message) and _action(context).get("type") == MENU


def _action(context: SlackContext) -> SlackPayload:
    first: SlackPayload = next(iter(context.body.get("actions") or ()), {})
    return first


def fields_of(context: SlackContext) -> Iterator[tuple[str, str]]:
    """Yield the ids and values of a sent form's inputs."""
    state = (context.body.get("view") or {}).get("state") or {}
    values = state.get("values") or {}
    for name, inputs in values.items():
        yield from ((str(name), chosen(one)) for one in inputs.values())


def has_shape(value: object, shape: PayloadShape) -> bool:
    """Return whether a value has a shape; parts may be missing or empty.

    >>> has_shape({"team": None, "actions": [{}]}, PAYLOAD), has_shape({"team": "x"}, PAYLOAD)
    (True, False)
    """
    if "[]" in shape:
        return isinstance(value, list) and all(has_shape(one, shape["[]"]) for one in value)
    if not isinstance(value, dict):
        return False
    parts = ((part, shape.get(name, shape.get("*"))) for name, part in value.items())
    return all(not part or known is None or has_shape(part, known) for part, known in parts)


def json_object(text: str) -> dict[str, Any]:
    """Return the object of a JSON text, empty for anything else."""
    with suppress(ValueError, RecursionError):
        if isinstance(found := json.loads(text), dict):
            return found
    return {}


def metadata(channel: str) -> str:
    """Return the metadata of a modal: the channel in which a person opened it."""
    return json.dumps({"channel": channel})


def _channel_of(view: SlackPayload) -> str:
    return clean_text(json_object(clean_text(view.get("private_metadata"))).get("channel"))


# Messages from Slack's answers.


def buttons_on(message: SlackPayload) -> list[ButtonId]:
    """Return the games' buttons on a message."""
    elements = (
        element
        for block in message.get("blocks") or ()
        if block.get("type") == "actions"
        for element in block.get("elements") or ()
    )
    values = (one for element in elements for one in (element, *(element.get("options") or ())))
    found = (read_button_id(str(one.get("value") or "")) for one in values)
    return [button for button in found if button]


def reactions_on(message: SlackPayload, user: str | None = None) -> frozenset[str]:
    """Return the names of all reactions on a message, or of one person's."""
    found = message.get("reactions") or ()
    own = (one for one in found if user is None or user in (one.get("users") or ()))
    return frozenset(str(one.get("name") or "") for one in own)


# People.


@dataclass(frozen=True, slots=True)
class Person:
    """A person's public name, language and rights; `is_bot` for an app's user."""

    name: str
    locale: str | None = None
    manages: bool = False
    is_bot: bool = False


@dataclass(slots=True)
class People:
    """A cache of people by workspace and id."""

    _known: RecentDict[tuple[str, str], tuple[float, Person]] = field(
        default_factory=RecentDict, init=False
    )

    async def caller(self, context: SlackContext) -> Caller:
        """Return the person of an interaction, with their public name."""
        person, team = await self.person(context), context.team
        return Caller(
            user_of(team, context.user),
            room_of(team, context.channel or context.user),
            guild_of(team),
            person.name,
            person.locale,
            manages=person.manages,
            is_direct=context.is_direct,
        )

    async def person(self, context: SlackContext) -> Person:
        """Return a person, with the name in the payload if Slack does not answer."""
        team, user = context.team, context.user
        otherwise = context.user_name or user
        asked, known = self._known.get((team, user), (0.0, None))
        if known and monotonic() - asked < KNOWN_SECONDS:
            return known
        try:
            async with asyncio.timeout(ASK_SECONDS):
                told = await context.client.users_info(user=user, include_locale=True)
        except CALL_ERRORS as error:
            _LOG.info("person-not-known", platform=SLACK, fault=error_of(error))
            return known or Person(otherwise)
        found = _person(told.get("user") or {}, otherwise, team)
        self._known[team, user] = (monotonic(), found)
        return found

    def forget(self, context: SlackContext) -> None:
        """Drop a person from the cache, as after a change of name."""
        self._known.pop((context.team, context.user), None)


def _person(data: dict[str, Any], otherwise: str, team: str) -> Person:
    """Return a person; their organisation may list several workspaces."""
    profile, organised = data.get("profile") or {}, data.get("enterprise_user") or {}
    teams = (data.get("team_id") or team, *(organised.get("teams") or ()))
    names = (profile.get("display_name"), data.get("real_name"), data.get("name"), otherwise)
    return Person(
        next((str(name) for name in names if name), otherwise),
        data.get("locale"),
        bool(data.get("is_admin") or data.get("is_owner")) and team in teams,
        bool(data.get("is_bot")) or data.get("id") == SLACKBOT,
    )

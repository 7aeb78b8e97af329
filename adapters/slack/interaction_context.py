"""Payloads: their shape, and the workspace, the person and the channel that they tell."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, TypeAlias

SlackPayload: TypeAlias = Mapping[str, Any]
"""What Slack sends."""

PayloadShape: TypeAlias = Mapping[str, "PayloadShape"]
"""An object by the names of its parts, "*" for all; or a list, by "[]" for each of its items."""

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

USER_CHANGE: Final[PayloadShape] = MappingProxyType({"event": {"user": _OBJECT}})
"""The shape of the event that a person has changed."""


@dataclass(frozen=True, slots=True)
class SlackPlace:
    """The place of an interaction: the workspace, the person, the channel, and its name."""

    team: str
    user: str
    channel: str
    name: str = ""


def chosen(one: SlackPayload) -> str:
    """Return the value of an input: what was typed, or the option or channel that was chosen."""
    option = one.get("selected_option") or {}
    found = one.get("value") or option.get("value") or one.get("selected_conversation")
    return str(found or "")


def place_of(body: SlackPayload) -> SlackPlace:
    """Return the place of a command, a press or a form; a modal tells the channel it came from.

    The workspace is the one in which the app is installed: people of others may be in its channels.
    """
    user, view = body.get("user") or {}, body.get("view") or {}
    channel = body.get("channel") or {}
    told = body.get("team_id") or (body.get("team") or {}).get("id") or user.get("team_id")
    team = view.get("app_installed_team_id") or told or ""
    known = body.get("channel_id") or channel.get("id") or _channel_of(view)
    return SlackPlace(
        str(team),
        str(body.get("user_id") or user.get("id") or ""),
        str(known or ""),
        str(body.get("channel_name") or channel.get("name") or ""),
    )


def has_shape(value: object, shape: PayloadShape) -> bool:
    """Return whether a value has a shape, where parts may be missing or empty.

    >>> has_shape({"team": None, "actions": [{}]}, PAYLOAD), has_shape({"team": "x"}, PAYLOAD)
    (True, False)
    """
    if "[]" in shape:
        return isinstance(value, list) and all(has_shape(one, shape["[]"]) for one in value)
    if not isinstance(value, dict):
        return False
    parts = ((part, shape.get(name, shape.get("*"))) for name, part in value.items())
    return all(not part or known is None or has_shape(part, known) for part, known in parts)


def metadata(channel: str) -> str:
    """Return what a modal remembers: the channel that it was opened from, and nothing else."""
    return json.dumps({"channel": channel})


def _channel_of(view: SlackPayload) -> str:
    try:
        found = json.loads(view.get("private_metadata") or "{}")
    except ValueError:
        return ""
    return str(found.get("channel") or "") if isinstance(found, dict) else ""

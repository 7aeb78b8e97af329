"""Answers of the Web API about people, conversations, messages and reactions.

Names of errors are those of the methods' pages on docs.slack.dev.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from tests.loopback.slack.rules import broken_in_message
from tests.loopback.slack.seen import Json, Seen
from tests.loopback.slack.workspace import Place, RefusedError, Workspace

Sent: TypeAlias = Mapping[str, Any]


def parsed(value: object) -> Any:
    """Return an argument that is sent as JSON, in a form or not. Raises: RefusedError."""
    try:
        return json.loads(value) if isinstance(value, str) else value
    except ValueError:
        raise RefusedError("invalid_arguments") from None


def is_true(value: object) -> bool:
    """Return a flag, as forms and JSON send it."""
    return value in (True, 1, "1", "true", "True")


def checked(space: Workspace, method: str, sent: Sent, *, edits: bool = False) -> list[Json]:
    """Return the blocks of a message that follows the rules. Raises: RefusedError."""
    blocks = parsed(sent.get("blocks")) or []
    body = {**sent, "blocks": blocks, "metadata": parsed(sent.get("metadata"))}
    if not sent.get("markdown_text"):
        space.check(method, broken_in_message(body, space.showable(), edits=edits))
    space.show_files(blocks)
    return list(blocks)


# The app and people.


def connections_open(space: Workspace, _sent: Sent) -> Json:
    return {"url": f"{space.origin.replace('http', 'ws', 1)}/socket"}


def auth_test(space: Workspace, _sent: Sent) -> Json:
    names = {"url": f"{space.origin}/", "team": "Loopback", "user": "spyring"}
    ids = {"team_id": space.team, "user_id": space.bot_user, "bot_id": space.bot}
    return {**names, **ids, "is_enterprise_install": False}


def users_info(space: Workspace, sent: Sent) -> Json:
    person = space.people.get(str(sent["user"]))
    if person is None:
        raise RefusedError("user_not_found")
    locale = {"locale": person.locale} if is_true(sent.get("include_locale")) else {}
    return {"user": {**person.json(), **locale}}


# Conversations.


def _place(space: Workspace, channel: object) -> Place:
    place = space.places.get(str(channel))
    if place is None or (place.is_private and space.bot_user not in place.members):
        raise RefusedError("channel_not_found")
    return place


def writable(space: Workspace, channel: object) -> Place:
    """Return a place where the bot may write; a person's id means the conversation with them."""
    if str(channel) in space.people and not space.people[str(channel)].deleted:
        return space.direct(str(channel))
    place = _place(space, channel)
    if space.bot_user not in place.members:
        raise RefusedError("not_in_channel")
    return place


def conversations_open(space: Workspace, sent: Sent) -> Json:
    if sent.get("channel"):
        return {"channel": {"id": _place(space, sent["channel"]).id}}
    users = str(sent.get("users") or "").split(",")
    if len(users) > 8:
        raise RefusedError("too_many_users")
    if not users[0]:
        raise RefusedError("users_list_not_supplied")
    person = space.people.get(users[0])
    if person is None or len(users) > 1:
        raise RefusedError("method_not_supported_for_channel_type" if person else "user_not_found")
    if person.deleted:
        raise RefusedError("user_disabled")
    if person.stranger:  # Slack Connect may not let apps write to people of other workspaces
        raise RefusedError("user_not_visible")
    is_open = f"D{person.id}" in space.places
    return {"channel": {"id": space.direct(person.id).id}, "already_open": is_open}


def conversations_info(space: Workspace, sent: Sent) -> Json:
    place = _place(space, sent["channel"])
    is_im = place.id.startswith("D")
    kind = {"is_im": is_im, "is_channel": not is_im, "is_mpim": False, "is_group": False}
    person = {"user": place.id[1:]} if is_im else {"name": place.name}
    inside = {"is_member": space.bot_user in place.members, "is_private": place.is_private}
    counted = is_true(sent.get("include_num_members"))
    number = {"num_members": len(place.members)} if counted else {}
    flags = {"is_archived": False, "is_ext_shared": False}
    return {"channel": {"id": place.id, **kind, **person, **inside, **flags, **number}}


def conversations_members(space: Workspace, sent: Sent) -> Json:
    members = sorted(_place(space, sent["channel"]).members)
    start, most = int(sent.get("cursor") or 0), int(sent.get("limit") or 100)
    cursor = str(start + most) if start + most < len(members) else ""
    page = members[start : start + most]
    return {"members": page, "response_metadata": {"next_cursor": cursor}}


def readable(space: Workspace, channel: object) -> Place:
    """Return a conversation whose messages the bot may read.

    Each kind of conversation has its own scope (pages of conversations.history and
    conversations.replies).
    """
    place = writable(space, channel)
    kind = "im" if place.id.startswith("D") else "groups" if place.is_private else "channels"
    if space.scopes is not None and f"{kind}:history" not in space.scopes:
        provided = ",".join(sorted(space.scopes))
        raise RefusedError("missing_scope", needed=f"{kind}:history", provided=provided)
    return place


def conversations_history(space: Workspace, sent: Sent) -> Json:
    place = readable(space, sent["channel"])
    return _listed(space, sent, [one for one in reversed(place.messages) if not one.thread])


def conversations_replies(space: Workspace, sent: Sent) -> Json:
    """Return a thread, oldest message first (page of conversations.replies)."""
    place, root = readable(space, sent["channel"]), str(sent["ts"])
    found = [one for one in place.messages if root in (one.ts, one.thread)]
    if not found:
        raise RefusedError("thread_not_found")
    return _listed(space, sent, found)


def _listed(space: Workspace, sent: Sent, messages: Sequence[Seen]) -> Json:
    """Return the messages that a call asks for."""
    oldest, latest = str(sent.get("oldest") or "0"), str(sent.get("latest") or "9")
    edges = {oldest, latest} if is_true(sent.get("inclusive")) else set()
    shown = [one for one in messages if not one.reader]
    fits = [one for one in shown if oldest < one.ts < latest or one.ts in edges]
    most = int(sent.get("limit") or 100)
    about = is_true(sent.get("include_all_metadata"))
    found = [
        {**message_json(space, one), **({"metadata": one.about} if about and one.about else {})}
        for one in fits[:most]
    ]
    return {"messages": found, "has_more": len(fits) > most}


# Messages.


def message_json(space: Workspace, seen: Seen) -> Json:
    """Return a message as in answers, events and payloads."""
    mine = {"bot_id": space.bot, "app_id": space.app} if seen.user == space.bot_user else {}
    thread = {"thread_ts": seen.thread} if seen.thread else {}
    edited = {"edited": {"user": seen.user, "ts": f"{seen.ts}1"}} if seen.is_edited else {}
    base = {"type": "message", "user": seen.user, "ts": seen.ts, "team": space.team}
    return {**base, "text": seen.text, "blocks": seen.blocks, **mine, **thread, **edited}


def _drafted(space: Workspace, method: str, sent: Sent, place: Place) -> Seen:
    text = str(sent.get("markdown_text") or sent.get("text") or "")
    blocks, thread = checked(space, method, sent), str(sent.get("thread_ts") or "")
    about = parsed(sent.get("metadata")) or {}
    return Seen(place.id, space.now(), text, blocks, space.bot_user, thread=thread, about=about)


def post_message(space: Workspace, sent: Sent) -> Json:
    place = writable(space, sent["channel"])
    root = sent.get("thread_ts")
    if root and root not in [one.ts for one in place.messages if not one.thread]:
        raise RefusedError("cannot_reply_to_message")
    made = space.post(_drafted(space, "chat.postMessage", sent, place))
    return {"channel": place.id, "ts": made.ts, "message": message_json(space, made)}


def post_ephemeral(space: Workspace, sent: Sent) -> Json:
    place, reader = writable(space, sent["channel"]), str(sent["user"])
    if reader not in place.members:
        raise RefusedError("user_not_in_channel")
    drafted = _drafted(space, "chat.postEphemeral", sent, place)
    made = replace(drafted, reader=reader)
    return {"message_ts": space.post(made).ts}


def _own(space: Workspace, sent: Sent, error: str) -> Seen:
    message = space.message(writable(space, sent["channel"]).id, str(sent["ts"]))
    if message.reader:
        raise RefusedError("message_not_found")
    if message.user != space.bot_user:
        raise RefusedError(error)
    return message


def update(space: Workspace, sent: Sent) -> Json:
    message = _own(space, sent, "cant_update_message")
    blocks = checked(space, "chat.update", sent, edits=True)
    text = str(sent.get("markdown_text") or sent.get("text") or "")
    made = space.edit(message, text=text, blocks=blocks, is_edited=True)
    shown = message_json(space, made)
    return {"channel": made.channel, "ts": made.ts, "text": made.text, "message": shown}


def delete(space: Workspace, sent: Sent) -> Json:
    message = _own(space, sent, "cant_delete_message")
    space.delete(message)
    return {"channel": message.channel, "ts": message.ts}


def validate_blocks(space: Workspace, sent: Sent) -> Json:
    checked(space, "blocks.validate", {"text": "a sample", **sent})
    return {}


# Reactions.


def reacted(space: Workspace, message: Seen, emoji: str, user: str, *, adds: bool) -> Seen:
    """Add or remove a person's reaction. Raises: RefusedError."""
    users = message.reactions.get(emoji, ())
    if adds == (user in users):
        raise RefusedError("already_reacted" if adds else "no_reaction")
    changed = (*users, user) if adds else tuple(one for one in users if one != user)
    reactions = {**message.reactions, emoji: changed}
    return space.edit(message, reactions={name: who for name, who in reactions.items() if who})


def reactions_add(space: Workspace, sent: Sent) -> Json:
    message = space.message(writable(space, sent["channel"]).id, str(sent["timestamp"]))
    reacted(space, message, str(sent["name"]), space.bot_user, adds=True)
    return {}


def reactions_remove(space: Workspace, sent: Sent) -> Json:
    message = space.message(str(sent.get("channel")), str(sent.get("timestamp")))
    reacted(space, message, str(sent["name"]), space.bot_user, adds=False)
    return {}


def reactions_get(space: Workspace, sent: Sent) -> Json:
    message = space.message(str(sent.get("channel")), str(sent.get("timestamp")))
    found = [
        {"name": name, "users": [*users], "count": len(users)}
        for name, users in message.reactions.items()
    ]
    shown = {**message_json(space, message), "reactions": found}
    return {"type": "message", "channel": message.channel, "message": shown}

"""A message as JSON: complete, and for a session without the message content intent."""

from typing import Any

from tests.loopback.discord.flag import Component, InteractionKind, MessageFlag
from tests.loopback.discord.model import Attachment, Interaction, Json, Message, User
from tests.loopback.discord.render import member, stamp, user

REFERENCE = "attachment://"


def message(what: Message, reader: User, *, deep: bool = True) -> Json:
    """Return the message for `reader` (the bot); `deep` includes the message that it replies to."""
    body: Json = {
        "id": str(what.id),
        "channel_id": str(what.channel.id),
        "type": what.kind,
        "author": user(what.author),
        "content": what.content,
        "timestamp": stamp(what.created),
        "edited_timestamp": None if what.edited is None else stamp(what.edited),
        "tts": False,
        "pinned": what.pinned,
        "flags": int(what.flags),
        "mention_everyone": what.pings_everyone,
        "mentions": [],
        "mention_roles": [],
        "attachments": [attachment(each) for each in what.attachments],
        "embeds": [_embed(each, what.attachments) for each in what.embeds],
        "components": [_component(each, what.attachments) for each in what.components],
    }
    if what.reactions:
        body["reactions"] = [reaction(*pair, reader) for pair in what.reactions.items()]
    if what.nonce is not None:
        body["nonce"] = what.nonce
    return body | _origin(what) | (_reply(what, reader) if deep else {})


def _origin(what: Message) -> Json:
    body: Json = {}
    if what.author.bot:
        body["application_id"] = str(what.author.id)
    if what.interaction is not None:
        body["webhook_id"] = str(what.author.id)
        body["interaction_metadata"] = _metadata(what.interaction)
    return body


def _metadata(cause: Interaction) -> Json:
    body: Json = {
        "id": str(cause.id),
        "type": int(cause.kind),
        "user": user(cause.user),
        "authorizing_integration_owners": {},
    }
    if cause.kind is InteractionKind.COMPONENT and cause.source is not None:
        body["interacted_message_id"] = str(cause.source.id)
    if cause.opened_by is not None:
        body["triggering_interaction_metadata"] = _metadata(cause.opened_by)
    return body


def _reply(what: Message, reader: User) -> Json:
    source = what.reference
    if source is None:
        return {}
    place = {"message_id": str(source.id), "channel_id": str(source.channel.id), "type": 0}
    gone = source.id not in source.channel.messages
    return {
        "message_reference": place,
        "referenced_message": None if gone else message(source, reader, deep=False),
    }


def heard(what: Message, reader: User, mentioned: list[User]) -> Json:
    """Return the message as in MESSAGE_CREATE and MESSAGE_UPDATE."""
    body = message(what, reader)
    body["mentions"] = [user(each) for each in mentioned]
    guild = what.channel.guild
    if guild is not None and not what.ephemeral:
        body["guild_id"] = str(guild.id)
        if what.interaction is None and what.author.id in guild.members:
            body["member"] = member(guild.members[what.author.id], with_user=False)
    return body


def withheld(body: Json) -> Json:
    """Return a message without the fields of the message content intent (events/gateway.mdx)."""
    return body | {"content": "", "embeds": [], "attachments": [], "components": []}


def readable(what: Message, reader: User) -> bool:
    """Return whether a bot without that intent still gets the content.

    True of its own messages, direct messages, messages that mention it, and replies that ping an
    ordinary message of its own (gateway/you-might-not-need-a-privileged-intent.mdx).
    """
    own = what.author is reader or what.interaction is not None
    if own or what.channel.guild is None:
        return True
    replied = what.reference
    pinged = reader.id in what.pings
    if not pinged or replied is None or replied.author is not reader:
        return pinged
    return replied.interaction is None or f"<@{reader.id}>" in what.content


def attachment(what: Attachment) -> Json:
    """Return a file of a message."""
    body: Json = {
        "id": str(what.id),
        "filename": what.name,
        "size": len(what.content),
        "url": what.url,
        "proxy_url": what.url,
        "content_type": what.kind,
    }
    if what.description is not None:
        body["description"] = what.description
    if what.width is not None:
        body |= {"width": what.width, "height": what.height}
    return body


def reaction(emoji: str, users: list[int], reader: User) -> Json:
    """Return one emoji of a message with its number of people."""
    return {
        "emoji": partial_emoji(emoji),
        "count": len(users),
        "count_details": {"burst": 0, "normal": len(users)},
        "burst_colors": [],
        "me": reader.id in users,
        "me_burst": False,
    }


def partial_emoji(emoji: str) -> Json:
    """Return an emoji as events name it; a guild's own emoji is written name:id."""
    name, _, identifier = emoji.partition(":")
    return {"id": identifier or None, "name": name, "animated": False}


def _embed(what: Json, files: list[Attachment]) -> Json:
    body: Json = {"type": "rich"} | what
    for part in ("image", "thumbnail", "footer", "author"):
        if isinstance(body.get(part), dict):
            body[part] = {
                key: _resolved(value, files) if key in ("url", "icon_url") else value
                for key, value in body[part].items()
            }
    return body


_DEFAULTS: dict[int, Json] = {
    Component.STRING_SELECT: {"min_values": 1, "max_values": 1},
    Component.USER_SELECT: {"min_values": 1, "max_values": 1},
    Component.CONTAINER: {"accent_color": None, "spoiler": False},
    Component.THUMBNAIL: {"description": None, "spoiler": False},
    Component.SEPARATOR: {"divider": True, "spacing": 1},
}


def _component(what: Json, files: list[Attachment]) -> Json:
    body = _DEFAULTS.get(what["type"], {}) | {
        key: value for key, value in what.items() if value is not None
    }
    for key in ("components", "items"):
        if key in body:
            body[key] = [_inner(each, files) for each in body[key]]
    if "accessory" in body:
        body["accessory"] = _component(body["accessory"], files)
    for key in ("media", "file"):
        if key in body:
            body[key] = _media(body[key], files)
    return body


def _inner(what: Json, files: list[Attachment]) -> Json:
    if "type" in what:
        return _component(what, files)
    item: Json = {"description": None, "spoiler": False} | what
    return item | {"media": _media(what["media"], files)}


def _media(what: Json, files: list[Attachment]) -> Json:
    url = _resolved(what["url"], files)
    body: Json = {"id": "0", "url": url, "proxy_url": url, "loading_state": 2}
    for each in files:
        if each.url == url:
            body |= {"attachment_id": str(each.id), "content_type": each.kind}
            body |= {"width": each.width, "height": each.height}
    return body


def _resolved(url: Any, files: list[Attachment]) -> Any:
    if not isinstance(url, str) or not url.startswith(REFERENCE):
        return url
    name = url.removeprefix(REFERENCE)
    return next((each.url for each in files if each.name == name), url)


def is_v2(what: Message) -> bool:
    """Return whether the message consists only of components."""
    return bool(what.flags & MessageFlag.COMPONENTS_V2)

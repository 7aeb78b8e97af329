"""Commands, presses and forms, read from Discord's interactions."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from discord import Interaction, Permissions, Thread

from adapters.chat.commands import CommandEntry
from adapters.chat.custom_id import ButtonAction, read_button_id
from adapters.chat.incoming import Incoming
from adapters.discord.calls import DISCORD_ERRORS
from adapters.discord.output.response import DISCORD
from bot.chat.request import RoomRef, Upload, Value
from bot.games import Caller, Delivery, GuildId, Room, User
from core.command import InputType
from core.rules import Refusal
from core.view import Phrase, phrase

CommandOptions: TypeAlias = Mapping[str, Any]

_MENTION: Final = re.compile(r"<@!?([0-9]+)>")
"""A person's mention in a text."""


def incoming_of(interaction: Interaction, entry: CommandEntry | None = None) -> Incoming:
    """Return an interaction as a request; `entry` is its command's, whose picks are resolved."""
    data: CommandOptions = dict(interaction.data or {})
    path, given, _ = typed(interaction)
    channel = interaction.channel
    parent = channel.parent if isinstance(channel, Thread) else None
    return Incoming(
        caller(interaction),
        Delivery(DISCORD, str(interaction.id)),
        path,
        _values(interaction, entry, given),
        _pressed(data),
        tuple(fields_of(data["components"])) if "components" in data else None,
        room_name=str(getattr(channel, "name", None) or ""),
        parent_name=parent.name if parent else "",
        manages=bool(interaction.guild_id) and interaction.permissions.manage_guild,
        obstacle=_obstacle(interaction),
    )


def _obstacle(interaction: Interaction) -> Phrase | None:
    threaded = isinstance(interaction.channel, Thread)
    return (
        obstacle(interaction.app_permissions, threaded=threaded) if interaction.guild_id else None
    )


def obstacle(rights: Permissions, *, threaded: bool) -> Phrase | None:
    """Return the sentence that names the permissions without which no board can be posted."""
    granted = {
        "view": rights.view_channel,
        "send": rights.send_messages_in_threads if threaded else rights.send_messages,
        "files": rights.attach_files,
    }
    missing = [name for name, has in granted.items() if not has]
    if not missing:
        return None
    named = (
        phrase("discord-permission", name=name, threaded="yes" if threaded else "no")
        for name in missing
    )
    return phrase("discord-permissions", permissions=tuple(named))


def caller(interaction: Interaction) -> Caller:
    """Return the sender of an interaction, in its channel or thread."""
    user, guild = interaction.user, interaction.guild_id
    rights, place = interaction.permissions, interaction.channel
    return Caller(
        User(DISCORD, str(user.id)),
        Room(DISCORD, str(interaction.channel_id or user.id)),
        GuildId(f"{DISCORD}:{guild or 'direct'}"),
        user.display_name,
        interaction.locale.value,
        manages=bool(guild) and (rights.manage_guild or rights.manage_channels),
        parent_room=Room(DISCORD, str(place.parent_id)) if isinstance(place, Thread) else None,
        is_direct=guild is None,
    )


def typed(interaction: Interaction) -> tuple[tuple[str, ...], dict[str, Any], str | None]:
    """Return a command's names, the options that were given, and the one being typed."""
    data: CommandOptions = dict(interaction.data or {})
    name, options = data.get("name"), list(data.get("options", ()))
    path = [str(name)] if name else []
    while options and options[0]["type"] in (1, 2):
        path.append(options[0]["name"])
        options = list(options[0].get("options", ()))
    given = {one["name"]: one["value"] for one in options}
    focused = next((one["name"] for one in options if one.get("focused")), None)
    return tuple(path), given, focused


def _values(
    interaction: Interaction, entry: CommandEntry | None, given: CommandOptions
) -> Mapping[str, Value]:
    kinds = {option.name: option.kind for option in entry.command.options} if entry else {}
    return {name: _picked(interaction, kinds.get(name), value) for name, value in given.items()}


def _picked(interaction: Interaction, kind: InputType | None, value: Value) -> Value:
    """Return a value; of what is picked Discord sends an id and, beside it, a description."""
    data: CommandOptions = dict(interaction.data or {})
    resolved: CommandOptions = data.get("resolved") or {}
    picked = str(value)
    match kind:
        case InputType.PERSON:
            return User(DISCORD, picked)
        case InputType.MEMBER if mentioned := _MENTION.fullmatch(picked):
            return User(DISCORD, mentioned[1])
        case InputType.ROOM:
            described = resolved.get("channels", {}).get(picked, {})
            return RoomRef(Room(DISCORD, picked), str(described.get("name") or picked))
        case InputType.FILE:
            return _upload(interaction, resolved.get("attachments", {}).get(picked, {}))
        case _:
            return value


def _upload(interaction: Interaction, described: CommandOptions) -> Upload:
    async def read() -> bytes:
        try:
            return await interaction.client.http.get_from_cdn(str(described.get("url")))
        except DISCORD_ERRORS as error:
            raise Refusal("admin-pack-file-lost") from error

    return Upload(str(described.get("filename", "")), int(described.get("size", 0)), read)


def _pressed(data: CommandOptions) -> str:
    """Return the id of a button or form, or of the chosen option of a menu."""
    custom_id = str(data.get("custom_id", ""))
    button = read_button_id(custom_id)
    if button is not None and button.action is ButtonAction.MENU:
        return str(next(iter(data.get("values", ())), ""))
    return custom_id


def fields_of(components: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """Yield the values of a modal that was sent by the ids of its inputs, as Discord nests them."""
    for one in components:
        name = str(one.get("custom_id", ""))
        if "component" in one:
            yield from fields_of([one["component"]])
        elif "components" in one:
            yield from fields_of(one["components"])
        elif "values" in one:
            yield from ((name, str(value)) for value in one["values"])
        elif "value" in one:
            yield name, str(one["value"])

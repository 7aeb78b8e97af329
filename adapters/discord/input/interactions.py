"""Discord's interactions, read and answered in time: commands, completions, presses and forms."""

import asyncio
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

import structlog
from discord import Interaction, InteractionType, Permissions, Thread, abc
from discord.app_commands import Choice as Completion

from adapters.chat.commands import CommandEntry
from adapters.chat.incoming import ButtonAction, ButtonId, Incoming, read_button_id
from adapters.chat.interactions import ChatInteractions
from adapters.chat.message_view import RenderOptions
from adapters.chat.responses import OPEN_SECONDS, OpenedForm, PostedMessage, ReactionPicks
from adapters.discord.calls import DISCORD_ERRORS
from adapters.discord.output import response
from adapters.discord.output.messages import Handle
from adapters.discord.output.render import escape, message, modal, page, question
from adapters.discord.output.response import DISCORD, PressedMessages, Response, give, open_form
from adapters.picture import MessageFile, PictureRenderer, is_drawable
from bot.chat.request import Reply, RoomRef, Upload, Value
from bot.games import Caller, Delivery, GameView, GuildId, Room, User
from bot.texts import Texts
from core.command import InputType
from core.rules import Refusal
from core.view import Choice, Phrase, phrase

CommandOptions: TypeAlias = Mapping[str, Any]

_MENTION: Final = re.compile(r"<@!?([0-9]+)>")
"""A person's mention in a text."""

_LOG = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class DiscordResponses:
    """Answers as messages of Discord; adapters.chat.responses.ResponseRenderer."""

    pictures: PictureRenderer

    def say(self, text: str, link: Room | PostedMessage | None = None) -> Response:
        """Return a text, with a link to a room or a message in a grey line below."""
        return Response("\n".join(filter(None, (escape(text), _link(link)))))

    async def show(
        self, game_view: GameView, texts: Texts, panel: str = "", *, again: bool = False
    ) -> Response:
        """Return a game with pictures and its boards as text, or a panel of it."""
        drawable = is_drawable(game_view.view)
        options = RenderOptions(
            texts, shared=False, pictures=drawable, spelled=not panel, panel=panel
        )
        shown = message(game_view, options)
        drawn = await self.pictures.render(shown.pictures, shown.theme)
        return Response(layout=shown.layout, attachments=drawn, edits=again)

    def ask(self, text: str, choices: Sequence[Choice]) -> Response:
        """Return a text with buttons below."""
        return Response(layout=question(text, choices))

    def page(self, reply: Reply, texts: Texts, asker: str) -> Response:
        """Return a view besides games, with its file."""
        file = reply.file
        layout = page(reply.view, texts, asker, file.name if file else None)
        files = (MessageFile(file.name, file.content),) if file else ()
        return Response(layout=layout, attachments=files, shared=reply.shared is not None)


def _link(link: Room | PostedMessage | None) -> str:
    if isinstance(link, PostedMessage):
        guild, shown = link.guild.partition(":")[2], Handle.parse(link.handle)
        return f"-# https://discord.com/channels/{guild}/{shown.channel}/{shown.message}"
    return f"-# <#{link.place}>" if link else ""


@dataclass(frozen=True, slots=True)
class Interactions:
    """Answers interactions.

    Answers to presses redraw `messages`; `picks` finds the card that a presser's reactions point
    at.
    """

    answers: ChatInteractions[Response]
    messages: PressedMessages
    picks: Callable[[Interaction], ReactionPicks]

    async def handle(self, interaction: Interaction) -> None:
        """Answer an interaction."""
        if interaction.type is InteractionType.autocomplete:
            await self._complete(interaction)
        elif interaction.type is not InteractionType.ping:
            await self._answer(interaction, incoming_of(interaction, self.answers.entries))

    async def _answer(self, interaction: Interaction, incoming: Incoming) -> None:
        button = incoming.button
        if button and button.action is ButtonAction.OPEN and incoming.fields is None:
            await self._open(interaction, incoming, button)
        else:
            takes = button is not None and button.action is ButtonAction.TAKE
            picks = self.picks(interaction) if takes else None
            is_long = self.answers.is_long(incoming.path, incoming.custom_id)
            work = self.answers.answer(incoming, picks)
            await response.respond(interaction, work, self.messages, is_long=is_long)

    async def _open(self, interaction: Interaction, incoming: Incoming, button: ButtonId) -> None:
        """Open a form, or say why that is impossible."""
        begun = asyncio.get_running_loop().time()
        opened = await self.answers.form(incoming, button)
        if isinstance(opened, OpenedForm):
            await open_form(interaction, modal(opened))
        else:
            await give(interaction, opened, begun)

    async def _complete(self, interaction: Interaction) -> None:
        """Offer values of an option; none on a timeout."""
        incoming, focused = incoming_of(interaction, self.answers.entries), typed(interaction)[2]
        offers = await self.answers.complete(incoming, focused) if focused else ()
        try:
            async with asyncio.timeout(OPEN_SECONDS / 2):
                choices = [Completion(name=shown, value=value) for shown, value in offers]
                await interaction.response.autocomplete(choices)
        except DISCORD_ERRORS:
            _LOG.debug("completion-not-taken", platform=DISCORD)


def incoming_of(
    interaction: Interaction, entries: Mapping[tuple[str, ...], CommandEntry]
) -> Incoming:
    """Return an interaction as a request; `entries` are all commands by path."""
    data: CommandOptions = dict(interaction.data or {})
    path, given, _ = typed(interaction)
    entry = entries.get(path)
    kinds = {option.name: option.kind for option in entry.command.options} if entry else {}
    channel = interaction.channel
    parent = channel.parent if isinstance(channel, Thread) else None
    return Incoming(
        caller(interaction),
        Delivery(DISCORD, str(interaction.id)),
        path,
        {name: _picked(interaction, kinds.get(name), value) for name, value in given.items()},
        _pressed(data),
        tuple(fields_of(data["components"])) if "components" in data else None,
        room_name=str(getattr(channel, "name", None) or ""),
        parent_name=parent.name if parent else "",
        manages=bool(interaction.guild_id) and interaction.permissions.manage_guild,
        obstacle=obstacle(interaction.app_permissions, channel) if interaction.guild_id else None,
        from_menu=_pressed(data) != data.get("custom_id", ""),
        is_private=interaction.message is not None and interaction.message.flags.ephemeral,
    )


def obstacle(rights: Permissions, channel: object) -> Phrase | None:
    """Return a sentence about the missing permissions to post a board."""
    threaded = isinstance(channel, Thread)
    granted = {
        "view": rights.view_channel,
        "send": rights.send_messages_in_threads if threaded else rights.send_messages,
        "files": rights.attach_files,
    }
    missing = tuple(
        phrase("discord-permission", name=name, threaded="yes" if threaded else "no")
        for name, has in granted.items()
        if not has
    )
    return phrase("discord-permissions", permissions=missing) if missing else None


def caller(interaction: Interaction) -> Caller:
    """Return the sender of an interaction, in its channel or thread."""
    user, rights = interaction.user, interaction.permissions
    place = interaction.channel_id or user.id
    sender = caller_at(user, place, interaction.channel, interaction.guild_id, rights)
    return replace(sender, locale=interaction.locale.value)


def caller_at(
    user: abc.User, place: int, channel: object, guild: int | None, rights: Permissions
) -> Caller:
    """Return a person in a channel or thread of a guild; without a guild, in a direct message."""
    return Caller(
        User(DISCORD, str(user.id)),
        Room(DISCORD, str(place)),
        GuildId(f"{DISCORD}:{guild or 'direct'}"),
        user.display_name,
        manages=bool(guild) and (rights.manage_guild or rights.manage_channels),
        parent_room=Room(DISCORD, str(channel.parent_id)) if isinstance(channel, Thread) else None,
        is_direct=guild is None,
    )


def typed(interaction: Interaction) -> tuple[tuple[str, ...], dict[str, Any], str | None]:
    """Return a command's path, the given options, and the option being typed."""
    data: CommandOptions = dict(interaction.data or {})
    name, options = data.get("name"), list(data.get("options", ()))
    path = [str(name)] if name else []
    while options and options[0]["type"] in (1, 2):
        path.append(options[0]["name"])
        options = list(options[0].get("options", ()))
    given = {one["name"]: one["value"] for one in options}
    focused = next((one["name"] for one in options if one.get("focused")), None)
    return tuple(path), given, focused


def _picked(interaction: Interaction, kind: InputType | None, value: Value) -> Value:
    """Return a value; Discord sends a picked one as an id, with a separate description."""
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
    """Yield the values of a submitted modal by the ids of its inputs, which Discord nests."""
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

"""What people ask the counter for, read from Discord, and its answers as messages."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from discord import HTTPException, Interaction, Thread

from adapters.discord.answer import BROKEN, Enclosure, Reply
from adapters.discord.page import page
from adapters.discord.ports import Backstage
from adapters.discord.press import Call
from bot.counter.ask import Ask, Pick, Place, Request, Upload, Value
from bot.games import Caller, Room, User
from core.rules import IllegalAction, Refusal

Given: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Asking:
    """Takes requests to the counter."""

    backstage: Backstage

    async def reply(
        self, interaction: Interaction, ask: Ask, caller: Caller, given: Given
    ) -> Reply:
        """Return the answer to a command with its options; raises Refusal."""
        return await self._reply(interaction, _request(interaction, ask, caller, given))

    async def pressed(self, interaction: Interaction, call: Call, caller: Caller) -> Reply:
        """Return the answer to a press on a choice of an earlier answer; raises Refusal."""
        if call.asker != caller.user.id:
            raise IllegalAction("discord-not-yours")
        return await self._reply(interaction, _bare(interaction, tuple(call.line.split()), caller))

    async def offers(
        self, interaction: Interaction, option: str, typed: str, caller: Caller
    ) -> tuple[tuple[str, str], ...]:
        """Return what an option may be, as far as it is typed; raises Refusal."""
        known = await self.backstage.counter.offers(_bare(interaction, (), caller), option)
        sought = typed.strip().casefold()
        return tuple((name, name) for name in known if sought in name.casefold())[:25]

    async def _reply(self, interaction: Interaction, request: Request) -> Reply:
        answer = await self.backstage.counter.ask(request)
        texts = self.backstage.speaker(answer.shared or interaction.locale.value)
        paper = answer.paper
        layout = page(answer.view, texts, request.caller.user.id, paper.name if paper else None)
        enclosures = (Enclosure(paper.name, paper.content),) if paper else ()
        return Reply(layout=layout, enclosures=enclosures, shared=answer.shared is not None)


def _bare(interaction: Interaction, path: tuple[str, ...], caller: Caller) -> Request:
    """Return a request without options."""
    return Request(
        caller,
        path,
        Place(caller.room, _name_of(interaction, caller.room)),
        manages=bool(interaction.guild_id) and interaction.permissions.manage_guild,
        direct=interaction.guild_id is None,
    )


def _request(interaction: Interaction, ask: Ask, caller: Caller, given: Given) -> Request:
    bare = _bare(interaction, ask.path, caller)
    data: Given = dict(interaction.data or {})
    resolved: Given = data.get("resolved") or {}
    values = {
        name: _picked(interaction, bare, pick, str(value), resolved) if pick else value
        for name, value, pick in ((name, given[name], ask.picks.get(name)) for name in given)
    }
    return Request(caller, ask.path, bare.place, values, bare.manages, bare.direct)


def _picked(
    interaction: Interaction, request: Request, pick: Pick, value: str, resolved: Given
) -> Value:
    """Return what was picked, of which Discord sends an id and, beside it, a description."""
    platform = request.caller.user.platform
    match pick:
        case Pick.PERSON:
            return User(platform, value)
        case Pick.ROOM:
            described = resolved.get("channels", {}).get(value, {})
            return Place(Room(platform, value), str(described.get("name") or value))
        case Pick.FILE:
            return _upload(interaction, resolved.get("attachments", {}).get(value, {}))


def _upload(interaction: Interaction, described: Given) -> Upload:
    async def read() -> bytes:
        try:
            return await interaction.client.http.get_from_cdn(str(described.get("url")))
        except (HTTPException, *BROKEN) as error:
            raise Refusal("admin-pack-file-lost") from error

    return Upload(str(described.get("filename", "")), int(described.get("size", 0)), read)


def _name_of(interaction: Interaction, room: Room) -> str:
    """Return what a room is called, the channel or the one around its thread, if that is known."""
    channel = interaction.channel
    if isinstance(channel, Thread) and room.place == str(channel.parent_id):
        return channel.parent.name if channel.parent else room.place
    return str(getattr(channel, "name", None) or room.place)

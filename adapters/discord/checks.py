"""Checks of Discord for `spyring doctor`: its token, servers, permissions and intents."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import suppress
from typing import Any, Final

import discord

from adapters.chat.platform import PlatformFinding
from adapters.discord.calls import DISCORD_ERRORS
from adapters.discord.client import intents, use_addresses
from adapters.discord.platform import DiscordEnvironment
from core.view import Phrase, phrase

CHECK_SECONDS: Final = 15.0
"""Timeout for all requests together."""

GUILDS_A_PAGE: Final = 200
"""Servers on one page of a list."""

MOST_LISTED: Final = 20
"""The most servers to check the channels of, or to report as lacking permissions."""

PERMISSIONS: Final[Mapping[str, str]] = {
    "view_channel": "View Channels",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
    "add_reactions": "Add Reactions",
    "manage_messages": "Manage Messages",
}
"""The permissions in docs/discord.md, with Discord's names."""

PRIVILEGED: Final[Mapping[str, str]] = {
    "gateway_presence": "Presence",
    "gateway_guild_members": "Server Members",
    "gateway_message_content": "Message Content",
}
"""The application's flags for privileged intents, with Discord's names."""


async def check_token(settings: DiscordEnvironment) -> list[PlatformFinding]:
    """Return findings about the token, without connecting to a gateway or changing anything."""
    findings = list[PlatformFinding]()
    use_addresses(settings)
    try:
        async with asyncio.timeout(CHECK_SECONDS), discord.Client(intents=intents()) as client:
            await client.login(settings.token.get_secret_value())
            async for finding in _bot(client):
                findings.append(finding)
    except discord.LoginFailure:
        findings.append(("fault", phrase("discord-bad-token")))
    except (TimeoutError, *DISCORD_ERRORS) as error:
        problem = type(error).__name__
        findings.append(("warning", phrase("discord-check-unreached", problem=problem)))
    return findings


async def _bot(client: discord.Client) -> AsyncIterator[PlatformFinding]:
    """Yield the findings about a bot that has logged in; raises DISCORD_ERRORS."""
    application = await client.application_info()
    yield "ok", phrase("discord-check-bot", bot=str(client.user))
    yield _intents(application.flags)
    guilds = [guild async for guild in _guilds(client)]
    for finding in _permissions(guilds):
        yield finding
    for one in guilds[:MOST_LISTED]:
        with suppress(*DISCORD_ERRORS):  # a server in an outage must not hide the others
            if taken := await _taken(client, int(one["id"])):
                said = phrase("discord-check-overwrites", guild=one["name"], channels=taken)
                yield "warning", said
    link = discord.utils.oauth_url(
        application.id,
        permissions=discord.Permissions(**dict.fromkeys(PERMISSIONS, True)),
        scopes=("bot", "applications.commands"),
    )
    yield "ok", phrase("discord-check-invite", link=link)


def _intents(flags: discord.ApplicationFlags) -> PlatformFinding:
    # An unverified application has the limited flag.
    set_flags = {name.removesuffix("_limited") for name, is_set in flags if is_set}
    if on := tuple(said for name, said in PRIVILEGED.items() if name in set_flags):
        return "warning", phrase("discord-check-intents", intents=on)
    return "ok", phrase("discord-check-no-intents")


async def _guilds(client: discord.Client) -> AsyncIterator[Mapping[str, Any]]:
    """Yield the bot's servers as JSON, with its permissions there; raises DISCORD_ERRORS."""
    after: int | None = None
    while True:
        page = await client.http.get_guilds(GUILDS_A_PAGE, after=after, with_counts=False)
        for guild in page:
            yield guild
        if len(page) < GUILDS_A_PAGE:
            return
        after = int(page[-1]["id"])


def _permissions(guilds: list[Mapping[str, Any]]) -> Iterator[PlatformFinding]:
    """Yield the number of servers, and the first servers that grant too few permissions."""
    if not guilds:
        yield "warning", phrase("discord-check-no-guild")
        return
    yield "ok", phrase("discord-check-guilds", number=len(guilds))
    rights = ((one["name"], discord.Permissions(int(one["permissions"]))) for one in guilds)
    lacking = [(name, missing) for name, granted in rights if (missing := _missing(granted))]
    for name, missing in lacking[:MOST_LISTED]:
        yield "warning", phrase("discord-check-missing", guild=name, permissions=missing)


async def _taken(client: discord.Client, guild_id: int) -> tuple[Phrase, ...]:
    """Return a server's channels whose overwrites deny permissions, with these permissions.

    For an invisible channel, the result names only that permission. Raises DISCORD_ERRORS.
    """
    guild = await client.fetch_guild(guild_id, with_counts=False)
    member = await guild.fetch_member(client.user.id if client.user else 0)
    lacked = _missing(member.guild_permissions)
    found = list[Phrase]()
    for channel in await guild.fetch_channels():
        missing = _missing(channel.permissions_for(member))
        taken = tuple(one for one in missing if one not in lacked)
        if taken and isinstance(channel, discord.TextChannel):
            named = taken[:1] if PERMISSIONS["view_channel"] in taken else taken
            found.append(phrase("discord-check-channel", name=channel.name, permissions=named))
    return tuple(found[:MOST_LISTED])


def _missing(granted: discord.Permissions) -> tuple[str, ...]:
    """Return the permissions that the bot needs and lacks."""
    if granted.administrator:
        return ()
    return tuple(said for name, said in PERMISSIONS.items() if not getattr(granted, name))

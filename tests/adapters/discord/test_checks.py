"""Tests of the findings of `spyring doctor` about Discord."""

from collections.abc import Iterator

import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from adapters.discord.checks import GUILDS_A_PAGE, PERMISSIONS, _intents, check_token
from adapters.discord.platform import check
from bot.texts import Texts
from tests.adapters.discord.hall import settings_of
from tests.loopback.discord import Loopback, Permission
from tests.loopback.discord.model import Guild
from tests.loopback.table import in_loop

TEXTS = Texts.load()

INVITED_WITH = "274878016576"
"""The permissions in the link of docs/discord.md."""


@pytest.fixture(autouse=True)
def _addresses() -> Iterator[None]:
    base, gateway = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    yield
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = base, gateway


async def checked(server: Loopback, token: str | None = None) -> list[tuple[str, str, str]]:
    """Return the level, key and sentence of each finding."""
    settings = settings_of(token or server.settings.token, api_url=server.api_url)
    return [(level, said.key, TEXTS.say(said)) for level, said in await check_token(settings)]


def allow(server: Loopback, guild: Guild) -> None:
    """Grant the bot the permissions that its role in a guild lacks."""
    (role,) = guild.members[server.world.bot.id].roles
    role.permissions |= Permission.MANAGE_MESSAGES


@in_loop
async def test_a_bot_that_may_do_everything_is_sound() -> None:
    async with Loopback() as server:
        allow(server, server.guild())
        found = await checked(server)
        assert [(level, key) for level, key, _ in found] == [
            ("ok", "discord-check-bot"),
            ("ok", "discord-check-no-intents"),
            ("ok", "discord-check-guilds"),
            ("ok", "discord-check-invite"),
        ]
        assert found[0][2].casefold().endswith(server.world.bot.name.casefold())
        assert "1 server" in found[2][2]


@in_loop
async def test_the_link_invites_with_the_permissions_of_the_page() -> None:
    async with Loopback() as server:
        link = (await checked(server))[-1][2]
    assert f"client_id={server.world.application.id}" in link
    assert f"permissions={INVITED_WITH}" in link
    assert "scope=bot+applications.commands" in link


@in_loop
async def test_a_bot_in_no_server_is_to_be_invited() -> None:
    async with Loopback() as server:
        assert ("warning", "discord-check-no-guild") in [one[:2] for one in await checked(server)]


@in_loop
async def test_a_server_that_grants_too_little_is_named() -> None:
    async with Loopback() as server:
        allow(server, server.guild("Tea House"))
        server.guild("Library")
        (said,) = [said for level, _, said in await checked(server) if level == "warning"]
    assert "Library" in said
    assert "Manage Messages" in said
    assert "Send Messages" not in said


@in_loop
async def test_channels_whose_overwrites_take_permissions_are_named() -> None:
    async with Loopback() as server:
        guild = server.guild("Tea House")
        allow(server, guild)
        server.guild("Library")
        for name, deny in (
            ("games", Permission.SEND_MESSAGES | Permission.ATTACH_FILES),
            ("staff", Permission.VIEW_CHANNEL),
            ("open", Permission.CREATE_PUBLIC_THREADS),
        ):
            server.permit(server.channel(guild, name), deny=deny)
        found = [said for _, key, said in await checked(server) if key.endswith("overwrites")]
    assert len(found) == 1
    assert "the server Tea House" in found[0]
    assert "#games (Send Messages, Attach Files), #staff (View Channels)." in found[0]


@in_loop
async def test_all_pages_of_servers_are_counted() -> None:
    async with Loopback() as server:
        for number in range(GUILDS_A_PAGE + 1):
            server.guild(f"Guild {number}")
        assert f"in {GUILDS_A_PAGE + 1} servers" in str(await checked(server))


@in_loop
async def test_a_token_that_discord_refuses_is_a_fault() -> None:
    async with Loopback() as server:
        found = await checked(server, "other")
    assert [one[:2] for one in found] == [("fault", "discord-bad-token")]


@in_loop
async def test_a_discord_that_is_not_reached_is_a_warning() -> None:
    async with Loopback() as server:
        pass
    found = await checked(server)
    assert [one[:2] for one in found] == [("warning", "discord-check-unreached")]


@in_loop
async def test_a_text_that_is_no_token_is_sent_to_nobody() -> None:
    async with Loopback() as server:
        assert await check(settings_of("swordfish", api_url=server.api_url)) == ()
        assert not server.api.requests


@pytest.mark.parametrize("name", ["gateway_message_content", "gateway_presence_limited"])
def test_privileged_intents_that_are_on_are_named(name: str) -> None:
    level, said = _intents(discord.ApplicationFlags(**{name: True}))
    assert level == "warning"
    assert ("Message Content" in TEXTS.say(said)) is ("content" in name)


def test_the_permissions_are_those_that_the_page_lists() -> None:
    granted = discord.Permissions(**dict.fromkeys(PERMISSIONS, True))
    assert str(granted.value) == INVITED_WITH

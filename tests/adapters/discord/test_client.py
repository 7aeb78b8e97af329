"""Tests of the connection to Discord: how it identifies, its guilds, and how it ends."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import discord
import pytest
import structlog
from discord.http import Route
from sqlalchemy import func, select
from yarl import URL

from adapters.discord.client import (
    APPLICATION_SUBJECT,
    FATAL_CLOSE_CODES,
    UNLIMITED_ROUTES,
    Client,
    intents,
    route_of,
    serve,
)
from adapters.discord.platform import DiscordEnvironment
from bot.chat.request import FatalError
from bot.store import schema
from tests.adapters.discord.hall import VALUES, Hall, Swift, client_of, hall, settings_of
from tests.loopback.discord import Budget, Settings, running
from tests.loopback.table import in_loop


async def again(h: Hall) -> None:
    """Connect another process on the same database."""
    line = settings_of(h.server.settings.token)
    async with running(h.server, client_of(h.games, h.porter, line, VALUES)):
        pass


@in_loop
async def test_commands_are_told_only_when_they_have_changed() -> None:
    async with hall() as h:
        assert h.server.commands.written == 1
        await again(h)
        assert h.server.commands.written == 1
        await h.porter.mark_synced(f"commands {h.client.application_id}", "other")
        await again(h)
        assert h.server.commands.written == 2


@in_loop
async def test_commands_are_japanese_for_those_who_speak_it() -> None:
    async with hall() as h:
        commands = {one.name: one for one in h.server.world.commands_in(h.guild)}
        assert {"codenames", "clue", "guess", "help"} <= {*commands}
        assert commands["guess"].body["name_localizations"] == {"ja": "推測"}


@in_loop
async def test_requests_keep_below_the_limit_of_the_shards_of_this_process() -> None:
    limited = Settings(everywhere=Budget(12, 1))  # a limit lasts a second
    line = settings_of(limited.token, shard_ids="0", shards=4)
    async with hall(limited, line) as h:
        channels = [h.server.channel(h.guild, f"room-{number}") for number in range(20)]
        await asyncio.gather(*(h.client.fetch_channel(one.id) for one in channels))
        assert h.server.service.ledger.limited == 0


def test_answers_and_what_is_no_request_to_discord_are_not_counted() -> None:
    for path in ("interactions/1/token/callback", "webhooks/1/token/messages/@original"):
        assert route_of(URL(f"{Route.BASE}/{path}")) in UNLIMITED_ROUTES
    assert route_of(URL("https://cdn.discordapp.com/attachments/1/2/pack.txt")) in UNLIMITED_ROUTES
    assert route_of(URL(f"{Route.BASE}/channels/1/messages")) not in UNLIMITED_ROUTES


def test_no_privileged_intent_is_asked_for() -> None:
    wanted = intents()
    assert not any((wanted.members, wanted.presences, wanted.message_content))


def test_nobody_is_warned_of_voice_at_a_start_but_of_all_else(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.WARNING, "discord")
    for name in ("warn_nacl", "warn_dave"):
        monkeypatch.setattr(discord.VoiceClient, name, True)  # as in a new process

    @in_loop
    async def play() -> None:
        async with hall():
            logging.getLogger("discord.client").warning("something else")

    play()
    told = [one.getMessage() for one in caplog.records if one.name == "discord.client"]
    assert told == ["something else"]


@in_loop
async def test_a_guild_that_sends_the_bot_away_leaves_nothing() -> None:
    async with hall() as h:
        await h.playing()
        assert await kept_people(h) > 0
        h.server.expel(h.guild)
        await h.settled()
        assert await kept_games(h) == 0
        assert await kept_people(h) == 0


@in_loop
async def test_an_outage_while_connected_is_no_leaving() -> None:
    async with hall() as h:
        await h.playing()
        before = await kept_people(h)
        h.server.outage(h.guild)
        await h.settled()
        assert (await kept_games(h), await kept_people(h)) == (1, before)


@pytest.mark.parametrize("fault", ["drop", "reconnect", "invalidate"])
def test_a_lost_connection_loses_no_press(fault: str) -> None:
    @in_loop
    async def play() -> None:
        async with hall() as h:
            await h.playing()
            identified = h.server.hub.identified
            if fault == "invalidate":
                h.server.hub.invalidate(resumable=True)
            else:
                getattr(h.server.hub, fault)()
            await h.clued()
            assert h.server.hub.identified == identified  # resumed, not started as a new session

    play()


@in_loop
async def test_two_shards_share_the_guilds() -> None:
    line = settings_of(Settings().token, shard_ids="0,1", shards=2)
    async with hall(line=line) as h:
        assert h.client.shard_count == 2
        await h.playing()
        await h.clued()


async def kept_people(h: Hall) -> int:
    """Return the number of remembered people."""
    async with h.games.store.reading() as conn:
        return await conn.scalar(select(func.count()).select_from(schema.users)) or 0


async def kept_games(h: Hall) -> int:
    """Return the number of remembered games."""
    async with h.games.store.reading() as conn:
        return await conn.scalar(select(func.count()).select_from(schema.games)) or 0


@in_loop
async def test_a_guild_that_sent_the_bot_away_while_it_was_off_leaves_nothing() -> None:
    async with hall() as h:
        await h.playing()
        await h.client.close()
        h.server.expel(h.guild)
        async with later(h):
            assert await kept_games(h) == 0


@in_loop
async def test_a_guild_in_an_outage_keeps_everything() -> None:
    async with hall() as h:
        await h.playing()
        await h.client.close()
        h.server.outage(h.guild)
        async with later(h) as client:
            assert [one.unavailable for one in client.guilds] == [True]
            assert await kept_games(h) == 1


@in_loop
async def test_each_process_purges_the_guilds_of_its_own_shards() -> None:
    async with hall() as h:
        await h.playing()
        await h.client.close()
        h.server.expel(h.guild)
        own = (h.guild.id >> 22) % 2
        async with later(h, shards=str(1 - own)):
            assert await kept_games(h) == 1
        async with later(h, shards=str(own)):
            assert await kept_games(h) == 0


@in_loop
async def test_another_application_purges_no_guild_of_this_one() -> None:
    async with hall() as h:
        await h.playing()
        await h.client.close()
        h.server.expel(h.guild)
        await h.porter.mark_synced(APPLICATION_SUBJECT, "1")
        with structlog.testing.capture_logs() as logged:
            async with later(h):
                assert await kept_games(h) == 1
        assert "guilds-of-another-application" in [one["event"] for one in logged]


@asynccontextmanager
async def later(h: Hall, shards: str = "") -> AsyncIterator[Swift]:
    """Connect another process on the same database, and wait until it has settled."""
    line = settings_of(h.server.settings.token, shard_ids=shards, shards=2 if shards else 0)
    client = client_of(h.games, h.porter, line, VALUES)
    async with running(h.server, client):
        await client.settle()
        yield client


@pytest.mark.sampled
@pytest.mark.parametrize("code", [*FATAL_CLOSE_CODES])
def test_what_no_new_attempt_mends_ends_the_connection_with_a_sentence(code: int) -> None:
    @in_loop
    async def play() -> None:
        async with hall() as h, asyncio.TaskGroup() as group:
            line = addressed(h)
            client = client_of(h.games, h.porter, line, VALUES)
            await h.client.close()
            serving = group.create_task(ended(client, line))
            await h.server.until(client.is_ready, 30)
            h.server.hub.close(code)
            said = h.porter.texts_for("en").say((await serving).phrase)
            assert said.endswith(".")
            assert h.server.settings.token not in said

    play()


def addressed(h: Hall) -> DiscordEnvironment:
    """Return settings with the addresses of a hall's Discord."""
    server = h.server
    token, gateway = server.settings.token, server.gateway_url
    return settings_of(token, api_url=server.api_url, gateway_url=gateway)


async def ended(client: Client, line: DiscordEnvironment) -> FatalError:
    """Return the error that ended a client."""
    try:
        await serve(client, line)
    except FatalError as ending:
        return ending
    raise AssertionError("it ended by itself")


@in_loop
async def test_in_the_end_the_answers_under_way_are_given(tmp_path: Path) -> None:
    async with hall(url=f"sqlite:///{tmp_path}/games.db", patience=30) as h:
        await h.playing()
        await h.client.close()
        line = addressed(h)
        client = client_of(h.games, h.porter, line, VALUES)
        serving = asyncio.create_task(serve(client, line))
        await h.server.until(lambda: client.is_ready() and not client.busy, 30)
        spymaster = h.due(await h.session())
        async with h.games.store.writing():
            before = client.heard
            waiting = asyncio.create_task(spymaster.slash("/clue", word="zebra", number="2"))
            await h.server.until(lambda: client.heard > before and client.busy)
            serving.cancel()
        answer = await waiting
        assert "zebra" in answer.text
        await asyncio.wait([serving])
        assert client.is_closed()

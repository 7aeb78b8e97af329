"""The connection: what Discord is told and when, and what happens when a guild sends us away."""

import pytest
from sqlalchemy import func, select

from adapters.discord.client import Line, intents
from bot import schema
from tests.adapters.discord.hall import VALUES, Hall, client_of, hall
from tests.loopback.discord import Settings, running
from tests.loopback.table import in_loop


async def again(h: Hall) -> None:
    """Connect another process on the same database."""
    line = Line(h.server.settings.token)
    async with running(h.server, client_of(h.games, h.porter, line, VALUES)):
        pass


@in_loop
async def test_commands_are_told_only_when_they_have_changed() -> None:
    async with hall() as h:
        assert h.server.commands.written == 1
        await again(h)
        assert h.server.commands.written == 1
        await h.porter.keep_told(f"commands {h.client.application_id}", "other")
        await again(h)
        assert h.server.commands.written == 2


@in_loop
async def test_commands_are_japanese_for_those_who_speak_it() -> None:
    async with hall() as h:
        commands = {one.name: one for one in h.server.world.commands_in(h.guild)}
        assert {"codenames", "clue", "guess", "help"} <= {*commands}
        assert commands["guess"].body["name_localizations"] == {"ja": "めくる"}


def test_no_privileged_intent_is_asked_for() -> None:
    wanted = intents()
    assert not any((wanted.members, wanted.presences, wanted.message_content))


@in_loop
async def test_a_guild_that_sends_the_bot_away_leaves_nothing() -> None:
    async with hall() as h:
        await h.playing()
        h.server.expel(h.guild)
        await h.server.quiet()
        await h.client.settle()
        async with h.games.store.reading() as conn:
            games = await conn.scalar(select(func.count()).select_from(schema.games))
        assert games == 0


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
            assert h.server.hub.identified == identified  # resumed, not begun anew

    play()


@in_loop
async def test_two_shards_share_the_guilds() -> None:
    line = Line(Settings().token, shard_ids=(0, 1), shard_count=2)
    async with hall(line=line) as h:
        assert h.client.shard_count == 2
        await h.playing()
        await h.clued()

"""Sessions: intents, message content, resuming, shards, compression, order."""

import asyncio
import json
import zlib
from typing import Any

import aiohttp
import discord
import pytest

from tests.loopback.bot import INTENTS, Bot
from tests.loopback.discord import Channel, Intent, Loopback, Person, Settings, running
from tests.loopback.discord.flag import InteractionKind
from tests.loopback.discord.stream import zstandard
from tests.loopback.table import Table, in_loop, table


def copy_of(intents: discord.Intents, **changes: bool) -> discord.Intents:
    """Return intents with some changed."""
    return discord.Intents(**(dict(intents) | changes))


async def presses_work(t: Table) -> None:
    """Check that interactions still work."""
    answer = await t.ann.slash("/guess", card="ocean")
    assert answer.text == "en-US guesses ocean"


@in_loop
async def test_content_is_withheld_without_the_intent() -> None:
    async with table() as t:
        t.ann.say("secret plans")
        await t.heard("message ''")
        t.ann.say(f"<@{t.server.world.bot.id}> hello")
        await t.heard(f"message '<@{t.server.world.bot.id}> hello'")
        t.ann.say("for you", at=t.ann.dm)
        await t.heard("message 'for you'")


@in_loop
async def test_a_pinged_reply_shows_content_only_for_ordinary_messages() -> None:
    async with table() as t:
        await t.channel.send("your turn")
        t.ann.say("whale", to=t.ann.last())
        await t.heard("message 'whale'")
        answer = await t.ann.slash("/codenames new", rows=5)
        assert answer.message is not None
        t.ann.say("wheel", to=answer.message)
        await t.heard("message ''")


@in_loop
async def test_content_comes_with_a_granted_intent() -> None:
    bot = Bot(copy_of(INTENTS, message_content=True))
    async with table(Settings(granted=Intent.MESSAGE_CONTENT), bot) as t:
        t.ann.say("plans")
        await t.heard("message 'plans'")


@in_loop
async def test_an_intent_that_was_not_granted_ends_the_connection() -> None:
    async with Loopback() as server:
        server.guild()
        with pytest.raises(discord.PrivilegedIntentsRequired):
            async with running(server, Bot(copy_of(INTENTS, members=True))):
                pass


@in_loop
async def test_a_wrong_token_is_refused() -> None:
    async with Loopback() as server:
        with pytest.raises(discord.LoginFailure):
            async with running(server, Bot(), "wrong"):
                pass


@in_loop
async def test_events_that_were_not_asked_for_are_not_sent() -> None:
    async with table(bot=Bot(copy_of(INTENTS, guild_messages=False, guild_reactions=False))) as t:
        said = t.ann.say("not heard")
        t.ann.react(said, "🇦")
        t.ann.say("heard", at=t.ann.dm)
        await t.heard("message 'heard'")
        assert t.bot.heard == ["message 'heard'"]


@in_loop
async def test_members_are_known_with_the_intent_only() -> None:
    async with table() as t:
        (guild,) = t.bot.guilds
        assert [each.name for each in guild.members] == ["spyring"]
        found = await guild.fetch_member(t.ann.user.id)
        assert found.display_name == "Ann"
        asked = await guild.query_members(user_ids=[t.ben.user.id])
        assert [each.display_name for each in asked] == ["Ben"]
    bot = Bot(copy_of(INTENTS, members=True))
    async with table(Settings(granted=Intent.GUILD_MEMBERS), bot) as t:
        (guild,) = t.bot.guilds
        assert {each.display_name for each in guild.members} >= {"Ann", "Ben"}


@in_loop
async def test_what_was_missed_comes_with_a_resume() -> None:
    async with table() as t:
        t.server.hub.drop()
        t.ann.say("meanwhile", at=t.ann.dm)
        await t.heard("message 'meanwhile'")
        await t.heard("resumed")
        assert (t.server.hub.identified, t.server.hub.resumed) == (1, 1)
        await presses_work(t)


@in_loop
async def test_a_close_that_is_not_final_is_resumed() -> None:
    async with table() as t:
        t.server.hub.close(4000)
        await t.heard("resumed")
        await presses_work(t)


@in_loop
async def test_the_bot_reconnects_when_asked() -> None:
    async with table() as t:
        t.server.hub.reconnect()
        await t.heard("resumed")
        assert t.server.hub.identified == 1
        await presses_work(t)


@in_loop
async def test_an_invalid_session_is_resumed_or_made_anew() -> None:
    async with table() as t:
        t.server.hub.invalidate(resumable=True)
        await t.heard("resumed")
        t.server.hub.invalidate(resumable=False)
        await t.server.until(lambda: t.server.hub.identified == 2)
        assert t.server.hub.resumed == 1
        await presses_work(t)


@in_loop
async def test_a_forgotten_session_is_made_anew() -> None:
    async with table() as t:
        t.server.hub.forget()
        await t.server.until(lambda: t.server.hub.identified == 2)
        await presses_work(t)


@in_loop
async def test_events_can_come_twice_and_the_wrong_way_round() -> None:
    async with table() as t:
        t.server.hub.repeat("MESSAGE_CREATE")
        t.ann.say("one", at=t.ann.dm)
        await t.server.until(lambda: len(t.bot.heard) == 2)
        t.server.hub.hold()
        t.ann.say("two", at=t.ann.dm)
        t.ann.say("three", at=t.ann.dm)
        t.server.hub.release(reverse=True)
        await t.heard("message 'two'")
        assert t.bot.heard == [f"message '{n}'" for n in ("one", "one", "three", "two")]


@in_loop
async def test_the_bot_hears_of_guilds_that_come_and_go() -> None:
    async with table() as t:
        other = t.server.guild("Book Club")
        await t.heard("joined Book Club")
        t.server.expel(other)
        await t.heard("gone from Book Club")


def frames(server: Loopback, shard: int) -> list[Any]:
    """Return the frames that a shard's session has received."""
    (session,) = [each for each in server.hub.sessions.values() if each.shard == shard]
    return [json.loads(text) for _, text in session.sent]


def guild_ids(server: Loopback, shard: int) -> set[str]:
    """Return the ids of guilds with interactions on a shard."""
    found = [each["d"] for each in frames(server, shard) if each["t"] == "INTERACTION_CREATE"]
    return {each["guild_id"] for each in found}


@in_loop
async def test_private_answers_are_heard_as_direct_messages() -> None:
    async with table() as t:
        await t.ann.slash("/codenames key")
        names = ("MESSAGE_CREATE", "MESSAGE_UPDATE")
        told = [each["d"] for each in frames(t.server, 0) if each["t"] in names]
        private = [each for each in told if each["flags"] & 64]
        assert [each["content"] for each in private] == ["", "sent"]
        assert all("guild_id" not in each for each in private)


class Sharded(discord.AutoShardedClient):
    """A client with a shard for every other guild; here shards need not wait for each other."""

    def __init__(self) -> None:
        super().__init__(intents=INTENTS, guild_ready_timeout=0.05)
        self.heard: list[tuple[int | None, int]] = []

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        del shard_id, initial

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        assert interaction.guild is not None
        self.heard.append((interaction.guild.shard_id, interaction.guild.id))
        await interaction.response.send_message("here", ephemeral=True)


@in_loop
async def test_two_shards_serve_their_own_guilds() -> None:
    async with Loopback(Settings(shards=2)) as server:
        guilds = [server.guild("Tea House"), server.guild("Book Club")]
        bot = Sharded()
        async with running(server, bot):
            for guild in guilds:
                ann = server.person("Ann", server.channel(guild, "games"))
                made = server.service.reception
                interaction = made.open(_COMMAND, ann.user, _at(ann), {"name": "x", "type": 1})
                await ann.answer(interaction)
            assert bot.heard == [(0, guilds[0].id), (1, guilds[1].id)]
            assert [guild_ids(server, shard) for shard in (0, 1)] == [
                {str(guild.id)} for guild in guilds
            ]
            private = [each for each in frames(server, 0) if each["t"] == "MESSAGE_CREATE"]
            assert len(private) == 2  # from both guilds: an event without a guild goes to shard 0
            server.hub.drop(shard=1)
            await server.until(lambda: server.hub.resumed == 1)
            assert server.hub.identified == 2


_COMMAND = InteractionKind.COMMAND


def _at(person: Person) -> Channel:
    assert person.channel is not None
    return person.channel


async def connected(server: Loopback, query: str) -> tuple[Any, aiohttp.ClientSession]:
    """Return a bare connection to the gateway."""
    session = aiohttp.ClientSession()
    return await session.ws_connect(server.gateway_url + query), session


@in_loop
async def test_frames_are_plain_or_zlib_as_asked() -> None:
    async with Loopback() as server:
        for query in ("", "?compress=zlib-stream"):
            socket, session = await connected(server, query)
            async with session:
                frame = await socket.receive(timeout=60)
                text = frame.data
                if query:
                    assert text.endswith(b"\x00\x00\xff\xff")
                    text = zlib.decompressobj().decompress(text).decode()
                assert json.loads(text)["op"] == 10
                await socket.close()


@pytest.mark.skipif(zstandard() is None, reason="neither Python 3.14 nor zstandard is here")
@in_loop
async def test_frames_are_zstandard_as_asked() -> None:
    async with Loopback() as server:
        socket, session = await connected(server, "?compress=zstd-stream")
        async with session:
            frame = await socket.receive(timeout=60)
            assert frame.data.startswith(b"\x28\xb5\x2f\xfd")
            await socket.close()


@in_loop
async def test_too_many_frames_and_unknown_ones_end_the_connection() -> None:
    async with Loopback() as server:
        for send, code in (
            ([{"op": 1, "d": None}] * 121, 4008),
            ([{"op": 8, "d": {}}], 4003),
            (["no json"], 4002),
        ):
            socket, session = await connected(server, "")
            async with session:
                for packet in send:
                    text = packet if isinstance(packet, str) else json.dumps(packet)
                    await socket.send_str(text)
                while not socket.closed:
                    await asyncio.wait_for(socket.receive(), 60)
                assert socket.close_code == code

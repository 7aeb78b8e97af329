"""Refusals for reasons other than a body: permissions, access, age, numbers."""

import discord
import pytest

from tests.loopback.discord import Permission, Settings
from tests.loopback.table import Table, in_loop, table


def deny(t: Table, permission: Permission) -> None:
    """Take a permission from the bot in the channel."""
    t.server.permit(t.games, deny=permission)


@in_loop
async def test_missing_permissions_and_access_are_told_apart() -> None:
    async with table() as t:
        sent = await t.channel.send("rows")
        deny(t, Permission.ADD_REACTIONS)
        with pytest.raises(discord.Forbidden, match="50013"):
            await sent.add_reaction("🇦")
        t.ann.react(t.ann.last(), "🇦")
        await sent.add_reaction("🇦")
        deny(t, Permission.SEND_MESSAGES)
        with pytest.raises(discord.Forbidden, match="50013"):
            await t.channel.send("more")
        deny(t, Permission.VIEW_CHANNEL)
        with pytest.raises(discord.Forbidden, match="50001"):
            await sent.edit(content="x")


@in_loop
async def test_others_messages_and_reactions_need_a_permission() -> None:
    async with table() as t:
        said = t.ann.say("hello")
        t.ann.react(said, "🇦")
        message = await t.channel.fetch_message(said.id)
        with pytest.raises(discord.Forbidden, match="50005"):
            await message.edit(content="changed")
        with pytest.raises(discord.Forbidden, match="50013"):
            await message.remove_reaction("🇦", discord.Object(t.ann.user.id))
        with pytest.raises(discord.Forbidden, match="50013"):
            await message.delete()
        role = t.guild.members[t.server.world.bot.id].roles[0]
        role.permissions |= Permission.MANAGE_MESSAGES
        await message.remove_reaction("🇦", discord.Object(t.ann.user.id))
        assert t.ann.again(said).reactions == {}
        await message.delete()
        assert t.ann.sees() == []


@in_loop
async def test_a_message_bears_twenty_reactions() -> None:
    async with table() as t:
        sent = await t.channel.send("rows")
        letters = [chr(0x1F1E6 + n) for n in range(21)]
        for letter in letters[:20]:
            await sent.add_reaction(letter)
        with pytest.raises(discord.HTTPException, match="30010"):
            await sent.add_reaction(letters[20])


@in_loop
async def test_people_without_a_common_guild_cannot_be_written_to() -> None:
    async with table() as t:
        stranger = t.server.person("Cleo")
        user = await t.bot.fetch_user(stranger.user.id)
        with pytest.raises(discord.Forbidden, match="50278"):
            await user.send("hello")
        stranger.join(t.guild)
        await user.send("hello")
        assert stranger.last(stranger.dm).text == "hello"


@in_loop
async def test_old_messages_bear_few_edits() -> None:
    async with table(Settings(old_edits=1)) as t:
        sent = await t.channel.send("board")
        t.server.clock.advance(3599)
        await sent.edit(content="in time")
        t.server.clock.advance(2)
        await sent.edit(content="late")
        with pytest.raises(discord.HTTPException, match="30046"):
            await sent.edit(content="too late")
        assert t.ann.last().text == "late"


@in_loop
async def test_threads_are_locked_archived_and_left() -> None:
    async with table() as t:
        sent = await t.channel.send("a game")
        thread = await sent.create_thread(name="game")
        with pytest.raises(discord.HTTPException, match="160004"):
            await sent.create_thread(name="again")
        inside = await thread.send("board")
        await thread.add_user(discord.Object(t.ben.user.id))
        await thread.edit(archived=True)
        with pytest.raises(discord.HTTPException, match="50083"):
            await inside.edit(content="changed")
        await thread.send("awake")
        await inside.edit(content="changed")
        place = t.server.world.channels[thread.id]
        assert place.thread is not None
        place.thread.locked = True
        with pytest.raises(discord.Forbidden, match="160005"):
            await thread.send("locked out")
        place.thread.archived = True
        with pytest.raises(discord.Forbidden, match="50013"):
            await thread.edit(archived=False)
        with pytest.raises(discord.HTTPException, match="50024"):
            await inside.create_thread(name="deeper")
        await thread.leave()
        assert place.thread.members == {t.ben.user.id}


@in_loop
async def test_private_threads_are_seen_by_their_members_only() -> None:
    async with table() as t:
        kind = discord.ChannelType.private_thread
        thread = await t.channel.create_thread(name="red", type=kind)
        await thread.add_user(discord.Object(t.ann.user.id))
        await thread.send("our secret")
        place = t.server.world.channels[thread.id]
        assert [each.text for each in t.ann.sees(place)] == ["our secret"]
        assert t.ben.sees(place) == []


@in_loop
async def test_pins_need_their_permission() -> None:
    async with table() as t:
        sent = await t.channel.send("board")
        with pytest.raises(discord.Forbidden, match="50013"):
            await sent.pin()
        role = t.guild.members[t.server.world.bot.id].roles[0]
        role.permissions |= Permission.PIN_MESSAGES
        await sent.pin()
        assert [each.id async for each in t.channel.pins()] == [sent.id]
        assert t.ann.sees()[0].pinned
        await sent.unpin()
        assert not t.ann.sees()[0].pinned


@in_loop
async def test_history_and_replies_are_read_back() -> None:
    async with table() as t:
        sent = await t.channel.send("board")
        answer = await sent.reply("answer", mention_author=False)
        assert t.ann.last().reply_to == sent.id
        assert t.ann.last().pings == frozenset()
        assert [each.content async for each in t.channel.history(limit=2)] == ["answer", "board"]
        await sent.delete()
        again = await t.channel.fetch_message(answer.id)
        assert again.reference is not None
        assert isinstance(again.reference.resolved, discord.DeletedReferencedMessage)


@in_loop
async def test_places_that_do_not_exist_are_unknown() -> None:
    async with table() as t:
        for read, code in (
            (t.bot.fetch_channel(1), "10003"),
            (t.bot.fetch_user(1), "10013"),
            (t.bot.fetch_guild(1), "10004"),
            (t.bot.guilds[0].fetch_member(1), "10007"),
        ):
            with pytest.raises(discord.NotFound, match=code):
                await read


@in_loop
async def test_a_route_that_is_not_served_fails_the_test() -> None:
    async with table() as t:
        with pytest.raises(discord.NotFound):
            await t.bot.guilds[0].bulk_ban([])
        assert t.server.mistakes == [
            f"POST /guilds/{t.guild.id}/bulk-ban: no such route here; add it under tests/loopback"
        ]
        t.server.mistakes.clear()

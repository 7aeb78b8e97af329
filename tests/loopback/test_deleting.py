"""Events about deleted messages, one by one or many at once."""

import discord

from tests.loopback.bot import Bot
from tests.loopback.discord import Permission
from tests.loopback.table import in_loop, table


class Witness(Bot):
    """A bot that records deletions."""

    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        self.heard.append(f"deleted {event.message_id} of {event.guild_id}")

    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent) -> None:
        self.heard.append(f"deleted {sorted(event.message_ids)} of {event.guild_id}")


@in_loop
async def test_a_message_is_told_of_by_itself_and_many_together() -> None:
    async with table(bot=Witness()) as t:
        for number in range(4):
            t.ann.say(f"message {number}")
        first, *others = t.ann.sees()[-4:]
        t.server.erase(first)
        await t.heard(f"deleted {first.id} of {t.guild.id}")
        t.server.erase(*others[:2])
        ids = [one.id for one in others[:2]]
        await t.heard(f"deleted {ids} of {t.guild.id}")
        assert [one.id for one in t.ann.sees()[-1:]] == [others[-1].id]


@in_loop
async def test_what_the_bot_deletes_at_once_is_told_of_together() -> None:
    async with table(bot=Witness()) as t:
        t.server.permit(t.games, allow=Permission.MANAGE_MESSAGES)
        sent = [await t.channel.send(f"message {number}") for number in range(3)]
        await t.channel.delete_messages(sent)
        await t.heard(f"deleted {[one.id for one in sent]} of {t.guild.id}")
        assert t.ann.sees() == []

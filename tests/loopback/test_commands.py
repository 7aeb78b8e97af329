"""Commands: registered globally or in one guild, counted, offered where they are allowed."""

from typing import Any

import discord
import pytest
from discord import app_commands

from tests.loopback.discord import Impossible
from tests.loopback.table import in_loop, table


@in_loop
async def test_a_bulk_overwrite_keeps_the_ids_of_what_stays() -> None:
    async with table() as t:
        before = {each.name: each.id for each in await t.bot.tree.fetch_commands()}
        assert before.keys() == {"codenames", "guess", "Quote"}
        t.bot.tree.remove_command("guess")
        after = {each.name: each.id for each in await t.bot.tree.sync()}
        assert after == {name: number for name, number in before.items() if name != "guess"}
        assert t.server.commands.written == 2
        assert sum(t.server.commands.created.values()) == 3
        with pytest.raises(Impossible):
            await t.ann.slash("/guess", card="whale")


@in_loop
async def test_localisations_are_kept() -> None:
    async with table() as t:
        (guess,) = [each for each in await t.bot.tree.fetch_commands() if each.name == "guess"]
        assert guess.name_localizations == {discord.Locale.japanese: "推測"}


@in_loop
async def test_a_guilds_commands_are_offered_there_only() -> None:
    async with table() as t:
        other = t.server.guild("Book Club")
        cleo = t.server.person("Cleo", t.server.channel(other, "games"))

        @t.bot.tree.command(name="here", description="Here", guild=discord.Object(other.id))
        async def here(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("here")

        await t.bot.tree.sync(guild=discord.Object(other.id))
        assert (await cleo.slash("/here")).text == "here"
        with pytest.raises(Impossible):
            await t.ann.slash("/here")
        t.server.expel(other)
        with pytest.raises(discord.NotFound, match="10004"):
            await t.bot.tree.sync(guild=discord.Object(other.id))


@in_loop
async def test_a_command_asks_for_permissions_and_a_place() -> None:
    async with table() as t:

        @t.bot.tree.command(name="admin", description="Settings")
        @app_commands.default_permissions(manage_guild=True)
        @app_commands.guild_only()
        async def admin(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("set", ephemeral=True)

        await t.bot.tree.sync()
        with pytest.raises(Impossible, match="may not use"):
            await t.ann.slash("/admin")
        with pytest.raises(Impossible, match="not offered"):
            await t.ann.slash("/admin", at=t.ann.dm)
        t.guild.owner_id = t.ann.user.id
        assert (await t.ann.slash("/admin")).text == "set"


@in_loop
async def test_two_hundred_new_commands_a_day_are_enough() -> None:
    async with table() as t:
        guild = discord.Object(t.guild.id)

        async def register(prefix: str) -> None:
            t.bot.tree.clear_commands(guild=guild)
            for n in range(100):
                made: app_commands.Command[Any, ..., None] = app_commands.Command(
                    name=f"{prefix}{n}", description="d", callback=nothing
                )
                t.bot.tree.add_command(made, guild=guild)
            await t.bot.tree.sync(guild=guild)

        await register("a")
        await register("b")
        with pytest.raises(discord.HTTPException, match="30034"):
            await register("c")
        t.server.clock.advance(24 * 3600)
        await register("d")


async def nothing(interaction: discord.Interaction) -> None:
    """Do nothing, as a command."""
    del interaction

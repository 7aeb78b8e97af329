"""Rows of installations: what a platform gave an application when a guild took it in, sealed."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import GuildId
from bot.store import schema
from bot.store.sql import put


async def find_installation(connection: AsyncConnection, guild: GuildId) -> str | None:
    """Return the sealed installation of a guild."""
    table = schema.installations.c
    found: str | None = await connection.scalar(select(table.sealed).where(table.guild == guild))
    return found


async def put_installation(
    connection: AsyncConnection, guild: GuildId, sealed: str, now: datetime
) -> None:
    """Make this the installation of a guild."""
    row = {"guild": guild, "sealed": sealed, "changed_at": now}
    await put(connection, schema.installations, row)


async def installed_guilds(connection: AsyncConnection, platform: str) -> frozenset[GuildId]:
    """Return the guilds of a platform that have an installation."""
    guild = schema.installations.c.guild
    found = await connection.scalars(select(guild).where(guild.startswith(f"{platform}:")))
    return frozenset(map(GuildId, found))

"""Welcomes a guild that added this bot: one message, in a channel where it may write."""

from datetime import timedelta
from secrets import token_hex
from typing import Final

import structlog
from discord import Guild, Locale, TextChannel
from discord.utils import utcnow

from adapters.chat.calls import logging_store_faults
from adapters.discord.output.render import page
from adapters.discord.output.response import DISCORD, SendResult, send
from bot.chat.services import ChatServices
from bot.games import GuildId, Room

FIRST_DAY: Final = timedelta(days=1)
"""Time after joining in which this bot still sends the welcome, if it was off at first."""

_LOG = structlog.get_logger()


def is_new(guild: Guild) -> bool:
    """Return whether this bot joined a guild within a day."""
    joined = None if guild.unavailable else guild.me.joined_at
    return joined is not None and utcnow() - joined < FIRST_DAY


async def say_hello(guild: Guild, services: ChatServices) -> None:
    """Post the welcome, unless it was posted before or there is no channel for it."""
    channels = {Room(DISCORD, str(one.id)): one for one in _writable(guild)}
    if not channels:
        _LOG.info("hello-has-no-channel", platform=DISCORD)
        return
    # Guilds without a chosen language have American English.
    chosen = guild.preferred_locale
    locale = None if chosen is Locale.american_english else chosen.value
    hello = None
    with logging_store_faults("hello-not-said", DISCORD):
        name = GuildId(f"{DISCORD}:{guild.id}")
        hello = await services.hello(name, tuple(channels), locale)
    if hello is None:
        return
    texts = services.texts_for(hello.language)
    channel, view = channels[hello.room], page(hello.view, texts)
    nonce = token_hex(8)  # makes a retry after a lost answer safe
    taken = await send(lambda: channel.send(view=view, nonce=nonce))
    if taken is SendResult.SENT:
        _LOG.info("hello-said", platform=DISCORD)


def _writable(guild: Guild) -> list[TextChannel]:
    """Return the text channels that this bot may read and write in, the system channel first."""
    system = guild.system_channel
    places = [*([system] if system else []), *guild.text_channels]
    rights = {one: one.permissions_for(guild.me) for one in places}
    return [one for one, has in rights.items() if has.view_channel and has.send_messages]

"""Says hello to a guild that this bot was added to: one message, where it may write."""

from secrets import token_hex

import structlog
from discord import AllowedMentions, Guild, TextChannel

from adapters.chat.ports import ChatServicesPort
from adapters.discord.output.page import hello_page
from adapters.discord.output.response import DISCORD, SendResult, send
from bot.games import GuildId, Room, StoreFault

_LOG = structlog.get_logger()


async def say_hello(guild: Guild, services: ChatServicesPort) -> None:
    """Post the hello, unless it was said before or there is no channel for it."""
    channels = {Room(DISCORD, str(one.id)): one for one in _writable(guild)}
    try:
        hello = await services.hello(GuildId(f"{DISCORD}:{guild.id}"), tuple(channels))
    except StoreFault as fault:
        _LOG.warning("hello-not-said", platform=DISCORD, fault=fault.code)
        return
    if hello is None:
        _LOG.info("hello-not-said", platform=DISCORD, channels=len(channels))
        return
    texts = services.texts_for(hello.language or _locale(guild))
    channel, view = channels[hello.room], hello_page(hello.view, texts)
    nonce = token_hex(8)  # a hello whose answer was lost is sent again, and taken once
    taken = await send(
        lambda: channel.send(view=view, allowed_mentions=AllowedMentions.none(), nonce=nonce)
    )
    if taken is SendResult.SENT:
        _LOG.info("hello-said", platform=DISCORD)


def _writable(guild: Guild) -> list[TextChannel]:
    """Return the text channels that this bot may read and write in, the system channel first."""
    system = guild.system_channel
    places = [*([system] if system else []), *guild.text_channels]
    rights = {one: one.permissions_for(guild.me) for one in places}
    return [one for one, has in rights.items() if has.view_channel and has.send_messages]


def _locale(guild: Guild) -> str | None:
    """Return the language of a guild; only communities choose theirs, others are all en-US."""
    return guild.preferred_locale.value if "COMMUNITY" in guild.features else None

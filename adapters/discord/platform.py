"""Discord as a chat platform: its settings in the environment, and its services."""

import re
from collections.abc import Sequence
from typing import Final

from pydantic import AliasChoices, Field, SecretStr
from pydantic_settings import SettingsConfigDict

from adapters.chat.platform import ChatEnvironment, ChatPlatform, Connect, PlatformFinding
from core.rules import Refusal

NAME: Final = "discord"

DISCORD_PREFIX: Final = "SPYRING_DISCORD_"

WELL_FORMED: Final = r"[\w-]{18,}\.[\w-]{6,}\.[\w-]{27,}"


class DiscordEnvironment(ChatEnvironment):
    """The settings of Discord; the API and gateway default to Discord's own."""

    model_config = SettingsConfigDict(env_prefix=DISCORD_PREFIX)

    token: SecretStr = Field(
        default=SecretStr(""),
        validation_alias=AliasChoices("DISCORD_TOKEN"),
        json_schema_extra={"pattern": WELL_FORMED},
    )
    """The token of a Discord application's bot."""
    api_url: str = Field(
        default="", validation_alias=AliasChoices(f"{DISCORD_PREFIX}API_URL", "DISCORD_API_URL")
    )
    """The base address of Discord's REST API."""
    gateway_url: str = Field(
        default="",
        validation_alias=AliasChoices(f"{DISCORD_PREFIX}GATEWAY_URL", "DISCORD_GATEWAY_URL"),
    )
    """The address of Discord's gateway."""
    shards: int = Field(default=0, ge=0, le=10000)
    """The number of shards for all guilds; 0 asks Discord."""
    shard_ids: str = ""
    """The shards of this process, such as `0,1`; empty for all."""

    def read_shard_ids(self) -> tuple[int, ...]:
        """Return the shards of this process, empty for all shards; raises Refusal."""
        words = self.shard_ids.replace(",", " ").split()
        if not all(word.isascii() and word.isdecimal() and len(word) < 6 for word in words):
            raise Refusal("discord-shard-ids")
        found = tuple(sorted({int(word) for word in words}))
        if any(one >= self.shards for one in found):
            raise Refusal("discord-shard-ids")
        return found


def prepare(settings: DiscordEnvironment) -> Connect:
    """Return the connection to Discord; raises Refusal without a token."""
    if not settings.token.get_secret_value():
        raise Refusal("discord-no-token")
    settings.read_shard_ids()
    from adapters.discord.client import Client, serve  # noqa: PLC0415 - slow to import

    return lambda chat: {NAME: lambda: serve(Client(chat, settings), settings)}


async def check(settings: DiscordEnvironment) -> Sequence[PlatformFinding]:
    """Return findings about the token; a malformed token is not sent."""
    if not re.fullmatch(WELL_FORMED, settings.token.get_secret_value()):
        return ()
    from adapters.discord.checks import check_token  # noqa: PLC0415 - slow to import

    return await check_token(settings)


DISCORD_PLATFORM: Final = ChatPlatform(NAME, DiscordEnvironment, prepare, check=check)

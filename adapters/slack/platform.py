"""Slack as a chat platform: its settings and its services."""

from collections.abc import Sequence
from typing import Final

from pydantic import AliasChoices, Field, SecretStr
from pydantic_settings import SettingsConfigDict

from adapters.chat import platform
from core.rules import Refusal

SLACK_NAME: Final = "slack"

SLACK_PREFIX: Final = "SPYRING_SLACK_"


def _secret(name: str, pattern: str) -> SecretStr:
    """Return the field of a secret; its name may have the program's prefix."""
    named = AliasChoices(f"SLACK_{name}", f"{SLACK_PREFIX}{name}")
    field: SecretStr = Field(
        default=SecretStr(""), validation_alias=named, json_schema_extra={"pattern": pattern}
    )
    return field


class SlackEnvironment(platform.ChatEnvironment):
    """The settings of Slack."""

    model_config = SettingsConfigDict(env_prefix=SLACK_PREFIX)

    bot_token: SecretStr = _secret("BOT_TOKEN", r"xoxb-[\w-]{20,}")
    """The bot token of a Slack app."""
    app_token: SecretStr = _secret("APP_TOKEN", r"xapp-[\w-]{20,}")
    """The app-level token, for Socket Mode."""
    signing_secret: SecretStr = _secret("SIGNING_SECRET", r"[0-9a-f]{32}")
    """The secret with which Slack signs its HTTP requests."""
    client_id: str = Field(
        default="", validation_alias=AliasChoices("SLACK_CLIENT_ID", f"{SLACK_PREFIX}CLIENT_ID")
    )
    """The id of an app that many workspaces install over HTTP; replaces the bot token."""
    client_secret: SecretStr = _secret("CLIENT_SECRET", r"[0-9a-f]{32}")
    """The secret of an app that many workspaces install."""
    token_keys: SecretStr = Field(
        default=SecretStr(""), json_schema_extra={"pattern": r"[\w-]{43}=(,[\w-]{43}=)*"}
    )
    """Keys that encrypt workspaces' tokens, separated by commas, the newest first."""
    api_url: str = Field(default="", pattern=r"^(https?://[^/\s]+(/\S*)?)?$")
    """The base of the Web API; empty for Slack's own."""


def prepare(settings: SlackEnvironment) -> platform.Connect:
    """Return a connector through Socket Mode; raises Refusal without tokens."""
    if not (settings.bot_token and settings.app_token):
        raise Refusal("slack-no-token")
    return _connecting(settings)


def prepare_web(settings: SlackEnvironment, host: str, port: int) -> platform.Connect | None:
    """Return a connector over HTTP at an address; raises Refusal for missing settings.

    Without settings of an app, or with Socket Mode's token and no signing secret, it is None.
    """
    oauth = (settings.client_id, settings.client_secret, settings.token_keys)
    if not settings.signing_secret:
        if settings.app_token or not (settings.is_set or settings.client_id):
            return None
        raise Refusal("slack-no-signing-secret")
    if any(oauth) and not all(oauth):
        raise Refusal("slack-half-oauth")
    if not (settings.bot_token or any(oauth)):
        raise Refusal("slack-no-workspace")
    if all(oauth):
        from adapters.slack.connection.workspaces import vault_of  # noqa: PLC0415

        try:
            vault_of(settings.token_keys.get_secret_value())
        except ValueError:
            raise Refusal("slack-bad-token-keys") from None
    return _connecting(settings, (host, port))


async def check(settings: SlackEnvironment) -> Sequence[platform.PlatformFinding]:
    """Return findings about the tokens."""
    from adapters.slack.checks import check_tokens  # noqa: PLC0415

    bot, app_level = settings.bot_token.get_secret_value(), settings.app_token.get_secret_value()
    return await check_tokens(bot, app_level, settings.api_url)


def _connecting(
    settings: SlackEnvironment, address: tuple[str, int] | None = None
) -> platform.Connect:
    from adapters.slack.client import SlackApp  # noqa: PLC0415

    return lambda chat: {SLACK_NAME: SlackApp(chat, settings, address).run}


SLACK_PLATFORM: Final = platform.ChatPlatform(
    SLACK_NAME, SlackEnvironment, prepare, prepare_web, check
)

"""Slack as one of the chat platforms: its settings in the environment, and its services."""

from typing import Final

from pydantic import AliasChoices, Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

from adapters.chat.platform import ChatApp, ChatPlatform, Connect, RunService
from core.rules import Refusal

SLACK_NAME: Final = "slack"

SLACK_PREFIX: Final = "SPYRING_SLACK_"


class SlackEnvironment(BaseSettings):
    """The settings of Slack; its API is Slack's own where none is set."""

    model_config = SettingsConfigDict(
        env_prefix=SLACK_PREFIX,
        env_file=".env",
        env_file_encoding="utf-8",
        extra="ignore",
        populate_by_name=True,
    )

    bot_token: SecretStr = Field(
        default=SecretStr(""),
        validation_alias=AliasChoices("SLACK_BOT_TOKEN", f"{SLACK_PREFIX}BOT_TOKEN"),
        json_schema_extra={"pattern": r"xoxb-[\w-]{20,}"},
    )
    """The token of a Slack application's bot."""
    app_token: SecretStr = Field(
        default=SecretStr(""),
        validation_alias=AliasChoices("SLACK_APP_TOKEN", f"{SLACK_PREFIX}APP_TOKEN"),
        json_schema_extra={"pattern": r"xapp-[\w-]{20,}"},
    )
    """The token by which a Slack application connects in Socket Mode."""
    api_url: str = ""
    """The base of Slack's Web API."""


def prepare(settings: SlackEnvironment) -> Connect:
    """Return what connects to Slack; raises Refusal without tokens or slack-bolt."""
    bot, app_level = settings.bot_token.get_secret_value(), settings.app_token.get_secret_value()
    if not (bot and app_level):
        raise Refusal("slack-no-token")
    try:
        from adapters.slack.app import SlackApp  # noqa: PLC0415 - not every one has slack-bolt
        from adapters.slack.client import SlackSettings  # noqa: PLC0415
    except ModuleNotFoundError:
        raise Refusal("slack-missing") from None
    line = SlackSettings(bot, app_level, settings.api_url)

    def connect(app: ChatApp) -> dict[str, RunService]:
        slack = SlackApp(
            app.games,
            app.tasks,
            app.services,
            app.message_texts,
            app.tables,
            app.values,
            line,
        )
        return {SLACK_NAME: slack.run}

    return connect


SLACK_PLATFORM: Final = ChatPlatform(SLACK_NAME, SlackEnvironment, prepare)

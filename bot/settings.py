"""The settings of the application, from the environment and a `.env` file.

`.env.example` lists each with its default; a test keeps the two equal.
"""

from collections.abc import Mapping
from os import environ
from typing import Any, Final, Literal, get_args

from dotenv import dotenv_values
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, SettingsConfigDict

from core.rules import Refusal
from core.view import Phrase, cut, phrase

PREFIX = "SPYRING_"

ENV_FILE: Final = ".env"

DATABASE_URL: Final = "DATABASE_URL"
"""A setting without our prefix: hosts give databases to programs under this name."""

DISCORD: Final = "DISCORD_"
"""The prefix of what every bot on Discord is told in the same way."""

LONGEST = 40
"""Characters of a wrong value that are shown."""


class SettingsError(Refusal):
    """A setting with a wrong value."""


class Unseen(SettingsError):
    """A name that holds characters which would steer a terminal."""


class Settings(BaseSettings):
    """Every setting, with its default."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_file=ENV_FILE,
        env_file_encoding="utf-8",
        extra="ignore",
        populate_by_name=True,
    )

    name: str = Field(default="Spyring", min_length=1, max_length=32)
    """What the bot calls itself in public."""
    language: Literal["en", "ja"] = "en"
    """What is spoken where neither the person, the room nor the guild has chosen a language."""
    pack: str = "english"
    """The words of the boards: `english`, or the path of a pack file."""
    bots: str = "ace"
    """Who sits in the chairs without people: `ace`, `random` or `expert:NAME`."""
    ensemble: str = "fusion,senseg,gloss,minilm,sense,piece,wordnet"
    """The experts that ACE listens to, separated by commas; it tries the first one first."""
    pause_seconds: float = Field(default=0.8, ge=0.0, le=60.0)
    """How long the terminal waits after each action of a bot."""
    player: str = Field(default="", max_length=32)
    """What the person at the terminal is called; empty for the name of the login."""
    database_url: SecretStr = Field(default=SecretStr(""), validation_alias=DATABASE_URL)
    """The address of the database; empty for a SQLite file in the user's data folder."""
    log: Literal["console", "json"] = "console"
    """How events are written to the log."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """The least event that is written to the log."""
    metrics_port: int = Field(default=0, ge=0, le=65535)
    """The local port of metrics and health; 0 opens none."""
    workers: int = Field(default=1, ge=1, le=64)
    """Processes that think for bots."""
    think_seconds: float = Field(default=10.0, ge=1.0, le=300.0)
    """How long a bot may think about one move."""
    patience_seconds: float = Field(default=300.0, ge=5.0, le=86400.0)
    """How long bots beside people wait for them where no clock runs, before they go on."""
    discord_token: SecretStr = Field(default=SecretStr(""), validation_alias=f"{DISCORD}TOKEN")
    """The token of a Discord application's bot."""
    discord_api_url: str = Field(default="", validation_alias=f"{DISCORD}API_URL")
    """The base of Discord's REST interface, where it is not Discord's own."""
    discord_gateway_url: str = Field(default="", validation_alias=f"{DISCORD}GATEWAY_URL")
    """The address of Discord's gateway, where it is not Discord's own."""
    discord_shards: int = Field(default=0, ge=0, le=10000)
    """Into how many shards Discord's guilds are divided; 0 asks Discord."""
    discord_shard_ids: str = ""
    """The shards of this process, such as `0,1`; empty for all."""
    slack_bot_token: SecretStr = SecretStr("")
    """The token of a Slack application's bot."""
    slack_app_token: SecretStr = SecretStr("")
    """The token by which a Slack application connects."""

    @field_validator("name")
    @classmethod
    def _is_printable(cls, name: str) -> str:
        # Not a ValueError: that would be answered by repeating what steers a terminal.
        if not name.isprintable():
            raise Unseen("setting-unseen", name=f"{PREFIX}NAME")
        return name


def load_settings() -> Settings:
    """Return the settings; raises SettingsError, naming the first wrong one."""
    settings, faults = sound_settings()
    if faults:
        raise faults[0]
    return settings


def sound_settings() -> tuple[Settings, tuple[SettingsError, ...]]:
    """Return the settings with the default in the place of each wrong one, and what was wrong.

    Raises SettingsError for a file that cannot be read at all.
    """
    faults = list[SettingsError]()
    instead = dict[str, Any]()
    while True:
        try:
            return _read(instead), tuple(faults)
        except Unseen as fault:
            faults.append(fault)
            instead["name"] = Settings.model_fields["name"].default
        except ValidationError as error:
            for one in error.errors():
                faults.append(_wrong(one, Settings))
                field = str(one["loc"][0])
                instead[field] = Settings.model_fields[field].default


def shard_ids(settings: Settings) -> tuple[int, ...]:
    """Return the shards of this process, none for all; raises SettingsError."""
    words = settings.discord_shard_ids.replace(",", " ").split()
    if not all(word.isascii() and word.isdecimal() and len(word) < 6 for word in words):
        raise SettingsError("discord-shard-ids")
    found = tuple(sorted({int(word) for word in words}))
    if any(one >= settings.discord_shards for one in found):
        raise SettingsError("discord-shard-ids")
    return found


def unknown_settings() -> tuple[str, ...]:
    """Return the names in the environment and the file that look like settings and are none."""
    known = {name_of(field) for field in Settings.model_fields}
    named = {name.upper() for name in (*environ, *dotenv_values(ENV_FILE))}
    return tuple(sorted(name for name in named if name.startswith(PREFIX) and name not in known))


def name_of(field: str) -> str:
    """Return the name of a setting in the environment."""
    alias = (
        Settings.model_fields[field].validation_alias if field in Settings.model_fields else None
    )
    return str(alias) if alias else PREFIX + field.upper()


def wrong(error: ValidationError, settings: type[BaseSettings]) -> SettingsError:
    """Return what is wrong with the first wrong setting: what it is and what it may be.

    A secret is not repeated.
    """
    return _wrong(error.errors()[0], settings)


def _read(instead: Mapping[str, Any]) -> Settings:
    """Return the settings, some of them said here; raises ValidationError and SettingsError."""
    try:
        return Settings(**instead)
    except UnicodeDecodeError:
        raise SettingsError("setting-file") from None
    except OSError as error:
        raise SettingsError("setting-unreadable", problem=error.strerror or "") from None


def _wrong(found: ErrorDetails, settings: type[BaseSettings]) -> SettingsError:
    field = str(found["loc"][0])
    name = name_of(field)
    allowed = _allowed(settings.model_json_schema()["properties"][field])
    if _is_secret(settings.model_fields[field]):
        return SettingsError("setting-secret", name=name, allowed=allowed)
    value = cut(str(found["input"]), LONGEST)
    return SettingsError("setting-wrong", name=name, value=value, allowed=allowed)


def _is_secret(field: FieldInfo) -> bool:
    return not field.repr or SecretStr in (field.annotation, *get_args(field.annotation))


def _allowed(schema: Mapping[str, Any]) -> Phrase:
    """Return what a setting may be, as far as its type and bounds in JSON Schema tell."""
    if {"minimum", "maximum"} <= schema.keys():
        whole = "yes" if schema["type"] == "integer" else "no"
        return phrase(
            "setting-number", whole=whole, least=schema["minimum"], most=schema["maximum"]
        )
    if {"minLength", "maxLength"} <= schema.keys():
        return phrase("setting-text", shortest=schema["minLength"], longest=schema["maxLength"])
    if "enum" in schema:
        return phrase("setting-one-of", choices=tuple(schema["enum"]))
    return phrase("setting-example")

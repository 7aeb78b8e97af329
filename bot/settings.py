"""The settings of the application, from the environment and a `.env` file.

`.env.example` lists each with its default; a test keeps the two equal.
"""

from collections.abc import Mapping
from typing import Any, get_args

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, SettingsConfigDict

from core.rules import Refusal
from core.view import Phrase, cut, phrase

PREFIX = "SPYRING_"

LONGEST = 40
"""Characters of a wrong value that are shown."""


class SettingsError(Refusal):
    """A setting with a wrong value."""


class Settings(BaseSettings):
    """Every setting, with its default."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_file=".env", env_file_encoding="utf-8", extra="ignore"
    )

    name: str = Field(default="Spyring", min_length=1, max_length=32)
    """What the bot calls itself in public."""
    pack: str = "english"
    """The words of the boards: `english`, or the path of a pack file."""
    bots: str = "ace"
    """Who sits in the chairs without people: `ace`, `random` or `expert:NAME`."""
    ensemble: str = "fusion,senseg,gloss,minilm,sense,piece,wordnet"
    """The experts that ACE listens to, separated by commas; it tries the first one first."""
    pause_seconds: float = Field(default=0.8, ge=0.0, le=60.0)
    """How long the terminal waits after each action of a bot."""

    @field_validator("name")
    @classmethod
    def _is_printable(cls, name: str) -> str:
        # Not a ValueError: that would be answered by repeating what steers a terminal.
        if not name.isprintable():
            raise SettingsError("setting-unseen", name=f"{PREFIX}NAME")
        return name


def load_settings() -> Settings:
    """Return the settings; raises SettingsError, naming the first wrong one."""
    try:
        return Settings()
    except UnicodeDecodeError:
        raise SettingsError("setting-file") from None
    except OSError as error:
        raise SettingsError("setting-unreadable", problem=error.strerror or "") from None
    except ValidationError as error:
        raise wrong(error, Settings) from None


def wrong(error: ValidationError, settings: type[BaseSettings]) -> SettingsError:
    """Return what is wrong with the first wrong setting: what it is and what it may be.

    A secret is not repeated.
    """
    first = error.errors()[0]
    field = str(first["loc"][0])
    name = PREFIX + field.upper()
    allowed = _allowed(settings.model_json_schema()["properties"][field])
    if _is_secret(settings.model_fields[field]):
        return SettingsError("setting-secret", name=name, allowed=allowed)
    value = cut(str(first["input"]), LONGEST)
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
    return phrase("setting-example")

"""The application's settings, from the environment and a `.env` file.

`.env.example` lists each with its default; a test keeps the two equal.
"""

from collections.abc import Mapping, Sequence
from os import environ
from typing import Any, Final, Literal, TypeVar, get_args

from dotenv import dotenv_values
from pydantic import (
    AliasChoices,
    Field,
    PrivateAttr,
    SecretStr,
    ValidationError,
    field_validator,
)
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, SettingsConfigDict

from core.rules import Refusal
from core.view import Phrase, phrase, shorten

PREFIX = "SPYRING_"

ENV_FILE: Final = ".env"

DATABASE_URL: Final = "DATABASE_URL"
"""A setting without our prefix: hosts use this name for databases."""

HOST: Final = "127.0.0.1"
"""The address of the port of metrics and health, for this machine only."""

LONGEST_WRONG_VALUE = 40
"""The most characters of a wrong value in a message."""


S = TypeVar("S", bound=BaseSettings)


class SettingsError(Refusal):
    """A setting with a wrong value."""


class Unseen(SettingsError):
    """A name with control characters."""


class Settings(BaseSettings):
    """Every setting, with its default."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_file=ENV_FILE,
        env_file_encoding="utf-8",
        extra="ignore",
        populate_by_name=True,
        str_strip_whitespace=True,
    )

    name: str = Field(default="Spyring", min_length=1, max_length=32)
    """The bot's public name."""
    language: Literal["en", "ja"] = "en"
    """The language if neither the person, the room nor the guild has chosen one."""
    pack: str = ""
    """The words of the boards: `english`, `japanese`, or the path of a pack file; empty for those
    of the language."""
    bots: str = "teammate"
    """The bot in chairs without people: `teammate`, `ace`, `random` or `expert:NAME`."""
    ensemble: str = "fusion,associations,senseg,gloss,minilm,sense,piece,wordnet"
    """ACE's experts, separated by commas, the first to try first."""
    models: str = ""
    """The folder of fetched and added models; empty for one in the user's data folder."""
    models_url: str = ""
    """The address of `list.json` and the files of models; empty for those of gensim-data."""
    pause_seconds: float = Field(default=0.8, ge=0.0, le=60.0)
    """The terminal's pause after each action of a bot."""
    player: str = Field(default="", max_length=32)
    """The name of the person at the terminal; empty for the login name."""
    database_url: SecretStr = Field(default=SecretStr(""), validation_alias=DATABASE_URL)
    """The address of the database; empty for a SQLite file in the user's data folder."""
    log: Literal["console", "json"] = "console"
    """The format of the log."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """The lowest level of events in the log."""
    metrics_port: int = Field(default=0, ge=0, le=65535)
    """The local port of metrics and health; 0 opens none."""
    workers: int = Field(default=1, ge=1, le=64)
    """Processes that choose bots' moves."""
    think_seconds: float = Field(default=10.0, ge=1.0, le=300.0)
    """The longest time that a bot may think about one move."""
    patience_seconds: float = Field(default=300.0, ge=5.0, le=86400.0)
    """The time after which bots go on without the people at their table, if no clock runs."""
    tables_per_person: int = Field(default=10, ge=1, le=100_000)
    """The most open tables in chats with the same host."""
    tables_per_guild: int = Field(default=200, ge=1, le=100_000)
    """The most open tables in one server or workspace."""
    lines_per_minute: int = Field(default=60, ge=10, le=100_000)
    """The most commands, presses and messages of one person within a minute."""

    _platforms: tuple[BaseSettings, ...] = PrivateAttr(default=())

    @property
    def groups(self) -> tuple[BaseSettings, ...]:
        """These settings, and those of the platforms."""
        return (self, *self._platforms)

    @property
    def secrets(self) -> tuple[str, ...]:
        """The values of all settings that are secret by their type."""
        values = (
            getattr(group, name) for group in self.groups for name in type(group).model_fields
        )
        return tuple(value.get_secret_value() for value in values if isinstance(value, SecretStr))

    def of_platform(self, kind: type[S]) -> S:
        """Return a platform's settings, its defaults if they were not read."""
        read = (one for one in self._platforms if isinstance(one, kind))
        return next(read, None) or kind.model_construct()

    def add_platforms(self, platforms: Sequence[BaseSettings]) -> None:
        """Set the settings of the platforms."""
        self._platforms = tuple(platforms)

    @field_validator("name")
    @classmethod
    def _is_printable(cls, name: str) -> str:
        # Not a ValueError: its message would repeat the control characters.
        if not name.isprintable():
            raise Unseen("setting-unseen", name=f"{PREFIX}NAME")
        return name


def sound_settings(
    platforms: Sequence[type[BaseSettings]] = (),
) -> tuple[Settings, tuple[SettingsError, ...]]:
    """Return the settings, with defaults for wrong ones, and the faults.

    `platforms` are the classes of the platforms' settings to read, too. Raises SettingsError for
    an unreadable file.
    """
    settings, faults = _sound(Settings)
    read = [_sound(kind) for kind in platforms]
    settings.add_platforms([group for group, _ in read])
    return settings, (*faults, *(fault for _, found in read for fault in found))


def unknown_settings(platforms: Sequence[type[BaseSettings]] = ()) -> tuple[str, ...]:
    """Return unknown names with our prefix in the environment and the file."""
    kinds: tuple[type[BaseSettings], ...] = (Settings, *platforms)
    known = {
        name for kind in kinds for field in kind.model_fields for name in names_of(field, kind)
    }
    named = {name.upper() for name in (*environ, *dotenv_values(ENV_FILE))}
    return tuple(sorted(name for name in named if name.startswith(PREFIX) and name not in known))


def name_of(field: str, kind: type[BaseSettings] = Settings) -> str:
    """Return the name of a setting's environment variable."""
    return names_of(field, kind)[0]


def names_of(field: str, kind: type[BaseSettings] = Settings) -> tuple[str, ...]:
    """Return the names of a setting's environment variables, former names last."""
    info = kind.model_fields.get(field)
    match info.validation_alias if info else None:
        case AliasChoices(choices=choices):
            return tuple(map(str, choices))
        case str(alias):
            return (alias,)
        case _:
            return ((kind.model_config.get("env_prefix") or PREFIX) + field.upper(),)


def token_patterns(kind: type[BaseSettings]) -> dict[str, str]:
    """Return the patterns of tokens by the names of their settings."""
    extras = {name: info.json_schema_extra for name, info in kind.model_fields.items()}
    return {
        name: str(extra["pattern"])
        for name, extra in extras.items()
        if isinstance(extra, dict) and "pattern" in extra
    }


def _sound(kind: type[S]) -> tuple[S, tuple[SettingsError, ...]]:
    """Return one class of settings with defaults for wrong ones, and the faults."""
    faults = list[SettingsError]()
    instead = dict[str, Any]()
    while True:
        try:
            return _read(kind, instead), tuple(faults)
        except Unseen as fault:
            faults.append(fault)
            instead["name"] = kind.model_fields["name"].default
        except ValidationError as error:
            for one in error.errors():
                faults.append(wrong(one, kind))
                field = str(one["loc"][0])
                instead[field] = kind.model_fields[field].default


def _read(kind: type[S], instead: Mapping[str, Any]) -> S:
    """Return settings with some values `instead`; raises ValidationError and SettingsError."""
    try:
        return kind(**instead)
    except UnicodeDecodeError:
        raise SettingsError("setting-file") from None
    except OSError as error:
        raise SettingsError("setting-unreadable", problem=error.strerror or "") from None


def wrong(found: ErrorDetails, settings: type[BaseSettings]) -> SettingsError:
    """Return the fault of a setting: its value, unless secret, and the allowed values."""
    field = str(found["loc"][0])
    name = name_of(field, settings)
    allowed = _allowed(settings.model_json_schema()["properties"][field])
    if _is_secret(settings.model_fields[field]):
        return SettingsError("setting-secret", name=name, allowed=allowed)
    value = shorten(str(found["input"]), LONGEST_WRONG_VALUE)
    return SettingsError("setting-wrong", name=name, value=value, allowed=allowed)


def _is_secret(field: FieldInfo) -> bool:
    return not field.repr or SecretStr in (field.annotation, *get_args(field.annotation))


def _allowed(schema: Mapping[str, Any]) -> Phrase:
    """Return a phrase about a setting's allowed values, from its JSON Schema."""
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

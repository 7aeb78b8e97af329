"""The settings of the application, from the environment and a `.env` file.

`.env.example` lists each with its default; a test keeps the two equal.
"""

from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from core.rules import Refusal

PREFIX = "SPYRING_"


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


def load_settings() -> Settings:
    """Return the settings; raises SettingsError, naming the first wrong one."""
    try:
        return Settings()
    except UnicodeDecodeError:
        raise SettingsError("setting-file") from None
    except ValidationError as error:
        first = error.errors()[0]
        name = PREFIX + "_".join(map(str, first["loc"])).upper()
        raise SettingsError("setting-wrong", name=name, problem=first["msg"]) from None

"""docs/discord.md names only commands, buttons and settings that exist."""

import re
from pathlib import Path

import pytest

from adapters.discord.platform import DiscordEnvironment
from bot.settings import PREFIX, Settings, names_of
from bot.texts import Texts
from core.view import phrase
from tests.adapters.discord.hall import TABLES

TEXT = (Path(__file__).parents[2] / "docs" / "discord.md").read_text(encoding="utf-8")


def names() -> set[str]:
    """Return the names of all slash commands, and their prefixes."""
    english = Texts.load()
    paths = [entry.path(english) for entry in TABLES.entries()]
    return {" ".join(path[:length]) for path in paths for length in range(1, len(path) + 1)}


@pytest.mark.sampled
@pytest.mark.parametrize("command", sorted(set(re.findall(r"`/([a-z ]+)`", TEXT))))
def test_every_command_is_one_that_people_find(command: str) -> None:
    assert command in names()


@pytest.mark.parametrize(
    "setting",
    sorted(set(re.findall(rf"\b((?:{PREFIX}|DISCORD_|DATABASE_)[A-Z_]+)\b", TEXT))),
)
def test_every_setting_is_one_that_is_read(setting: str) -> None:
    kinds = (Settings, DiscordEnvironment)
    known = {names_of(field, kind)[0] for kind in kinds for field in kind.model_fields}
    assert setting in known


@pytest.mark.parametrize(
    "key",
    [
        "table-choice-rematch",
        "table-choice-reach",
        "table-choice-join-any",
        "table-choice-chairs",
        "table-choice-rules",
        "table-choice-settings",
        "table-choice-host",
        "table-choice-start",
    ],
)
def test_buttons_are_called_what_they_are_called(key: str) -> None:
    assert f"**{Texts.load().say(phrase(key))}**" in TEXT

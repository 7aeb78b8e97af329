"""The statements of docs/discord.md are true."""

import re
from pathlib import Path
from urllib.parse import parse_qs, urlparse

import pytest

from bot.texts import Texts
from core.view import phrase
from tests.loopback.conftest import discord

PAGE = Path(__file__).parents[3] / "docs" / "discord.md"
TEXT = PAGE.read_text(encoding="utf-8")


def link() -> dict[str, list[str]]:
    (found,) = re.findall(r"https://discord\.com/oauth2/authorize\S+", TEXT)
    return parse_qs(urlparse(found).query)


def test_the_number_in_the_link_stands_for_the_permissions_in_the_table() -> None:
    names = re.findall(r"^\| [A-Z][^|]+ \| `(\w+)` \|", TEXT, re.MULTILINE)
    wanted = discord.Permissions(**dict.fromkeys(names, True))
    assert len(names) == 7
    assert link()["permissions"] == [str(wanted.value)]


def test_the_link_asks_for_the_scopes_that_are_named() -> None:
    assert link()["scope"] == ["bot applications.commands"]


@pytest.mark.parametrize("picture", re.findall(r"\]\((pictures/[^)]+)\)", TEXT))
def test_every_picture_is_there(picture: str) -> None:
    assert (PAGE.parent / picture).read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("key", ["chat-key", "chat-board", "table-choice-start"])
def test_buttons_are_called_what_they_are_called(key: str) -> None:
    assert f"**{Texts.load().say(phrase(key))}**" in TEXT

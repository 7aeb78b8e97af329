from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from typing import Any

import pytest

from bot.identity import Room, User
from bot.logs import HIDDEN, LONGEST_LOGGED_TEXT, Redaction
from core.rules import Secret


class Colour(Enum):
    RED = "red"


@dataclass
class Deal:
    key: str = "KBBRT"


def shown(*secrets: str, **fields: Any) -> dict[str, Any]:
    """Return an event's fields after redaction."""
    return dict(Redaction(secrets)(None, "info", {"event": "something", **fields}))


@pytest.mark.parametrize(
    "name",
    ["token", "discord_token", "Password", "keyword", "deal_secret", "key", "seed", "observation"],
)
def test_a_field_that_is_named_like_a_secret_is_hidden(name: str) -> None:
    assert shown(**{name: "swordfish"})[name] == HIDDEN
    assert shown(about={name: "swordfish"})["about"] == {name: HIDDEN}


@pytest.mark.parametrize("name", ["keys_shown", "monkey", "game", "turn", "status"])
def test_a_field_that_only_sounds_like_a_secret_is_shown(name: str) -> None:
    assert shown(**{name: "whale"})[name] == "whale"


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (Secret("swordfish"), "(Secret)"),
        (Deal(), "(Deal)"),
        (b"\x00\x01", "(bytes)"),
        ([Secret("swordfish"), 3], ["(Secret)", 3]),
        ({"where": Deal()}, {"where": "(Deal)"}),
        (ValueError("swordfish"), "ValueError"),
    ],
)
def test_of_what_could_hold_a_secret_only_the_kind_is_written(value: object, written: Any) -> None:
    assert shown(value=value)["value"] == written


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (3, 3),
        (2.5, 2.5),
        (None, None),
        (True, True),
        ("whale", "whale"),
        (Colour.RED, "red"),
        (User("discord", "42"), "discord:42"),
        (Room("discord", "7"), "discord:7"),
        (datetime(2026, 1, 2, tzinfo=UTC), "2026-01-02 00:00:00+00:00"),
        (("a", 1), ["a", 1]),
    ],
)
def test_plain_values_are_written(value: object, written: object) -> None:
    assert shown(value=value)["value"] == written


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("postgresql://ann:swordfish@db/games", f"postgresql://ann:{HIDDEN}@db/games"),
        ("at postgresql+asyncpg://ann:s@b:c@db:5432/games now", f"ann:{HIDDEN}@db:5432/games now"),
        ("redis://:swordfish@db", f"redis://:{HIDDEN}@db"),
        ("https://example.org/a:b", "https://example.org/a:b"),
    ],
)
def test_the_password_in_an_address_is_hidden(text: str, written: str) -> None:
    assert shown(url=text)["url"].endswith(written)
    assert "swordfish" not in shown(url=text)["url"]


def test_the_secrets_of_the_settings_are_hidden_wherever_they_stand() -> None:
    fields = shown("swordfish", "swordfish-2", event="login swordfish-2", tried=["a swordfish"])
    assert fields["event"] == f"login {HIDDEN}"
    assert fields["tried"] == [f"a {HIDDEN}"]


def test_a_secret_too_short_to_be_told_from_words_is_not_looked_for() -> None:
    assert shown("a", "", event="a game")["event"] == "a game"


def test_no_text_begins_a_line_or_steers_a_terminal() -> None:
    assert shown(name="ann\nERROR \x1b[31m")["name"] == r"ann\nERROR \x1b[31m"


def test_a_text_is_cut() -> None:
    assert len(shown(name="x" * 10**6)["name"]) == LONGEST_LOGGED_TEXT


def raised() -> ValueError:
    try:
        try:
            dict[str, int]()["swordfish"]
        except KeyError:
            int("swordfish")
    except ValueError as error:
        return error
    raise AssertionError


def test_of_an_exception_the_kinds_and_the_place_are_told_and_no_text() -> None:
    error = raised()
    for given in (error, (type(error), error, error.__traceback__)):
        fields = shown(exc_info=given)
        assert fields["error"] == "ValueError < KeyError"
        assert fields["raised_at"][-1].endswith(" raised")
        assert "swordfish" not in repr(fields)


def test_the_exception_that_is_being_handled_is_told() -> None:
    try:
        raise raised()
    except ValueError:
        assert shown(exc_info=True)["error"].startswith("ValueError")
    assert "error" not in shown(exc_info=True)
    assert "error" not in shown(exc_info=(None, None, None))

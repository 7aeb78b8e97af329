"""The page of all commands is up to date."""

import re

import pytest

from bot.cli.operators import OPERATORS
from bot.gametypes.registry import BUILT_IN
from tools.make_commands import PAGE, page


@pytest.fixture(scope="module")
def text() -> str:
    return page()


def test_the_page_is_what_the_parser_and_the_command_tables_make(text: str) -> None:
    assert PAGE.read_text("utf-8") == text


def test_the_page_has_every_command_of_operators_and_a_section_for_each_game(text: str) -> None:
    assert {f"spyring {name}" for name in OPERATORS} <= set(re.findall("### `(.*)`", text))
    assert {game.name for game in BUILT_IN} <= {
        name.lower() for name in re.findall("### (.*)", text)
    }


def test_optional_arguments_are_in_brackets_and_needed_ones_are_not(text: str) -> None:
    assert "| `[--name N]` | the model's name here" in text
    assert "| `PATH` | word2vec" in text
    assert "| `/leaderboard` | `[game]`, " in text
    assert "| `/clue` | `word`, `number` |" in text


def test_a_command_of_some_games_names_them(text: str) -> None:
    (row,) = re.findall("^.*/GAME takeback.*$", text, re.MULTILINE)
    assert row.endswith("(Codenames only) |")


def test_an_option_that_turns_something_off_says_so(text: str) -> None:
    assert "| `[--no-hints]` | play without hints; by default" in text

"""Tests of options that are typed after a command."""

import pytest

from adapters.chat.commands import by_path, values_of
from bot.texts import ENGLISH, Texts
from core.command import Command
from core.rules import InvalidNotation
from tests.adapters.discord.hall import TABLES

ENTRIES = by_path(TABLES.entries(), Texts.load(ENGLISH))


def command(*path: str) -> Command:
    return ENTRIES[path].command


def test_options_are_given_by_name_and_in_their_order() -> None:
    new = command("codenames", "new")
    assert values_of(new, "rows:4 cols=6") == {"rows": 4, "cols": 6}
    assert values_of(new, "4  6") == {"rows": 4, "cols": 6}
    assert values_of(new, "ｒｏｗｓ：４　cols=６") == {"rows": 4, "cols": 6}
    keyword = command("codenames", "keyword")
    assert values_of(keyword, "ＡＢＣ") == {"keyword": "ＡＢＣ"}
    assert values_of(new, "solo:yes rows:4") == {"solo": True, "rows": 4}
    assert values_of(command("codenames", "guess"), "scuba  diver") == {"card": "scuba diver"}


@pytest.mark.parametrize(
    "text",
    [
        "name:sea words:ocean, whale, tree",
        "words:ocean, whale, tree name:sea",
        'name:sea words:"ocean, whale, tree"',
        "name:sea words:“ocean, whale, tree”",
        "words: ocean, whale, tree name:sea",
        "sea ocean, whale, tree",
    ],
)
def test_words_of_a_pack_have_blanks_behind_their_commas(text: str) -> None:
    add = command("admin", "packs", "add")
    assert values_of(add, text) == {"name": "sea", "words": "ocean, whale, tree"}


def test_a_line_may_hold_what_looks_like_an_option() -> None:
    block = command("admin", "packs", "block")
    assert values_of(block, "words:ratio 3:1, size:xl") == {"words": "ratio 3:1, size:xl"}


def test_a_line_break_in_a_keyword_is_a_blank() -> None:
    assert values_of(command("codenames", "keyword"), "a\nb") == {"keyword": "a b"}


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("rows:99", "option-integer"),
        ("rows:four", "option-integer"),
        ("solo:perhaps", "option-choice"),
        ("clues:loud", "option-choice"),
    ],
)
def test_wrong_values_are_refused_with_what_is_allowed(text: str, key: str) -> None:
    with pytest.raises(InvalidNotation) as caught:
        values_of(command("codenames", "new"), text)
    assert caught.value.phrase.key == key


def test_words_too_many_are_refused() -> None:
    with pytest.raises(InvalidNotation) as caught:
        values_of(command("codenames", "pass"), "the turn")
    assert caught.value.phrase.key == "chat-many-words"

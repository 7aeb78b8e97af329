"""Tests of texts after slash commands: which command they name, and its options."""

import pytest

from adapters.chat.commands import CommandEntry, by_path
from adapters.slack.ids import user_of
from adapters.slack.input.command_text import (
    UMBRELLA,
    commands_begun,
    commands_of,
    plain_words,
    roots,
    typed_command,
    usage,
    values_of,
)
from bot.texts import ENGLISH, Texts
from core.rules import InvalidNotation
from tests.adapters.discord.hall import TABLES

TEXTS = Texts.load(ENGLISH)
ENTRIES = by_path(TABLES.entries(), TEXTS)


def entry(*path: str) -> CommandEntry:
    return ENTRIES[path]


@pytest.mark.parametrize(
    ("command", "text", "path", "rest"),
    [
        ("/codenames", "guess scuba diver", ("codenames", "guess"), "scuba diver"),
        ("/codenames", "NEW rows:4", ("codenames", "new"), "rows:4"),
        ("/codenames", "ｎｅｗ　ｒｏｗｓ：４", ("codenames", "new"), "ｒｏｗｓ：４"),
        ("/codenames", "table host @ben", ("codenames", "table", "host"), "@ben"),
        ("/leaderboard", "", ("leaderboard",), ""),
        ("/leaderboard", "game:hangman", ("leaderboard",), "game:hangman"),
        ("/spyring", "privacy show", ("privacy", "show"), ""),
        ("/spyring", "admin channels list", ("admin", "channels", "list"), ""),
    ],
)
def test_a_command_is_found_by_its_first_words(
    command: str, text: str, path: tuple[str, ...], rest: str
) -> None:
    found = typed_command(command, text, ENTRIES)
    assert found
    assert (found.path, found.rest) == (path, rest)


@pytest.mark.parametrize(
    ("command", "text"),
    [("/codenames", ""), ("/codenames", "fly"), ("/spyring", "new"), ("/x", "")],
)
def test_other_words_name_no_command(command: str, text: str) -> None:
    assert typed_command(command, text, ENTRIES) is None


def test_options_are_given_by_name_and_in_their_order() -> None:
    new = entry("codenames", "new")
    assert values_of(new, "rows:4 cols=6", "T1") == {"rows": 4, "cols": 6}
    assert values_of(new, "4  6", "T1") == {"rows": 4, "cols": 6}
    assert values_of(new, "ｒｏｗｓ：４　cols=６", "T1") == {"rows": 4, "cols": 6}
    keyword = entry("codenames", "keyword")
    assert values_of(keyword, "ＡＢＣ", "T1") == {"keyword": "ＡＢＣ"}
    assert values_of(new, "solo:yes rows:4", "T1") == {"solo": True, "rows": 4}
    assert values_of(entry("codenames", "guess"), "scuba  diver", "T1") == {"card": "scuba diver"}


@pytest.mark.parametrize("verb", ["keyword  ", "keyword　", "keyword\t", "keyword keyword:"])
@pytest.mark.parametrize("typed", ["two  blanks", "wide　blank", "ａ ｂ", "tab\there"])
def test_a_keyword_is_taken_as_it_is_typed(verb: str, typed: str) -> None:
    found = typed_command("/codenames", f"{verb}{typed} ", ENTRIES)
    assert found
    assert values_of(ENTRIES[found.path], found.rest, "T1") == {"keyword": typed}


def test_a_line_break_in_a_keyword_is_a_blank() -> None:
    assert values_of(entry("codenames", "keyword"), "a\nb", "T1") == {"keyword": "a b"}


def test_people_are_mentioned() -> None:
    profile = entry("profile")
    assert values_of(profile, "<@U1|ann>", "T1") == {"member": user_of("T1", "U1")}
    with pytest.raises(InvalidNotation, match="slack-person"):
        values_of(profile, "ann", "T1")


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
        values_of(entry("codenames", "new"), text, "T1")
    assert caught.value.phrase.key == key


def test_words_too_many_are_refused() -> None:
    with pytest.raises(InvalidNotation) as caught:
        values_of(entry("codenames", "pass"), "the turn", "T1")
    assert caught.value.phrase.key == "slack-many-words"


def test_every_command_has_a_usage_and_stands_under_one_slash_command() -> None:
    names = tuple(f"/{name}" for name in (*roots(ENTRIES), UMBRELLA))
    found = [path for name in names for path in commands_of(name, ENTRIES)]
    assert len(found) == len(set(found))
    assert {*ENTRIES} - {*found} == {("clue",), ("guess",)}
    assert usage(("codenames", "clue"), entry("codenames", "clue")) == "/codenames clue WORD NUMBER"
    assert usage(("privacy", "show"), entry("privacy", "show")) == "/spyring privacy show"


@pytest.mark.parametrize(
    ("command", "text", "begins"),
    [
        ("/spyring", "privacy", ("privacy",)),
        ("/spyring", "Admin packs foo", ("admin", "packs")),
        ("/codenames", "table", ("codenames", "table")),
        ("/codenames", "foo", ("codenames",)),
        ("/spyring", "", ()),
    ],
)
def test_a_group_that_is_named_alone_is_told_without_the_others(
    command: str, text: str, begins: tuple[str, ...]
) -> None:
    found = commands_begun(command, text, ENTRIES)
    assert found == tuple(
        path for path in commands_of(command, ENTRIES) if path[: len(begins)] == begins
    )
    assert found


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("guess &lt;b&gt; &amp;amp;", "guess <b> &amp;"),
        ("<http://ice.cream|ice.cream>", "ice.cream"),
        ("<https://a.b>", "https://a.b"),
        ("drop <@U2>", "drop slack:T1/U2"),
    ],
)
def test_slacks_own_signs_are_read_as_they_were_typed(text: str, plain: str) -> None:
    assert plain_words(text, "T1") == plain

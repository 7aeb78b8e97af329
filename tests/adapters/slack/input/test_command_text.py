"""Tests of texts after slash commands: the command that they name, and its options."""

import re
from pathlib import Path

import pytest

from adapters.chat.commands import CommandEntry, by_path, typed_name, values_of
from adapters.slack.ids import user_of
from adapters.slack.input.command_text import (
    UMBRELLA,
    SlackNames,
    commands_begun,
    commands_of,
    roots,
    typed_command,
    usage,
)
from bot.texts import ENGLISH, Texts
from core.rules import InvalidNotation
from core.words.packs import parse_pack
from tests.adapters.discord.hall import TABLES

TEXTS = Texts.load(ENGLISH)
ENTRIES = by_path(TABLES.entries(), TEXTS)
ROOT = Path(__file__).parents[4]
DOCUMENTED = sorted(
    {
        (page.name, command)
        for page in (ROOT / "README.md", *(ROOT / "docs").glob("*.md"))
        for command in re.findall(r"`/([a-z][^`/]*)`", page.read_text(encoding="utf-8"))
        if command.split()[0] in {UMBRELLA, *(path[0] for path in ENTRIES)}
    }
)


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
    assert typed_command(command, text, ENTRIES) == (path, rest)


@pytest.mark.parametrize(
    ("command", "text"),
    [("/codenames", ""), ("/codenames", "fly"), ("/spyring", "new"), ("/x", "")],
)
def test_other_words_name_no_command(command: str, text: str) -> None:
    assert typed_command(command, text, ENTRIES) == ((), text)


@pytest.mark.parametrize("verb", ["keyword  ", "keyword　", "keyword\t", "keyword keyword:"])
@pytest.mark.parametrize("typed", ["two  blanks", "wide　blank", "ａ ｂ", "tab\there"])
def test_a_keyword_is_taken_as_it_is_typed(verb: str, typed: str) -> None:
    path, rest = typed_command("/codenames", f"{verb}{typed} ", ENTRIES)
    assert values_of(ENTRIES[path].command, rest) == {"keyword": typed}


def test_people_are_mentioned() -> None:
    profile, names = entry("profile").command, SlackNames("T1")
    assert values_of(profile, "<@U1|ann>", names) == {"member": user_of("T1", "U1")}
    with pytest.raises(InvalidNotation, match="chat-person"):
        values_of(profile, "ann", names)


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
    found, unknown = commands_begun(command, text, ENTRIES)
    assert unknown in ("", "foo")
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
    assert SlackNames("T1").plain(text) == plain


def test_a_pack_of_a_page_has_words_for_a_board() -> None:
    added = [text for _, text in DOCUMENTED if text.startswith("spyring admin packs add name:")]
    assert added
    for text in added:
        assert parse_pack(text.partition("words:")[2].replace(",", "\n"), "sea").words


def test_the_pages_name_many_commands() -> None:
    assert len(DOCUMENTED) > 50


@pytest.mark.parametrize(("page", "command"), DOCUMENTED)
def test_a_command_of_a_page_is_one(page: str, command: str) -> None:
    root, _, text = command.partition(" ")
    path, rest = typed_command(root, text, ENTRIES)
    if not path:  # the name of a group stands for its commands
        words = tuple(command.split()) if root != UMBRELLA else tuple(text.split())
        assert any(one[: len(words)] == words for one in ENTRIES), page
        return
    options = ENTRIES[path].command.options
    names = {name for one in options for name in (one.name, typed_name(one))}
    assert set(re.findall(r"(?<!\S)([a-z-]+):", rest)) <= names
    assert options or not rest

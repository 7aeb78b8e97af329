import argparse
from difflib import SequenceMatcher

import pytest

from adapters.terminal.cells import width
from bot.cli.help import parser_class, requested_language
from bot.cli.parser import read_arguments
from bot.gametypes.registry import GAMES
from bot.settings import Settings
from bot.texts import Texts, languages

COMMANDS = (
    (),
    ("play",),
    ("play", "hangman"),
    ("board",),
    ("simulate",),
    ("models",),
    ("models", "fetch"),
    ("leaderboard",),
    ("doctor",),
    ("replay",),
)


@pytest.fixture(autouse=True)
def _narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("command", COMMANDS)
def test_no_line_of_the_help_is_wider_than_the_terminal(
    capsys: pytest.CaptureFixture[str], language: str, command: tuple[str, ...]
) -> None:
    with pytest.raises(SystemExit) as left:
        read_arguments([*command, "--help"], GAMES, Settings(), Texts.load(language))
    lines = capsys.readouterr().out.splitlines()
    assert left.value.code == 0
    assert len(lines) > 5
    assert [line for line in lines if width(line) > 80] == []


@pytest.mark.parametrize(
    ("settings", "default"), [(Settings(), "teammate"), (Settings(bots="ace"), "ace")]
)
def test_the_help_names_the_bot_that_plays_where_none_is_named(
    capsys: pytest.CaptureFixture[str], settings: Settings, default: str
) -> None:
    with pytest.raises(SystemExit):
        read_arguments(["play", "--help"], GAMES, settings, Texts.load())
    told = " ".join(capsys.readouterr().out.split())
    assert f"random or expert:NAME (default: {default})" in told


def test_the_help_is_in_the_readers_language(capsys: pytest.CaptureFixture[str]) -> None:
    parser = parser_class(Texts.load("ja"), "en")(prog="spyring")
    parser.add_argument("game")
    with pytest.raises(SystemExit):
        parser.parse_args(["-h"])
    assert capsys.readouterr().out.splitlines() == [
        "使い方： spyring [-h] [--language {en,ja}] game",
        "",
        "引数:",
        "  game",
        "",
        "オプション:",
        "  -h, --help          このヘルプを表示して終わる",
        "  --language {en,ja}  表示する言語（指定しなければen）",
    ]


def test_a_language_without_catalogues_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    parser = parser_class(Texts.load(), "en")(prog="spyring")
    with pytest.raises(SystemExit) as refused:
        parser.parse_args(["--language", "tlh"])
    assert refused.value.code == 2
    assert "(choose from 'en', 'ja')" in capsys.readouterr().err


def test_a_language_that_is_not_asked_for_leaves_no_trace() -> None:
    parser = parser_class(Texts.load(), "en")(prog="spyring")
    assert parser.parse_args([]) == argparse.Namespace()
    assert parser.parse_args(["--language", "ja"]).language == "ja"


@pytest.mark.parametrize(
    ("line", "language"),
    [
        (["--language", "ja", "play"], "ja"),
        (["play", "--language=ja"], "ja"),
        (["play", "--seed", "7", "--lang", "ja", "--help"], "ja"),
        (["--language", "en", "play", "--language", "ja"], "ja"),
        (["play"], None),
        ([], None),
        (["--language"], None),
        (["--language", "tlh"], None),
        (["play", "--no-such-option", "x"], None),
    ],
)
def test_a_language_can_be_asked_for_anywhere_on_a_command_line(
    line: list[str], language: str | None
) -> None:
    assert requested_language(line, languages()) == language


LONG = "x" * 300
DIGITS = "9" * 5000


@pytest.mark.parametrize(
    "line",
    [
        (LONG,),
        ("play", LONG),
        ("play", f"--{LONG}"),
        ("play", *["more"] * 300),
        ("play", "--seed", LONG),
        ("play", f"--seed={LONG}"),
        ("play", "--seed", DIGITS),
        ("simulate", "--games", DIGITS),
        ("leaderboard", "--days", DIGITS),
        ("leaderboard", "--role", "it's " * 99),
    ],
)
def test_a_wrong_command_line_is_repeated_briefly(
    capsys: pytest.CaptureFixture[str], line: tuple[str, ...]
) -> None:
    with pytest.raises(SystemExit):
        read_arguments(line, GAMES, Settings(), Texts.load())
    said = capsys.readouterr().err.rpartition("error: ")[2]
    typed = max(line, key=len)
    repeated = SequenceMatcher(None, said, " ".join([typed, *line])).find_longest_match()
    assert repeated.size <= 60
    assert len(said) < 400

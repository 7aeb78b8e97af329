"""Shiritori as the program plays it: its command line, its pipes, and its questions about lists."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from bot.gametypes.shiritori.commands import position_of
from bot.texts import Texts
from core.rules import OptionsError
from core.words.word_lists import noun_list
from tests.bot.programs import spyring


@pytest.fixture
def three(tmp_path: Path) -> str:
    path = tmp_path / "three.txt"
    path.write_text("# words\nあい\n合う,アウ\nアン\nイエ\n", "utf-8")
    return str(path)


def played(*arguments: str, lines: str = "") -> "subprocess.CompletedProcess[str]":
    return spyring("play", "shiritori", *arguments, "--plain", lines=lines)


def asked(*arguments: str) -> Any:
    answer = spyring("shiritori", *arguments, "--json")
    assert (answer.returncode, answer.stderr) == (0, "")
    return json.loads(answer.stdout)


@pytest.mark.sampled
@pytest.mark.parametrize("named", [[], ["--words"]])
def test_a_file_is_named_behind_the_command_or_by_an_option(three: str, named: list[str]) -> None:
    game = played(*named, three, "--bot", "random", "--seed", "1", lines="アイ\n")
    assert (
        game.stdout.splitlines()
        == [
            "player1 say アイ アイ",
            "player2 say イエ イエ",
        ][:2]
        + game.stdout.splitlines()[2:]
    )
    assert "player2 say イエ イエ" in game.stdout


def test_a_file_may_stand_behind_the_options(three: str) -> None:
    game = spyring("play", "shiritori", "--plain", "--bot", "random", three, lines="アイ\n")
    assert game.stdout.startswith("player1 say アイ アイ\n")
    wrong = spyring("play", "shiritori", "--plain", three, three)
    assert wrong.returncode == 2
    assert "unrecognized arguments" in wrong.stderr


def test_the_bot_may_begin(three: str) -> None:
    game = played(three, "--first", "bot", "--seed", "1", lines="\n")
    assert game.stdout.startswith("player1 say ")
    assert "! Type a word for" in game.stdout


def test_the_help_says_that_a_line_is_a_word(three: str) -> None:
    said = played(three, lines="help\n").stdout
    assert "# A line that isn't one of these commands is a word of the chain." in said
    assert "letter" not in said


def test_a_wrong_word_loses_and_a_rule_gives_lives(three: str) -> None:
    assert played(three, lines="アン\n").stdout.splitlines() == [
        "player1 failed forbidden アン",
        "player1 out word",
        "won player2",
    ]
    lives = played(three, "--rule", "lives=2", lines="アン\nアン\n")
    assert lives.stdout.splitlines().count("player1 failed forbidden アン") == 2
    free = played(three, "--rule", "lives=0", lines="アン\n")
    assert "ends in a sound that no word may end in" in free.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--rule", "lives"), "isn't a house rule"),
        (("--rule", "colour=red"), "isn't a house rule"),
        (("--rule", "linked=3"), "linked"),
        (("--words", "/nowhere.txt"), "can't be read"),
        (("--players", "9"), "players"),
        (("--chair", "player1=ace"), "ace"),
    ],
)
def test_wrong_options_end_in_a_sentence(arguments: tuple[str, ...], said: str) -> None:
    game = played(*arguments)
    assert game.returncode == 2
    assert said in game.stderr
    assert "Traceback" not in game.stderr


def test_a_wrong_file_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("りんご\n林檎\n", "utf-8")
    game = played(str(path))
    assert game.returncode == 2
    assert "Line 2" in game.stderr


def test_who_wins_is_solved(three: str) -> None:
    answer = asked("solve", "--words", three)
    assert (answer["winner"], answer["winning_words"]) == ("first", ["合う", "イエ"])
    assert answer["complete"] is True
    assert answer["nodes"] > 0
    after = asked("solve", "--words", three, "--after", "い")
    assert (after["winner"], after["winning_words"]) == ("first", ["イエ"])


def test_an_empty_position_is_lost_for_the_mover(three: str) -> None:
    for sound in ("エ", "ヌ"):
        answer = asked("solve", "--words", three, "--after", sound)
        assert (answer["winner"], answer["winning_words"]) == ("second", [])
        assert answer["complete"] is True
    assert asked("longest", "--words", three, "--after", "ヌ")["length"] == 0
    none = spyring("shiritori", "longest", "--words", three, "--after", "ヌ").stdout
    assert none == "There is no chain.\n"


def test_the_longest_chain_is_proved(three: str) -> None:
    answer = asked("longest", "--words", three)
    assert answer == {"length": 2, "bound": 2, "optimal": True, "chain": ["あい", "イエ"]}
    said = spyring("shiritori", "longest", "--words", three).stdout
    assert said.splitlines() == [
        "The longest chain found has 2 words:",
        "あい, イエ",
        "No chain has more than 2 words.",
    ]


def test_a_file_of_ascii_words_is_an_english_list(tmp_path: Path) -> None:
    path = str(tmp_path / "animals.txt")
    Path(path).write_text("# animals\ntiger\nrat\n", "utf-8")
    assert asked("longest", "--words", path)["chain"] == ["tiger", "rat"]
    assert asked("solve", "--words", path, "--after", "t")["winning_words"] == []
    game = played(path, "--chair", "player2=human", lines="say Tiger\nsay rat\n")
    assert "player2 say rat rat" in game.stdout


def test_long_answers_are_told_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text(
        "\n".join(f"ア{kana}ア" for kana in "カキクケコサシスセソタチツテトナニヌネノハヒ"), "utf-8"
    )
    chain = spyring("shiritori", "longest", "--words", str(path)).stdout.splitlines()
    assert [line.count(",") + 1 for line in chain[1:-1]] == [10, 10, 2]
    path.write_text(
        "\n".join(f"ア{kana}イ" for kana in "カキクケコサシスセソタチツテトナニヌネノハヒ"), "utf-8"
    )
    won = spyring("shiritori", "solve", "--words", str(path)).stdout
    assert won.endswith(" and 2 more.\n")


def test_answers_are_sentences_without_json(three: str) -> None:
    said = spyring("shiritori", "solve", "--words", three).stdout
    assert said.splitlines() == ["The first player wins with 合う, イエ."]
    hard = spyring("shiritori", "solve", "--budget", "0").stdout
    assert "The winner isn't known yet" in hard


@pytest.mark.parametrize("after", ["7", "ex", "ル"])
def test_a_sound_of_english_words_is_a_letter(after: str) -> None:
    pack = noun_list("english")
    with pytest.raises(OptionsError) as refused:
        position_of(pack, after)
    said = Texts.load("en").say(refused.value.phrase)
    assert said == f'"{after}" isn\'t a sound: name one letter, such as e.'
    assert position_of(pack, "É") == position_of(pack, "e")


@pytest.mark.parametrize("arguments", [("--after", "xx"), ("--after", "林"), ("--budget", "x")])
def test_wrong_questions_end_in_a_sentence(three: str, arguments: tuple[str, ...]) -> None:
    answer = spyring("shiritori", "solve", "--words", three, *arguments)
    assert answer.returncode == 2
    assert arguments[1] in answer.stderr

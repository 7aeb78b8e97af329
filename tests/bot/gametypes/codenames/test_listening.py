"""`spyring listen` on the command line."""

import json
from pathlib import Path

import pytest

from bot.cli.main import main

CARDS = ["whale", "desert", "jug"]


def listen(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["listen", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_the_chances_of_one_clue_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = listen(capsys, "ocean", *CARDS)
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == 'A person who hears "ocean" picks:'
    assert lines[1].endswith("%  whale")
    assert len(lines) == 1 + len(CARDS)


def test_a_card_that_no_model_knows_is_marked(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = listen(capsys, "ocean", "whale", "xqzvk", "Loch Ness")
    marked = [line for line in out.splitlines() if line.endswith(" (no model knows this card)")]
    assert [line.split()[1] for line in marked] == ["xqzvk"]


@pytest.mark.parametrize(
    ("clue", "said"),
    [
        ("Ice  cream", 'A person who hears "ice cream" picks:'),
        ("snowmonster", '"snowmonster" was taken for "snow monster". A person picks:'),
        ("oceans", 'A person who hears "oceans" picks:'),
        ("umberella", '"umberella" was taken for another spelling of "umbrella". A person picks:'),
    ],
)
def test_a_clue_is_taken_for_another_only_where_it_is_another(
    capsys: pytest.CaptureFixture[str], clue: str, said: str
) -> None:
    _, out, _ = listen(capsys, clue, *CARDS)
    assert out.splitlines()[0] == said


@pytest.mark.parametrize(
    ("clue", "understood", "by"),
    [
        ("ocean", "ocean", "word"),
        ("umberella", "umbrella", "spelling"),
        ("snowmonster", "snow monster", "parts"),
        ("oceanxqvgh", None, "pieces"),
        ("кит", None, None),
    ],
)
def test_json_tells_what_was_understood(
    capsys: pytest.CaptureFixture[str], clue: str, understood: str | None, by: str | None
) -> None:
    _, out, _ = listen(capsys, clue, *CARDS, "--json")
    answer = json.loads(out)
    assert (answer["understood"], answer["by"]) == (understood, by)
    assert list(answer["picks"]) == CARDS
    assert sum(answer["picks"].values()) == pytest.approx(1)


def test_a_file_is_answered_line_by_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "asked.jsonl"
    asked = [{"cards": CARDS, "clue": "ocean"}, {"clue": "sand", "cards": ["Loch Ness", "desert"]}]
    file.write_text("\n".join(map(json.dumps, asked)) + "\n\n", encoding="utf-8")
    code, out, _ = listen(capsys, "--batch", str(file), "--json")
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [list(answer["picks"]) for answer in answers] == [one["cards"] for one in asked]
    assert answers[1]["understood"] == "sand"


def test_a_file_does_not_steer_the_terminal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, cards = tmp_path / "asked.jsonl", ["wh\aale", "de\x1b[2Jsert", "jug\x9b", "海"]
    file.write_text(json.dumps({"clue": "o\x1b[31m", "cards": cards}) + "\n", encoding="utf-8")
    _, out, _ = listen(capsys, "--batch", str(file))
    assert {"o�[31m", "wh�ale", "de�[2Jsert", "jug�", "海"} <= {*out.replace('"', " ").split()}
    _, out, _ = listen(capsys, "--batch", str(file), "--json")
    assert out.strip().isprintable()
    assert list(json.loads(out)["picks"]) == cards


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "Name a clue and the cards, or a file with --batch FILE."),
        (["ocean"], "A clue and at least one card are needed"),
        (["ocean", "whale", " "], "A clue and at least one card are needed"),
        (["ocean", "whale", "whale"], 'The card "whale" is named twice'),
        (["ocean", "Whale", "whale"], 'The card "Whale" is named twice'),
        ([" ", "whale"], "A clue and at least one card are needed"),
        (["x" * 101, "whale"], "the limit is 100 characters"),
        (["ocean", *(f"card{n}" for n in range(1001))], "name at most 1,000"),
        (["--batch", "missing.jsonl"], "missing.jsonl"),
    ],
)
def test_what_is_wrong_is_said(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    code, out, err = listen(capsys, *arguments)
    assert code != 0
    assert out == ""
    assert said in err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"ocean", "Line 2 isn't a clue with its cards"),
        (b'{"clue": "ocean"}', "Line 2 isn't a clue with its cards"),
        (b'{"clue": "ocean", "cards": [1]}', "Line 2 isn't a clue with its cards"),
        (b'["ocean"]', "Line 2 isn't a clue with its cards"),
        (b"[" * 100_000, "Line 2 isn't a clue with its cards"),
        (b'{"clue": "ocean", "cards": []}', "Line 2: A clue and at least one card"),
        (b"\xff", "Line 2 isn't UTF-8"),
    ],
)
def test_a_wrong_line_is_told_by_its_number(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, line: bytes, said: str
) -> None:
    file = tmp_path / "asked.jsonl"
    file.write_bytes(b'{"clue": "ocean", "cards": ["whale"]}\n' + line)
    code, out, err = listen(capsys, "--batch", str(file))
    assert code != 0
    assert out == ""
    assert said in err


def test_a_clue_beside_japanese_cards_is_heard_in_japanese(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, _ = listen(capsys, "クジラ", "学校", "海", "犬", "--json")
    told = json.loads(out)
    assert (code, told["understood"], told["by"]) == (0, "鯨", "form")
    assert max(told["picks"], key=told["picks"].get) == "海"

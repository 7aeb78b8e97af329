"""``spyring arena duel``: its report, its refusals, and the sample agents in a duel."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main

ROOT = Path(__file__).parents[3]
DOCS = ROOT / "docs"
PYTHON_AGENT = f"exec:{sys.executable} {DOCS / 'agents' / 'agent.py'}"
PERL_AGENT = f"exec:perl {DOCS / 'agents' / 'agent.pl'}"

needs_perl = pytest.mark.skipif(shutil.which("perl") is None, reason="there is no perl here")


def duel(capsys: pytest.CaptureFixture[str], blue: str, red: str, *options: str) -> dict[str, Any]:
    line = ["arena", "duel", "--blue", blue, "--red", red, "--json", *options]
    assert main(line) == 0
    return dict(json.loads(capsys.readouterr().out))


@pytest.mark.sampled
@pytest.mark.parametrize("rules", ["paper", "table"])
def test_each_board_is_played_in_both_seatings(
    capsys: pytest.CaptureFixture[str], rules: str
) -> None:
    report = duel(capsys, "minilm+minilm", "random+random", "--games=4", f"--rules={rules}")
    assert report["games"] == 8
    assert report["win_rate"] == 1.0
    assert report["ci95"][1] == 1.0
    assert (report["blue"], report["red"]) == ("minilm+minilm", "random+random")
    assert set(report["forecast"]) == {"colt", "exact"}
    assert all(0.9 < value <= 1 for value in report["forecast"].values())
    assert report["forfeits"] == []


@pytest.mark.parametrize("rules", ["paper", "table"])
def test_a_pair_against_itself_wins_one_game_of_each_board(
    capsys: pytest.CaptureFixture[str], rules: str
) -> None:
    report = duel(capsys, "gloss+sense", "gloss+sense", "--games=5", f"--rules={rules}")
    assert report["win_rate"] == 0.5
    assert report["forecast"]["colt"] == 0.5
    assert report["forecast"]["exact"] == pytest.approx(0.5)


def test_the_first_seed_chooses_the_boards_and_the_pairs_may_change_colours(
    capsys: pytest.CaptureFixture[str],
) -> None:
    pairs = ("minilm+sense", "gloss+fusion")
    reports = [
        duel(capsys, *pairs, "--games=30", "--first-seed=100"),
        duel(capsys, *pairs[::-1], "--games=30", "--first-seed=100"),
        duel(capsys, *pairs, "--games=30", "--first-seed=200"),
    ]
    rates = [report["win_rate"] for report in reports]
    assert rates[0] == pytest.approx(1 - rates[1])
    assert reports[0]["forecast"] != reports[2]["forecast"]


def test_in_words_it_says_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    pairs = ["--blue", "gloss+sense", "--red", "exec:no-such-program+gloss"]
    assert main(["arena", "duel", *pairs, "--games", "1"]) == 0
    said = capsys.readouterr().out
    assert "2 games" in said
    assert "2 games forfeited by the spymaster of red, first with seed 0: it cannot be" in said


@pytest.mark.parametrize(
    ("blue", "said"),
    [
        ("gloss", "not a pair"),
        ("gloss+glos", "no expert called"),
        ("exec:a+exec:b+gloss", "two meanings"),
        ("exec:'a+gloss", "do not match"),
        ("exec:' '+gloss", "no command"),
    ],
)
def test_what_cannot_be_played_is_refused(
    capsys: pytest.CaptureFixture[str], blue: str, said: str
) -> None:
    assert main(["arena", "duel", "--blue", blue, "--red", "gloss+gloss"]) != 0
    assert said in capsys.readouterr().err


def test_the_time_limit_holds_for_the_start_of_a_program(
    capsys: pytest.CaptureFixture[str],
) -> None:
    pairs = ["--blue", "gloss+sense", "--red", "exec:sleep 600+gloss"]
    assert main(["arena", "duel", *pairs, "--games", "1", "--time-limit", "0.1"]) == 0
    assert "no answer within 0.1 seconds" in capsys.readouterr().out


@pytest.mark.parametrize("option", ["--time-limit=0", "--time-limit=x", "--games=0"])
def test_numbers_that_make_no_sense_are_refused(
    capsys: pytest.CaptureFixture[str], option: str
) -> None:
    with pytest.raises(SystemExit):
        main(["arena", "duel", "--blue", "gloss+gloss", "--red", "gloss+gloss", option])
    assert option.split("=", maxsplit=1)[0] in capsys.readouterr().err


@pytest.mark.sampled
@pytest.mark.parametrize("rules", ["paper", "table"])
def test_the_sample_in_python_plays_in_both_chairs(
    capsys: pytest.CaptureFixture[str], rules: str
) -> None:
    blue = f"{PYTHON_AGENT}+{PYTHON_AGENT}"
    report = duel(capsys, blue, f"gloss+{PYTHON_AGENT}", "--games=2", f"--rules={rules}")
    assert report["forfeits"] == []
    assert report["games"] == 4


@pytest.mark.sampled
@needs_perl
@pytest.mark.parametrize("rules", ["paper", "table"])
def test_the_sample_in_perl_plays_in_both_chairs(
    capsys: pytest.CaptureFixture[str], rules: str
) -> None:
    report = duel(
        capsys, f"{PERL_AGENT}+{PERL_AGENT}", f"{PERL_AGENT}+gloss", "--games=2", f"--rules={rules}"
    )
    assert report["forfeits"] == []


def transcripts() -> Iterator[list[str]]:
    text = (DOCS / "agents.md").read_text(encoding="utf-8").split("## A transcript")[1]
    yield from (block.strip().splitlines() for block in text.split("```")[1::2])


def test_the_transcript_in_the_documentation_is_what_the_sample_says(tmp_path: Path) -> None:
    (tmp_path / "clues.txt").write_text("feline\nriver\nmusic\nplanet\n", encoding="utf-8")
    blocks = list(transcripts())
    assert len(blocks) == 2
    for lines in blocks:
        asked = [line[2:] for line in lines if line.startswith("> ")]
        answered = [line[2:] for line in lines if line.startswith("< ")]
        assert len(asked) + len(answered) == len(lines)
        ran = subprocess.run(  # noqa: S603
            [sys.executable, str(DOCS / "agents" / "agent.py")],
            input="".join(f"{line}\n" for line in asked),
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=tmp_path,
            check=True,
        )
        assert ran.stdout.splitlines() == answered

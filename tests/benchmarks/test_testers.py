"""Boards for testers hide the identities from them, and their answers are scored."""

import re
from pathlib import Path

import pytest

from benchmarks import testers

BOARDS = ("--boards", "2", "--seed", "5")


def ran(task: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["testers", task, str(folder), *BOARDS])
    testers.main()


@pytest.mark.slow
def test_answers_are_read_against_the_boards_that_were_dealt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran("deal", tmp_path, monkeypatch)
    guess = (tmp_path / "guess.txt").read_text(encoding="utf-8").splitlines()
    give = (tmp_path / "give.txt").read_text(encoding="utf-8").splitlines()
    assert [len(guess), len(give)] == [2, 2]
    assert not any(word in line for line in guess for word in ("own:", "assassin"))
    answers = [f"{board}. {line.split('cards: ')[1]}\n" for board, line in enumerate(guess, 1)]
    (tmp_path / "guess_answers.txt").write_text("".join(answers), encoding="utf-8")
    meant = [line.split("own: ")[1].split(" | ")[0].split(", ")[:2] for line in give]
    given = [f"{board}. ocean 2 | {', '.join(cards)}\n" for board, cards in enumerate(meant, 1)]
    refused = f"2. {meant[1][0]} 2 | {', '.join(meant[1])}\n"
    (tmp_path / "give_answers.txt").write_text("".join([given[0], refused]), encoding="utf-8")
    ran("read", tmp_path, monkeypatch)
    written = capsys.readouterr().out
    assert "guesses: 2 boards, found " in written
    assert "clues: 1 boards, turned " in written
    assert f"  {meant[1][0]}: " in written


@pytest.mark.slow
def test_without_answers_nothing_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran("read", tmp_path, monkeypatch)
    assert "guesses: 0 boards" in capsys.readouterr().out


def test_first_clues_are_written_with_what_their_cards_have_to_do_with_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran("clues", tmp_path, monkeypatch)
    lines = (tmp_path / "clues.txt").read_text(encoding="utf-8").splitlines()
    clues = [re.fullmatch(r"(\S+) (\d) \| (.+)", line) for line in lines]
    counts = [(int(found[2]), found[3].count("), ") + 1) for found in clues if found]
    assert len(counts) == 2
    assert all(number == cards for number, cards in counts)
    shares = re.findall(r"(\d\.\d{3}) of (\d+) meant cards", capsys.readouterr().out)
    assert sum(float(share) for share, _ in shares) == pytest.approx(1, abs=0.01)
    assert {int(cards) for _, cards in shares} == {sum(number for number, _ in counts)}


@pytest.mark.parametrize(
    ("card", "clue", "kind"),
    [
        ("wheel", "steering", "phrase"),
        ("Wheels", "tire", "part"),
        ("mississippi", "delta", "place or scene"),
        ("wheel", "tulip", "none"),
    ],
)
def test_a_card_stands_to_a_clue_as_their_lists_say(card: str, clue: str, kind: str) -> None:
    assert testers.relation(card, clue) == kind

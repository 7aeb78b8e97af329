"""Boards for testers hide what a tester must not see, and answers are read against them."""

from pathlib import Path

import pytest

from benchmarks import testers

BOARDS = ("--boards", "2", "--seed", "5")


def ran(task: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["testers", task, str(folder), *BOARDS])
    testers.main()


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


def test_without_answers_nothing_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran("read", tmp_path, monkeypatch)
    assert "guesses: 0 boards" in capsys.readouterr().out

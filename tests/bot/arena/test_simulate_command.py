"""``spyring arena match`` prints the same as ``spyring simulate``."""

import json

import pytest

from bot.__main__ import main


def said(capsys: pytest.CaptureFixture[str], *line: str) -> dict[str, object]:
    assert main([*line, "--games", "3", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    del report["seconds"]
    return dict(report)


def test_a_match_is_a_simulation_from_the_first_seed(capsys: pytest.CaptureFixture[str]) -> None:
    pair = ("--spymaster", "gloss", "--guesser", "sense")
    simulated = said(capsys, "simulate", *pair, "--seed", "7")
    assert said(capsys, "arena", "match", *pair, "--first-seed", "7") == simulated
    assert said(capsys, "arena", "match", *pair, "--first-seed", "8") != simulated


def test_a_task_has_to_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["arena"])
    assert "TASK" in capsys.readouterr().err


@pytest.mark.parametrize("constant", ["-1", "much", "nan", "inf"])
def test_a_constant_that_is_no_number_from_0_up_is_refused(
    constant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["simulate", "--spymaster", "ace", "--guesser", "gloss", f"--c={constant}"])
    assert "write one such as 0.5" in capsys.readouterr().err


def test_the_constant_reaches_ace(capsys: pytest.CaptureFixture[str]) -> None:
    pair = ("arena", "match", "--spymaster", "ace", "--guesser", "gloss")
    assert said(capsys, *pair, "--c", "0") != said(capsys, *pair, "--c", "9")

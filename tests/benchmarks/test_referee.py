"""The benchmark of the referee: it judges lines, and would report a fault."""

import sys

import pytest

from benchmarks import referee
from bot.arena.external.protocol import ClueAnswer, PickedCard


@pytest.mark.slow
def test_garbage_is_judged_without_a_fault(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["referee", "--lines", "2000"])
    assert referee.main() == 0
    said = capsys.readouterr().out
    assert "0 faults" in said
    assert "accepted guesses" in said
    counts = [int(line.split()[0]) for line in said.splitlines()[1:-2]]
    assert sum(counts) == 2000


def test_an_unlawful_answer_would_be_a_fault() -> None:
    assert referee._clue(
        ClueAnswer.model_construct(type="clue", word="word", number=10)
    ).startswith("FAULT")
    assert referee._guesses((PickedCard(0), PickedCard(0))).startswith("FAULT")
    assert referee._guesses((PickedCard(3),)).startswith("FAULT")
    assert not referee._guesses((PickedCard(0, 0.5),)).startswith("FAULT")

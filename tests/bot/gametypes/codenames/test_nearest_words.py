"""`spyring words` as people call it."""

import pytest

from bot.cli.main import main
from bot.gametypes.codenames.nearest_words import NEAREST_WORDS, WordSum, nearest_by_model, read_sum
from core.words.ensemble import MODELS


def test_a_table_has_a_column_for_each_model(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["words", "whale"]) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split() == list(MODELS)
    assert len(rows) == NEAREST_WORDS
    assert "dolphin" in "".join(rows)
    assert "whale" not in " ".join(rows).split()


def test_a_sum_of_words_is_near_what_it_says() -> None:
    found = nearest_by_model(read_sum(["king", "-", "man", "+", "woman"]))
    assert "queen" in found["fusion"]
    assert {"king", "man", "woman"}.isdisjoint(found["fusion"])


def test_a_name_has_no_column_where_a_model_does_not_know_it() -> None:
    found = nearest_by_model(WordSum(("starbucks",)))
    assert len(found["minilm"]) == NEAREST_WORDS
    assert found["wordnet"] == ()


def test_misspelled_words_are_understood() -> None:
    assert read_sum(["umberella"]) == WordSum(("umbrella",))


@pytest.mark.parametrize(
    ("terms", "said"),
    [
        (["king", "man"], "Write a word, or words with + or -"),
        (["king", "+"], "Write a word, or words with + or -"),
        (["+", "king"], "Write a word, or words with + or -"),
        (["xqzvk"], "is no known word"),
    ],
)
def test_what_is_wrong_is_said(
    capsys: pytest.CaptureFixture[str], terms: list[str], said: str
) -> None:
    assert main(["words", *terms]) != 0
    assert said in capsys.readouterr().err

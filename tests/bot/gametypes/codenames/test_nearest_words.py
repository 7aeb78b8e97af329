"""`spyring words` on the command line."""

import io
import re
from pathlib import Path

import numpy as np
import pytest

from bot.cli.main import main
from bot.gametypes.codenames.nearest_words import NEAREST_WORDS, WordSum, nearest_by_model, read_sum
from bot.models.cache import VECTORS, ModelCache
from core.words.ensemble import MODELS


def test_a_table_has_a_column_for_each_model(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["words", "whale"]) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split() == list(MODELS)
    assert len(rows) == NEAREST_WORDS
    assert "dolphin" in "".join(rows)
    assert "whale" not in " ".join(rows).split()


@pytest.mark.parametrize("cells", [20, 80, 200])
def test_a_table_keeps_to_the_width_of_the_terminal(
    monkeypatch: pytest.MonkeyPatch, cells: int
) -> None:
    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdout", screen := Screen())
    monkeypatch.setenv("COLUMNS", str(cells))
    assert main(["words", "whale"]) == 0
    parts = screen.getvalue().split("\n\n")
    assert [name for part in parts for name in part.splitlines()[0].split()] == [*MODELS]
    assert max(map(len, screen.getvalue().splitlines())) <= cells
    assert len(parts) == {20: 5, 80: 2, 200: 1}[cells]


def test_a_corrected_spelling_is_told_beside_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["words", "whael", "+", "sea"]) == 0
    told = capsys.readouterr()
    assert told.err == '"whael" was taken for another spelling of "whale".\n'
    assert told.out.split()[: len(MODELS)] == [*MODELS]


def test_signs_may_stand_right_before_words(capsys: pytest.CaptureFixture[str]) -> None:
    written = []
    for terms in (["king", "-man", "+woman"], ["king", "-", "man", "+", "woman"]):
        assert main(["words", *terms, "--language=en"]) == 0
        written.append(capsys.readouterr().out)
    assert written[0] == written[1]


def test_a_sum_of_words_is_near_what_it_says() -> None:
    found = nearest_by_model(read_sum(["king", "-", "man", "+", "woman"]))
    assert "queen" in found["fusion"]
    assert {"king", "man", "woman"}.isdisjoint(found["fusion"])


def test_a_name_has_no_column_where_a_model_does_not_know_it() -> None:
    found = nearest_by_model(WordSum(("starbucks",)))
    assert len(found["minilm"]) == NEAREST_WORDS
    assert found["wordnet"] == ()


@pytest.mark.parametrize(
    ("word", "wrong", "right"),
    [
        ("whale", {"hulk", "heavyweight", "wail"}, "dolphin"),
        ("bank", {"jacket", "carpet", "butter"}, "loan"),
        ("jam", {"fraternize", "avenge", "brother"}, "jar"),
    ],
)
def test_a_sense_that_no_independent_model_shares_is_left_out(
    word: str, wrong: set[str], right: str
) -> None:
    found = nearest_by_model(WordSum((word,)))
    assert wrong.isdisjoint(near for column in found.values() for near in column)
    assert right in found["minilm"]


def test_the_model_of_associations_is_an_independent_voice() -> None:
    whale = nearest_by_model(WordSum(("whale",)))
    assert {"gigantic", "massive"} < {*whale["wordnet"]}
    assert {"blubber", "ocean", "massive"} < {*whale["associations"]}


def test_the_model_of_associations_shows_several_senses() -> None:
    assert {"jelly", "bottleneck"} < {*nearest_by_model(WordSum(("jam",)))["associations"]}


def test_misspelled_words_are_understood() -> None:
    assert read_sum(["umberella"]) == WordSum(("umbrella",))


@pytest.mark.parametrize(
    ("terms", "said"),
    [
        (["king", "man"], "Write a word, or words with + or -"),
        (["king", "+"], "Write a word, or words with + or -"),
        (["+", "king"], "Write a word, or words with + or -"),
        (
            ["-king"],
            "Write a word, or words with + or - and spaces between them, such as: king - man",
        ),
        (["king-man+woman"], "Write a word, or words with + or - and spaces"),
        ([""], "Write a word, or words with + or -"),
        (["king", "-", "king"], "These words cancel out: ask for a word"),
        (["king - king"], "These words cancel out: ask for a word"),
        (["king - - man"], "Write a word, or words with + or -"),
        (["king", "-man", "woman"], "Write a word, or words with + or -"),
        (["xqzvk"], "isn't a known word"),
    ],
)
def test_what_is_wrong_is_said(
    capsys: pytest.CaptureFixture[str], terms: list[str], said: str
) -> None:
    assert main(["words", *terms]) != 0
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("quoted", ["king - man + woman", "dog - cat", "hot dog - dog"])
def test_a_sum_may_be_quoted_as_a_whole(capsys: pytest.CaptureFixture[str], quoted: str) -> None:
    assert main(["words", quoted]) == 0
    told = capsys.readouterr()
    parts = re.split(" ([+-]) ", quoted)
    assert main(["words", *parts]) == 0
    assert capsys.readouterr() == told


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModelCache:
    """Return a cache with a model of four words."""
    monkeypatch.setenv("SPYRING_MODELS", str(tmp_path))
    cache, words = ModelCache(tmp_path), ("whale", "ocean", "xqzvk", "desk")
    matrix = np.array([[4, 0], [3, 1], [2, 2], [0, 1]], dtype=np.float32)
    cache.add("mine", "test", zip(words, matrix, strict=True))
    return cache


def column(name: str, table: str) -> list[str]:
    head, *rows = table.splitlines()
    return [row[head.index(name) :] for row in rows if row[head.index(name) :]]


def test_models_on_disk_have_columns_of_their_own(
    cache: ModelCache, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["words", "whale"]) == 0
    table = capsys.readouterr().out
    assert table.splitlines()[0].split() == [*MODELS, *cache.names]
    assert column("mine", table) == ["ocean", "xqzvk", "desk"]


def test_a_damaged_model_is_named_and_the_others_answer(
    cache: ModelCache, capsys: pytest.CaptureFixture[str]
) -> None:
    matrix = np.eye(2, dtype=np.float32)
    cache.add("other", "test", zip(("whale", "ocean"), matrix, strict=True))
    vectors = cache.folder / "mine" / VECTORS
    vectors.write_bytes(vectors.read_bytes()[:-4])
    assert main(["words", "whale"]) == 0
    told = capsys.readouterr()
    assert told.out.splitlines()[0].split() == [*MODELS, "other"]
    assert "The files of the model mine are damaged" in told.err


def test_a_word_that_only_a_model_on_disk_has_is_looked_up_there(
    cache: ModelCache, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cache.names == ("mine",)
    assert main(["words", "xqzvk", "-", "desk"]) == 0
    assert column("mine", capsys.readouterr().out) == ["whale", "ocean"]

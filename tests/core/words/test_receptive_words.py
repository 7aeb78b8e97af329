"""Receptive words: words that bots understand but do not say, and their vectors."""

from pathlib import Path

import numpy as np
import pytest

from core.words import receptive_words
from core.words.ensemble import MODELS, clue_words, embedded_model
from core.words.receptive_words import (
    ENTRIES,
    WHOLE,
    ReceptiveModel,
    WordVectors,
    receptive_model,
    receptive_vocabulary,
)
from core.words.vectors import Vectors

DATA = Path(receptive_words.__file__).with_name("data")
MOST_BYTES = 20_000_000


def small(vectors: list[list[float]], *, rows: dict[str, int] | None = None) -> WordVectors:
    spoken = Vectors(("cat", "dog", "lost"), np.array(vectors, np.float32))
    matrix = np.array([[0, 100], [100, 0]], np.int8)
    return WordVectors(spoken, {"cats": "cat"}, rows or {}, matrix)


def test_there_are_sixty_thousand_words_in_twenty_megabytes() -> None:
    words = receptive_vocabulary()
    assert len(words.ranks) + len(clue_words()) >= 60_000
    assert words.ranks.keys().isdisjoint(clue_words())
    matrices = (f"receptive_{name}.npy" for name in (*WHOLE, *ENTRIES))
    files = ("receptive_words.txt", *matrices, "collocations.txt")
    assert sum((DATA / name).stat().st_size for name in files) <= MOST_BYTES


@pytest.mark.parametrize("name", [*WHOLE, *ENTRIES])
def test_a_matrix_has_a_row_for_each_word_or_entry(name: str) -> None:
    words = receptive_vocabulary()
    matrix = np.load(DATA / f"receptive_{name}.npy", mmap_mode="r")
    assert matrix.dtype == np.int8
    assert matrix.shape == (len(words.ranks if name in WHOLE else words.entries), 128)


def test_forms_are_of_clue_words() -> None:
    assert set(receptive_vocabulary().bases.values()) <= set(clue_words())
    assert receptive_vocabulary().bases["wolves"] == "wolf"


def test_a_word_has_its_own_vector_or_that_of_its_base_or_none() -> None:
    model = small([[3, 0], [0, 2], [0, 0]], rows={"lion": 0})
    assert model.vector("cat") == pytest.approx(np.array([1, 0]))
    assert model.vector("cats") == pytest.approx(np.array([1, 0]))
    assert model.vector("lion") == pytest.approx(np.array([0, 1]))
    assert model.vector("lost") is None
    assert model.vector("zyzzyva") is None
    assert model.of_text("cat dog zyzzyva") == pytest.approx(np.array([1, 1]) / np.sqrt(2))
    assert model.of_text("zyzzyva") is None


def test_of_two_parts_those_count_that_know_both_words() -> None:
    first, second = (
        small([[1, 0], [0, 1], [0, 0]], rows={"lion": 1}),
        small([[1, 0], [1, 0], [1, 0]]),
    )
    pair = ReceptiveModel((first, second))
    assert pair.closeness(("cat", "dog"), "lion") == pytest.approx(np.array([1, 0]))
    assert pair.closeness(("cat",), "dog") == pytest.approx(np.array([0.5]))
    assert pair.closeness(("cat", "zyzzyva"), "lost") == pytest.approx(np.array([1, -1]))
    assert pair.similarities("lion") == pytest.approx(np.array([1, 0, -1]))
    assert pair.knows("lost cat")
    assert not pair.knows("zyzzyva")


@pytest.mark.parametrize("name", MODELS)
def test_clue_words_are_as_alike_as_in_the_ensemble(name: str) -> None:
    model, spoken = receptive_model(name), embedded_model(name)
    row = [spoken.row(word) for word in ("ocean", "jug")]
    assert model.similarities("whale")[row] == pytest.approx(
        spoken.similarities(["whale"])[0, row], abs=1e-5
    )


@pytest.mark.parametrize("name", MODELS)
def test_heard_words_mean_what_they_say(name: str) -> None:
    model = receptive_model(name)
    for word, near, far in (("wolves", "dog", "butter"), ("paris", "city", "mustard")):
        if name in ("piece", "wordnet") and word == "paris":
            continue
        close = model.closeness((near, far), word)
        assert close[0] > close[1], word


@pytest.mark.parametrize("name", MODELS)
def test_texts_are_as_alike_together_as_one_by_one(name: str) -> None:
    model, cards = receptive_model(name), ("whale", "loch ness", "titanic", "qqq")
    texts = ("egypt", "ocean", "iliad", "everest", "zzz")
    together = model.cosines(cards, texts)
    for column, text in enumerate(texts):
        assert together[:, column] == pytest.approx(model.closeness(cards, text), abs=1e-5)
    assert (together[:, -1] == -1).all()

"""Laws of similarity, and exact answers on small matrices."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from numpy.typing import NDArray

from core.words.vectors import UNALIKE, Vectors, concatenate

WORDS = ("cat", "lion", "stone", "nothing")
BYTES = np.array([[3, 1], [2, 1], [0, 5], [0, 0]], dtype=np.float32)

matrices = st.tuples(st.integers(1, 8), st.integers(1, 5)).flatmap(
    lambda shape: arrays.arrays(np.int8, shape)
)


def numbered(count: int) -> tuple[str, ...]:
    return tuple(f"w{number}" for number in range(count))


@given(matrices)
def test_rows_have_length_one_or_zero(matrix: NDArray[np.int8]) -> None:
    model = Vectors(numbered(len(matrix)), matrix.astype(np.float32))
    lengths = np.linalg.norm(model.matrix, axis=1)
    assert np.allclose(lengths, model.known, atol=1e-5)
    assert (model.known == matrix.any(axis=1)).all()


@given(matrices)
def test_similarity_is_symmetric_and_within_one(matrix: NDArray[np.int8]) -> None:
    words = numbered(len(matrix))
    table = Vectors(words, matrix.astype(np.float32)).similarities(words)
    assert table.dtype == np.float32
    assert np.allclose(table, table.T, atol=1e-5)
    assert (np.abs(table) <= 1).all()


@given(matrices, st.integers(1, 100))
def test_a_rows_scale_does_not_count(matrix: NDArray[np.int8], scale: int) -> None:
    words = numbered(len(matrix))
    once = Vectors(words, matrix.astype(np.float32))
    scaled = Vectors(words, matrix.astype(np.float32) * scale)
    assert np.allclose(once.similarities(words), scaled.similarities(words), atol=1e-5)


def test_a_zero_row_never_wins() -> None:
    model = Vectors(WORDS, BYTES)
    assert (model.similarities(["nothing"]) == UNALIKE).all()
    assert (model.similarities(WORDS)[:, 3] == UNALIKE).all()


def test_similarity_is_the_cosine() -> None:
    model = Vectors(WORDS, BYTES)
    assert model.similarity("cat", "lion") == pytest.approx(7 / np.sqrt(50))
    assert model.similarity("cat", "cat") == pytest.approx(1)


def test_a_word_that_is_not_listed_is_an_unknown_word() -> None:
    model = Vectors(WORDS, BYTES)
    assert "cat" in model
    assert "whale" not in model
    with pytest.raises(KeyError, match="'whale'"):
        model.similarities(["whale"])


def test_a_matrix_of_unit_rows_is_not_copied() -> None:
    matrix = np.eye(3, dtype=np.float32)
    model = Vectors(("a", "b", "c"), matrix)
    assert np.shares_memory(model.matrix, matrix)
    assert matrix.flags.writeable


def test_what_is_given_out_cannot_be_written() -> None:
    model = Vectors(WORDS, BYTES)
    with pytest.raises(ValueError, match="read-only"):
        model.matrix[0, 0] = 0
    with pytest.raises(ValueError, match="read-only"):
        model.known[0] = False


@pytest.mark.parametrize(
    ("words", "matrix", "reason"),
    [
        (("a", "b"), np.ones((3, 2)), "2 words"),
        (("a", "b"), np.ones(2), "shape"),
        (("a", "a"), np.ones((2, 2)), "twice"),
        (("a", "b"), np.array([[1, 0], [np.nan, 1]]), "finite"),
        (("a", "b"), np.array([[1, 0], [np.inf, 1]]), "finite"),
    ],
)
def test_an_unsound_matrix_is_refused(
    words: tuple[str, ...], matrix: NDArray[np.float32], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        Vectors(words, matrix)


@given(matrices)
def test_a_concatenation_means_the_similarities_of_words_that_both_know(
    matrix: NDArray[np.int8],
) -> None:
    words, rows = numbered(len(matrix)), matrix.astype(np.float32)
    first, second = Vectors(words, rows), Vectors(words, rows[::-1].copy())
    both = first.known & second.known
    mean = (first.similarities(words) + second.similarities(words)) / 2
    joined = concatenate(first, second).similarities(words)
    assert np.allclose(joined[both][:, both], mean[both][:, both], atol=1e-5)


def test_a_concatenation_knows_what_either_half_knows() -> None:
    first = Vectors(("a", "b"), np.array([[1], [0]], dtype=np.int8))
    second = Vectors(("a", "b"), np.array([[0], [1]], dtype=np.int8))
    assert concatenate(first, second).known.all()


def test_models_of_different_words_are_not_concatenated() -> None:
    model = Vectors(WORDS, BYTES)
    other = Vectors(WORDS[::-1], BYTES)
    with pytest.raises(ValueError, match="different words"):
        concatenate(model, other)


def test_a_digest_is_of_words_and_vectors() -> None:
    model = Vectors(WORDS, BYTES)
    assert model.digest() == Vectors(WORDS, BYTES).digest()
    assert model.digest() != Vectors(WORDS[::-1], BYTES).digest()
    assert model.digest() != Vectors(WORDS, BYTES[::-1]).digest()

"""Counts to bytes: each step against its formula or its law."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from numpy.typing import NDArray

from tools.lexicon.reduction import (
    BYTE_PEAK,
    CONTEXT_POWER,
    fixed_signs,
    ppmi,
    principal,
    singular_vectors,
    to_bytes,
    unit_rows,
)

Floats = NDArray[np.float32]

rows = st.tuples(st.integers(1, 8), st.integers(1, 6)).flatmap(
    lambda shape: arrays.arrays(np.float32, shape, elements=st.floats(-100, 100, width=32))
)


def test_ppmi_is_its_formula() -> None:
    counts = np.array([[4, 0, 1], [1, 3, 0], [0, 0, 0]], dtype=np.float32)
    joint = counts / counts.sum()
    word = joint.sum(axis=1)
    context = counts.sum(axis=0) ** CONTEXT_POWER / (counts.sum(axis=0) ** CONTEXT_POWER).sum()
    expected = np.zeros((3, 3))
    for i, j in zip(*np.nonzero(counts), strict=True):
        expected[i, j] = max(0.0, np.log(joint[i, j] / (word[i] * context[j])))
    assert np.allclose(ppmi(counts.copy()), expected, atol=1e-5)


def test_ppmi_of_independent_counts_holds_no_surprise() -> None:
    counts = np.outer([1, 2, 3], [5, 5]).astype(np.float32)
    assert np.allclose(ppmi(counts), 0, atol=1e-6)


def test_ppmi_of_nothing_is_nothing() -> None:
    assert not ppmi(np.zeros((2, 3), dtype=np.float32)).any()


@given(rows)
def test_a_byte_row_peaks_at_127_and_points_the_same_way(x: Floats) -> None:
    stored = to_bytes(x)
    known = np.abs(x).max(axis=1) > 0
    assert (np.abs(stored.astype(int)).max(axis=1) == BYTE_PEAK * known).all()
    scaled = x[known] / np.abs(x[known]).max(axis=1, keepdims=True) * BYTE_PEAK
    assert (np.abs(scaled - stored[known]) <= 0.501).all()


def test_bytes_round_to_the_nearest() -> None:
    assert to_bytes(np.array([[1, 0.5, -0.004, 0]], dtype=np.float32)).tolist() == [
        [127, 64, -1, 0]
    ]


@given(rows)
def test_unit_rows_have_length_one_or_are_zero(x: Floats) -> None:
    lengths = np.linalg.norm(unit_rows(x).astype(np.float64), axis=1)
    known = np.linalg.norm(x, axis=1) > 0
    assert np.allclose(lengths, known, atol=1e-3)


def test_signs_are_fixed_by_the_largest_entry_of_a_column() -> None:
    columns = np.array([[1, -1], [-3, 2]], dtype=np.float32)
    assert fixed_signs(columns).tolist() == [[-1, -1], [3, 2]]
    assert np.array_equal(fixed_signs(-columns), fixed_signs(columns))


def random_table(rows: int, columns: int, rank: int) -> Floats:
    rng = np.random.default_rng(7)
    left = rng.standard_normal((rows, rank), dtype=np.float32)
    return left @ rng.standard_normal((rank, columns), dtype=np.float32)


def test_singular_vectors_are_those_of_the_exact_decomposition() -> None:
    table = random_table(60, 40, 5)
    found = singular_vectors(table, 5, np.random.default_rng(3))
    left, values, _ = np.linalg.svd(table, full_matrices=False)
    exact = fixed_signs(left[:, :5]) * np.sqrt(values[:5])
    assert np.allclose(found, exact, atol=1e-3)


def test_singular_vectors_do_not_hang_on_the_seed_where_values_stand_apart() -> None:
    table = random_table(60, 40, 5)
    first, second = (singular_vectors(table, 5, np.random.default_rng(s)) for s in (1, 2))
    assert np.allclose(first, second, atol=1e-3)


def test_principal_axes_are_centred_ordered_and_keep_all_they_can() -> None:
    table = random_table(50, 6, 6)
    reduced = principal(table, 6)
    spread = (reduced**2).sum(axis=0)
    assert np.allclose(reduced.mean(axis=0), 0, atol=1e-5)
    assert (np.diff(spread) <= 1e-3).all()
    centred = unit_rows(table) - unit_rows(table).mean(axis=0)
    assert np.allclose(reduced @ reduced.T, centred @ centred.T, atol=1e-4)


def test_a_word_without_a_vector_has_none_after_reduction() -> None:
    table = random_table(20, 6, 6)
    table[4] = 0
    reduced = principal(table, 3)
    assert reduced.shape == (20, 3)
    assert not reduced[4].any()
    others = principal(np.delete(table, 4, axis=0), 3)
    assert np.allclose(np.delete(reduced, 4, axis=0), others, atol=1e-5)
    assert principal(table, 9).shape == (20, 6)


@pytest.mark.parametrize("count", [1, 3])
def test_fewer_axes_are_the_first_of_more(count: int) -> None:
    table = random_table(30, 6, 6)
    assert np.allclose(principal(table, count), principal(table, 6)[:, :count], atol=1e-5)

"""From counts and long vectors to small ones: PPMI, singular vectors, principal axes, bytes.

Axes: V words, C contexts, D dimensions.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

CONTEXT_POWER = 0.75
"""The exponent of context counts, which smooths rare contexts (Levy et al. 2015)."""
OVERSAMPLED = 20
POWER_STEPS = 4
BYTE_PEAK = 127


def unit_rows(x: Floats) -> Floats:
    """Return the rows scaled to length 1; rows of zeros stay zero."""
    lengths = np.linalg.norm(x, axis=1, keepdims=True)
    scaled: Floats = np.divide(x, lengths, out=np.zeros_like(x), where=lengths > 0)
    return scaled


def ppmi(counts: Floats) -> Floats:
    """Return the positive pointwise mutual information of weights float32 (V, C).

    max(0, log(P(word, context) / (P(word) * P(context)))), with P(context) from counts raised to
    CONTEXT_POWER (Levy, Goldberg and Dagan 2015, section 3.1). Overwrites `counts`.
    """
    return ppmi_of(counts, counts.sum(axis=0, dtype=np.float64))


def ppmi_of(counts: Floats, contexts: NDArray[np.float64]) -> Floats:
    """Return the same for the weights of some words: `contexts` (C,) are the sums of all."""
    words = counts.sum(axis=1, dtype=np.float64)
    smoothed = contexts**CONTEXT_POWER
    scale = smoothed.sum() or 1.0
    _divide_safely(counts, words[:, None])
    _divide_safely(counts, smoothed[None, :] / scale)
    np.maximum(counts, 1, out=counts)
    return np.log(counts, out=counts)


def _divide_safely(x: Floats, divisor: NDArray[np.float64]) -> None:
    np.divide(x, np.where(divisor > 0, divisor, 1).astype(np.float32), out=x)


def singular_vectors(x: Floats, count: int, rng: np.random.Generator) -> Floats:
    """Return left singular vectors times the root of their values, float32 (V, count).

    Randomised range finder with power steps (Halko, Martinsson and Tropp 2011, algorithm 4.4).
    """
    width = min(count + OVERSAMPLED, *x.shape)
    basis = np.linalg.qr(x @ rng.standard_normal((x.shape[1], width), dtype=np.float32))[0]
    for _ in range(POWER_STEPS):
        basis = np.linalg.qr(x.T @ basis)[0]
        basis = np.linalg.qr(x @ basis)[0]
    small, values, _ = np.linalg.svd(basis.T @ x, full_matrices=False)
    left: Floats = fixed_signs((basis @ small)[:, :count])
    scaled: Floats = left * np.sqrt(values[:count])
    return scaled


def fold_in(more: Floats, x: Floats, left: Floats) -> Floats:
    """Return the vectors of more rows (M, C) on the singular vectors `left` of x, (M, count).

    A row of x gets its own vector, up to the other singular values (Deerwester et al. 1990,
    "folding in").
    """
    values = np.square(left).sum(axis=0)
    folded: Floats = ((more @ x.T) @ left) / np.square(values)
    return folded


def fixed_signs(columns: Floats) -> Floats:
    """Return the columns with each one's largest entry positive, as libraries choose any sign."""
    peaks = columns[np.abs(columns).argmax(axis=0), np.arange(columns.shape[1])]
    return columns * np.where(peaks < 0, np.float32(-1), np.float32(1))


@dataclass(frozen=True, slots=True)
class PrincipalAxes:
    """The mean of unit rows, float64 (D,), and their first principal axes, float32 (D, count)."""

    mean: NDArray[np.float64]
    axes: Floats

    def project(self, x: Floats) -> Floats:
        """Return unit rows, centred, on the axes, float32 (V, count); rows of zeros stay zero."""
        known = np.any(x != 0, axis=1)
        rows = unit_rows(x[known]).astype(np.float64) - self.mean
        out = np.zeros((len(x), self.axes.shape[1]), dtype=np.float32)
        out[known] = rows @ self.axes
        return out


def principal(x: Floats, count: int) -> Floats:
    """Return unit rows, centred, on their first principal axes, float32 (V, count).

    Rows of zeros (words without a vector) do not count for the mean and stay zero.
    """
    return principal_axes(x, count).project(x)


def principal_axes(x: Floats, count: int) -> PrincipalAxes:
    """Return the axes of the rows, without rows of zeros."""
    rows = unit_rows(x[np.any(x != 0, axis=1)]).astype(np.float64)
    mean = rows.mean(axis=0)
    rows -= mean
    axes = np.linalg.eigh(rows.T @ rows)[1][:, ::-1][:, :count]
    return PrincipalAxes(mean, fixed_signs(axes.astype(np.float32)))


def to_bytes(x: Floats) -> NDArray[np.int8]:
    """Return each row over its largest entry, times 127, rounded: int8 of x's shape.

    Cosines do not depend on a row's scale, so it is not stored.
    """
    peaks = np.abs(x).max(axis=1, keepdims=True)
    scaled: Floats = np.divide(x, peaks, out=np.zeros_like(x), where=peaks > 0)
    return np.rint(scaled * BYTE_PEAK).astype(np.int8)

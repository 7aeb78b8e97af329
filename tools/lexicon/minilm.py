"""The forward pass of all-MiniLM-L6-v2 in numpy.

A BERT encoder (Devlin et al. 2019) of six layers, width 384 and twelve heads, whose sentence vector
is the mean over its tokens, scaled to unit length (the model's card). A batch has texts of equal
length, so that it needs no padding and no mask.

Axes: N texts, B texts of a batch, T tokens, D = 384 width, H = 12 heads, K = D / H.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tools.lexicon.reduction import unit_rows
from tools.lexicon.wordpiece import encode

Floats = NDArray[np.float32]

LAYERS = 6
HEADS = 12
EPSILON = 1e-12
LONGEST = 256
"""The most tokens of a text, from the model's card."""
BATCH_TOKENS = 4096
"""The tokens of a batch: many for fast matrix products, but few enough for the caches."""


@dataclass(frozen=True, slots=True)
class MiniLM:
    """The network's weights by their names in the file, and its pieces."""

    weights: Mapping[str, Floats]
    pieces: Mapping[str, int]

    @property
    def piece_vectors(self) -> Floats:
        """Return the input vectors of the pieces, float32 (pieces, D)."""
        return self.weights["embeddings.word_embeddings.weight"]


def embed(texts: Sequence[str], model: MiniLM) -> Floats:
    """Return the texts' unit vectors, float32 (N, D)."""
    encoded = [encode(text, model.pieces) for text in texts]
    out = np.empty((len(texts), model.piece_vectors.shape[1]), dtype=np.float32)
    for rows in _batches([len(tokens) for tokens in encoded]):
        tokens = np.array([_cut(encoded[row]) for row in rows])
        out[rows] = run(tokens, model).mean(axis=1)
    return unit_rows(out)


def _cut(tokens: tuple[int, ...]) -> tuple[int, ...]:
    return tokens if len(tokens) <= LONGEST else (*tokens[: LONGEST - 1], tokens[-1])


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Yield lists of rows of equal length, cut at LONGEST, at most BATCH_TOKENS tokens each."""
    by_length: defaultdict[int, list[int]] = defaultdict(list)
    for row, length in enumerate(lengths):
        by_length[min(length, LONGEST)].append(row)
    for length, rows in sorted(by_length.items()):
        size = max(1, BATCH_TOKENS // length)
        yield from (rows[start : start + size] for start in range(0, len(rows), size))


def run(tokens: NDArray[np.int64], model: MiniLM) -> Floats:
    """Return the last layer's vectors, float32 (B, T, D), of token rows int (B, T)."""
    weights = model.weights
    length = tokens.shape[1]
    x = (
        model.piece_vectors[tokens]
        + weights["embeddings.position_embeddings.weight"][:length]
        + weights["embeddings.token_type_embeddings.weight"][0]
    )
    x = _normalized(x, weights, "embeddings.LayerNorm")
    for layer in range(LAYERS):
        x = _layer(x, weights, f"encoder.layer.{layer}.")
    return x


def _layer(x: Floats, weights: Mapping[str, Floats], name: str) -> Floats:
    attended = _linear(_attention(x, weights, name), weights, name + "attention.output.dense")
    x = _normalized(x + attended, weights, name + "attention.output.LayerNorm")
    inner = gelu(_linear(x, weights, name + "intermediate.dense"))
    outer = _linear(inner, weights, name + "output.dense")
    return _normalized(x + outer, weights, name + "output.LayerNorm")


def _attention(x: Floats, weights: Mapping[str, Floats], name: str) -> Floats:
    """Return the heads' mixtures side by side, (B, T, D)."""
    batch, length, width = x.shape
    query, key, value = (
        _linear(x, weights, f"{name}attention.self.{part}")
        .reshape(batch, length, HEADS, width // HEADS)
        .transpose(0, 2, 1, 3)  # (B, H, T, K)
        for part in ("query", "key", "value")
    )
    scale = np.float32(1 / np.sqrt(width // HEADS))
    scores = softmax(query @ key.transpose(0, 1, 3, 2) * scale)  # (B, H, T, T)
    mixed: Floats = (scores @ value).transpose(0, 2, 1, 3).reshape(batch, length, width)
    return mixed


def _linear(x: Floats, weights: Mapping[str, Floats], name: str) -> Floats:
    # One flat product: numpy would run a stack of small ones for (B, T, D) @ (D, D).
    flat: Floats = (
        x.reshape(-1, x.shape[-1]) @ weights[name + ".weight"].T + weights[name + ".bias"]
    )
    return flat.reshape(*x.shape[:-1], -1)


def _normalized(x: Floats, weights: Mapping[str, Floats], name: str) -> Floats:
    centred = x - x.mean(axis=-1, keepdims=True)
    variance = np.square(centred).mean(axis=-1, keepdims=True)
    scaled: Floats = centred / np.sqrt(variance + np.float32(EPSILON))
    shifted: Floats = scaled * weights[name + ".weight"] + weights[name + ".bias"]
    return shifted


def softmax(x: Floats) -> Floats:
    """Return exp(x) over its sum along the last axis."""
    raised: Floats = np.exp(x - x.max(axis=-1, keepdims=True))
    shares: Floats = raised / raised.sum(axis=-1, keepdims=True)
    return shares


def gelu(x: Floats) -> Floats:
    """Return x times the normal cumulative distribution at x (Hendrycks and Gimpel 2016)."""
    half = np.float32(0.5) * x
    return half * (1 + erf(x * np.float32(np.sqrt(0.5))))


def erf(x: Floats) -> Floats:
    """Return the error function, within 1e-6 (Abramowitz and Stegun 1964, formula 7.1.26)."""
    t: Floats = np.reciprocal(1 + np.float32(0.3275911) * np.abs(x))
    polynomial: Floats = np.float32(1.061405429) * t
    for coefficient in (-1.453152027, 1.421413741, -0.284496736, 0.254829592):
        polynomial = (polynomial + np.float32(coefficient)) * t
    tail: Floats = polynomial * np.exp(-np.square(x))
    return np.copysign(1 - tail, x)

"""The network's parts against their definitions, and the whole with small random weights."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.lexicon.minilm import LONGEST, MiniLM, embed, erf, gelu, run, softmax
from tools.lexicon.safetensors import read_weights
from tools.lexicon.wordpiece import read_pieces

WIDTH, INNER = 24, 48
PIECES = read_pieces(["[UNK]", "[CLS]", "[SEP]", "whale", "sea", "##s"])
FINITE = st.floats(-8, 8, width=32)


def shapes() -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (len(PIECES), WIDTH),
        "embeddings.position_embeddings.weight": (LONGEST, WIDTH),
        "embeddings.token_type_embeddings.weight": (2, WIDTH),
        "embeddings.LayerNorm.weight": (WIDTH,),
        "embeddings.LayerNorm.bias": (WIDTH,),
    }
    for layer in range(6):
        name = f"encoder.layer.{layer}."
        for part in ("attention.self.query", "attention.self.key", "attention.self.value"):
            found |= {f"{name}{part}.weight": (WIDTH, WIDTH), f"{name}{part}.bias": (WIDTH,)}
        for part in ("attention.output", "output"):
            width = WIDTH if part == "attention.output" else INNER
            found |= {f"{name}{part}.dense.weight": (WIDTH, width)}
            found |= {f"{name}{part}.dense.bias": (WIDTH,)}
            found |= {f"{name}{part}.LayerNorm.{end}": (WIDTH,) for end in ("weight", "bias")}
        found |= {f"{name}intermediate.dense.weight": (INNER, WIDTH)}
        found |= {f"{name}intermediate.dense.bias": (INNER,)}
    return found


@pytest.fixture(scope="module")
def network() -> MiniLM:
    rng = np.random.default_rng(1)
    # Layers with large weights would lose their input.
    weights = {
        name: np.float32(name.endswith("LayerNorm.weight"))
        + np.float32(0.2) * rng.standard_normal(shape, dtype=np.float32)
        for name, shape in shapes().items()
    }
    return MiniLM(weights, PIECES)


@given(FINITE)
def test_the_error_function_is_within_a_millionth(x: float) -> None:
    assert erf(np.array([x], dtype=np.float32))[0] == pytest.approx(math.erf(x), abs=1e-6)


@given(FINITE)
def test_gelu_is_x_times_the_normal_distribution(x: float) -> None:
    expected = x * (1 + math.erf(x / math.sqrt(2))) / 2
    assert gelu(np.array([x], dtype=np.float32))[0] == pytest.approx(expected, abs=1e-5)


def test_softmax_shares_sum_to_one_whatever_is_added() -> None:
    x = np.array([[1, 2, 3], [1000, 1000, 0]], dtype=np.float32)
    assert softmax(x).sum(axis=1) == pytest.approx([1, 1])
    assert softmax(x) == pytest.approx(softmax(x - 7))
    assert softmax(x)[1] == pytest.approx([0.5, 0.5, 0])


def test_a_text_s_vector_does_not_depend_on_its_batch(network: MiniLM) -> None:
    texts = ["whale", "the sea", "whales", "sea", "whale sea whale", "whale"]
    together = embed(texts, network)
    alone = np.concatenate([embed([text], network) for text in texts])
    assert np.allclose(together, alone, atol=1e-5)
    assert np.linalg.norm(together, axis=1) == pytest.approx(np.ones(6), abs=1e-5)
    assert not np.allclose(together[0], together[3], atol=1e-2)


def test_the_order_of_words_counts(network: MiniLM) -> None:
    first, second = embed(["whale sea", "sea whale"], network)
    assert not np.allclose(first, second, atol=1e-3)


def test_a_long_text_is_cut_and_keeps_its_end_mark(network: MiniLM) -> None:
    long = " ".join(["sea"] * 2 * LONGEST)
    assert np.allclose(
        embed([long], network), embed([" ".join(["sea"] * (LONGEST - 2))], network), atol=1e-5
    )


def test_layers_without_weights_leave_the_normalized_vector(network: MiniLM) -> None:
    flat = {
        name: np.full_like(weight, name.endswith("LayerNorm.weight"))
        for name, weight in network.weights.items()
    }
    flat["embeddings.word_embeddings.weight"] = network.piece_vectors
    row = run(np.array([[3]]), MiniLM(flat, PIECES))[0, 0]
    vector = network.piece_vectors[3]
    assert row == pytest.approx((vector - vector.mean()) / vector.std(), abs=1e-4)


def test_weights_are_read_from_their_file(tmp_path: Path) -> None:
    numbers = np.arange(6, dtype="<f4").reshape(2, 3)
    header = json.dumps(
        {
            "__metadata__": {"format": "pt"},
            "row": {"dtype": "I64", "shape": [1], "data_offsets": [24, 32]},
            "table": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]},
        }
    ).encode()
    path = tmp_path / "model.safetensors"
    path.write_bytes(len(header).to_bytes(8, "little") + header + numbers.tobytes() + bytes(8))
    weights = read_weights(path)
    assert set(weights) == {"table"}
    assert np.array_equal(weights["table"], numbers)

"""Loading models: the embedded ensemble, a bench folder, and errors in broken ones."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from bot.models.ensemble import (
    MODEL_SET_EXPERTS,
    AssetError,
    default_experts,
    default_model_set,
    load_model_set,
)
from core.agents.associations import MOST_NEIGHBOURS
from core.view import phrase
from core.words.ensemble import MODELS

PAPERS = Path(os.environ.get("SPYRING_BENCH", Path(__file__).parents[4] / "shared/paper-bench"))

BOARD = ("whale", "tie")
CLUES = (*BOARD, *(f"clue{number}" for number in range(MOST_NEIGHBOURS + 1)))


def write_bench(folder: Path) -> Path:
    """Write a small but complete bench: every clue word except the card itself is a neighbour."""
    (folder / "board_words.txt").write_text("\n".join(BOARD))
    (folder / "clue_words.txt").write_text("\n".join(CLUES))
    (folder / "neighbours").mkdir()
    (folder / "similarities").mkdir()
    rng = np.random.default_rng(0)
    for name in MODEL_SET_EXPERTS:
        ranked = {card: [word for word in reversed(CLUES) if word != card] for card in BOARD}
        (folder / "neighbours" / f"{name}.json").write_text(json.dumps(ranked))
        for matrix in ("wg-spymaster", "wg-guesser") if name == "wg" else (name,):
            scaled = rng.integers(-32767, 32768, (len(BOARD), len(CLUES)), dtype=np.int16)
            np.save(folder / "similarities" / f"{matrix}.npy", scaled)
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_bench(tmp_path)


def test_a_bench_has_the_papers_seven_experts_in_the_order_of_its_code(folder: Path) -> None:
    bench = load_model_set(folder)
    assert tuple(bench.experts) == ("w", "g5", "g1", "g2", "g3", "wg", "cn")
    assert bench.board_words == BOARD
    assert bench.vocabulary.words == CLUES


def test_neighbours_come_in_the_order_of_the_file_and_similarities_from_the_table(
    folder: Path,
) -> None:
    bench = load_model_set(folder)
    found = bench.experts["g5"].spymaster.associations(("tie",))
    scaled = np.load(folder / "similarities" / "g5.npy")
    assert found.neighbours.shape == (1, MOST_NEIGHBOURS)
    assert CLUES[found.neighbours[0, 0]] == CLUES[-1]
    assert np.allclose(found.similarity[0], scaled[1] / 32767, atol=1e-7)


def test_the_combined_model_has_two_faces(folder: Path) -> None:
    bench = load_model_set(folder)
    combined, plain = bench.experts["wg"], bench.experts["g5"]
    assert plain.single
    assert not combined.single
    spoken = combined.spymaster.closeness(BOARD, "clue1")
    assert not np.allclose(spoken, combined.guesser.closeness(BOARD, "clue1"))


def test_a_trailing_newline_is_no_word(folder: Path) -> None:
    (folder / "board_words.txt").write_text("\n".join(BOARD) + "\n")
    assert load_model_set(folder).board_words == BOARD


def test_the_checksum_tells_two_benches_apart(folder: Path) -> None:
    before = load_model_set(folder).checksum
    scaled = np.load(folder / "similarities" / "cn.npy")
    scaled[0, 0] ^= 1
    np.save(folder / "similarities" / "cn.npy", scaled)
    assert load_model_set(folder).checksum != before
    assert len(before) == 64


@pytest.mark.slow  # starts two processes, since a process chooses its kernels once
def test_a_checksum_does_not_depend_on_how_a_processor_rounds() -> None:
    command = "from bot.models.ensemble import default_model_set as made; "
    checksums = {
        subprocess.check_output(  # noqa: S603
            [sys.executable, "-c", f"{command}print(made().checksum)"],
            env={**os.environ, "OPENBLAS_CORETYPE": kernel},
        )
        for kernel in ("Prescott", "Haswell")
    }
    assert len(checksums) == 1


def refusal(folder: Path) -> object:
    with pytest.raises(AssetError) as caught:
        load_model_set(folder)
    return caught.value.phrase


def test_what_is_no_name_of_a_folder_is_a_missing_one() -> None:
    with pytest.raises(AssetError, match="asset-missing"):
        load_model_set(Path("x" * 5000))


@pytest.mark.parametrize("name", ["clue_words.txt", "similarities/w.npy"])
def test_a_file_that_breaks_off_is_named(folder: Path, name: str) -> None:
    # This file exists, but reading it from its start fails.
    (folder / name).unlink()
    (folder / name).symlink_to("/proc/self/mem")
    assert refusal(folder) == phrase("asset-unreadable", path=str(folder / name))


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "nowhere"
    assert refusal(missing) == phrase("asset-missing", path=str(missing))


@pytest.mark.parametrize(
    "name",
    [
        "board_words.txt",
        "clue_words.txt",
        "neighbours/g2.json",
        "similarities/w.npy",
        "similarities/wg-guesser.npy",
    ],
)
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    assert refusal(folder) == phrase("asset-missing", path=str(folder / name))


def header(shape: tuple[int, ...]) -> bytes:
    """Return a table's header, without any number after it."""
    buffer = io.BytesIO()
    described = {"descr": "<i2", "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(buffer, described)
    return buffer.getvalue()


def archive() -> bytes:
    buffer = io.BytesIO()
    np.savez(buffer, table=np.zeros((2, 7), dtype=np.int16))
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("board_words.txt", b""),
        ("clue_words.txt", b"\xff\xfe"),
        ("neighbours/w.json", b"{"),
        ("neighbours/w.json", b"[]"),
        ("neighbours/w.json", json.dumps({card: ["tie"] for card in BOARD}).encode()),
        ("neighbours/w.json", b"[" * 100_000),
        ("similarities/w.npy", b"not an array"),
        ("similarities/w.npy", header((10**12,))),
        ("similarities/w.npy", header((10**30,))),
        ("similarities/w.npy", header((2, 3)).replace(b"'shape': (2, 3)", b"'shape': (((((")),
        ("similarities/w.npy", archive()),
        ("similarities/w.npy", b""),
    ],
)
def test_an_unreadable_file_is_named(folder: Path, name: str, content: bytes) -> None:
    (folder / name).write_bytes(content)
    assert refusal(folder) == phrase("asset-unreadable", path=str(folder / name))


def test_a_neighbour_outside_the_vocabulary_is_named(folder: Path) -> None:
    path = folder / "neighbours" / "g1.json"
    ranked = json.loads(path.read_text())
    ranked["tie"][3] = "zebra"
    path.write_text(json.dumps(ranked))
    assert refusal(folder) == phrase("asset-word", path=str(path), word="zebra")


@pytest.mark.parametrize(
    ("matrix", "found"),
    [
        (np.zeros((2, 7), dtype=np.int16), "int16 (2, 7)"),
        (np.zeros((2, len(CLUES)), dtype=np.float32), f"float32 (2, {len(CLUES)})"),
    ],
)
def test_a_table_of_another_shape_or_type_is_named_with_what_it_should_be(
    folder: Path, matrix: np.ndarray, found: str
) -> None:
    path = folder / "similarities" / "g3.npy"
    np.save(path, matrix)
    expected = f"int16 (2, {len(CLUES)})"
    assert refusal(folder) == phrase("asset-shape", path=str(path), found=found, expected=expected)


def test_the_embedded_experts_are_all_the_models_in_order() -> None:
    assert tuple(default_experts()) == MODELS


def test_experts_can_be_chosen_by_name() -> None:
    experts = default_experts(("gloss", "minilm"))
    assert tuple(experts) == ("gloss", "minilm")
    near = experts["minilm"].spymaster.associations(("dog",))
    words = [near.vocabulary.words[column] for column in near.neighbours[0, :20]]
    assert "puppy" in words or "canine" in words


def test_an_expert_that_nobody_knows_is_named_with_those_there_are() -> None:
    with pytest.raises(AssetError) as caught:
        default_experts(("minilm", "oracle"))
    assert caught.value.phrase == phrase("asset-unknown-expert", name="oracle", known=MODELS)


def test_a_tabulated_bench_says_what_the_models_say() -> None:
    bench = default_model_set(("whale", "castle", "needle"), names=("wordnet",))
    expert = default_experts(("wordnet",))["wordnet"]
    cards = ("needle", "whale")
    tabulated = bench.experts["wordnet"].spymaster.associations(cards)
    computed = expert.spymaster.associations(cards)
    assert np.allclose(tabulated.similarity, computed.similarity, atol=1e-5)
    assert bench.lexicon is not None


@pytest.mark.skipif(
    not PAPERS.is_dir(),
    reason="needs the paper's bench: set SPYRING_BENCH to its folder",
)
def test_the_papers_bench_loads_whole() -> None:
    bench = load_model_set(PAPERS)
    assert len(bench.board_words) == 191
    assert len(bench.vocabulary) == 10575
    first = bench.experts["g5"].spymaster.associations(("whale",)).neighbours[0, :2]
    assert [bench.vocabulary.words[column] for column in first] == ["shark", "dolphin"]

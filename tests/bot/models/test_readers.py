"""Reading vector files of each format, and sentences on wrong ones."""

import gzip
import pickle
from pathlib import Path

import numpy as np
import pytest

from bot.models.readers import ModelFileError, read_rows
from core.view import Phrase, phrase

WORDS = ("whale", "ocean", "größe")
MATRIX = np.array([[0.5, -1.25, 3.0], [1e-3, 2.0, -7.5], [0.0, 0.25, 1.0]], dtype=np.float32)


def text(*, header: bool, prefix: str = "") -> bytes:
    lines = ["3 3"] if header else []
    for word, row in zip(WORDS, MATRIX, strict=True):
        lines.append(f"{prefix}{word} " + " ".join(map(repr, row.tolist())))
    return ("\n".join(lines) + "\n").encode()


def binary(separator: bytes = b"\n") -> bytes:
    rows = (
        word.encode() + b" " + row.astype("<f4").tobytes() + separator
        for word, row in zip(WORDS, MATRIX, strict=True)
    )
    return b"3 3\n" + b"".join(rows)


def folder(path: Path, matrix: object, words: bytes = "\n".join(WORDS).encode()) -> Path:
    path.mkdir()
    np.save(path / "vectors.npy", np.asarray(matrix))
    (path / "words.txt").write_bytes(words)
    return path


@pytest.mark.parametrize(
    "content",
    [
        text(header=True),
        text(header=False),
        text(header=True, prefix="/c/en/"),
        binary(),
        binary(b""),
        gzip.compress(text(header=False), mtime=0),
        gzip.compress(binary(), mtime=0),
    ],
    ids=["text-header", "text", "numberbatch", "binary", "binary-joined", "text-gz", "binary-gz"],
)
def test_each_format_gives_the_vectors_as_they_are_stored(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "model"
    path.write_bytes(content)
    rows = dict(read_rows(path))
    assert tuple(rows) == WORDS
    assert np.array_equal(np.stack([*rows.values()]), MATRIX)


@pytest.mark.parametrize("kind", [np.float16, np.float32])
def test_a_folder_of_arrays_is_a_model(tmp_path: Path, kind: type[np.floating]) -> None:
    rows = dict(read_rows(folder(tmp_path / "model", MATRIX.astype(kind))))
    assert tuple(rows) == WORDS
    assert np.array_equal(np.stack([*rows.values()]), MATRIX.astype(kind).astype(np.float32))


@pytest.mark.parametrize("seed", range(20))
def test_random_numbers_are_told_from_text(tmp_path: Path, seed: int) -> None:
    matrix = np.random.default_rng(seed).normal(size=(40, 5)).astype("<f4")
    path = tmp_path / "model.bin"
    rows = b"".join(b"word%d " % n + row.tobytes() for n, row in enumerate(matrix))
    path.write_bytes(b"40 5\n" + rows)
    assert np.array_equal(np.stack([row for _, row in read_rows(path)]), matrix)


def test_only_wanted_single_english_words_come_and_each_once(tmp_path: Path) -> None:
    path = tmp_path / "model"
    path.write_text("/c/de/whale 1 1\n/c/en/whale 1 2\nwhale 1 3\n. . 1 4\nship 1 5\n")
    rows = {word: row.tolist() for word, row in read_rows(path)}
    assert rows == {"whale": [1, 2], "ship": [1, 5]}
    assert [word for word, _ in read_rows(path, {"ship"})] == ["ship"]


class Evil:
    """An object whose pickle would write a file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, ...]:
        return Path.touch, (self.path,)


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
def test_a_pickle_is_refused_and_never_run(tmp_path: Path, protocol: int) -> None:
    path, proof = tmp_path / "model.kv", tmp_path / "proof"
    path.write_bytes(pickle.dumps(Evil(proof), protocol))
    assert refusal(path) == phrase("models-pickle", path=str(path))
    assert not proof.exists()


def test_a_pickle_inside_an_array_is_refused_and_never_run(tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    objects = np.array([Evil(proof)], dtype=object)
    path = folder(tmp_path / "model", objects)
    assert refusal(path).key == "models-array"
    assert not proof.exists()


@pytest.mark.parametrize(
    ("content", "key", "place"),
    [
        (b"", "models-format", {}),
        (b"PK\x03\x04 torch", "models-format", {}),
        (b"one line of a letter", "models-format", {}),
        (b"0 3\n", "models-line-wrong", {"line": 1}),
        (b"a 1 2\nb 1\n", "models-line-wrong", {"line": 2}),
        (b"a 1 2\nb 1 2\nc 1 x\n", "models-line-wrong", {"line": 3}),
        (b"2 2\na 1 2\nb 1 nan\n", "models-line-wrong", {"line": 3}),
        (b"3 2\na 1 2\nb 1 2\n", "models-short", {"found": 2, "expected": 3}),
        (binary(b"")[:-1], "models-byte", {"offset": 4 + 6 + 12 + 6 + 12}),
        (b"1 1\na " + np.float32(np.inf).tobytes(), "models-byte", {"offset": 4}),
        (b"1 1\n" + b"\x00" * 9000, "models-byte", {"offset": 4}),
    ],
)
def test_a_wrong_file_is_refused_with_the_place(
    tmp_path: Path, content: bytes, key: str, place: dict[str, int]
) -> None:
    path = tmp_path / "model"
    path.write_bytes(content)
    assert refusal(path) == phrase(key, path=str(path), **place)


def test_a_compressed_file_that_breaks_off_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.gz"
    path.write_bytes(gzip.compress(text(header=True))[:-12])
    assert refusal(path).key == "models-unreadable"


def test_a_wrong_folder_is_refused(tmp_path: Path) -> None:
    short = folder(tmp_path / "short", MATRIX[:2])
    assert refusal(short) == phrase("models-lengths", path=str(short), words=3, rows=2)
    flat = folder(tmp_path / "flat", MATRIX[0])
    assert refusal(flat).key == "models-array"
    double = folder(tmp_path / "double", MATRIX.astype(np.float64))
    assert refusal(double).key == "models-array"
    text_file = folder(tmp_path / "latin", MATRIX, b"a\n\xff\nc")
    wrong = phrase("models-line-wrong", path=str(text_file / "words.txt"), line=2)
    assert refusal(text_file) == wrong
    endless = folder(tmp_path / "endless", np.full_like(MATRIX, np.inf))
    assert refusal(endless) == phrase("models-row", path=str(endless / "vectors.npy"), line=1)
    (short / "words.txt").unlink()
    assert refusal(short) == phrase("models-folder", path=str(short / "words.txt"))
    (tmp_path / "none").mkdir()
    assert refusal(tmp_path / "none").key == "models-folder"


def refusal(path: Path) -> Phrase:
    with pytest.raises(ModelFileError) as caught:
        [*read_rows(path)]
    return caught.value.phrase

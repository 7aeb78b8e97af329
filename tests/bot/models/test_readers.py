"""Reading vector files of each format, and error messages for wrong ones."""

import gzip
import pickle
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest
from gensim.models import KeyedVectors
from numpy.typing import NDArray

from bot.models.readers import LONGEST_ROW, ModelFileError, Reading, Row
from bot.texts import Texts, languages
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


def written(folder: Path, content: bytes) -> Path:
    path = folder / "model"
    path.write_bytes(content)
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
    rows = dict(Reading(written(tmp_path, content)).rows())
    assert tuple(rows) == WORDS
    assert np.array_equal(np.stack([*rows.values()]), MATRIX)


@pytest.mark.parametrize("kind", [np.float16, np.float32])
def test_a_folder_of_arrays_is_a_model(tmp_path: Path, kind: type[np.floating]) -> None:
    rows = dict(Reading(folder(tmp_path / "model", MATRIX.astype(kind))).rows())
    assert tuple(rows) == WORDS
    assert np.array_equal(np.stack([*rows.values()]), MATRIX.astype(kind).astype(np.float32))


@pytest.mark.parametrize("seed", range(20))
def test_random_numbers_are_told_from_text(tmp_path: Path, seed: int) -> None:
    matrix = np.random.default_rng(seed).normal(size=(40, 5)).astype("<f4")
    rows = b"".join(b"word%d " % n + row.tobytes() for n, row in enumerate(matrix))
    path = written(tmp_path, b"40 5\n" + rows)
    assert np.array_equal(np.stack([row for _, row in Reading(path).rows()]), matrix)


def test_only_wanted_single_english_words_come_and_each_once(tmp_path: Path) -> None:
    path = tmp_path / "model"
    path.write_text("/c/de/whale 1 1\n/c/en/whale 1 2\nwhale 1 3\n. . 1 4\nship 1 5\na 1 6\n")
    rows = {word: row.tolist() for word, row in Reading(path).rows()}
    assert rows == {"whale": [1, 2], "ship": [1, 5], "a": [1, 6]}
    assert [word for word, _ in Reading(path, {"ship"}).rows()] == ["ship"]


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
    ("content", "key", "values"),
    [
        (b"", "models-nothing", {}),
        (gzip.compress(b"", mtime=0), "models-nothing", {}),
        (b"PK\x03\x04 torch", "models-zip", {}),
        (text(header=True).decode().encode("utf-16"), "models-utf16", {}),
        (b"one line of a letter", "models-format", {}),
        (b"whale 1\nocean 2\n", "models-format", {}),
        (b'{"whale": [1, 2]}', "models-format", {}),
        (b"whale\x00\x01\x02", "models-format", {}),
        (b"a 1 2\n" + b"b" * LONGEST_ROW, "models-format", {}),
        (b"whale 0,5 1,5\nocean 0,5 1,5\n", "models-commas", {}),
        (b"whale,0.5,1.5\nocean,0.5,1.5\n", "models-commas", {}),
        (b"0 3\n", "models-header", {"count": 0, "dimensions": 3}),
        (b"3 99999\n", "models-header", {"count": 3, "dimensions": 99999}),
        (b"3 2\n", "models-count", {"found": 0, "expected": 3}),
        (b"3 2\na 1 2\nb 1 2\n", "models-count", {"found": 2, "expected": 3}),
        (b"2 2\na 1 2\nb 1 2\nc 1 2\n", "models-count", {"found": 3, "expected": 2}),
        (binary(b"")[:-1], "models-byte", {"row": 3, "offset": 4 + 6 + 12 + 6 + 12}),
        (binary().replace(b"3 3", b"4 3"), "models-byte", {"row": 4, "offset": 62}),
        (binary().replace(b"3 3", b"3 2"), "models-byte", {"row": 2, "offset": 18}),
        (binary().replace(b"3 3", b"2 3"), "models-behind", {"count": 2, "offset": 41}),
        (binary(b"") + b"more", "models-behind", {"count": 3, "offset": 60}),
        (b"1 1\n" + b"\x00" * 9000, "models-byte", {"row": 1, "offset": 4}),
        (b"1 1\n" + b"\x80" * 9000, "models-byte", {"row": 1, "offset": 4}),
    ],
)
def test_a_wrong_file_is_refused_with_the_reason(
    tmp_path: Path, content: bytes, key: str, values: dict[str, int]
) -> None:
    path = written(tmp_path, content)
    said = refusal(path)
    assert said == phrase(key, path=str(path), **values)
    assert all(str(path) in Texts.load(language).say(said) for language in languages())


def reason_of(said: Phrase) -> str:
    reason = said["reason"]
    assert isinstance(reason, Phrase)
    return reason.key.removeprefix("models-fault-")


COLUMNS = np.random.default_rng(3).normal(size=(20, 4)).round(4)
LINES = [f"word{n} " + " ".join(map(str, row.tolist())) for n, row in enumerate(COLUMNS)]


@pytest.mark.parametrize("start", [[], ["20 4"]], ids=["glove", "word2vec"])
@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("word7 0.1 0.2 0.3 0.4 0.5", "width"),
        ("word7 0.1 0.2 0.3", "width"),
        ("word7", "width"),
        ("word7 0,1 0,2 0,3 0,4", "comma"),
        ("word7,0.1,0.2,0.3,0.4", "comma"),
        ("word7 0.1, 0.2, 0.3, 0.4", "comma"),
        ("word7 0.1 0.2 x 0.4", "number"),
        ("word7 0.1 0.2 nan 0.4", "number"),
        ("word7 0.1 0.2 -inf 0.4", "number"),
        ("word7 0.1 0.2 1e39 0.4", "number"),
        ("new york 0.1 0.2 0.3 0.4", "parts"),
        ("wörd7 0.1 0.2 0.3 0.4", "encoding"),
        ("word3 0.1 0.2 0.3 0.4", "twice"),
        ("/c/de/word7 0.1 0.2 0.3 0.4", "language"),
    ],
)
def test_a_row_that_cannot_be_read_is_counted_and_shown(
    tmp_path: Path, start: list[str], line: str, fault: str
) -> None:
    lines = [*start, *LINES]
    lines[len(start) + 7] = line
    reading = Reading(written(tmp_path, "\n".join(lines).encode("latin-1")))
    rows = dict(reading.rows())
    assert [*rows] == [f"word{n}" for n in range(20) if n != 7]
    assert np.array_equal(np.stack([*rows.values()]), np.delete(COLUMNS, 7, 0).astype(np.float32))
    (said,) = reading.unread()
    assert (said["count"], reason_of(said)) == (1, fault)
    assert said["place"] == phrase("models-place-line", number=8 + len(start))
    assert said["text"] == line.replace("ö", "\ufffd")


def test_every_fault_has_its_own_count_and_first_row(tmp_path: Path) -> None:
    lines = [*LINES, LINES[4], "a 1 2 3", "new york 1 2 3 4", "b 1 2 3 4 5"]
    reading = Reading(written(tmp_path, "\n".join(lines).encode()))
    assert len(dict(reading.rows())) == 20
    assert [Texts.load().say(said) for said in reading.unread()] == [
        f'Left out: 1 row with a repeated word, line 21 ("{LINES[4]}").',
        'Left out: 2 rows with more or fewer numbers than 4; the first is line 22 ("a 1 2 3").',
        'Left out: 1 row with a word of several parts, line 23 ("new york 1 2 3 4").',
    ]


@pytest.mark.parametrize(
    ("content", "fault", "place", "count"),
    [
        ("3 2\nwhale 0,5 1,5\nocean 0,5 1,5\nship 0,5 1,5\n", "comma", 2, 3),
        ("3 3\nwhale 1 2\nocean 1 2\nship 1 2\n", "width", 2, 3),
        ("3 1\nwhale 1 2\nocean 1 2\nship 1 2\n", "width", 2, 3),
        ("whale 1 2\nocean 1 2 3\nship 1 2\ndesk 1 2 3\n", "width", 2, 2),
        ("whale 1 2 3\nocean 1 2\nship 1 2\ndesk 1 2\n", "width", 2, 3),
        ("whale 1 2\nwhale 1 2\nwhale 1 2\nocean 1 2\n", "twice", 2, 2),
        ("2 2\na 1 2\nb 1 nan\n", "number", 3, 1),
    ],
)
def test_a_file_that_is_mostly_unread_is_refused(
    tmp_path: Path, content: str, fault: str, place: int, count: int
) -> None:
    path = written(tmp_path, content.encode())
    said = refusal(path)
    assert said.key == "models-mostly-unread"
    unread = said["unread"]
    assert isinstance(unread, Phrase)
    assert reason_of(unread) == fault
    assert all(Texts.load(language).say(said) for language in languages())
    assert (unread["place"], unread["count"]) == (phrase("models-place-line", number=place), count)


def test_rows_of_other_languages_do_not_count_against_a_file(tmp_path: Path) -> None:
    reading = Reading(written(tmp_path, b"/c/de/a 1 2\n/c/fr/a 1 2\n/c/en/a 1 2\n"))
    assert [word for word, _ in reading.rows()] == ["a"]
    (said,) = reading.unread()
    assert (said["count"], reason_of(said)) == (2, "language")


MENDED = "whale 0.5 1.5\nocean 2.5 3.5\n"


@pytest.mark.parametrize("header", [b"", b"2 2\n"], ids=["glove", "word2vec"])
@pytest.mark.parametrize(
    "content",
    [
        MENDED.replace("\n", "\r\n"),
        MENDED.replace(" ", "\t"),
        MENDED.replace(" ", "  "),
        MENDED.replace("\n", " \n"),
        "\n" + MENDED.replace("\n", "\n\n"),
        MENDED.rstrip("\n"),
    ],
    ids=["crlf", "tabs", "double-blanks", "blank-ends", "blank-lines", "no-last-end"],
)
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["", "mark"])
def test_other_white_space_and_a_byte_order_mark_are_read(
    tmp_path: Path, mark: bytes, header: bytes, content: str
) -> None:
    if not header:
        content = content.lstrip("\n")
    path = written(tmp_path, mark + header + content.encode())
    rows = {word: row.tolist() for word, row in Reading(path).rows()}
    assert rows == {"whale": [0.5, 1.5], "ocean": [2.5, 3.5]}


def test_a_compressed_file_that_breaks_off_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.gz"
    path.write_bytes(gzip.compress(text(header=True))[:-12])
    assert refusal(path).key == "models-unreadable"


def test_a_word_of_a_folder_that_is_not_utf_8_is_counted(tmp_path: Path) -> None:
    reading = Reading(folder(tmp_path / "model", MATRIX, b"\xef\xbb\xbfa\r\n\xff\nc\n"))
    assert [word for word, _ in reading.rows()] == ["a", "c"]
    (said,) = reading.unread()
    assert reason_of(said) == "encoding"
    assert (said["place"], said["text"]) == (phrase("models-place-line", number=2), "\ufffd")


def test_a_wrong_folder_is_refused(tmp_path: Path) -> None:
    short = folder(tmp_path / "short", MATRIX[:2])
    assert refusal(short) == phrase("models-lengths", path=str(short), words=3, rows=2)
    flat = folder(tmp_path / "flat", MATRIX[0])
    assert refusal(flat).key == "models-array"
    double = folder(tmp_path / "double", MATRIX.astype(np.float64))
    assert refusal(double).key == "models-array"
    endless = folder(tmp_path / "endless", np.full_like(MATRIX, np.inf))
    assert refusal(endless).key == "models-mostly-unread"
    (short / "words.txt").unlink()
    assert refusal(short) == phrase("models-folder", path=str(short / "words.txt"))
    (tmp_path / "none").mkdir()
    assert refusal(tmp_path / "none").key == "models-folder"


def refusal(path: Path) -> Phrase:
    with pytest.raises(ModelFileError) as caught:
        [*Reading(path).rows()]
    return caught.value.phrase


RANDOM = np.random.default_rng(8).normal(size=(30, 25)).astype("<f4")
BLANK = ("new york", "a b", "ab cd", "New York City", "route 66 west", "größe xl")


def binary_of(words: Sequence[str], matrix: NDArray[np.float32], end: bytes = b"") -> bytes:
    rows = (
        word.encode() + b" " + row.tobytes() + end for word, row in zip(words, matrix, strict=True)
    )
    return b"%d %d\n" % matrix.shape + b"".join(rows)


@pytest.mark.parametrize("end", [b"", b"\n"], ids=["joined", "lines"])
@pytest.mark.parametrize("place", [0, 7, 29])
@pytest.mark.parametrize("word", BLANK)
def test_a_blank_in_a_binary_word_is_told_from_its_numbers(
    tmp_path: Path, word: str, place: int, end: bytes
) -> None:
    words = [f"word{n}" for n in range(30)]
    words[place] = word
    path = written(tmp_path, binary_of(words, RANDOM, end))
    said = refusal(path)
    assert (said.key, said["row"], said["word"]) == ("models-blank", place + 1, word)


@pytest.mark.parametrize("end", [b"", b"\n"], ids=["joined", "lines"])
def test_numbers_that_look_like_a_word_are_numbers(tmp_path: Path, end: bytes) -> None:
    matrix = RANDOM.copy()
    for row in range(30):
        # "a " or "ab ", and then bytes of ordinary numbers.
        start = b"a \x80\x3e" if row % 2 else b"ab \x3e"
        matrix[row, 0] = np.frombuffer(start, dtype="<f4")[0]
    words = [f"word{n}" for n in range(30)]
    rows = dict(Reading(written(tmp_path, binary_of(words, matrix, end))).rows())
    assert [*rows] == words
    assert np.array_equal(np.stack([*rows.values()]), matrix)
    words[9] = "new york"
    said = refusal(written(tmp_path, binary_of(words, matrix, end)))
    assert (said.key, said["row"], said["word"]) == ("models-blank", 10, "new york")


LEFT_OPEN = pytest.mark.filterwarnings(
    "ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)
"""gensim leaves a file without a header open."""


def gensims(path: Path, **how: bool) -> dict[str, NDArray[np.float32]]:
    """Return the vectors that gensim reads from a word2vec file."""
    model = KeyedVectors.load_word2vec_format(str(path), **how)
    return dict(zip(model.index_to_key, model.vectors, strict=True))


def same(ours: Iterable[Row], theirs: Mapping[str, NDArray[np.float32]]) -> bool:
    rows = dict(ours)
    return [*rows] == [*theirs] and all(np.array_equal(rows[word], theirs[word]) for word in rows)


@pytest.mark.parametrize("binary", [False, True], ids=["text", "binary"])
@pytest.mark.parametrize("ending", ["", ".gz"])
def test_a_file_of_gensim_is_read_as_gensim_reads_it(
    tmp_path: Path, *, binary: bool, ending: str
) -> None:
    model = KeyedVectors(25)
    model.add_vectors([*(f"word{n}" for n in range(29)), "größe"], RANDOM)
    path = tmp_path / f"model{ending}"
    model.save_word2vec_format(str(path), binary=binary)
    assert same(Reading(path).rows(), gensims(path, binary=binary))


@LEFT_OPEN
def test_a_file_of_glove_is_read_as_gensim_reads_it(tmp_path: Path) -> None:
    path = written(tmp_path, "\n".join(LINES).encode())
    assert same(Reading(path).rows(), gensims(path, binary=False, no_header=True))


@LEFT_OPEN
def test_what_gensim_reads_wrong_is_mended_or_refused(tmp_path: Path) -> None:
    marked = written(tmp_path, b"\xef\xbb\xbfwhale 1 2\nocean 3 4\n")
    assert [*gensims(marked, no_header=True)] == ["\ufeffwhale", "ocean"]
    assert [word for word, _ in Reading(marked).rows()] == ["whale", "ocean"]
    more = written(tmp_path, b"1 2\nwhale 1 2\nocean 3 4\n")
    assert [*gensims(more)] == ["whale"]
    assert refusal(more).key == "models-count"
    words = ["whale", "new york", "ocean"]
    blank = written(tmp_path, binary_of(words, RANDOM[:3]))
    model = KeyedVectors.load_word2vec_format(str(blank), binary=True, unicode_errors="replace")
    assert {*model.index_to_key} - {*words}
    assert refusal(blank).key == "models-blank"
    behind = written(tmp_path, binary() + b"more")
    assert len(gensims(behind, binary=True)) == 3
    assert refusal(behind).key == "models-behind"
    endless = written(tmp_path, b"3 2\na 1 2\nb 1 nan\nc 3 4\n")
    assert np.isnan(gensims(endless)["b"]).any()
    reading = Reading(endless)
    assert ([word for word, _ in reading.rows()], len(reading.unread())) == (["a", "c"], 1)

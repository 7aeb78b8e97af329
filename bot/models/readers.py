"""Readers of vector files: word2vec text and binary, GloVe text, and folders of arrays.

A file is read as a stream, so that memory does not grow with it; one that is compressed by gzip is
read as it is. A pickle is never loaded: it can run any code. The formats are those of Google's
word2vec.c (a line "V D", then rows) and of Stanford's GloVe (rows alone).
"""

import gzip
import zlib
from collections.abc import Container, Iterator
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from tokenize import TokenError
from typing import IO, Final, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from core.rules import Refusal

Row: TypeAlias = tuple[str, NDArray[np.float32]]
"""A word and its vector, float32 (D,)."""

GZIP: Final = b"\x1f\x8b"
ZIP: Final = b"PK\x03\x04"
PICKLE: Final = b"\x80"
"""The first bytes of compressed files, archives and pickles of protocol 2 and up."""

CONCEPT: Final = "/c/"
ENGLISH_KEY: Final = "/c/en/"
"""The beginnings of ConceptNet's keys, of all languages and of English."""

MOST_DIMENSIONS: Final = 10_000
LONGEST_ROW: Final = 1 << 20
"""Bytes of the longest line of text that is read."""

LONGEST_KEY: Final = 1 << 12
"""Bytes of the longest word of a binary file."""

PEEKED: Final = 1 << 13
"""Bytes of the first row by which text is told from binary."""

FIRST_PRINTABLE: Final = 32
"""The least byte that a row of text has before its end."""


class ModelFileError(Refusal):
    """A file of vectors that is missing, damaged or of another format."""


@dataclass(frozen=True, slots=True)
class Everything:
    """A container of every word."""

    def __contains__(self, word: object) -> bool:
        return True


ALL_WORDS: Final = Everything()


def read_rows(path: Path, wanted: Container[str] = ALL_WORDS) -> Iterator[Row]:
    """Yield the wanted words of a file or folder with their vectors, each word once, as stored.

    Of words that are listed twice the first one counts; words of several parts are left out, and
    so are those that ConceptNet lists in other languages than English. Raises ModelFileError.
    """
    try:
        rows = _folder_rows(path) if path.is_dir() else _file_rows(path, wanted)
        yield from _once(rows, wanted)
    except (OSError, EOFError, zlib.error) as error:
        problem = getattr(error, "strerror", None) or str(error)
        raise ModelFileError("models-unreadable", path=str(path), problem=problem) from None
    except ValueError:
        raise ModelFileError("models-unreadable", path=str(path), problem="") from None


def _once(rows: Iterator[Row], wanted: Container[str]) -> Iterator[Row]:
    seen = set[str]()
    for key, vector in rows:
        word = word_of(key)
        if word is not None and word in wanted and word not in seen:
            seen.add(word)
            yield word, vector


def word_of(key: str) -> str | None:
    """Return the word that a model's key stands for; None where it is not one English word."""
    word = key.removeprefix(ENGLISH_KEY)
    if word.startswith(CONCEPT) or not word or len(word.split()) != 1 or word != word.strip():
        return None
    return word


def _file_rows(path: Path, wanted: Container[str]) -> Iterator[Row]:
    with path.open("rb") as raw:
        start = raw.peek(4)
        if start.startswith(GZIP):
            with gzip.open(raw) as unpacked:
                yield from _Stream(path, BufferedReader(cast("IO[bytes]", unpacked)), wanted).rows()  # type: ignore[arg-type]
        else:
            yield from _Stream(path, raw, wanted).rows()


@dataclass(slots=True)
class _Stream:
    """A file of vectors, unpacked, read from its start."""

    path: Path
    file: BufferedReader
    wanted: Container[str]

    def rows(self) -> Iterator[Row]:
        """Yield the rows, of text or binary as the file is; raises ModelFileError."""
        start = self.file.peek(4)[:4]
        if start.startswith(PICKLE):
            raise ModelFileError("models-pickle", path=str(self.path))
        if not start or start.startswith(ZIP):
            raise ModelFileError("models-format", path=str(self.path))
        first = self.file.readline(LONGEST_ROW)
        header = _header(first)
        if header is None:
            dimensions = len(first.split(b" ")) - 1
            if not 1 < dimensions <= MOST_DIMENSIONS or not first.endswith(b"\n"):
                raise ModelFileError("models-format", path=str(self.path))
            yield self._text_row(first, dimensions, 1)
            yield from self._text(dimensions, 2, None)
            return
        count, dimensions = header
        if not (count > 0 and 0 < dimensions <= MOST_DIMENSIONS):
            raise ModelFileError("models-line-wrong", path=str(self.path), line=1)
        if self._is_text():
            yield from self._text(dimensions, 2, count)
        else:
            yield from self._binary(len(first), count, dimensions)

    def _is_text(self) -> bool:
        """Return whether the next row is text: a number behind the word, no control byte."""
        line = self.file.peek(PEEKED).partition(b"\n")[0].rstrip()
        fields = line.split(b" ")[1:]
        return all(byte >= FIRST_PRINTABLE for byte in line) and any(map(_is_number, fields))

    def _text(self, dimensions: int, line: int, count: int | None) -> Iterator[Row]:
        last = line - 1
        while content := self.file.readline(LONGEST_ROW):
            last = line
            word = content.partition(b" ")[0].decode("utf-8", "replace")
            # Rows that nobody wants are not parsed: there are millions of them.
            if word_of(word) in self.wanted:
                yield self._text_row(content, dimensions, line)
            line += 1
        if count is not None and last - 1 < count:
            raise ModelFileError(
                "models-short", path=str(self.path), found=last - 1, expected=count
            )

    def _text_row(self, content: bytes, dimensions: int, line: int) -> Row:
        parts = content.rstrip().rsplit(b" ", dimensions)
        try:
            vector = np.array(parts[1:]).astype(np.float32)
        except ValueError:
            raise ModelFileError("models-line-wrong", path=str(self.path), line=line) from None
        if len(vector) != dimensions or not np.isfinite(vector).all():
            raise ModelFileError("models-line-wrong", path=str(self.path), line=line)
        return parts[0].decode("utf-8", "replace"), vector

    def _binary(self, offset: int, count: int, dimensions: int) -> Iterator[Row]:
        size = 4 * dimensions
        for _ in range(count):
            word = self._binary_word(offset)
            content = self.file.read(size)
            vector = np.frombuffer(content, dtype="<f4") if len(content) == size else None
            if vector is None or not np.isfinite(vector).all():
                raise ModelFileError("models-byte", path=str(self.path), offset=offset)
            offset += len(word) + 1 + size
            yield word.lstrip(b"\n").decode("utf-8", "replace"), vector.astype(np.float32)

    def _binary_word(self, offset: int) -> bytes:
        """Return the bytes before the next space, which is read, too."""
        found = bytearray()
        while (byte := self.file.read(1)) != b" ":
            found += byte
            if not byte or len(found) > LONGEST_KEY:
                raise ModelFileError("models-byte", path=str(self.path), offset=offset)
        return bytes(found)


def _header(line: bytes) -> tuple[int, int] | None:
    """Return the numbers of words and dimensions of a word2vec file's first line."""
    parts = line.split()
    if len(parts) != 2 or not all(part.isdigit() and len(part) < 12 for part in parts):
        return None
    return int(parts[0]), int(parts[1])


def _is_number(text: bytes) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _folder_rows(folder: Path) -> Iterator[Row]:
    """Yield the rows of `vectors.npy`, float16 or float32 (V, D), and the words of `words.txt`."""
    matrix = _matrix(folder / "vectors.npy")
    words = _lines(folder / "words.txt")
    if len(words) != len(matrix):
        raise ModelFileError("models-lengths", path=str(folder), words=len(words), rows=len(matrix))
    for line, (word, row) in enumerate(zip(words, matrix, strict=True), 1):
        vector = np.asarray(row, dtype=np.float32)
        if not np.isfinite(vector).all():
            raise ModelFileError("models-row", path=str(folder / "vectors.npy"), line=line)
        yield word, vector


def _matrix(path: Path) -> NDArray[np.floating]:
    if not path.is_file():
        raise ModelFileError("models-folder", path=str(path))
    try:
        matrix = np.load(path, mmap_mode="r", allow_pickle=False)
    except (ValueError, EOFError, OverflowError, SyntaxError, TokenError):
        raise ModelFileError("models-array", path=str(path), found="-") from None
    if matrix.ndim != 2 or matrix.dtype not in (np.float16, np.float32):
        found = f"{matrix.dtype} {matrix.shape}"
        raise ModelFileError("models-array", path=str(path), found=found)
    return cast("NDArray[np.floating]", matrix)


def _lines(path: Path) -> tuple[str, ...]:
    if not path.is_file():
        raise ModelFileError("models-folder", path=str(path))
    words = list[str]()
    for line, content in enumerate(path.read_bytes().removesuffix(b"\n").split(b"\n"), 1):
        try:
            words.append(content.removesuffix(b"\r").decode("utf-8"))
        except UnicodeDecodeError:
            raise ModelFileError("models-line-wrong", path=str(path), line=line) from None
    return tuple(words)

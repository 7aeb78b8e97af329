"""Readers of vector files: word2vec text and binary, GloVe text, and folders of arrays.

The readers stream files, so memory does not grow with their size, and accept gzip. They never load
pickles, which can run code. The formats come from Google's word2vec.c (a line "V D", then rows) and
Stanford's GloVe (rows alone). gensim's own reader accepts several kinds of broken files
silently: it keeps a byte order mark, stops at the header's count, and ends a binary word at its
first blank.
"""

import gzip
import re
import zlib
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from io import BufferedReader
from itertools import accumulate, chain, takewhile
from itertools import count as numbered
from pathlib import Path
from tokenize import TokenError
from typing import IO, Any, Final, NamedTuple, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from core.rules import Refusal
from core.view import Phrase, phrase, shorten

Row: TypeAlias = tuple[str, NDArray[np.float32]]
"""A word and its vector, float32 (D,)."""

GZIP: Final = b"\x1f\x8b"
UTF8_MARK: Final = b"\xef\xbb\xbf"
"""The first bytes of compressed files, and of text with a byte order mark."""

REFUSED: Final = {
    b"\x80": "models-pickle",
    b"PK\x03\x04": "models-zip",
    b"\xff\xfe": "models-utf16",
    b"\xfe\xff": "models-utf16",
}
"""The first bytes of other files, such as pickles of protocol 2 and up."""

CONCEPT: Final = "/c/"
ENGLISH_KEY: Final = "/c/en/"
"""The prefixes of ConceptNet's keys, of all languages and of English."""

MOST_DIMENSIONS: Final = 10_000
LONGEST_ROW: Final = 1 << 20
"""The longest line of text, in bytes."""

LONGEST_KEY: Final = 1 << 12
"""The longest word in a binary file, in bytes."""

BLOCK_BYTES: Final = 1 << 20
"""The bytes of one read from a binary file."""

PEEKED: Final = 1 << 13
"""The bytes after the first line that distinguish text from binary."""

BYTES_A_CONTROL: Final = 50
"""Text has at most one control byte in this many bytes; binary has about one in ten."""

LONGEST_SHOWN: Final = 40
"""The most characters of a row in a message."""

_CONTROL: Final = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_NUMBERS: Final = re.compile(rb"[\t\r\x20-\x7e]*\d[\t\r\x20-\x7e]*")
_BINARY_KEY: Final = re.compile(rb"\n?[^\x00-\x20\x7f]+")
_MORE_KEY: Final = re.compile(rb"(?:[^\x00-\x20\x7f]+ )+")


class ModelFileError(Refusal):
    """A file of vectors that is missing, damaged or of an unknown format."""


LANGUAGE: Final = phrase("models-fault-language")
"""The reason for rows that are skipped on purpose."""


class _Unread(Exception):
    """An unreadable row, and the reason."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.reason: Final = phrase(key, **values)


class _Raw(NamedTuple):
    """A stored row: its place from 1, its word, its unparsed numbers, and its text for messages."""

    place: int
    key: bytes
    numbers: Any
    shown: bytes


Parser: TypeAlias = Callable[[Any], NDArray[np.float32]]
"""Returns the vector of a stored row, float32 (D,); raises _Unread."""


@dataclass(slots=True)
class Reading:
    """Reads a file or folder: yields the rows, and counts those that it cannot read.

    It parses only the rows of `wanted` words, or all rows for None. The first of duplicate words
    counts; it skips words of several parts, and ConceptNet's words of languages other than English.
    """

    path: Path
    wanted: Container[str] | None = None
    _words: set[str] = field(default_factory=set)
    _unread: Counter[Phrase] = field(default_factory=Counter)
    """The number of unreadable rows, by reason."""
    _first: dict[Phrase, tuple[Phrase, str]] = field(default_factory=dict)
    """The place and the text of the first of them, by reason."""

    def rows(self) -> Iterator[Row]:
        """Yield the wanted words with their vectors, each word once, as stored.

        Raises ModelFileError, also at the end if at least half of the rows were unreadable.
        """
        try:
            yield from self._folder() if self.path.is_dir() else self._file()
        except (OSError, EOFError, zlib.error) as error:
            problem = getattr(error, "strerror", None) or str(error)
            raise self._refusal("models-unreadable", problem=problem) from None
        self._check()

    def unread(self) -> tuple[Phrase, ...]:
        """Return a sentence for each reason for unread rows."""
        return tuple(map(self._sentence, self._unread))

    def _sentence(self, reason: Phrase) -> Phrase:
        count, (place, text) = self._unread[reason], self._first[reason]
        return phrase("models-unread", count=count, reason=reason, place=place, text=text)

    def _check(self) -> None:
        """Raise ModelFileError if at least half of the rows were unreadable."""
        faults = Counter(self._unread)
        del faults[LANGUAGE]
        read, rows = len(self._words), len(self._words) + faults.total()
        if faults and 2 * read <= rows:
            worst = self._sentence(max(faults, key=faults.__getitem__))
            raise self._refusal("models-mostly-unread", read=read, rows=rows, unread=worst)

    def _refusal(self, key: str, **values: object) -> ModelFileError:
        return ModelFileError(key, path=str(self.path), **values)

    def _kept(self, rows: Iterable[_Raw], parse: Parser, unit: str = "line") -> Iterator[Row]:
        """Yield the wanted rows; count the unreadable ones, in places of a `unit`."""
        for raw in rows:
            try:
                row = self._row(raw, parse)
            except _Unread as unread:
                place = phrase(f"models-place-{unit}", number=raw.place)
                self._first.setdefault(unread.reason, (place, _shown(raw.shown)))
                self._unread[unread.reason] += 1
            else:
                if row is not None:
                    yield row

    def _row(self, raw: _Raw, parse: Parser) -> Row | None:
        """Return a row, or None for an unwanted one; raises _Unread."""
        word = _word_of(raw.key)
        if self.wanted is not None and word not in self.wanted:
            return None  # without parsing: a file has millions
        vector = parse(raw.numbers)
        if not np.isfinite(vector).all():
            raise _Unread("models-fault-number")
        if word in self._words:
            raise _Unread("models-fault-twice")
        self._words.add(word)
        return word, vector

    def _file(self) -> Iterator[Row]:
        with self.path.open("rb") as raw:
            if raw.peek(2).startswith(GZIP):
                with gzip.open(raw) as unpacked:
                    yield from self._stream(BufferedReader(cast("IO[bytes]", unpacked)))  # type: ignore[arg-type]
            else:
                yield from self._stream(raw)

    def _stream(self, file: BufferedReader) -> Iterator[Row]:
        """Yield the rows of an uncompressed file, text or binary."""
        first = file.readline(LONGEST_ROW).removeprefix(UTF8_MARK)
        if not first:
            raise self._refusal("models-nothing")
        for start, key in REFUSED.items():
            if first.startswith(start):
                raise self._refusal(key)
        header = _header(first)
        if header is None:
            parse = _text_parser(self._dimensions(first))
            yield from self._kept(self._lines(first, file), parse)
            return
        count, dimensions = header
        if not (count > 0 and 0 < dimensions <= MOST_DIMENSIONS):
            raise self._refusal("models-header", count=count, dimensions=dimensions)
        if _is_text(file.peek(PEEKED)[:PEEKED]):
            yield from self._kept(self._lines(b"", file, count), _text_parser(dimensions))
        else:
            rows = self._binary(file, len(first), count, dimensions)
            yield from self._kept(rows, _floats, "word")

    def _dimensions(self, first: bytes) -> int:
        """Return the count of numbers at the end of a file's first row; raises ModelFileError."""
        fields = first.split()[1:]
        dimensions = sum(1 for _ in takewhile(_is_number, reversed(fields)))
        if 1 < dimensions <= MOST_DIMENSIONS:
            return dimensions
        is_list = b"," in first and not first.startswith((b"{", b"["))
        raise self._refusal("models-commas" if is_list else "models-format")

    def _lines(
        self, first: bytes, file: BufferedReader, count: int | None = None
    ) -> Iterator[_Raw]:
        """Yield the rows of text in a first line and the rest of a file, without blank lines.

        Raises ModelFileError if the file has more or fewer than `count`.
        """
        found = 0
        lines = iter(partial(file.readline, LONGEST_ROW), b"")
        for place, line in enumerate(chain([first], lines), 1):
            if len(line) == LONGEST_ROW:
                raise self._refusal("models-format")
            if key := line.split(None, 1)[:1]:
                found += 1
                yield _Raw(place, key[0], line, line)
        if count not in (None, found):
            raise self._refusal("models-count", found=found, expected=count)

    def _binary(
        self, file: BufferedReader, offset: int, count: int, dimensions: int
    ) -> Iterator[_Raw]:
        """Yield the rows of a binary file from an offset on; raises ModelFileError."""
        size = 4 * dimensions
        window, at = b"", 0
        for place in range(1, count + 1):
            if len(window) - at < size + 2 * LONGEST_KEY:
                window, offset, at = window[at:] + file.read(BLOCK_BYTES), offset + at, 0
            start = window.find(b" ", at, at + LONGEST_KEY) + 1
            end, key = start + size, window[at : start - 1]
            if not start or end > len(window) or not _BINARY_KEY.fullmatch(key):
                raise self._refusal("models-byte", row=place, offset=offset + at)
            if more := _rest_of_key(window, start, end):
                raise self._refusal("models-blank", row=place, word=_shown(key + b" " + more))
            key = key.removeprefix(b"\n")
            yield _Raw(place, key, window[start:end], key)
            at = end
        if (window[at:] + file.read(2)).strip(b"\n"):
            raise self._refusal("models-behind", count=count, offset=offset + at)

    def _folder(self) -> Iterator[Row]:
        """Yield the rows of `vectors.npy`, float16 or float32 (V, D), and of `words.txt`."""
        matrix = _matrix(self.path / "vectors.npy")
        path = self.path / "words.txt"
        if not path.is_file():
            raise ModelFileError("models-folder", path=str(path))
        words = path.read_bytes().removeprefix(UTF8_MARK).removesuffix(b"\n").split(b"\n")
        if len(words) != len(matrix):
            raise self._refusal("models-lengths", words=len(words), rows=len(matrix))
        keys = [word.removesuffix(b"\r") for word in words]
        rows = map(_Raw, numbered(1), keys, matrix, keys)
        yield from self._kept(rows, partial(np.asarray, dtype=np.float32))


def _word_of(key: bytes) -> str:
    """Return the word of a model's key; raises _Unread if it is not an English word."""
    try:
        word = key.decode("utf-8").removeprefix(ENGLISH_KEY)
    except UnicodeDecodeError:
        raise _Unread("models-fault-encoding") from None
    if word.startswith(CONCEPT):
        raise _Unread(LANGUAGE.key)
    if word.split() != [word]:
        raise _Unread("models-fault-parts")
    return word


def _text_parser(dimensions: int) -> Parser:
    """Return the function that reads the vector in a line of text, float32 (D,)."""

    def parse(line: bytes) -> NDArray[np.float32]:
        key, *fields = line.split()
        parts, numbers = fields[:-dimensions], fields[-dimensions:]
        try:
            vector = np.array([*map(float, numbers)])
        except ValueError:
            has_comma = any(b"," in number for number in numbers)
            raise _Unread("models-fault-comma" if has_comma else "models-fault-number") from None
        if len(vector) < dimensions and b"," in key[1:]:
            raise _Unread("models-fault-comma")
        if len(vector) < dimensions or any(map(_is_number, parts)):
            raise _Unread("models-fault-width", dimensions=dimensions)
        if parts:
            raise _Unread("models-fault-parts")
        with np.errstate(over="ignore"):  # numbers too large for float32 become infinite
            return vector.astype(np.float32)

    return parse


def _floats(content: bytes) -> NDArray[np.float32]:
    return np.frombuffer(content, dtype="<f4").astype(np.float32)


def _rest_of_key(window: bytes, start: int, end: int) -> bytes:
    """Return the parts of a word where its numbers should be, between `start` and `end`.

    Numbers may look like text by chance. The numbers of a vector have similar magnitudes, unlike
    text read as numbers, or numbers read from a wrong byte.
    """
    found = _MORE_KEY.match(window, start, end)
    if found is None:
        return b""
    ends = accumulate(len(part) + 1 for part in found[0].split(b" ")[:-1])
    length = min((0, *ends), key=lambda length: _spread(window[start + length : end + length]))
    return window[start : start + length].rstrip(b" ")


def _spread(content: bytes) -> float:
    """Return the largest absolute binary exponent among float32 numbers."""
    numbers = _floats(content[: len(content) // 4 * 4])
    if not np.isfinite(numbers).all():
        return np.inf
    return float(np.abs(np.log2(np.abs(numbers[numbers != 0]))).max(initial=0))


def _shown(content: bytes) -> str:
    """Return the start of a row as printable text."""
    text = " ".join(content[: 4 * LONGEST_SHOWN].decode("utf-8", "replace").split())
    printable = "".join(one if one.isprintable() else "\ufffd" for one in text)
    return shorten(printable, LONGEST_SHOWN)


def _header(line: bytes) -> tuple[int, int] | None:
    """Return the counts of words and dimensions in a word2vec file's first line, if it is one."""
    parts = line.split()
    if len(parts) != 2 or not all(part.isdigit() and len(part) < 12 for part in parts):
        return None
    return int(parts[0]), int(parts[1])


def _is_text(start: bytes) -> bool:
    """Return whether a file's rows are text, by their start: few control bytes, ASCII numbers."""
    if len(_CONTROL.findall(start)) * BYTES_A_CONTROL > len(start):
        return False
    row = start.lstrip().partition(b"\n")[0].split(None, 1)
    return not start or (bool(row[1:]) and bool(_NUMBERS.fullmatch(row[1])))


def _is_number(text: bytes) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


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

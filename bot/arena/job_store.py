"""The file that keeps the results of an experiment's jobs: a head, then a line of JSON for each."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from os import fstat
from pathlib import Path
from stat import S_ISREG
from typing import BinaryIO, Final

from bot.files import explained, open_for_more, shown
from core.rules import Refusal

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

KIND: Final = "spyring arena"
"""The head's first value."""

LONGEST_HEAD: Final = 1000
"""Bytes that are looked at to tell what another file is."""


class JobStore(dict[str, str]):
    """Results by the keys of their items, as JSON text; kept in a file where there is one."""

    def __init__(self, path: str = "", file: BinaryIO | None = None) -> None:
        super().__init__()
        self._path, self._file = path, file

    def add(self, key: str, result: str) -> None:
        """Keep a result; the line is in the file when this returns. Raises FileError."""
        self[key] = result
        if self._file is not None:
            _write(self._path, self._file, {"key": key, "result": json.loads(result)})

    def read(self, line: bytes, number: int) -> None:
        """Take in a line of the file; raises Refusal for one that holds no result."""
        try:
            kept = json.loads(line)
            self[str(kept["key"])] = _text(kept["result"])
        except (ValueError, TypeError, KeyError, RecursionError):
            raise Refusal("arena-store-line", path=shown(self._path), line=number) from None


@contextmanager
def job_store(path: Path | None, fingerprint: str) -> Iterator[JobStore]:
    """Yield the results of an experiment, with those that its file has kept, if there is one.

    A last line without an end was being written when a run was killed: it is dropped. Raises
    Refusal for a file of another experiment or run, or of none, and FileError.
    """
    if path is None:
        yield JobStore()
        return
    file = open_for_more(str(path))
    try:
        _lock(str(path), file)
        yield _loaded(str(path), file, {"kind": KIND, "fingerprint": fingerprint})
    finally:
        with suppress(OSError):  # a line that could not be written has been told of
            file.close()


def _loaded(path: str, file: BinaryIO, head: Mapping[str, str]) -> JobStore:
    """Return what a file holds, open for more behind that; a new one is given its head."""
    store, start, whole = JobStore(path, file), _line(head), 0
    regular = S_ISREG(fstat(file.fileno()).st_mode)
    first = file.readline(LONGEST_HEAD) if regular else b"?"
    if not start.startswith(first):
        raise Refusal(_other_head(first), path=shown(path))
    if first == start:
        whole = len(start)
        for number, line in enumerate(file, start=2):
            if line.endswith(b"\n"):
                store.read(line, number)
                whole += len(line)
    file.seek(whole)
    file.truncate()
    if not whole:
        _write(path, file, head)
    return store


def _lock(path: str, file: BinaryIO) -> None:
    """Keep other runs from the file until it is closed, where the system can."""
    if fcntl is None:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise Refusal("arena-store-busy", path=shown(path)) from None
    except OSError:  # some file systems have no locks
        return


def _write(path: str, file: BinaryIO, value: object) -> None:
    with explained(path, "file-unwritable"):
        file.write(_line(value))
        file.flush()


def _other_head(line: bytes) -> str:
    """Return the key of the sentence about a file with another head."""
    try:
        ours = json.loads(line)["kind"] == KIND
    except (ValueError, TypeError, KeyError, RecursionError):
        ours = False
    return "arena-store-experiment" if ours else "arena-store-other"


def _line(value: object) -> bytes:
    return _text(value).encode() + b"\n"


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)

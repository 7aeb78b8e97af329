"""The file that keeps the results of an experiment's jobs: a head, then a line of JSON for each."""

import json
from contextlib import ExitStack, suppress
from os import fstat
from pathlib import Path
from stat import S_ISREG
from typing import BinaryIO, Final, Self

from bot.files import open_for_more, shown
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
    """Results by the keys of their items, as JSON text; kept in a file where there is one.

    A last line without an end was being written when a run was killed: it is dropped. Raises
    Refusal for a file of another experiment or run, or of none, and FileError. Use it as a
    context.
    """

    def __init__(self, path: Path | None, fingerprint: str) -> None:
        super().__init__()
        self._path = str(path)
        self._shown = shown(self._path)
        self._file: BinaryIO | None = None
        if path is not None:
            self._file = self._opened(_line({"kind": KIND, "fingerprint": fingerprint}))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            with suppress(OSError):  # a line that could not be written has been told of
                self._file.close()

    def add(self, key: str, result: str) -> None:
        """Keep a result; the line is in the file when this returns. Raises Refusal."""
        self[key] = result
        if self._file is not None:
            self._write(self._file, _line({"key": key, "result": json.loads(result)}))

    def _opened(self, head: bytes) -> BinaryIO:
        """Return the file open for more, after what it holds; a new one is given its head."""
        with ExitStack() as stack:
            file = stack.enter_context(open_for_more(self._path))
            self._lock(file)
            regular = S_ISREG(fstat(file.fileno()).st_mode)
            first = file.readline(LONGEST_HEAD) if regular else b"?"
            if not head.startswith(first):
                raise Refusal(_other_head(first), path=self._shown)
            whole = self._read(file) if first == head else 0
            file.seek(whole)
            file.truncate()
            if not whole:
                self._write(file, head)
            stack.pop_all()
            return file

    def _lock(self, file: BinaryIO) -> None:
        """Keep other runs from the file until it is closed, where the system can."""
        if fcntl is None:
            return
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Refusal("arena-store-busy", path=self._shown) from None
        except OSError:  # some file systems have no locks
            return

    def _write(self, file: BinaryIO, line: bytes) -> None:
        try:
            file.write(line)
            file.flush()
        except OSError as error:
            problem = error.strerror or ""
            raise Refusal("file-unwritable", path=self._shown, problem=problem) from None

    def _read(self, file: BinaryIO) -> int:
        """Read the lines after the head; return the place after the last whole one."""
        whole = file.tell()
        for number, line in enumerate(file, start=2):
            if line.endswith(b"\n"):
                self._keep(line, number)
                whole += len(line)
        return whole

    def _keep(self, line: bytes, number: int) -> None:
        try:
            kept = json.loads(line)
            self[str(kept["key"])] = _text(kept["result"])
        except (ValueError, TypeError, KeyError, RecursionError):
            raise Refusal("arena-store-line", path=self._shown, line=number) from None


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

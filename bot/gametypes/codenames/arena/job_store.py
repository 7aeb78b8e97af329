"""The file that keeps the results of an experiment's jobs: a head, then a line of JSON for each."""

import json
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO, Final, Self

from bot.files import open_for_more, shown
from core.rules import Refusal

KIND: Final = "spyring arena"
"""The head's first value."""


class StoreError(Refusal):
    """A file that cannot keep the results of this experiment."""


class JobStore:
    """Results by the keys of their items, as JSON text; kept in a file where there is one.

    A last line without an end was being written when a run was killed: it is dropped. Raises
    StoreError for a file of another experiment, or of none, and FileError. Use it as a context.
    """

    def __init__(self, path: Path | None, fingerprint: str) -> None:
        self._results: dict[str, str] = {}
        self._file: BinaryIO | None = None
        if path is not None:
            self._file = self._opened(path, _line({"kind": KIND, "fingerprint": fingerprint}))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()

    def __contains__(self, key: str) -> bool:
        return key in self._results

    def __getitem__(self, key: str) -> str:
        return self._results[key]

    def add(self, key: str, result: str) -> None:
        """Keep a result; the line is in the file when this returns."""
        self._results[key] = result
        if self._file is not None:
            self._file.write(_line({"key": key, "result": json.loads(result)}))
            self._file.flush()

    def _opened(self, path: Path, head: bytes) -> BinaryIO:
        """Return the file open for more, after what it holds; a new one is given its head."""
        with ExitStack() as stack:
            file = stack.enter_context(open_for_more(str(path)))
            first = file.readline()
            if not head.startswith(first):
                raise StoreError(_other_head(first), path=shown(str(path)))
            whole = self._read(file, path) if first == head else 0
            file.seek(whole)
            file.truncate()
            if not whole:
                file.write(head)
                file.flush()
            stack.pop_all()
            return file

    def _read(self, file: BinaryIO, path: Path) -> int:
        """Read the lines after the head; return the place after the last whole one."""
        whole = file.tell()
        for number, line in enumerate(file, start=2):
            if line.endswith(b"\n"):
                self._keep(line, number, path)
                whole += len(line)
        return whole

    def _keep(self, line: bytes, number: int, path: Path) -> None:
        try:
            kept = json.loads(line)
            self._results[str(kept["key"])] = _text(kept["result"])
        except (ValueError, TypeError, KeyError, RecursionError):
            raise StoreError("arena-store-line", path=shown(str(path)), line=number) from None


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

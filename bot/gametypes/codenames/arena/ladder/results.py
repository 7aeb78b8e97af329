"""The results of a ladder, kept as lines of JSON, one for each block of games that was played.

A line is written whole or not at all as far as readers are concerned: one that was cut off by the
end of the process is passed over, and written over when games go on.
"""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from core.rules import Refusal

VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class GameBlock:
    """Games to be played in one go: what their players learn is kept from each to the next.

    `agents` are the identities of two agents in a duel, of one that plays solo.
    """

    agents: tuple[str, ...]
    spymasters: tuple[str, ...]
    guessers: tuple[str, ...]
    seeds: tuple[int, ...]

    @property
    def key(self) -> str:
        """The key of the block's result."""
        plain = [self.agents, self.spymasters, self.guessers, self.seeds]
        return sha256(json.dumps(plain).encode()).hexdigest()


class Results:
    """The results in a file; raises Refusal for one of other models."""

    def __init__(self, path: Path, checksum: str) -> None:
        self._path = path
        self._header = {"version": VERSION, "checksum": checksum}
        self._whole = 0
        self._found = dict[str, dict[str, Any]]()
        lines = self._lines()
        header = next(lines, None)
        if header is not None and header != self._header:
            raise Refusal("ladder-other-models", path=str(path))
        for line in lines:
            self._found[line["key"]] = line["result"]

    def __contains__(self, block: GameBlock) -> bool:
        return block.key in self._found

    def __getitem__(self, block: GameBlock) -> dict[str, Any]:
        return self._found[block.key]

    def add(self, block: GameBlock, result: dict[str, Any]) -> None:
        """Keep the result of a block; it is on the disk when this returns."""
        lines = [] if self._whole else [self._header]
        lines.append({"key": block.key, "agents": block.agents, "result": result})
        written = "".join(f"{json.dumps(line)}\n" for line in lines).encode()
        # What a process that was killed has left of a line is written over.
        with self._path.open("r+b" if self._path.exists() else "w+b") as file:
            file.truncate(self._whole)
            file.seek(self._whole)
            file.write(written)
            file.flush()
            os.fsync(file.fileno())
        self._whole += len(written)
        self._found[block.key] = result

    def _lines(self) -> Iterator[dict[str, Any]]:
        """Yield the lines that are whole; raises Refusal for one that is none of ours."""
        try:
            raw = self._path.read_bytes() if self._path.exists() else b""
        except OSError as error:
            raise Refusal(
                "ladder-folder", path=str(self._path), reason=error.strerror or ""
            ) from error
        for line in raw[: raw.rfind(b"\n") + 1].splitlines(keepends=True):
            try:
                plain = json.loads(line)
            except ValueError as error:
                raise Refusal("asset-unreadable", path=str(self._path)) from error
            if not isinstance(plain, dict) or not (self._whole == 0 or "key" in plain):
                raise Refusal("asset-unreadable", path=str(self._path))
            self._whole += len(line)
            yield plain

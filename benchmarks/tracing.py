"""Counts the files, functions, statements and transactions in a piece of work.

`sys.setprofile` reports functions in the thread that counts, and in threads started while the
`Trace` is installed. Named functions, methods and ``<lambda>`` count; the bodies of modules and
comprehensions, and generated methods of dataclasses, do not. A call is an entry from the start: a
resumed coroutine or generator is not called again, but its function and its file count as entered.

Statements are those of SQLAlchemy and of `bot.store.prepared`. BEGIN, COMMIT, ROLLBACK and PRAGMA
are separate.
"""

import dis
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

from sqlalchemy import Connection, event
from sqlalchemy.engine import Engine

ROOT: Final = Path(__file__).parent.parent
PACKAGES: Final = ("core", "bot", "adapters")
"""The folders whose files are the project's."""

UNNAMED: Final = frozenset({"<module>", "<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"})
APART: Final = frozenset({"BEGIN", "COMMIT", "ROLLBACK", "PRAGMA"})


@dataclass(frozen=True, slots=True)
class Passage:
    """The counts of a piece of work; functions are ``file:name``, with their calls.

    `begun` counts transactions, `committed` the committed ones. `views` and `tellers` are the calls
    of the functions named to a `Trace`.
    """

    files: tuple[str, ...]
    functions: Mapping[str, int]
    statements: Mapping[str, int]
    begun: int
    committed: int
    views: Mapping[str, int]
    tellers: Mapping[str, int]

    @property
    def calls(self) -> int:
        """The number of calls of all functions."""
        return sum(self.functions.values())

    @property
    def viewed(self) -> int:
        """The number of views."""
        return sum(self.views.values())

    @property
    def executed(self) -> int:
        """The number of statements without the separate ones."""
        return sum(number for verb, number in self.statements.items() if verb not in APART)

    def to_json(self) -> dict[str, Any]:
        """Return the passage as plain JSON types."""
        return {
            "files": [*self.files],
            "functions": dict(self.functions),
            "calls": self.calls,
            "statements": dict(self.statements),
            "begun": self.begun,
            "committed": self.committed,
            "views": dict(self.views),
            "tellers": dict(self.tellers),
        }


@dataclass(slots=True)
class Trace:
    """Counts from `begin` to `end` while it is `installed`.

    `views` are the functions that build a view of a game, and `tellers` those that make a reader's
    message, with or without a view; both by ``module:name``.
    """

    views: tuple[str, ...] = ()
    tellers: tuple[str, ...] = ()
    on: bool = False
    entered: list[tuple[CodeType, bool]] = field(default_factory=list)
    """Each entry of a function, and whether it was at the start; appending is atomic."""
    verbs: list[str] = field(default_factory=list)
    ends: list[str] = field(default_factory=list)
    _starts: dict[CodeType, int | None] = field(default_factory=dict)
    """The first instruction of each function of the project, None for others."""

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Listen for statements, and for functions in new threads."""
        listeners = self._listeners()
        for name, listener in listeners.items():
            event.listen(Engine, name, listener)
        threading.setprofile(self._hear)
        try:
            yield
        finally:
            threading.setprofile(None)
            for name, listener in listeners.items():
                event.remove(Engine, name, listener)

    def begin(self) -> None:
        """Reset all counts and start counting, including this thread."""
        for heard in (self.entered, self.verbs, self.ends):
            heard.clear()
        self.on = True
        sys.setprofile(self._hear)

    def end(self) -> Passage:
        """Stop counting; return the counts."""
        sys.setprofile(None)
        self.on = False
        functions = Counter[str]()
        for code, fresh in self.entered:
            functions[_name(code)] += fresh
        ends = Counter(self.ends)
        statements = Counter(one for one in self.verbs if one not in ends) + ends
        return Passage(
            files=tuple(sorted({name.partition(":")[0] for name in functions})),
            functions=dict(functions.most_common()),
            statements=dict(statements.most_common()),
            begun=ends["BEGIN"],
            committed=ends["COMMIT"],
            views={name: functions[_name(_code(name))] for name in self.views},
            tellers={name: functions[_name(_code(name))] for name in self.tellers},
        )

    def _hear(self, frame: FrameType, what: str, _argument: object) -> None:
        if not self.on or what != "call":
            return
        code = frame.f_code
        if code not in self._starts:
            self._starts[code] = _start(code)
        start = self._starts[code]
        if start is not None:
            self.entered.append((code, frame.f_lasti == start))

    def _listeners(self) -> Mapping[str, Callable[..., None]]:
        def ends(verb: str) -> Callable[[Connection], None]:
            return lambda _connection: self.ends.append(verb) if self.on else None

        def executed(*given: Any) -> None:  # noqa: ANN401 - SQLAlchemy's
            if self.on:
                self.verbs.append(str(given[2]).split(maxsplit=1)[0].upper())

        ending = {name.lower(): ends(name) for name in ("BEGIN", "COMMIT", "ROLLBACK")}
        return {**ending, "before_cursor_execute": executed}


def _start(code: CodeType) -> int | None:
    """Return the first instruction of a function of the project, None for others.

    Coroutines and generators resume at other instructions.
    """
    path = Path(code.co_filename)
    if code.co_name in UNNAMED or not path.is_relative_to(ROOT):
        return None
    if path.relative_to(ROOT).parts[0] not in PACKAGES:
        return None
    instructions = dis.get_instructions(code)
    return next(one.offset for one in instructions if (one.opname, one.arg) == ("RESUME", 0))


def _name(code: CodeType) -> str:
    return f"{Path(code.co_filename).relative_to(ROOT)}:{code.co_qualname}"


def _code(name: str) -> CodeType:
    """Return the code of a function ``module:name``."""
    module, _, function = name.partition(":")
    code: CodeType = getattr(import_module(module), function).__code__
    return code

"""Counts what a piece of work passes through: files, functions, statements, transactions.

Functions are heard of by `sys.setprofile`, in the thread that counts and in every one that was
started while the `Trace` was installed. Named functions, methods and ``<lambda>`` count; the
bodies of modules and of comprehensions, and what dataclasses generate, do not. A call is an entry
from the start: a coroutine or generator that goes on after a pause is not called again, but its
function and its file count as entered.

Statements are those that SQLAlchemy executes, and those of `bot.store.prepared`. BEGIN, COMMIT,
ROLLBACK and PRAGMA stand apart.
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
    """What one piece of work passed through; functions are ``file:name``, with their calls.

    `begun` counts transactions, `committed` those among them that were committed. `views` and
    `tellers` are the calls of functions that a `Trace` was asked for.
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
        """The calls of all functions."""
        return sum(self.functions.values())

    @property
    def viewed(self) -> int:
        """The views that were built."""
        return sum(self.views.values())

    @property
    def executed(self) -> int:
        """The statements besides those that stand apart."""
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

    `views` are the functions that build a view of a game, and `tellers` those that make what a
    reader is shown or told, with a view in it or without; both by ``module:name``.
    """

    views: tuple[str, ...] = ()
    tellers: tuple[str, ...] = ()
    on: bool = False
    entered: list[tuple[CodeType, bool]] = field(default_factory=list)
    """Each entry of a function, and whether it was from its start; appending is atomic."""
    verbs: list[str] = field(default_factory=list)
    ends: list[str] = field(default_factory=list)
    _starts: dict[CodeType, int | None] = field(default_factory=dict)
    """Where the functions of the project start, None for what is not the project's."""

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Hear of statements, and of functions in the threads that are started from now on."""
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
        """Count from now on, anew, in this thread too."""
        for heard in (self.entered, self.verbs, self.ends):
            heard.clear()
        self.on = True
        sys.setprofile(self._hear)

    def end(self) -> Passage:
        """Count no more; return what has been counted."""
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
    """Return the instruction at which a function of the project starts, None for others.

    Coroutines and generators go on at other ones.
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

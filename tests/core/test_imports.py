"""The core computes: its imports and calls, as a closed list."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CORE = ROOT / "core"

PURE = frozenset(
    (
        *("abc", "bisect", "collections", "dataclasses", "difflib", "enum", "fractions"),
        "functools",
        *("hashlib", "heapq", "itertools", "math", "operator", "re", "string", "types"),
        *("typing", "unicodedata"),
        *("core", "jaconv", "numba", "numpy", "scipy", "snowballstemmer", "wcwidth"),
    )
)
"""Modules that do not read a clock, draw random numbers, wait, or reach outside the process."""

NARROW = {
    "contextlib": frozenset({"suppress"}),
    "random": frozenset({"Random"}),
    "pathlib": frozenset({"Path"}),
    "lzma": frozenset({"decompress"}),
    "struct": frozenset({"unpack"}),
    "sys": frozenset({"intern"}),
    "zlib": frozenset({"crc32"}),
}
"""Allowed names of modules that have further names; `Path` only for data and sources.

`core/words` reads its own data, and `core/compiled.py` the sources of the core.
"""

GENERATORS = frozenset({"default_rng", "Generator", "SeedSequence", "PCG64"})
"""Names of numpy.random other than functions on the one global generator."""

BUILTINS = frozenset({"__import__", "breakpoint", "eval", "exec", "input", "open", "print"})
SEEDED = frozenset({"Random", "SeedSequence", "default_rng", "PCG64"})
"""Names that draw from the operating system's entropy if they get no seed."""


def faults(source: str, *, reads_data: bool = False) -> list[str]:
    """Return the forbidden imports and calls of a module of the core."""
    return [fault for node in ast.walk(ast.parse(source)) for fault in _faults(node, reads_data)]


def _faults(node: ast.AST, reads_data: bool) -> Iterator[str]:
    match node:
        case ast.Import(names=names):
            yield from (one.name for one in names if one.name.partition(".")[0] not in PURE)
        case ast.ImportFrom(module=str(module), names=names, level=0):
            yield from _imported(module, [one.name for one in names], reads_data)
        case ast.ImportFrom():
            yield "a relative import"
        case ast.Attribute(value=ast.Attribute(attr="random"), attr=name) if name not in GENERATORS:
            yield f"random.{name}"
        case ast.Call(func=func, args=[], keywords=[]) if _name(func) in SEEDED:
            yield f"{_name(func)} without a seed"
        case ast.Call(func=ast.Name(id=name)) if name in BUILTINS:
            yield name


def _imported(module: str, names: list[str], reads_data: bool) -> Iterator[str]:
    top = module.partition(".")[0]
    if module in NARROW and (module != "pathlib" or reads_data):
        yield from (f"{module}.{name}" for name in names if name not in NARROW[module])
    elif module == "numpy.random":
        yield from (f"{module}.{name}" for name in names if name not in GENERATORS)
    elif top not in PURE:
        yield module


def _name(func: ast.expr) -> str:
    return func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")


PATHS = sorted(CORE.rglob("*.py"))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_of_the_core_only_computes(path: Path) -> None:
    reads_data = path.parent == CORE / "words" or path == CORE / "compiled.py"
    assert faults(path.read_text(encoding="utf-8"), reads_data=reads_data) == []


def test_every_module_of_the_core_is_looked_at() -> None:
    assert CORE / "view.py" in PATHS
    assert CORE / "codenames" / "rules.py" in PATHS


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("import asyncio", "asyncio"),
        ("import time", "time"),
        ("import os.path", "os.path"),
        ("from datetime import datetime", "datetime"),
        ("from os import environ", "os"),
        ("import random", "random"),
        ("from random import shuffle", "random.shuffle"),
        ("from numpy.random import rand", "numpy.random.rand"),
        ("from pathlib import Path", "pathlib"),
        ("from bot.texts import Texts", "bot.texts"),
        ("from . import view", "a relative import"),
        ("def f():\n    import socket", "socket"),
        ("np.random.shuffle(cards)", "random.shuffle"),
        ("np.random.default_rng()", "default_rng without a seed"),
        ("Random()", "Random without a seed"),
        ("print(key)", "print"),
        ("open('key')", "open"),
    ],
)
def test_what_reaches_outside_is_found(source: str, fault: str) -> None:
    assert faults(source) == [fault]


@pytest.mark.parametrize(
    "source",
    [
        "import numpy as np\nfrom numpy.typing import NDArray",
        "rng = np.random.default_rng(seed)",
        "def f(rng: np.random.Generator) -> None: rng.shuffle(cards)",
        "from random import Random\nRandom(1)",
        "from core.rules import Seat",
    ],
)
def test_what_computes_is_let_pass(source: str) -> None:
    assert faults(source) == []

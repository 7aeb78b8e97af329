"""Check that a name means one thing, and that shared code is neutral.

`python -m tools.check_names` reads the packages below the working directory (or a given folder),
prints its findings and exits with 1 if there are any. Two checks:

- public constants that have different values in several files
- shared folders of the application that name a game or a platform

`tools.check_budgets` counts public types and functions that several files define.
"""

import argparse
import ast
import io
import re
import sys
import tokenize
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from textwrap import shorten
from typing import Final

PACKAGES: Final = ("adapters", "bot", "core")

EVERY_GAMES: Final = frozenset(
    {"Action", "Event", "Observation", "Options", "Outcome", "Phase", "Rules", "State"}
)
"""Names that every game defines."""

MANY_VALUED: Final = frozenset[str]()
"""Constants that may have different values in files."""

SHARED_FOLDERS: Final = tuple(
    PurePosixPath("bot", name) for name in ("chat", "cli", "games", "lobby", "server", "store")
)
"""Folders for all games and all platforms."""

_PARTICULAR: Final = re.compile("codenames|hangman|shiritori|discord|slack", re.IGNORECASE)
_TYPE_NAME: Final = re.compile("[A-Z]+[a-z]\\w*")
_F_STRING_TEXT: Final = getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)
_STRINGS: Final = (tokenize.STRING, _F_STRING_TEXT)


@dataclass(frozen=True, slots=True)
class Module:
    """A source file: its path below the root, its text and its syntax tree."""

    path: PurePosixPath
    text: str
    tree: ast.Module


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of a check, which fails with any line."""

    title: str
    lines: tuple[str, ...]

    def __str__(self) -> str:
        return "\n  ".join([f"{self.title}: {len(self.lines)}", *self.lines])


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the findings; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.check_names", description=__doc__)
    parser.add_argument("root", type=Path, nargs="?", default=Path())
    findings = check(tuple(read(parser.parse_args(arguments).root)))
    print("\n".join(map(str, findings)))
    return int(any(finding.lines for finding in findings))


def read(root: Path) -> Iterator[Module]:
    """Yield the modules of the packages below a folder, in order of their paths."""
    for package in PACKAGES:
        for file in sorted((root / package).rglob("*.py")):
            text = file.read_text(encoding="utf-8")
            path = PurePosixPath(file.relative_to(root).as_posix())
            yield Module(path, text, ast.parse(text, str(file)))


def check(modules: Sequence[Module]) -> tuple[Finding, ...]:
    """Return the findings of all checks."""
    return (
        Finding("Constants of several values", tuple(many_valued(modules))),
        Finding("Games and platforms in shared code", tuple(particulars(modules))),
    )


# Names.


def shared_types(modules: Iterable[Module]) -> dict[str, list[str]]:
    """Return the public classes and types that several files define, with the files."""
    return _shared((module, set(_types(module.tree)) - EVERY_GAMES) for module in modules)


def shared_functions(modules: Iterable[Module]) -> dict[str, list[str]]:
    """Return the public functions that several files define, with the files."""
    return _shared((module, set(_functions(module.tree))) for module in modules)


def _shared(named: Iterable[tuple[Module, Set[str]]]) -> dict[str, list[str]]:
    files: defaultdict[str, list[str]] = defaultdict(list)
    for module, names in named:
        for name in names:
            if not name.startswith("_"):
                files[name].append(str(module.path))
    return {name: found for name, found in sorted(files.items()) if len(found) > 1}


def _functions(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name


def _types(tree: ast.Module) -> Iterator[str]:
    """Yield the classes and types of a module: aliases, with or without a mark, and NewTypes."""
    for node in tree.body:
        match node:
            case ast.ClassDef(name=name):
                yield name
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation):
                if ast.unparse(annotation).endswith("TypeAlias"):
                    yield name
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                if _TYPE_NAME.fullmatch(name) and _is_type(value):
                    yield name


def _is_type(value: ast.expr) -> bool:
    match value:
        case ast.Call(func=ast.Name(id="NewType") | ast.Attribute(attr="NewType")):
            return True
        case ast.Subscript() | ast.BinOp(op=ast.BitOr()):
            return True
        case _:
            return False


def many_valued(modules: Iterable[Module]) -> Iterator[str]:
    """Yield each public constant that has different values in several files, with the values."""
    values: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for module in modules:
        for name, line, value in _constants(module.tree):
            values[name].append((value, f"{module.path}:{line} = {shorten(value, 40)}"))
    for name, found in sorted(values.items()):
        if len({value for value, _ in found}) > 1 and name not in MANY_VALUED:
            yield f"{name}: {', '.join(where for _, where in found)}"


def _constants(tree: ast.Module) -> Iterator[tuple[str, int, str]]:
    """Yield the public constants of a module, each with its line and its value as source."""
    for node in tree.body:
        match node:
            case ast.AnnAssign(
                target=ast.Name(id=name), annotation=annotation, value=ast.expr() as v
            ):
                is_constant = ast.unparse(annotation).partition("[")[0].endswith("Final")
            case ast.Assign(targets=[ast.Name(id=name)], value=v):
                is_constant = _is_literal(v)
            case _:
                continue
        if is_constant and name.isupper() and not name.startswith("_"):
            yield name, node.lineno, ast.unparse(v)


def _is_literal(value: ast.expr) -> bool:
    try:
        ast.literal_eval(value)
    except ValueError:
        return False
    return True


# Games and platforms.


def particulars(modules: Iterable[Module]) -> Iterator[str]:
    """Yield the places where shared code, or its path, names a game or a platform."""
    for module in modules:
        if any(module.path.is_relative_to(folder) for folder in SHARED_FOLDERS):
            if _PARTICULAR.search(str(module.path)):
                yield f"{module.path}:1: the path"
            for line, text in dict.fromkeys(_particular_tokens(module)):
                yield f"{module.path}:{line}: {shorten(text, 60)}"


def _particular_tokens(module: Module) -> Iterator[tuple[int, str]]:
    documented = _documented_lines(module.tree)
    for token in tokenize.generate_tokens(io.StringIO(module.text).readline):
        line = token.start[0]
        counts = token.type == tokenize.NAME or (token.type in _STRINGS and line not in documented)
        if counts and _PARTICULAR.search(token.string):
            yield line, token.string


def _documented_lines(tree: ast.Module) -> frozenset[int]:
    """Return the lines of docstrings, including those below a constant."""
    lines: set[int] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str())):
                lines.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return frozenset(lines)


if __name__ == "__main__":
    sys.exit(main())

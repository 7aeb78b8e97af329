"""docs/security.md names at least one existing test for each threat."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "security.md").read_text("utf-8")
ROWS = tuple(
    line
    for line in PAGE.splitlines()
    if re.match(r"\| (?!threat|---)", line.replace("|---", "| ---"))
)
TESTS = tuple(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE))


def test_every_threat_has_a_test() -> None:
    assert len(ROWS) > 20
    assert [row for row in ROWS if "`tests/" not in row] == []


@pytest.mark.parametrize(("file", "name"), TESTS)
def test_each_test_exists(file: str, name: str) -> None:
    assert name in _functions(file)


@cache
def _functions(file: str) -> frozenset[str]:
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, kinds))

"""The budgets: measures within and beyond them, and how they fall."""

from pathlib import Path

import pytest

from tools.check_budgets import (
    BUDGETS,
    STARTS,
    homonyms,
    imported,
    lines,
    load,
    lowered,
    measure,
    misfits,
    stale_ignores,
    write,
)
from tools.check_names import read


def folder(root: Path, sources: dict[str, str]) -> Path:
    """Write sources and the head of a file of budgets below a folder."""
    for path, text in {BUDGETS: "# The most.\n", **sources}.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return root


def said(budgets: dict[str, int], measured: dict[str, int], section: str = "lines") -> list[str]:
    return [str(one) for one in misfits({section: budgets}, {section: measured})]


def test_lines_are_counted_by_folders_two_levels_down(tmp_path: Path) -> None:
    sources = {
        "core/a.py": "\n",
        "bot/games/a.py": "\n\n",
        "bot/games/deep/deeper/a.py": "\n\n\n",
        "tests/a.py": "\n",
    }
    counted = lines(read(folder(tmp_path, sources)))
    assert counted == {"core": 1, "bot/games": 5}


def test_a_number_above_its_budget_does_not_fit() -> None:
    assert said({"core": 10}, {"core": 10}) == []
    assert said({"core": 10}, {"core": 11}) == ["lines of core: 11, above 10"]


def test_a_new_folder_needs_a_budget() -> None:
    assert said({}, {"bot/new": 1}) == ["lines of bot/new: 1, above 0"]


@pytest.mark.parametrize(("measured", "most"), [(100, 120), (5000, 5050)])
def test_a_budget_of_lines_may_be_a_little_above_them(measured: int, most: int) -> None:
    assert said({"core": most}, {"core": measured}) == []
    (fault,) = said({"core": most + 1}, {"core": measured})
    assert fault == f"lines of core: {measured}, so lower the budget of {most + 1} (--lower)"


def test_a_budget_of_anything_else_falls_with_it() -> None:
    assert said({"Any": 5}, {"Any": 5}, "names") == []
    assert len(said({"Any": 5}, {"Any": 4}, "names")) == 1


def test_a_budget_of_a_folder_that_is_gone_must_go() -> None:
    assert len(said({"core": 3, "bot/old": 3}, {"core": 3})) == 1


def test_budgets_are_lowered_and_never_raised() -> None:
    budgets = {"lines": {"core": 10, "bot": 10, "old": 10}, "modules": {"help": 7}}
    measured = {"lines": {"core": 9, "bot": 11, "new": 5}}
    assert lowered(budgets, measured) == {
        "lines": {"core": 9, "bot": 10},
        "modules": {"help": 7},
    }


def test_what_is_written_is_read_again_below_the_same_head(tmp_path: Path) -> None:
    budgets = {"names": {"Any": 3}, "lines": {"bot/games": 7, "core": 1}}
    for _ in range(2):
        write(folder(tmp_path, {}), budgets)
    assert load(tmp_path) == budgets
    assert (tmp_path / BUDGETS).read_text(encoding="utf-8").startswith("# The most.\n\n[names]\n")


def test_homonyms_and_types_that_are_any_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tools.check_budgets.STARTS", {})
    source = "from typing import Any\nclass A:\n    b: Any\n    c: dict[str, Any]\ndef f(): ..."
    modules = tuple(read(folder(tmp_path, {"core/a.py": source, "bot/b.py": source})))
    assert measure(tmp_path, modules)["names"] == {"types": 1, "functions": 1, "Any": 4}
    assert homonyms({"a": ["b", "c", "d"], "e": ["f", "g"]}) == 3


def test_every_module_of_a_start_is_counted(tmp_path: Path) -> None:
    source = "import sys\nimport {}\ndef main(arguments): return int(arguments != ['--help'])"
    counted = []
    for name in ("sys", "this_is_new"):
        sources = {"bot/__main__.py": source.format(name), "this_is_new.py": ""}
        counted.append(imported(folder(tmp_path, sources), STARTS["help"]))
    assert counted[1] == counted[0] + 1
    with pytest.raises(RuntimeError, match="spyring play --plain failed"):
        imported(tmp_path, STARTS["play"])


def test_a_server_is_ended_once_it_has_started(tmp_path: Path) -> None:
    source = """
import signal, sys, time
def main(arguments):
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    print("now started all", file=sys.stderr, flush=True)
    time.sleep(60)
    return 1
"""
    assert imported(folder(tmp_path, {"bot/__main__.py": source}), STARTS["run"]) > 0


@pytest.fixture
def excepted(tmp_path: Path) -> Path:
    """A project's folder with two exceptions for its tests, which need one of them."""
    project = '[tool.ruff.lint.per-file-ignores]\n"tests/**" = ["F401", "E711"]\n'
    sources = {"pyproject.toml": project, "tests/a.py": "import os\n", "b.py": "1 == None\n"}
    return folder(tmp_path, sources)


def test_an_exception_that_no_file_needs_is_stale(excepted: Path) -> None:
    assert list(stale_ignores(excepted)) == ["per-file-ignores of tests/**: E711 is needed nowhere"]

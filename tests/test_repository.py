"""Workflows, forms, hooks and the citation match their schemas, and name only what exists."""

import os
import re
import runpy
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from ruamel.yaml import YAML

from bot import __version__

ROOT: Final = Path(__file__).parents[1]
WORKFLOWS: Final = tuple(sorted((ROOT / ".github/workflows").glob("*.yml")))
FORMS: Final = tuple(sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("[!c]*.yml")))
MAKEFILE: Final = (ROOT / "Makefile").read_text(encoding="utf-8")
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

each_workflow = pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)


def read(path: Path) -> Any:
    """Return the content of a YAML file."""
    return YAML(typ="safe").load(path)


def steps(workflow: Any) -> Iterator[dict[str, Any]]:
    """Yield the steps of all jobs, and the workflows that jobs call."""
    for job in workflow["jobs"].values():
        yield from job.get("steps", [job])


@pytest.mark.parametrize(
    ("schema", "paths"),
    [
        ("vendor.github-workflows", WORKFLOWS),
        ("custom.github-workflows-require-timeout", WORKFLOWS),
        ("vendor.github-issue-forms", FORMS),
        ("vendor.github-issue-config", [ROOT / ".github/ISSUE_TEMPLATE/config.yml"]),
        ("vendor.dependabot", [ROOT / ".github/dependabot.yml"]),
        ("vendor.citation-file-format", [ROOT / "CITATION.cff"]),
    ],
)
def test_files_match_their_schema(
    schema: str, paths: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert paths
    arguments = ["--builtin-schema", schema, "--force-filetype", "yaml", *map(str, paths)]
    monkeypatch.setattr(sys, "argv", ["check-jsonschema", *arguments])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("check_jsonschema", run_name="__main__")
    assert ended.value.code == 0


@each_workflow
def test_a_workflow_makes_only_targets_of_the_makefile(path: Path) -> None:
    targets = set(re.findall(r"^([\w-]+):", MAKEFILE, re.MULTILINE))
    runs = "\n".join(step.get("run", "") for step in steps(read(path)))
    assert set(re.findall(r"\bmake ([\w-]+)", runs)) - targets == set()


@each_workflow
def test_a_workflow_names_only_files_that_exist(path: Path) -> None:
    names = set[str]()
    for step in steps(read(path)):
        given = step.get("with", {})
        names |= {given[key] for key in ("file", "python-version-file") if key in given}
        names |= set(given.get("cache-dependency-path", "").split())
        names |= {word for word in shlex.split(step.get("run", "")) if word.startswith(".")}
        names |= {name for name in [step.get("uses", "")] if name.startswith("./")}
    assert [name for name in sorted(names) if not (ROOT / name).is_file()] == []


@each_workflow
def test_a_workflow_names_the_major_version_of_each_action(path: Path) -> None:
    used = [step["uses"] for step in steps(read(path)) if "uses" in step]
    actions = [name for name in used if not name.startswith("./")]
    assert [name for name in actions if not re.search(r"@(release/)?v\d+$", name)] == []


@each_workflow
def test_only_single_jobs_of_a_workflow_may_write(path: Path) -> None:
    assert read(path)["permissions"] in ({}, {"contents": "read"})


def test_the_tests_run_on_each_version_of_python_that_the_package_names() -> None:
    job = read(ROOT / ".github/workflows/tests.yml")["jobs"]["tests"]
    versions = job["strategy"]["matrix"]["python"]
    named = [one.rpartition(" ")[2] for one in PROJECT["classifiers"] if "Python ::" in one]
    assert versions == named
    assert (ROOT / ".python-version").read_text(encoding="utf-8").strip() in versions


@pytest.mark.parametrize(("tag", "code"), [(f"v{__version__}", 0), ("v999.0.0", 1)])
def test_a_release_accepts_only_the_tag_of_its_version(tag: str, code: int) -> None:
    workflow = read(ROOT / ".github/workflows/release.yml")
    (script,) = (step["run"] for step in steps(workflow) if "version=" in step.get("run", ""))
    programs = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    ended = subprocess.run(  # noqa: S603 - our own script
        ["/bin/bash", "-e", "-c", script],
        cwd=ROOT,
        env={"GITHUB_REF_NAME": tag, "PATH": programs},
        capture_output=True,
        check=False,
    )
    assert ended.returncode == code


def test_hooks_run_commands_of_make_check() -> None:
    recipe = MAKEFILE.partition("\ncheck:")[2].partition("\n\n")[0].replace("$(BIN)", ".venv/bin")
    commands = {line.strip() for line in recipe.splitlines()[1:]}
    (source,) = read(ROOT / ".pre-commit-config.yaml")["repos"]
    assert source["repo"] == "local"
    assert {hook["entry"] for hook in source["hooks"]} - commands == set()
    assert {hook["language"] for hook in source["hooks"]} == {"system"}


def test_the_citation_agrees_with_the_package_and_has_no_version_of_its_own() -> None:
    citation = read(ROOT / "CITATION.cff")
    authors = [author["name"] for author in PROJECT["authors"]]
    assert [author["name"] for author in citation["authors"]] == authors
    assert citation["license"] == PROJECT["license"]
    assert "version" not in citation

"""Check that the program does not grow: its lines, its imports and its loose ends.

`python -m tools.check_budgets` measures the packages below the working directory, compares them
with `tools/budgets.toml`, and exits with 1 if a number is above its budget. A budget far above its
measurement fails, too, so that gains last. `--lower` writes lower measurements; only a person
raises a budget. If two branches changed a budget, merge either side: `--lower` corrects it.

Imported modules are compared only on the version of Python with which they were counted.
"""

import argparse
import ast
import json
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeAlias

from tools.check_names import Module, read, shared_functions, shared_types

BUDGETS: Final = "tools/budgets.toml"

SLACK_LINES: Final = 20
SLACK_PART: Final = 0.01
"""The slack of a budget of lines: the greater of the two."""

COUNTED_PYTHON: Final = (3, 11)
"""The version of Python for comparing imported modules."""

STARTS: Final[Mapping[str, Sequence[str]]] = {
    "help": ["--help"],
    "play": ["play", "--plain"],
    "run": ["run", "--discord", "--slack", "--state", "games.db"],
}
"""The arguments of each start for counting imported modules."""

_NOWHERE: Final = "127.0.0.1:9"
"""An address without a server."""

_SETTING: Final[Mapping[str, str]] = {
    "DISCORD_TOKEN": "none",
    "DISCORD_API_URL": f"http://{_NOWHERE}",
    "DISCORD_GATEWAY_URL": f"ws://{_NOWHERE}",
    "SLACK_BOT_TOKEN": "xoxb-none",
    "SLACK_APP_TOKEN": "xapp-none",
    "SPYRING_SLACK_API_URL": f"http://{_NOWHERE}/",
}

_COUNTING: Final = """
import atexit, os, sys
atexit.register(lambda: os.write(2, f"imported {len(sys.modules)}\\n".encode()))
from bot.__main__ import main
sys.exit(main(sys.argv[1:]))
"""

Numbers: TypeAlias = dict[str, dict[str, int]]
"""Numbers by section and name, as in `budgets.toml`."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """A number that does not fit its budget."""

    name: str
    number: int
    budget: int

    def __str__(self) -> str:
        if self.number > self.budget:
            return f"{self.name}: {self.number}, above {self.budget}"
        return f"{self.name}: {self.number}, so lower the budget of {self.budget} (--lower)"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the numbers that do not fit their budgets; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.check_budgets", description=__doc__)
    parser.add_argument("root", type=Path, nargs="?", default=Path())
    parser.add_argument("--lower", action="store_true", help="lower budgets to the measurements")
    given = parser.parse_args(arguments)
    root: Path = given.root.absolute()
    modules = tuple(read(root))
    measured = measure(root, modules)
    if given.lower:
        write(root, lowered(load(root), measured))
    faults = [*map(str, misfits(load(root), measured)), *stale_ignores(root)]
    if any(fault.startswith("names of ") for fault in faults):
        faults = [*shared_lines(modules), *faults]
    print("\n".join(faults) or f"{sum(measured['lines'].values()):,} lines: within the budgets")
    return int(bool(faults))


def load(root: Path) -> Numbers:
    """Return the budgets of the packages below a folder."""
    return tomllib.loads((root / BUDGETS).read_text(encoding="utf-8"))


def write(root: Path, budgets: Numbers) -> None:
    """Write the budgets of the packages below a folder, but keep the file's first lines."""
    file = root / BUDGETS
    parts = [file.read_text(encoding="utf-8").partition("\n[")[0].rstrip("\n")]
    for section, numbers in budgets.items():
        lines = [f"{json.dumps(name)} = {number}" for name, number in numbers.items()]
        parts.append("\n".join([f"\n[{section}]", *lines]))
    file.write_text("\n".join(parts) + "\n", encoding="utf-8")


# Numbers and budgets.


def misfits(budgets: Numbers, measured: Numbers) -> Iterator[Misfit]:
    """Yield each number above its budget, or so far below that the budget must fall."""
    for section, numbers in measured.items():
        allowed = budgets[section]
        for name in sorted(numbers.keys() | allowed.keys()):
            number, budget = numbers.get(name, 0), allowed.get(name, 0)
            slack = max(SLACK_LINES, SLACK_PART * number) if section == "lines" else 0
            if number > budget or number + slack < budget or name not in numbers:
                yield Misfit(f"{section} of {name}", number, budget)


def lowered(budgets: Numbers, measured: Numbers) -> Numbers:
    """Return budgets without slack: none rises, and those of removed things are gone.

    Sections without measurements stay.
    """
    return budgets | {
        section: {
            name: min(numbers[name], budget)
            for name, budget in budgets[section].items()
            if name in numbers
        }
        for section, numbers in measured.items()
    }


def measure(root: Path, modules: Sequence[Module]) -> Numbers:
    """Return the measurements of the packages below a folder, with these modules."""
    measured = {
        "names": {
            "types": homonyms(shared_types(modules)),
            "functions": homonyms(shared_functions(modules)),
            "Any": sum(untyped(module.tree) for module in modules),
        },
        "lines": dict(sorted(lines(modules).items())),
    }
    if sys.version_info[:2] == COUNTED_PYTHON:
        measured["modules"] = {name: imported(root, how) for name, how in STARTS.items()}
    return measured


def lines(modules: Iterable[Module]) -> Counter[str]:
    """Return the lines of each folder; those two levels down include their subfolders."""
    counted: Counter[str] = Counter()
    for module in modules:
        folder = "/".join(module.path.parent.parts[:2])
        counted[folder] += module.text.count("\n")
    return counted


# Names and types.


def homonyms(shared: Mapping[str, Sequence[str]]) -> int:
    """Return the number of definitions with a name that an earlier file defines."""
    return sum(len(files) - 1 for files in shared.values())


def shared_lines(modules: Sequence[Module]) -> Iterator[str]:
    """Yield a line for each name that several files define."""
    for name, files in (shared_types(modules) | shared_functions(modules)).items():
        yield f"{name}: {', '.join(files)}"


def untyped(tree: ast.Module) -> int:
    """Return the number of types in a module that are Any."""
    return sum(isinstance(node, ast.Name) and node.id == "Any" for node in ast.walk(tree))


# Imports and exceptions.


def imported(root: Path, arguments: Sequence[str]) -> int:
    """Return the number of modules that a start of the program imports.

    A server gets SIGTERM after its start; its platforms cannot connect.
    """
    with TemporaryDirectory() as home:
        program = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-c", _COUNTING, *arguments],
            cwd=home,
            env={**_SETTING, "HOME": home, "PYTHONPATH": str(root)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        with program:
            assert program.stderr
            said = list(_ended_when_started(program, program.stderr))
    found = [re.fullmatch(r"imported (\d+)\n", line) for line in said]
    numbers = [int(match[1]) for match in found if match]
    if program.returncode or not numbers:
        raise RuntimeError(f"spyring {' '.join(arguments)} failed:\n{''.join(said)}")
    return numbers[-1]


def _ended_when_started(program: "subprocess.Popen[str]", said: Iterable[str]) -> Iterator[str]:
    for line in said:
        if " started " in line:
            program.terminate()
        yield line


def stale_ignores(root: Path) -> Iterator[str]:
    """Yield each of ruff's per-file exceptions in pyproject.toml that no file needs."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    exceptions: dict[str, list[str]] = project["tool"]["ruff"]["lint"]["per-file-ignores"]
    found = _violations(root, {code for codes in exceptions.values() for code in codes})
    for pattern, codes in exceptions.items():
        for code in codes:
            if not any(fnmatch(file, pattern) and one.startswith(code) for file, one in found):
                yield f"per-file-ignores of {pattern}: {code} is needed nowhere"


def _violations(root: Path, codes: Iterable[str]) -> set[tuple[str, str]]:
    """Return the files that break some of ruff's rules, with the rules, without exceptions."""
    without = ["--config", "lint.per-file-ignores = {}", "--select", ",".join(codes)]
    command = ["ruff", "check", "--exit-zero", "--output-format", "json", *without, str(root)]
    ended = subprocess.run(  # noqa: S603
        [sys.executable, "-m", *command], cwd=root, capture_output=True, text=True, check=True
    )
    found: list[dict[str, Any]] = json.loads(ended.stdout)
    return {(Path(one["filename"]).relative_to(root).as_posix(), one["code"]) for one in found}


if __name__ == "__main__":
    sys.exit(main())

"""The program's entry point, where other packages have the names of Spyring's own."""

import subprocess
import sys
from pathlib import Path

import pytest

from bot import __version__
from tests.bot.programs import MOST_SECONDS, environment, spyring

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("package", ["bot", "core"])
def test_a_package_that_hides_ours_is_named(tmp_path: Path, package: str) -> None:
    other = tmp_path / package
    other.mkdir()
    (other / "__init__.py").write_text("raise SystemExit('the wrong package was imported')")
    paths = {"PYTHONPATH": f"{tmp_path}:{ROOT}"}
    ended = subprocess.run(
        [sys.executable, "-m", "spyring", "--version"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment() | paths,
        timeout=MOST_SECONDS,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert f"Python finds {other} as the package '{package}'" in ended.stderr
    assert "Install Spyring in an environment of its own" in ended.stderr


@pytest.mark.parametrize("module", ["bot", "spyring"])
def test_both_modules_say_the_version(module: str) -> None:
    said = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", module, "--version"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment(),
        timeout=MOST_SECONDS,
        check=True,
    )
    assert said.stdout == f"Spyring {__version__}\n"
    assert spyring("--version").stdout == said.stdout

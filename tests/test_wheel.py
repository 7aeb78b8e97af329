"""The wheel as users install it: all its files, and whole games in a fresh environment.

The source distribution has the documentation.
"""

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from venv import create
from zipfile import ZipFile

import pytest

from tests.bot.programs import environment
from tests.golden.test_transcripts import COMMANDS
from tests.golden.test_transcripts import FOLDER as TRANSCRIPTS
from tools.build_docs import links, pages

pytestmark = pytest.mark.slow

SOURCE = Path(__file__).parents[1]
PACKAGES = ("adapters", "bot", "core", "migrations")
LEFT_OUT = (".git", ".venv", ".*_cache", ".hypothesis", "__pycache__", "build", "*.egg-info")
"""Files of the clone that are not part of the project."""

PIP = ("-m", "pip", "--disable-pip-version-check", "--no-input")
MOST_SECONDS = 900
"""Seconds for pip to download and compile everything, on a busy machine."""

NEWS = "# New: from now on, bots here remember"
"""The beginning of a line that only the first game of a file prints."""


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    """The wheel, built from a copy: setuptools would leave copies of all files in the clone."""
    copy = tmp_path / "source"
    for package in PACKAGES:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(SOURCE / package, copy / package, ignore=ignored)
    for name in ("LICENSE", "README.md", "pyproject.toml", "spyring.py"):
        shutil.copy(SOURCE / name, copy)
    building = ("wheel", "--no-deps", "--no-build-isolation", f"--wheel-dir={tmp_path}", str(copy))
    _run(sys.executable, *PIP, *building, folder=tmp_path)
    (built,) = tmp_path.glob("spyring-*.whl")
    return built


def test_the_wheel_holds_every_file_of_its_packages(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        held = set(archive.namelist())
    files = {
        file.relative_to(SOURCE).as_posix()
        for package in PACKAGES
        for file in (SOURCE / package).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    assert files - held == set()
    assert {name for name in held if name.startswith(PACKAGES)} - files == set()


def test_a_fresh_environment_plays_from_the_wheel(wheel: Path, tmp_path: Path) -> None:
    program = str(_install(wheel, tmp_path / "fresh") / "spyring")
    home = tmp_path / "home"
    home.mkdir()
    assert "spyring" in _run(program, "--help", folder=home)
    assert "使い方" in _run(program, "--language", "ja", "--help", folder=home)
    _run(program, "doctor", folder=home)
    for game, command in COMMANDS.items():
        lines = (TRANSCRIPTS / f"{game}.in").read_text("utf-8")
        played = _run(program, *command, "--state", f"{game}.db", folder=home, lines=lines)
        told = [line for line in played.splitlines(True) if not line.startswith(NEWS)]
        assert "".join(told) == (TRANSCRIPTS / f"{game}.out").read_text("utf-8")
        assert game in _run(program, "games", "--state", f"{game}.db", folder=home)


def test_the_source_distribution_holds_every_page_and_what_it_links_to(tmp_path: Path) -> None:
    copy = tmp_path / "source"
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns(*LEFT_OUT))
    build = "import sys; from setuptools.build_meta import build_sdist; build_sdist(sys.argv[1])"
    _run(sys.executable, "-c", build, str(tmp_path), folder=copy)
    (built,) = tmp_path.glob("spyring-*.tar.gz")
    with tarfile.open(built) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    named = {str(page) for page in pages(SOURCE)}
    for page in pages(SOURCE):
        text = (SOURCE / page).read_text(encoding="utf-8")
        named |= {str(file) for file, _ in links(page, text)}
    assert named - held == set()
    assert {"zensical.toml", "requirements/docs.txt", "tools/build_docs.py"} <= held


def _install(wheel: Path, folder: Path) -> Path:
    """Install a wheel with the locked packages into a new environment; return its programs."""
    create(folder, with_pip=True)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    python = str(programs / "python")
    locked = ("--require-hashes", "--only-binary", ":all:", "-r")
    _run(python, *PIP, "install", *locked, str(SOURCE / "requirements.txt"), folder=folder)
    _run(python, *PIP, "install", "--no-deps", str(wheel), folder=folder)
    _run(python, *PIP, "check", folder=folder)
    return programs


def _run(*command: str, folder: Path, lines: str = "") -> str:
    """Run a program with a folder as its home; return its output after it ends with 0."""
    ended = subprocess.run(  # noqa: S603 - pip and our own program
        command,
        cwd=folder,
        env=environment({"HOME": str(folder), "XDG_DATA_HOME": str(folder)}),
        input=lines,
        capture_output=True,
        encoding="utf-8",
        timeout=MOST_SECONDS,
        check=False,
    )
    assert ended.returncode == 0, f"{command}: {ended.stdout}{ended.stderr}"
    return ended.stdout

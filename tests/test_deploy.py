"""The container image; `python -m tools.try_image` builds and runs it."""

import tomllib
from pathlib import Path, PurePosixPath

import pytest

from bot.cli.operators import WEB
from bot.settings import PREFIX
from tools.dockerfile import IgnoreFile, changed_environment, context_files, image_stages

ROOT = Path(__file__).parents[1]
IGNORE = IgnoreFile((ROOT / ".dockerignore").read_text("utf-8"))
STAGES = image_stages((ROOT / "Dockerfile").read_text("utf-8"))
SETTINGS = {
    line.partition("=")[0]
    for line in (ROOT / ".env.example").read_text("utf-8").splitlines()
    if not line.startswith("#")
}


# The image.


def test_the_build_sees_every_file_of_the_program_and_no_other() -> None:
    seen = set(map(str, context_files(ROOT, IGNORE)))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    packages = {
        part.rstrip("*") for part in project["tool"]["setuptools"]["packages"]["find"]["include"]
    }
    program = {
        file.relative_to(ROOT).as_posix()
        for package in packages
        for file in (ROOT / package).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    rest = {"LICENSE", "README.md", "pyproject.toml", "requirements.txt", "spyring.py"}
    assert seen == program | rest


@pytest.mark.parametrize("name", [".env", ".git/config", "core/__pycache__/a.pyc", "spyring.db"])
def test_the_build_does_not_see(name: str) -> None:
    assert IGNORE.is_ignored(PurePosixPath(name))


def test_every_copied_path_exists() -> None:
    made = {stage.name for stage in STAGES}
    copies = [one for stage in STAGES for one in stage.instructions if one.word == "COPY"]
    for one in copies:
        sources, _ = one.copied
        if origin := one.flags.get("from"):
            assert origin in made
        else:
            assert all((ROOT / source).exists() for source in sources)
            paths = [PurePosixPath(source) for source in sources if source != "."]
            assert not any(map(IGNORE.is_ignored, paths))
    assert copies


def test_the_image_runs_as_its_own_user_with_known_settings() -> None:
    image = STAGES[-1]
    environment = changed_environment({"PATH": "/bin"}, image.last("ENV").text)
    assert {name for name in environment if name.startswith(PREFIX)} <= SETTINGS
    assert image.last("USER").text == "10001:10001"
    assert environment["XDG_DATA_HOME"] == image.last("VOLUME").text == "/data"
    assert image.last("ENTRYPOINT").command == ("spyring",)
    assert image.last("CMD").command[0] == WEB
    assert image.last("EXPOSE").text == environment["PORT"]


def test_the_health_check_is_valid_and_needs_no_shell() -> None:
    python, *_, program = STAGES[-1].last("HEALTHCHECK").command
    assert python == "python"
    compile(program, "HEALTHCHECK", "exec")


def test_a_line_after_a_pattern_can_allow_a_file_again() -> None:
    ignore = IgnoreFile("# all\n*\n!core\n**/*.pyc\n!core/kept.pyc\n")
    paths = ("core/a.py", "core/b/a.pyc", "core/kept.pyc", "cores", "a/core")
    allowed = [path for path in paths if not ignore.is_ignored(PurePosixPath(path))]
    assert allowed == ["core/a.py", "core/kept.pyc"]

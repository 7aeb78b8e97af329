"""The files for containers and systemd; `python -m tools.try_image` builds and runs the image."""

import asyncio
import shutil
import sys
import tomllib
from asyncio.subprocess import PIPE, STDOUT
from configparser import RawConfigParser
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from ruamel.yaml import YAML

from bot.cli.operators import WEB
from bot.server.server import SHUTDOWN_SECONDS
from bot.settings import DATABASE_URL, PREFIX
from tools.dockerfile import IgnoreFile, changed_environment, context_files, image_stages

ROOT = Path(__file__).parents[1]
IGNORE = IgnoreFile((ROOT / ".dockerignore").read_text("utf-8"))
STAGES = image_stages((ROOT / "Dockerfile").read_text("utf-8"))
SETTINGS = {
    line.partition("=")[0]
    for line in (ROOT / ".env.example").read_text("utf-8").splitlines()
    if not line.startswith("#")
}


@pytest.fixture(scope="module")
def compose() -> Any:
    return YAML(typ="safe").load(ROOT / "compose.yaml")


@pytest.fixture(scope="module")
def unit() -> RawConfigParser:
    class KeepCase(RawConfigParser):
        def optionxform(self, optionstr: str) -> str:
            return optionstr

    parser = KeepCase(strict=False, delimiters=("=",))
    parser.read(ROOT / "deploy/spyring.service", "utf-8")
    return parser


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


# Compose.


def test_the_compose_file_follows_the_specification() -> None:
    check = (sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec")
    assert asyncio.run(_output(*check, str(ROOT / "compose.yaml"))) == "ok -- validation done\n"


def test_every_service_is_read_only_and_without_capabilities(compose: Any) -> None:
    for service in compose["services"].values():
        assert service["read_only"]
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]


def test_the_bot_starts_on_migrated_tables_and_has_time_to_stop(compose: Any) -> None:
    bot = compose["services"]["bot"]
    assert bot["depends_on"]["migrate"] == {"condition": "service_completed_successfully"}
    assert compose["services"]["migrate"]["command"] == ["migrate"]
    assert int(bot["stop_grace_period"].removesuffix("s")) > SHUTDOWN_SECONDS


def test_the_compose_file_names_known_settings_and_no_password(compose: Any) -> None:
    environment = compose["services"]["bot"]["environment"]
    assert set(environment) <= SETTINGS
    values = {
        environment[DATABASE_URL],
        compose["services"]["database"]["environment"]["POSTGRES_PASSWORD"],
    }
    assert all("${POSTGRES_PASSWORD:?" in value for value in values)


def test_prometheus_reads_the_port_of_the_bot(compose: Any) -> None:
    port = compose["services"]["bot"]["environment"]["SPYRING_METRICS_PORT"]
    config = YAML(typ="safe").load(ROOT / "deploy/prometheus.yml")
    (job,) = config["scrape_configs"]
    assert job["static_configs"] == [{"targets": [f"127.0.0.1:{port}"]}]
    assert compose["services"]["prometheus"]["network_mode"] == "service:bot"


# systemd.


def test_the_unit_keeps_to_its_folder_and_has_time_to_stop(unit: RawConfigParser) -> None:
    service = unit["Service"]
    assert service["ProtectSystem"] == "strict"
    assert service["NoNewPrivileges"] == "yes"
    assert service["KillMode"] == "mixed"
    assert service["Restart"] == "on-failure"
    data = service["Environment"].removeprefix("XDG_DATA_HOME=")
    assert f"{data}/{service['StateDirectory']}" == "/var/lib/spyring"
    assert int(service["TimeoutStopSec"]) > SHUTDOWN_SECONDS


def test_commands_by_hand_read_the_settings_of_the_unit(unit: RawConfigParser) -> None:
    service, page = unit["Service"], (ROOT / "docs/hosting.md").read_text("utf-8")
    folder, (program, *_) = service["WorkingDirectory"], service["ExecStart"].split()
    assert "EnvironmentFile" not in service  # commands by hand would not read it
    assert f"--mode=0600 .env {folder}/.env\n" in page
    command = f"sudo -u {service['User']} {service['Environment']} {program} doctor"
    assert f"    cd {folder}\n    {command}\n" in page


def test_the_unit_serves_every_platform_as_the_image_does(unit: RawConfigParser) -> None:
    assert unit["Service"]["ExecStart"].split()[1:] == [WEB]


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not here")
def test_systemd_knows_every_option_of_the_unit(unit: RawConfigParser, tmp_path: Path) -> None:
    unit["Service"]["ExecStart"] = "/bin/true"  # verify refuses programs that do not exist
    with (tmp_path / "spyring.service").open("w", encoding="utf-8") as file:
        unit.write(file, space_around_delimiters=False)
    said = asyncio.run(_output("systemd-analyze", "verify", file.name))
    assert [line for line in said.splitlines() if "spyring.service" in line] == []


async def _output(*command: str) -> str:
    program = await asyncio.create_subprocess_exec(*command, stdout=PIPE, stderr=STDOUT)
    output, _ = await program.communicate()
    return output.decode()

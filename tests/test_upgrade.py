"""Backup, upgrade and rollback, with the commands of docs/hosting.md, on both databases."""

import asyncio
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from bot.store.address import address
from bot.store.connection import Store
from bot.store.migration import migration_status, upgrade
from tests.bot.programs import run
from tests.databases import with_store

PAGE = Path(__file__).parents[1].joinpath("docs", "hosting.md").read_text("utf-8")
EARLIER, NEWEST = "0014", "0015"
GUILD = "discord:813847"

pytestmark = pytest.mark.slow


@pytest.fixture
def database(empty_url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of an earlier version's database, with a guild; the program's own database."""
    monkeypatch.setenv("DATABASE_URL", empty_url)
    assert _spyring("migrate", "--to", EARLIER) == 0
    _execute(empty_url, "INSERT INTO guilds (guild, settings) VALUES ('discord:813847', '{}')")
    return empty_url


def test_an_upgrade_can_be_rolled_back(database: str, tmp_path: Path) -> None:
    backup = tmp_path / "games.backup"
    _back_up(database, backup)
    findings = json.loads(run("doctor", "--json").stdout)["findings"]
    assert [one["said"] for one in findings if one["level"] != "ok" and "migrate" in one["said"]]
    assert _spyring("migrate") == 0
    assert _revision(database) == NEWEST
    assert _spyring("purge", GUILD, "--yes") == 0
    _restore(database, backup)
    assert _revision(database) == EARLIER
    assert _spyring("migrate") == 0
    assert _spyring("purge", GUILD, "--yes") == 0  # refused for an unknown guild


def test_an_earlier_version_refuses_a_later_database(database: str) -> None:
    asyncio.run(upgrade(database))
    _execute(database, "UPDATE alembic_version SET version_num = '9999'")
    refused = run("migrate")
    assert refused.returncode == 2
    assert b"newer version" in refused.stderr


def _spyring(*command: str) -> int:
    assert f"spyring {command[0]}" in PAGE
    return run(*command).returncode


def _back_up(url: str, file: Path) -> None:
    if url.startswith("sqlite"):
        assert _spyring("backup", str(file), "--yes") == 0
        return
    assert "pg_dump -Fc" in PAGE
    _postgresql("pg_dump", url, "-Fc", f"--file={file}", address(url).database or "")


def _restore(url: str, file: Path) -> None:
    if url.startswith("sqlite"):
        assert _spyring("restore", str(file), "--yes") == 0
        return
    for program in ("dropdb", "createdb", "pg_restore"):
        assert f"    {program} " in PAGE
    name = address(url).database or ""
    _postgresql("dropdb", url, name)
    _postgresql("createdb", url, name)
    _postgresql("pg_restore", url, f"--dbname={name}", str(file))


def _postgresql(program: str, url: str, *options: str) -> None:
    """Run one of PostgreSQL's own programs on the server at an address."""
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    found = address(url)
    server = {"PGHOST": found.host, "PGPORT": found.port, "PGUSER": found.username}
    given = {name: str(value) for name, value in server.items() if value}
    secret = {"PGPASSWORD": found.password} if found.password else {}
    subprocess.run([program, *options], env=os.environ | given | secret, check=True)  # noqa: S603 - PostgreSQL's own


def _revision(url: str) -> str | None:
    return asyncio.run(migration_status(url)).current


def _execute(url: str, statement: str) -> None:
    async def write(store: Store) -> None:
        async with store.writing() as connection:
            await connection.exec_driver_sql(statement)

    with_store(url, write)

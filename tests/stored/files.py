"""The kept files: their places, and databases made from them."""

import asyncio
import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import asyncpg
from sqlalchemy import make_url

FOLDER: Final = Path(__file__).parent / "data"

SQLITE: Final = "sqlite.db.gz"
POSTGRESQL: Final = "postgresql.sql.gz"
"""The output of `pg_dump --inserts`, without the lines that only psql reads."""


def load(name: str, folder: Path = FOLDER) -> Any:
    """Return the content of a JSON file."""
    return json.loads((folder / name).read_text(encoding="utf-8"))


def save(folder: Path, name: str, value: Any) -> None:
    """Write a file of JSON."""
    text = json.dumps(value, ensure_ascii=False, indent=1) + "\n"
    (folder / name).write_text(text, encoding="utf-8")


def unpack(path: Path) -> str:
    """Write the kept SQLite database to a file; return its URL."""
    path.write_bytes(gzip.decompress((FOLDER / SQLITE).read_bytes()))
    return f"sqlite:///{path}"


def restore(url: str) -> None:
    """Create the kept tables and rows in an empty PostgreSQL database."""
    script = gzip.decompress((FOLDER / POSTGRESQL).read_bytes()).decode()

    async def run() -> None:
        connection = await asyncpg.connect(_plain(url))
        try:
            await connection.execute(script)
        finally:
            await connection.close()

    asyncio.run(run())


def beside(server: str, name: str) -> str:
    """Return the URL of another database on a PostgreSQL server."""
    return make_url(server).set(database=name).render_as_string(hide_password=False)


@contextmanager
def database(server: str, template: str | None = None) -> Iterator[str]:
    """Create a temporary PostgreSQL database, empty or by a template; yield its name."""
    name = f"spyring_kept_{uuid4().hex[:12]}"
    like = f" TEMPLATE {template}" if template else ""
    asyncio.run(_execute(server, f"CREATE DATABASE {name}{like}"))
    try:
        asyncio.run(_execute(server, f"ALTER DATABASE {name} SET synchronous_commit = off"))
        yield name
    finally:
        asyncio.run(_execute(server, f"DROP DATABASE {name} WITH (FORCE)"))


async def _execute(server: str, statement: str) -> None:
    connection = await asyncpg.connect(_plain(server))
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


def _plain(url: str) -> str:
    """Return a URL in the form that asyncpg accepts."""
    plain = make_url(url).set(drivername="postgresql")
    return plain.render_as_string(hide_password=False)

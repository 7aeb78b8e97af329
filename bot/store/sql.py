"""Upserts for SQLite and PostgreSQL, and rows as dataclasses."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Select, Table, bindparam, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.address import POSTGRESQL
from bot.store.prepared import ColumnValues, Prepared


async def add(connection: AsyncConnection, table: Table, values: ColumnValues) -> bool:
    """Insert a row unless its key exists; return whether it was inserted.

    PostgreSQL waits for another transaction that inserts the same key.
    """
    adding = _adding(connection.dialect.name, table, tuple(values))
    return await adding.change(connection, values) == 1


async def put(
    connection: AsyncConnection,
    table: Table,
    values: ColumnValues,
    *,
    changing: Sequence[str] | None = None,
    where: ColumnElement[bool] | None = None,
    given: ColumnValues | None = None,
) -> bool:
    """Upsert a row; return False if `where` prevented the update.

    `changing` are the columns to update, by default all but the key's. The row stays locked for the
    transaction, updated or not. `where` must be a constant, because its statement is cached;
    `given` has its parameters.
    """
    of = None if changing is None else tuple(changing)
    statement = _putting(connection.dialect.name, table, tuple(values), of, where)
    parameters = {_parameter(name): value for name, value in values.items()} | {**(given or {})}
    return await statement.change(connection, parameters) == 1


@cache
def _putting(
    dialect: str,
    table: Table,
    columns: tuple[str, ...],
    changing: tuple[str, ...] | None,
    where: ColumnElement[bool] | None,
) -> Prepared:
    key = [column.name for column in table.primary_key]
    changed = [name for name in columns if name not in key] if changing is None else changing
    statement = _insert(dialect, table).values(
        {name: bindparam(_parameter(name)) for name in columns}
    )
    return Prepared(
        statement.on_conflict_do_update(
            index_elements=key,
            set_={name: statement.excluded[name] for name in changed},
            where=where,
        )
    )


def _parameter(column: str) -> str:
    return f"new_{column}"


@cache
def _adding(dialect: str, table: Table, columns: tuple[str, ...]) -> Prepared:
    return Prepared(_insert(dialect, table).on_conflict_do_nothing(), columns)


def _insert(dialect: str, table: Table) -> postgresql.Insert | sqlite.Insert:
    return postgresql.insert(table) if dialect == POSTGRESQL else sqlite.insert(table)


R = TypeVar("R")


def select_rows(kind: type, table: Table) -> Select[Any]:
    """Return a query of the columns of a row class."""
    return select(*(table.c[name] for name in column_names(kind)))


def first(kind: Callable[..., R], rows: Iterable[Sequence[Any]]) -> R | None:
    """Return the first row found, or None."""
    return next((kind(*row) for row in rows), None)


def every(kind: Callable[..., R], rows: Iterable[Sequence[Any]]) -> tuple[R, ...]:
    """Return all rows found."""
    return tuple(kind(*row) for row in rows)


def values(row: object) -> dict[str, Any]:
    """Return the columns of a row."""
    kind: type = type(row)
    return {name: getattr(row, name) for name in column_names(kind)}


@cache
def column_names(kind: type) -> tuple[str, ...]:
    """Return the names of the columns of a row class."""
    return tuple(field.name for field in fields(kind))

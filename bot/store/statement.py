"""Inserts that meet a row which is there already, in the words of both databases."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from sqlalchemy import ColumnElement, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.address import POSTGRESQL

Values: TypeAlias = Mapping[str, Any]


async def add(connection: AsyncConnection, table: Table, values: Values) -> bool:
    """Insert a row; return False, and leave what there is, where its key is taken.

    On PostgreSQL a transaction that is inserting the same key is waited for.
    """
    statement = _insert(connection, table).values(values).on_conflict_do_nothing()
    return (await connection.execute(statement)).rowcount == 1


async def put(
    connection: AsyncConnection,
    table: Table,
    values: Values,
    *,
    changing: Sequence[str] | None = None,
    where: ColumnElement[bool] | None = None,
) -> bool:
    """Insert a row, or change the one of its key; return False where `where` forbade the change.

    `changing` names the columns that are changed, all but the key's where it is None. The row
    stays locked for the transaction, changed or not.
    """
    key = [column.name for column in table.primary_key]
    changed = [name for name in values if name not in key] if changing is None else changing
    statement = _insert(connection, table).values(values)
    statement = statement.on_conflict_do_update(
        index_elements=key,
        set_={name: statement.excluded[name] for name in changed},
        where=where,
    )
    return (await connection.execute(statement)).rowcount == 1


def _insert(connection: AsyncConnection, table: Table) -> postgresql.Insert | sqlite.Insert:
    if connection.dialect.name == POSTGRESQL:
        return postgresql.insert(table)
    return sqlite.insert(table)

"""Prepared statements: compiled to SQL once, and executed by the database's driver.

SQLAlchemy analyses a statement at each execution, which takes several times as long as SQLite does.
Here it only converts values and rows, by their types, and classifies errors.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from sqlalchemy import ClauseElement, Connection, Dialect, Select
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.util import greenlet_spawn

DOUBLE_PRECISION: Final = 701
"""PostgreSQL's type number of floats."""

ColumnValues: TypeAlias = Mapping[str, Any]

_Row: TypeAlias = tuple[Any, ...]


def _unchanged(value: object) -> object:
    """Return a value that needs no conversion for the driver."""
    return value


@dataclass(frozen=True, slots=True)
class _StatementText:
    """The SQL of a statement for one database, and converters of its parameters and columns."""

    sql: str
    constants: ColumnValues
    parameters: Sequence[tuple[str, Callable[[Any], object]]]
    columns: Sequence[Callable[[Any], object]]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A statement with named parameters; `names` are the columns of an insert or update."""

    statement: ClauseElement
    names: Sequence[str] | None = None
    _texts: dict[str, _StatementText] = field(default_factory=dict, init=False, repr=False)

    async def rows(self, connection: AsyncConnection, values: ColumnValues) -> Sequence[_Row]:
        """Return the rows of a query; raises StoreFault."""
        return (await greenlet_spawn(self.run, connection.sync_connection, values))[0]

    async def change(self, connection: AsyncConnection, *values: ColumnValues) -> int:
        """Execute a change with each of the values; return the number of affected rows.

        Raises StoreFault, and SQLAlchemy's IntegrityError.
        """
        return (await greenlet_spawn(self.run, connection.sync_connection, *values))[1]

    def run(self, connection: Connection, *values: ColumnValues) -> tuple[Sequence[_Row], int]:
        """Return the rows found and the number affected; call it within a greenlet."""
        text = self._texts.get(connection.dialect.name) or self._text_for(connection.dialect)
        given: Any = [
            tuple(convert(named[name]) for name, convert in text.parameters)
            for named in ({**text.constants, **one} for one in values)
        ]
        is_many, cursor = len(given) > 1, connection.connection.cursor()
        what = (text.sql, given if is_many else given[0])
        connection.dispatch.before_cursor_execute(connection, cursor, *what, None, is_many)
        try:
            (cursor.executemany if is_many else cursor.execute)(*what)
        except BaseException as error:  # also a cancellation, which breaks the connection
            connection._handle_dbapi_exception(error, *what, cursor, None)  # noqa: SLF001
        connection.dispatch.after_cursor_execute(connection, cursor, *what, None, is_many)
        found = cursor.fetchall() if text.columns else ()
        rows = [
            tuple(convert(value) for convert, value in zip(text.columns, row, strict=True))
            for row in found
        ]
        return rows, cursor.rowcount

    def _text_for(self, dialect: Dialect) -> _StatementText:
        """Compile the statement for a database and cache it."""
        compiled: Any = self.statement.compile(dialect=dialect, column_keys=self.names)
        binds = {name: compiled.binds[name] for name in compiled.positiontup}
        columns = self.statement.selected_columns if isinstance(self.statement, Select) else ()
        kinds = {one: one.type.dialect_impl(dialect) for one in (*binds.values(), *columns)}
        senders = {name: kinds[one].bind_processor(dialect) for name, one in binds.items()}
        readers = (kinds[one].result_processor(dialect, DOUBLE_PRECISION) for one in columns)
        text = self._texts[dialect.name] = _StatementText(
            str(compiled),
            {name: one.effective_value for name, one in binds.items() if not one.required},
            [(name, senders[name] or _unchanged) for name in compiled.positiontup],
            [reader or _unchanged for reader in readers],
        )
        return text

"""Statements that are the same each time: made into text once, and run by the database's driver.

SQLAlchemy finds out the same about a statement each time that it executes it, which takes several
times as long as SQLite does. Here its types convert values and rows, and it judges errors.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from sqlalchemy import ClauseElement, Connection, Dialect, Select
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.types import TypeEngine
from sqlalchemy.util import greenlet_spawn

DOUBLE_PRECISION: Final = 701
"""PostgreSQL's number of the type of all numbers here that are no integers."""

Parameters: TypeAlias = Mapping[str, Any]

_Converter: TypeAlias = Callable[[Any], Any] | None
"""What converts a value on its way to or from the driver, None where it goes as it is."""


@dataclass(frozen=True, slots=True)
class _Text:
    """A statement's text for one database, and what its parameters and columns need."""

    sql: str
    constants: Parameters
    parameters: Sequence[tuple[str, _Converter]]
    columns: Sequence[_Converter]

    def given(self, values: Parameters) -> tuple[Any, ...]:
        """Return the values in the order of the text."""
        named = {**self.constants, **values} if self.constants else values
        return tuple(
            named[name] if convert is None else convert(named[name])
            for name, convert in self.parameters
        )

    def found(self, row: Sequence[Any]) -> tuple[Any, ...]:
        """Return a row with the values that Python has for its columns."""
        return tuple(
            value if convert is None else convert(value)
            for value, convert in zip(row, self.columns, strict=True)
        )


@dataclass(frozen=True, slots=True)
class Prepared:
    """A statement with named parameters; one that inserts or updates names the columns, too."""

    statement: ClauseElement
    names: Sequence[str] | None = None
    _texts: dict[str, _Text] = field(default_factory=dict, init=False, repr=False)

    async def rows(self, connection: AsyncConnection, values: Parameters) -> list[tuple[Any, ...]]:
        """Return the rows that a query finds; raises StoreFault."""
        return (await greenlet_spawn(self.executed, connection.sync_connection, (values,)))[0]

    async def change(self, connection: AsyncConnection, *values: Parameters) -> int:
        """Make a change with each of the values; return the number of rows that it hit.

        Raises StoreFault, and SQLAlchemy's IntegrityError.
        """
        return (await greenlet_spawn(self.executed, connection.sync_connection, values))[1]

    def executed(
        self, connection: Connection, values: Sequence[Parameters] = ({},)
    ) -> tuple[list[tuple[Any, ...]], int]:
        """Return the rows that are found, and how many are changed; for SQLAlchemy's greenlets."""
        text = self._texts.get(connection.dialect.name) or self._text(connection.dialect)
        given, is_many = tuple(map(text.given, values)), len(values) > 1
        cursor: Any = connection.connection.cursor()
        execute = cursor.executemany if is_many else cursor.execute
        parameters: Any = given if is_many else given[0]
        seen = (connection, cursor, text.sql, parameters, None, is_many)
        connection.dispatch.before_cursor_execute(*seen)
        try:
            execute(text.sql, parameters)
        except BaseException as error:  # a cancellation leaves the connection in the middle
            judge = connection._handle_dbapi_exception  # noqa: SLF001 - as of its own statements
            judge(error, text.sql, parameters, cursor, None)
        connection.dispatch.after_cursor_execute(*seen)
        rows = [*map(text.found, cursor.fetchall())] if text.columns else []
        return rows, cursor.rowcount

    def _text(self, dialect: Dialect) -> _Text:
        """Return the statement's text for a database, made when it is first needed."""
        compiled: Any = self.statement.compile(dialect=dialect, column_keys=self.names)
        binds = {name: compiled.binds[name] for name in compiled.positiontup}
        columns = self.statement.selected_columns if isinstance(self.statement, Select) else ()

        def kind(of: TypeEngine[Any]) -> TypeEngine[Any]:
            return of.dialect_impl(dialect)

        text = self._texts[dialect.name] = _Text(
            str(compiled),
            {name: one.effective_value for name, one in binds.items() if not one.required},
            [
                (name, kind(binds[name].type).bind_processor(dialect))
                for name in compiled.positiontup
            ],
            [kind(column.type).result_processor(dialect, DOUBLE_PRECISION) for column in columns],
        )
        return text

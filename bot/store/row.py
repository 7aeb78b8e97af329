"""Rows as frozen dataclasses whose fields are named as the columns."""

from collections.abc import Callable
from dataclasses import fields
from typing import Any, TypeVar

from sqlalchemy import CursorResult, Select, Table, select

R = TypeVar("R")


def select_rows(kind: type, table: Table) -> Select[Any]:
    """Return the statement that selects the columns of a kind of rows."""
    return select(*(table.c[name] for name in _names(kind)))


def first(kind: Callable[..., R], result: CursorResult[Any]) -> R | None:
    """Return the first row found, or None."""
    row = result.first()
    return None if row is None else kind(*row)


def every(kind: Callable[..., R], result: CursorResult[Any]) -> tuple[R, ...]:
    """Return all rows found."""
    return tuple(kind(*row) for row in result)


def values(row: object) -> dict[str, Any]:
    """Return the columns of a row."""
    return {name: getattr(row, name) for name in _names(type(row))}


def _names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))

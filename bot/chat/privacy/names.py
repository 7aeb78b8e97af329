"""Finds and replaces names of people and rooms in stored JSON.

There, a name is a mapping of its parts; a person's name may also be a text (``slack:T1/U2``).
"""

import json
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias, TypeVar

from sqlalchemy import Column, ColumnElement, Text, cast, or_

from bot.codec import write_value
from bot.identity import GONE, GameId, Room, User

N = TypeVar("N", User, Room)
T = TypeVar("T", User, Room, GameId)

Name: TypeAlias = User | Room
NameReplacements: TypeAlias = Mapping[Name, Name]

TABLE_TAGS: Final = "table-%"
"""The tags of events that may name people and rooms, as a pattern of SQL."""


def batches(values: Iterable[T], size: int) -> Iterator[Sequence[T]]:
    """Yield the values in sorted order, `size` at a time."""
    ordered = sorted(values)
    return (ordered[first : first + size] for first in range(0, len(ordered), size))


def gone_user() -> User:
    """Return a new random user for a forgotten one."""
    return User(GONE, secrets.token_hex(8))


def gone_room() -> Room:
    """Return a new random room for a forgotten one."""
    return Room(GONE, secrets.token_hex(8))


def mentions(column: Column[Any], text: str) -> ColumnElement[bool]:
    """Return the SQL condition that a JSON column may contain the text, as ASCII or not."""
    spellings = {json.dumps(text, ensure_ascii=plain)[1:-1] for plain in (True, False)}
    return or_(*(cast(column, Text).contains(one, autoescape=True) for one in sorted(spellings)))


def replaced(value: Any, others: NameReplacements) -> Any:  # noqa: ANN401 - any JSON
    """Return JSON with each name replaced, including those in keys."""
    texts = {str(old): str(new) for old, new in others.items() if isinstance(old, User)}
    match value:
        case str():
            return texts.get(value, value)
        case list():
            return [replaced(item, others) for item in value]
        case dict():
            name = _name_in(value)
            other = others.get(name) if name else None
            whole = {**value, **write_value(type(other), other)} if other else value
            return {texts.get(key, key): replaced(item, others) for key, item in whole.items()}
        case _:
            return value


def contains_name(value: Any, name: Name) -> bool:  # noqa: ANN401 - any JSON
    """Return whether JSON names a person or a room."""
    other = gone_user() if isinstance(name, User) else gone_room()
    return bool(replaced(value, {name: other}) != value)


def names_in(value: Any, kind: type[N]) -> Iterator[N]:  # noqa: ANN401 - any JSON
    """Yield the users or rooms that JSON names by their parts."""
    if isinstance(value, list):
        for item in value:
            yield from names_in(item, kind)
    if isinstance(value, dict):
        if isinstance(name := _name_in(value), kind):
            yield name
        for item in value.values():
            yield from names_in(item, kind)


def _name_in(value: Mapping[str, Any]) -> Name | None:
    """Return the user or room that a mapping represents, if any."""
    match value:
        case {"platform": str(platform), "id": str(name)}:
            return User(platform, name)
        case {"platform": str(platform), "place": str(place)}:
            return Room(platform, place)
        case _:
            return None

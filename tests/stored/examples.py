"""Example values of every annotation, so that each member of a closed set is stored once."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from itertools import chain
from types import NoneType, UnionType
from typing import Any, Final, NewType, Union, get_args, get_origin, get_type_hints

from core.rules import Secret

PLAIN: Final[Mapping[Any, tuple[Any, ...]]] = {
    int: (7, 12),
    float: (2.5, 0.0),
    bool: (True, False),
    bytes: (b"\x00\xff" * 8,),
    NoneType: (None,),
}


def examples(kind: Any, name: str = "") -> tuple[Any, ...]:
    """Return values of an annotation that contain each alternative of each part.

    Texts contain the name of their field.
    """
    while isinstance(kind, NewType):
        kind = kind.__supertype__
    if kind is str:
        return (name, f"{name} とても")
    if kind in PLAIN:
        return PLAIN[kind]
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return tuple(chain.from_iterable(examples(one, name) for one in arguments))
    if origin is Secret:
        return tuple(map(Secret, examples(arguments[0], name)))
    if origin in (tuple, frozenset):
        return _collections(origin, arguments, name)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(kind)
    if isinstance(kind, type) and is_dataclass(kind):
        return tuple(_values(kind))
    raise TypeError(f"no example of {kind!r}")


def _collections(
    make: Callable[[Any], Any], arguments: tuple[Any, ...], name: str
) -> tuple[Any, ...]:
    if make is tuple and arguments[-1] is not Ellipsis:
        return tuple(_zipped([examples(argument, name) for argument in arguments]))
    return (make(examples(arguments[0], name)), make(()))


def _values(kind: type) -> Iterator[Any]:
    """Yield values of a dataclass, as many as the field with the most alternatives needs."""
    hints = get_type_hints(kind)
    parts = [examples(hints[field.name], field.name) for field in fields(kind)]
    yield from (kind(*one) for one in _zipped(parts))


def _zipped(parts: list[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    for place in range(max(map(len, parts), default=1)):
        yield tuple(part[place % len(part)] for part in parts)

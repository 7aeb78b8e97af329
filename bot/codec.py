"""JSON of stored values: events, options and settings.

A codec converts a closed set of frozen dataclasses. A value becomes a tag (its class's name,
``clue-given``) and a body (its fields, written by their annotations). A body from an older version
may lack a field, which gets its default. If the default has changed since, the field's metadata
have the former one as "missing". A body from a newer version may have an unknown field: an error.

A renamed class or field keeps its stored name::

    @dataclass(frozen=True, slots=True)
    class HintGiven:
        STORED_TAG: ClassVar[str] = "clue-given"

        hint: Hint = field(metadata={"stored": "clue"})

Secrets are not encrypted: a body is as secret as its value.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import Field, dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, NewType, TypeAlias, Union, get_args, get_origin, get_type_hints

from core.rules import Secret

Body: TypeAlias = dict[str, Any]
Write: TypeAlias = Callable[[Any], Any]
Read: TypeAlias = Callable[[Any], Any]

TYPE: Final = "type"
"""The key of a nested value's tag if its annotation allows several classes."""

MISSING: Final = "missing"
"""The key in a field's metadata for the field's value in bodies that lack it."""

_PLAIN: Final = (str, int, float, bool, NoneType)


class CodecError(Exception):
    """JSON that is damaged or of another version."""


class Codec:
    """Converts a closed set of dataclasses; `prefix` distinguishes the tags of two sets."""

    def __init__(self, kinds: Iterable[type], prefix: str = "") -> None:
        self._kinds = {prefix + tag_of(kind): kind for kind in kinds}
        self._tags = {kind: tag for tag, kind in self._kinds.items()}

    def __contains__(self, tag: str) -> bool:
        return tag in self._kinds

    def knows(self, value: object) -> bool:
        """Return whether this codec converts the value's class."""
        return type(value) in self._tags

    def tag(self, value: object) -> str:
        """Return the tag of a value's class; raises KeyError for an unknown class."""
        return self._tags[type(value)]

    def body(self, value: object) -> Body:
        """Return a value's fields as JSON."""
        kind: Any = type(value)
        written: Body = _way(kind).write(value)
        return written

    def read(self, tag: str, body: Mapping[str, Any]) -> Any:  # noqa: ANN401 - of any known class
        """Return the value; raises CodecError for an unknown tag or body."""
        if tag not in self._kinds:
            raise CodecError(f"nothing is called {tag!r}")
        return read_value(self._kinds[tag], body)


def tag_of(kind: Any) -> str:  # noqa: ANN401 - a class
    """Return a class's own `STORED_TAG`, else its name.

    >>> class ClueGiven: ...
    >>> tag_of(ClueGiven)
    'clue-given'
    """
    named: str = re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()
    tag: str = vars(kind).get("STORED_TAG", named)
    return tag


def stored_name(field: "Field[Any]") -> str:
    """Return a field's stored name."""
    name: str = field.metadata.get("stored", field.name)
    return name


def read_value(kind: Any, written: Any) -> Any:  # noqa: ANN401 - any annotation, any JSON
    """Return an annotation's value from its JSON; raises CodecError."""
    try:
        return _way(kind).read(written)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        # The error's message may contain a part of a secret body; its kind does not.
        raise CodecError(f"{type(error).__name__} in {kind}") from None


def read_known(kind: Any, body: Mapping[str, Any]) -> Any:  # noqa: ANN401 - a dataclass
    """Return the value of a dataclass from a body of any version.

    It ignores unknown fields. Missing and unreadable ones get their defaults.
    """
    hints, read = get_type_hints(kind), dict[str, Any]()
    for field in fields(kind):
        with suppress(KeyError, CodecError):
            read[field.name] = read_value(hints[field.name], body[stored_name(field)])
    return kind(**read)


def write_value(kind: Any, value: Any) -> Any:  # noqa: ANN401 - any annotation, any JSON
    """Return the JSON of an annotation's value."""
    return _way(kind).write(value)


@dataclass(frozen=True, slots=True)
class _Way:
    """The writer and the reader of an annotation's values."""

    write: Write
    read: Read


@cache
def _way(kind: Any) -> _Way:  # noqa: ANN401 - any annotation
    while isinstance(kind, NewType):
        kind = kind.__supertype__
    origin = get_origin(kind)
    if kind in _PLAIN:
        return _Way(lambda value: value, _checked(kind))
    if origin in (Union, UnionType):
        return _union(get_args(kind))
    if origin in (tuple, frozenset):
        return _collection(origin, get_args(kind))
    if origin is not None and issubclass(origin, Mapping):
        return _mapping(*get_args(kind))
    return _class(kind, origin)


def _class(kind: Any, origin: Any) -> _Way:  # noqa: ANN401 - any annotation
    if kind is bytes:
        return _Way(bytes.hex, bytes.fromhex)
    if origin is Secret:
        inner = _way(get_args(kind)[0])
        return _Way(lambda value: inner.write(value.value), lambda text: Secret(inner.read(text)))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _Way(lambda value: value.value, kind)
    if isinstance(kind, type) and is_dataclass(kind):
        return _dataclass(kind)
    raise TypeError(f"no way to write {kind!r}")


def _checked(kind: type) -> Read:
    """Return a reader that accepts only values of a plain kind."""

    def read(written: Any) -> Any:  # noqa: ANN401 - a plain value
        if type(written) is kind:
            return written
        if kind is float and type(written) is int:
            return float(written)
        raise TypeError(f"{kind.__name__} expected")

    return read


def _dataclass(kind: type) -> _Way:
    hints = get_type_hints(kind)
    ways = {stored_name(one): (one.name, _way(hints[one.name])) for one in fields(kind)}
    known = {*ways, TYPE}
    missing = {
        one.name: (stored_name(one), one.metadata[MISSING])
        for one in fields(kind)
        if MISSING in one.metadata
    }

    def write(value: Any) -> Body:  # noqa: ANN401 - of `kind`
        return {key: way.write(getattr(value, name)) for key, (name, way) in ways.items()}

    def read(body: Mapping[str, Any]) -> Any:  # noqa: ANN401 - of `kind`
        if not body.keys() <= known:
            raise ValueError("a field is not known")
        old = {name: value for name, (key, value) in missing.items() if key not in body}
        new = {name: way.read(body[key]) for key, (name, way) in ways.items() if key in body}
        return kind(**old, **new)

    return _Way(write, read)


def _collection(origin: type, arguments: tuple[Any, ...]) -> _Way:
    if origin is tuple and arguments[-1] is not Ellipsis:
        ways = [_way(argument) for argument in arguments]
        return _Way(
            lambda value: [way.write(item) for way, item in zip(ways, value, strict=True)],
            lambda items: tuple(way.read(item) for way, item in zip(ways, items, strict=True)),
        )
    way = _way(arguments[0])
    if origin is frozenset:
        return _Way(
            lambda value: sorted(map(way.write, value), key=repr),
            lambda items: frozenset(map(way.read, items)),
        )
    return _Way(lambda value: [*map(way.write, value)], lambda items: tuple(map(way.read, items)))


def _mapping(key: Any, value: Any) -> _Way:  # noqa: ANN401 - any annotation
    keys, values = _way(key), _way(value)
    return _Way(
        lambda items: {keys.write(name): values.write(item) for name, item in items.items()},
        lambda items: {keys.read(name): values.read(item) for name, item in items.items()},
    )


def _union(kinds: tuple[Any, ...]) -> _Way:
    """Return the way of a union: None, and either one plain kind or tagged classes."""
    classes: list[Any] = [kind for kind in kinds if is_dataclass(kind)]
    others = [kind for kind in kinds if kind not in (NoneType, *classes)]
    if len(others) > 1 or (others and classes):
        raise TypeError(f"no way to tell {kinds!r} apart")
    tagged = {kind: (tag_of(kind), _way(kind)) for kind in classes}
    ways = dict(tagged.values())
    single = _way(others[0]) if others else None

    def write(value: Any) -> Any:  # noqa: ANN401 - of one of the kinds
        if value is None:
            return None
        if single:
            return single.write(value)
        tag, way = tagged[type(value)]
        return {TYPE: tag, **way.write(value)}

    def read(written: Any) -> Any:  # noqa: ANN401 - any JSON
        if written is None and NoneType in kinds:
            return None
        return single.read(written) if single else ways[written[TYPE]].read(written)

    return _Way(write, read)

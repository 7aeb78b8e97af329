"""Says whether a value fits a schema, in a tenth of the time that jsonschema takes.

It supports the keywords in Discord's document: those of JSON Schema (draft 2020-12) and its own. It
does not explain a misfit: `tests.loopback.discord.schema` asks jsonschema for the reason.
"""

import re
from collections.abc import Callable, Mapping, Sized
from functools import partial
from typing import Any, Final, TypeAlias

from tests.loopback.discord.model import Json

Fits: TypeAlias = Callable[[Any], bool]

UNCHECKED: Final = frozenset(
    {"description", "title", "format", "contentEncoding", "x-types", "x-is-null"}
    | {"x-discord-union", "default", "deprecated", "examples"}
)
"""Keywords that exclude no value."""


class Fitting:
    """Compiles the schemas of a document, each when it is first needed."""

    def __init__(self, document: Json, can_fit: Callable[[Json, Any], bool]) -> None:
        self._document = document
        self._can_fit = can_fit
        self._named: dict[str, Fits] = {}

    def compiled(self, schema: Json | bool) -> Fits:
        """Return a function that says whether a value fits; raises KeyError for a new keyword."""
        if isinstance(schema, bool):
            return lambda _: schema
        parts = [self._part(key, schema) for key in schema.keys() - UNCHECKED]
        if len(parts) == 1:
            return parts[0]
        if len(parts) == 2:
            one, other = parts
            return lambda value: one(value) and other(value)
        return lambda value: all(fits(value) for fits in parts)

    def named(self, reference: str) -> Fits:
        """Return the function for the schema at a pointer such as ``#/components/schemas/X``."""
        if reference not in self._named:
            found: Any = self._document
            for step in reference.removeprefix("#/").split("/"):
                found = found[step.replace("~1", "/").replace("~0", "~")]
            self._named[reference] = self.compiled(found)
        return self._named[reference]

    def _named_later(self, reference: str) -> Fits:
        """Return a function that looks a schema up at each call, as schemas refer to themselves."""

        def fits(value: Any) -> bool:
            return self.named(reference)(value)

        return fits

    def _part(self, key: str, schema: Json) -> Fits:
        wanted = schema[key]
        match key:
            case "$ref":
                return self._named_later(wanted)
            case "properties":
                return _properties({name: self.compiled(one) for name, one in wanted.items()})
            case "additionalProperties":
                return _others(self.compiled(wanted), frozenset(schema.get("properties", ())))
            case "items":
                return _items(self.compiled(wanted))
            case "allOf" | "anyOf":
                each, how = [self.compiled(one) for one in wanted], all if key == "allOf" else any
                return lambda value: how(fits(value) for fits in each)
            case "oneOf":
                return self._one_of([(branch, self.compiled(branch)) for branch in wanted])
        return _PLAIN[key](wanted)

    def _one_of(self, branches: list[tuple[Json, Fits]]) -> Fits:
        can_fit = self._can_fit
        return lambda value: (
            sum(fits(value) for branch, fits in branches if can_fit(branch, value)) == 1
        )


def _properties(known: Mapping[str, Fits]) -> Fits:
    return lambda value: (
        not isinstance(value, dict)
        or all(known[name](inner) for name, inner in value.items() if name in known)
    )


def _others(fits: Fits, known: frozenset[str]) -> Fits:
    return lambda value: (
        not isinstance(value, dict)
        or all(fits(inner) for name, inner in value.items() if name not in known)
    )


def _items(fits: Fits) -> Fits:
    return lambda value: not isinstance(value, list) or all(fits(inner) for inner in value)


def _is_type(name: str, value: Any) -> bool:
    if isinstance(value, bool):
        return name == "boolean"
    if name == "integer" and isinstance(value, float):
        return value.is_integer()
    return isinstance(value, _TYPES[name])


def _type(names: str | list[str]) -> Fits:
    several = [names] if isinstance(names, str) else names
    if not {"boolean", "number", "integer"} & {*several}:
        classes = tuple(_TYPES[name] for name in several)
        return lambda value: isinstance(value, classes)
    return lambda value: any(_is_type(name, value) for name in several)


def _is_same(one: Any, other: Any) -> bool:
    return bool(one == other and isinstance(one, bool) == isinstance(other, bool))


def _length(kind: type[Sized], *, least: int = 0, most: float = float("inf")) -> Fits:
    return lambda value: not isinstance(value, kind) or least <= len(value) <= most


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_unique(value: Any) -> bool:
    if not isinstance(value, list):
        return True
    return not any(_is_same(one, other) for n, one in enumerate(value) for other in value[:n])


_TYPES: Final[Mapping[str, Any]] = {
    "null": type(None),
    "boolean": bool,
    "object": dict,
    "array": list,
    "number": int | float,
    "integer": int,
    "string": str,
}

_PLAIN: Final[Mapping[str, Callable[[Any], Fits]]] = {
    "type": _type,
    "const": lambda wanted: partial(_is_same, wanted),
    "enum": lambda wanted: lambda value: any(_is_same(value, one) for one in wanted),
    "required": lambda names: (
        lambda value: not isinstance(value, dict) or all(name in value for name in names)
    ),
    "minLength": lambda least: _length(str, least=least),
    "maxLength": lambda most: _length(str, most=most),
    "minItems": lambda least: _length(list, least=least),
    "maxItems": lambda most: _length(list, most=most),
    "minProperties": lambda least: _length(dict, least=least),
    "maxProperties": lambda most: _length(dict, most=most),
    "minimum": lambda least: lambda value: not _is_number(value) or value >= least,
    "maximum": lambda most: lambda value: not _is_number(value) or value <= most,
    "pattern": lambda wanted: (
        lambda value: not isinstance(value, str) or re.search(wanted, value) is not None
    ),
    "uniqueItems": lambda wanted: lambda value: not wanted or _is_unique(value),
}

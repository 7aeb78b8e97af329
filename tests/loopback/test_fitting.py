from collections.abc import Sequence
from typing import Any, Final

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from tests.loopback.discord.fitting import Fitting
from tests.loopback.discord.schema import load

VALUES: Final[Sequence[Any]] = (
    *(None, True, False, 0, 1, 2, -1, 1.0, 2.5, "", "x", "xy", "xyz", [], [1], [1, 1], [1, True]),
    *([1, 2, 3], {}, {"a": 1}, {"a": "x"}, {"a": 1, "b": 2}, {"b": 1}, {"c": None}, [{"a": 1}]),
)
NUMBER: Final = {"type": "number"}


def fitting(document: dict[str, Any]) -> Fitting:
    return Fitting(document, lambda _branch, _value: True)


@pytest.mark.parametrize(
    "schema",
    [
        *({"type": name} for name in ("null", "boolean", "object", "array", "number", "string")),
        {"type": "integer"},
        {"type": ["string", "null"]},
        *({"const": value} for value in (1, True, "x", None)),
        {"enum": [1, "x", False]},
        {"properties": {"a": NUMBER, "b": False}},
        {"properties": {"a": True}, "additionalProperties": False},
        {"additionalProperties": NUMBER},
        {"required": ["a"]},
        {"items": NUMBER},
        {"items": {"$ref": "#/$defs/with_a"}, "minItems": 1},
        {"maxItems": 2, "uniqueItems": True},
        {"minLength": 1, "maxLength": 2},
        {"minProperties": 1, "maxProperties": 1},
        {"minimum": 0, "maximum": 2},
        {"pattern": "^xy"},
        {"allOf": [NUMBER, {"minimum": 1}]},
        {"anyOf": [{"type": "string"}, {"const": 1}]},
        {"oneOf": [NUMBER, {"type": "integer"}, {"$ref": "#/$defs/with_a"}]},
        {"description": "anything", "format": "uri"},
    ],
)
def test_a_value_fits_where_the_standard_finds_no_error(schema: dict[str, Any]) -> None:
    document = schema | {"$defs": {"with_a": {"type": "object", "required": ["a"]}}}
    fits = fitting(document).compiled(schema)
    expected = [Draft202012Validator(document).is_valid(value) for value in VALUES]
    assert [fits(value) for value in VALUES] == expected
    assert any(expected)


def test_an_unknown_keyword_is_an_error() -> None:
    with pytest.raises(KeyError, match="contains"):
        fitting({}).compiled({"contains": {}})


def test_every_keyword_of_the_document_is_known() -> None:
    schema = load()
    if schema is None:
        pytest.skip("no OpenAPI document of Discord")
    for name in schema._document["components"]["schemas"]:
        schema._fitting.named(f"#/components/schemas/{name}")

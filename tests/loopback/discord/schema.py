"""Checks bodies against Discord's own OpenAPI document (discord/discord-api-spec).

The document is not part of this repository: `DISCORD_OPENAPI` names it, or it lies beside the
repository under shared/specs. Without it, `load` returns None and the check is skipped.

"""

import json
import os
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from jsonschema.exceptions import ValidationError  # type: ignore[import-untyped]
from jsonschema.validators import extend  # type: ignore[import-untyped]
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from tests.loopback.discord.error import Breach
from tests.loopback.discord.fitting import Fitting
from tests.loopback.discord.model import Json

PLACE = Path(__file__).parents[4] / "shared" / "specs" / "discord-openapi.json"
VARIABLE = "DISCORD_OPENAPI"
ABSENT = (
    f"no OpenAPI document of Discord: put it where {VARIABLE} says or at shared/specs beside "
    "the repository"
)
KEPT = 256  # bodies whose breaches are remembered, such as the commands that each bot registers
_URI = "urn:discord"
_TYPES, _IS_NULL = "x-types", "x-is-null"  # not keywords of the standard, which ignores them


def place() -> Path:
    """Return the document's path."""
    return Path(os.environ.get(VARIABLE, PLACE))


def load() -> "Schema | None":
    """Return the schema, or None if its document is not on this machine."""
    path = place()
    return _read(path) if path.is_file() else None


@cache
def _read(path: Path) -> "Schema":
    return Schema(json.loads(path.read_text("utf-8")))


class Schema:
    """The document, with a validator for each operation, made at its first use."""

    def __init__(self, document: Json) -> None:
        self._document = _marked(_tolerant(document))
        resource = Resource.from_contents(self._document, default_specification=DRAFT202012)
        self._registry: Any = Registry().with_resource(_URI, resource)
        self._validators: dict[tuple[str, ...], Any] = {}
        self._fitting = Fitting(self._document, _can_fit)
        self._found = lru_cache(KEPT)(self._find)

    def breaches(self, method: str, template: str, body: Any) -> Iterator[Breach]:
        """Yield the places in a request's body that do not fit its operation."""
        operation = self._operation(method, template)
        content = operation.get("requestBody", {}).get("content", {})
        if "application/json" in content:
            pointer = ("paths", template, method.lower(), "requestBody", "content")
            yield from self._found((*pointer, "application/json", "schema"), json.dumps(body))

    def answer_breaches(
        self, method: str, template: str, status: int, body: Any
    ) -> Iterator[Breach]:
        """Yield the places in an answer that do not fit its operation."""
        answers = self._operation(method, template).get("responses", {})
        content = answers.get(str(status), {}).get("content", {})
        if "application/json" in content:
            pointer = ("paths", template, method.lower(), "responses", str(status), "content")
            yield from self._found((*pointer, "application/json", "schema"), json.dumps(body))

    def _operation(self, method: str, template: str) -> Json:
        operation: Json = self._document["paths"].get(template, {}).get(method.lower(), {})
        return operation

    def _find(self, pointer: tuple[str, ...], body: str) -> tuple[Breach, ...]:
        value = json.loads(body)
        if self._fitting.named(_fragment(pointer))(value):
            return ()
        errors = self._validator(pointer).iter_errors(value)
        return tuple(_breach(_innermost(error)) for error in errors)

    def _validator(self, pointer: tuple[str, ...]) -> Any:
        if pointer not in self._validators:
            schema = {"$ref": f"{_URI}{_fragment(pointer)}"}
            self._validators[pointer] = Validator(schema, registry=self._registry)
        return self._validators[pointer]


def _fragment(pointer: tuple[str, ...]) -> str:
    """Return a pointer as a reference writes it."""
    return "#/" + "/".join(step.replace("~", "~0").replace("/", "~1") for step in pointer)


def _one_of(
    validator: Any, branches: Sequence[Json], instance: Any, schema: Json
) -> Iterator[ValidationError]:
    """Yield the errors of the standard's `oneOf`, which lists each fault of each branch, if any.

    A valid body is cheap to check: a quick look rules out all branches but one.
    """
    likely = [branch for branch in branches if _can_fit(branch, instance)]
    fitting = (validator.evolve(schema=branch).is_valid(instance) for branch in likely)
    if sum(fitting) != 1:
        yield from Draft202012Validator.VALIDATORS["oneOf"](validator, branches, instance, schema)


def _can_fit(branch: Json, instance: Any) -> bool:
    """Return whether a value may fit a branch, by its constant, its kind and its type."""
    if "const" in branch:
        return bool(branch["const"] == instance)
    if instance is None:
        return _IS_NULL not in branch or bool(branch[_IS_NULL])
    if isinstance(instance, dict) and _TYPES in branch:
        return instance.get("type", branch[_TYPES][0]) in branch[_TYPES]
    return not branch.get(_IS_NULL)


Validator = extend(Draft202012Validator, {"oneOf": _one_of})


def _marked(document: Json) -> Json:
    """Return the document with each union's branches marked by the types that they accept."""
    schemas = document["components"]["schemas"]

    def mark(part: Any) -> Any:
        if isinstance(part, list):
            return [mark(one) for one in part]
        if not isinstance(part, dict):
            return part
        marked = {name: mark(one) for name, one in part.items()}
        if isinstance(marked.get("oneOf"), list):
            marked["oneOf"] = [branch | _marks(branch, schemas) for branch in marked["oneOf"]]
        return marked

    marked: Json = mark(document)
    return marked


def _marks(branch: Json, schemas: Json) -> Json:
    """Return a branch's marks: whether it accepts only null or no null, and its objects' types."""
    meant = schemas[branch["$ref"].rpartition("/")[2]] if "$ref" in branch else branch
    kind, types = meant.get("type"), meant.get("properties", {}).get("type", {}).get("enum")
    is_null = {_IS_NULL: kind == "null"} if isinstance(kind, str) else {}
    return is_null | ({_TYPES: types} if types else {})


def _tolerant(document: Json) -> Json:
    """Return the document with numeric identifiers allowed, which the service accepts too."""
    schemas = document["components"]["schemas"]
    snowflake = schemas["SnowflakeType"]
    changed = {"anyOf": [snowflake, {"type": "integer", "minimum": 0}]}
    schemas = schemas | {"SnowflakeType": changed}
    return document | {"components": document["components"] | {"schemas": schemas}}


def _innermost(error: ValidationError) -> ValidationError:
    """Return the error in the intended branch of a union.

    `type` distinguishes components and callbacks: a branch with an error about it is not intended.
    """
    while error.context:
        branches: dict[Any, list[ValidationError]] = {}
        for inner in error.context:
            branches.setdefault(inner.schema_path[0], []).append(inner)
        meant = min(branches.values(), key=_strangeness)
        error = max(meant, key=lambda inner: len(inner.absolute_path))
    return error


def _strangeness(branch: list[ValidationError]) -> tuple[bool, int]:
    other = any(inner.validator == "enum" and list(inner.path)[-1:] == ["type"] for inner in branch)
    return other or any(inner.validator == "type" for inner in branch), len(branch)


def _breach(error: ValidationError) -> Breach:
    return Breach(".".join(map(str, error.absolute_path)), f"schema: {error.message[:300]}")

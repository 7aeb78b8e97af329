"""One request to the REST side after parsing, and its answer before serialising."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.loopback.discord.error import NOT_FOUND, ApiError
from tests.loopback.discord.model import Json, Upload


@dataclass(frozen=True, slots=True)
class Call:
    """A request: the ids in its path, its query, its body and its files by number."""

    method: str
    template: str
    path: str
    ids: Mapping[str, str]
    query: Mapping[str, str] = field(default_factory=dict)
    json: Any = None
    files: Mapping[int, Upload] = field(default_factory=dict)

    def id(self, name: str) -> int:
        """Return an identifier of the path. Raises: ApiError 404 if it is not a number."""
        value = self.ids[name]
        if not value.isdecimal():
            raise ApiError(NOT_FOUND)
        return int(value)

    @property
    def body(self) -> Json:
        """The body as an object; a missing body counts as an empty one."""
        return self.json if isinstance(self.json, dict) else {}

    @property
    def route(self) -> str:
        """Method and template, the name of the route."""
        return f"{self.method} {self.template}"


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer; without a body it is 204."""

    body: Any = None
    status: int = 200


NOTHING = Reply(None, 204)

Handler = Callable[[Call], Reply]


@dataclass(frozen=True, slots=True)
class Route:
    """A route of the REST side; `open` ones need no token of the bot."""

    method: str
    template: str
    handler: Handler
    open: bool = False

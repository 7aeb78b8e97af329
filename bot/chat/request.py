"""The types of chat requests: specifications, requests, replies, and fatal errors."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, TypeAlias, TypeVar

from bot.games.requests import Caller
from bot.games.service import Games
from bot.identity import Room, User
from core.command import Command
from core.rules import Refusal
from core.view import View

UNSET: Final = "unset"
"""The value that unsets a language."""

CONFIRM: Final = "sure"
"""The last part of a path that only a choice in an answer requests."""


class FatalError(Refusal):
    """A fault that a restart cannot fix, such as a wrong token: the operator has to."""


@dataclass(frozen=True, slots=True)
class RequestSpec:
    """The specification of a request: its path of names, the command's name last.

    `direct` allows it in a direct message, `manages` restricts it to managers of the guild. An
    `is_long` request may take seconds, so the adapter acknowledges it first.
    """

    path: tuple[str, ...]
    command: Command
    answer: "RequestAnswer"
    direct: bool = False
    manages: bool = False
    is_long: bool = False


@dataclass(frozen=True, slots=True)
class RoomRef:
    """A room and its current name."""

    room: Room
    name: str


@dataclass(frozen=True, slots=True)
class Upload:
    """An uploaded file: its name and size in bytes; `read` fetches its content."""

    name: str
    size: int
    read: Callable[[], Awaitable[bytes]]


Value: TypeAlias = str | int | bool | User | RoomRef | Upload

V = TypeVar("V", int, User, RoomRef, Upload)


@dataclass(frozen=True, slots=True)
class Request:
    """A caller's request: its path and options.

    `place` is its room, `manages` whether the platform lets the caller manage the guild,
    `is_direct` whether the room is a direct message.
    """

    caller: Caller
    path: tuple[str, ...]
    place: RoomRef
    given: Mapping[str, Value] = field(default_factory=lambda: MappingProxyType({}))
    manages: bool = False
    is_direct: bool = False

    def text(self, name: str) -> str:
        """Return a typed option, empty if it is missing."""
        value = self.given.get(name)
        return value.strip() if isinstance(value, str) else ""

    def flag(self, name: str) -> bool:
        """Return whether a flag is set."""
        return self.given.get(name) is True

    def value(self, name: str, kind: type[V]) -> V | None:
        """Return an option that is a number, person, room or file; None if it is missing."""
        value = self.given.get(name)
        return value if isinstance(value, kind) else None


@dataclass(frozen=True, slots=True)
class ReplyFile:
    """A file in a reply."""

    name: str
    content: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Reply:
    """The reply to a caller; everyone in the room sees it in the language `shared`, if that is set.

    The line of a choice in the view is the path of its request.
    """

    view: View
    file: ReplyFile | None = None
    shared: str | None = None


RequestAnswer: TypeAlias = Callable[[Games, Request], Awaitable[View | Reply]]
"""Answers a request; raises Refusal and StoreFault."""


@dataclass(frozen=True, slots=True)
class Hello:
    """A hello to post: the room, the view, and the guild's language, if it has chosen one.

    The line of the view's only choice is the name of the game that it opens.
    """

    room: Room
    view: View
    language: str | None

"""The nouns of chat requests: their specifications, requests, replies, and fatal faults."""

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
"""The value of a language that takes the choice back."""

CONFIRM: Final = "sure"
"""The last name of what only the choice of an answer asks for."""


class FatalError(Refusal):
    """A fault that the operator has to mend, such as a wrong token: no new start does."""


@dataclass(frozen=True, slots=True)
class RequestSpec:
    """Something to ask for: its names from the outermost, the last of them the command's.

    What is `direct` can also be asked for in a direct message, what `manages` only by people who
    manage the guild. What `is_long` may take seconds: it is acknowledged before it begins.
    """

    path: tuple[str, ...]
    command: Command
    answer: "RequestAnswer"
    direct: bool = False
    manages: bool = False
    is_long: bool = False


@dataclass(frozen=True, slots=True)
class RoomRef:
    """A room, and what it is called at the moment."""

    room: Room
    name: str


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that somebody sends: its name and size in bytes; `read` fetches what is in it."""

    name: str
    size: int
    read: Callable[[], Awaitable[bytes]]


Value: TypeAlias = str | int | bool | User | RoomRef | Upload

V = TypeVar("V", int, User, RoomRef, Upload)


@dataclass(frozen=True, slots=True)
class Request:
    """Somebody who asks: for what, and with which options.

    `place` is where they ask, `manages` whether the platform lets them manage the guild, `direct`
    whether they ask in a direct message.
    """

    caller: Caller
    path: tuple[str, ...]
    place: RoomRef
    given: Mapping[str, Value] = field(default_factory=lambda: MappingProxyType({}))
    manages: bool = False
    is_direct: bool = False

    def text(self, name: str) -> str:
        """Return an option that is typed, empty where it is not given."""
        value = self.given.get(name)
        return value.strip() if isinstance(value, str) else ""

    def flag(self, name: str) -> bool:
        """Return whether a flag is set."""
        return self.given.get(name) is True

    def value(self, name: str, kind: type[V]) -> V | None:
        """Return a number, or a person, room or file that was picked; None where none was given."""
        value = self.given.get(name)
        return value if isinstance(value, kind) else None


@dataclass(frozen=True, slots=True)
class ReplyFile:
    """A file that goes with an answer."""

    name: str
    content: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Reply:
    """The reply to the person who asks, and to nobody else.

    Where all in the room are to read it, `shared` is their language. The line of a choice in the
    view is the path of what it asks for.
    """

    view: View
    file: ReplyFile | None = None
    shared: str | None = None


RequestAnswer: TypeAlias = Callable[[Games, Request], Awaitable[View | Reply]]
"""Answers a request; raises Refusal and StoreFault."""


@dataclass(frozen=True, slots=True)
class Hello:
    """A hello to be posted: the room, the view, and the guild's language, if it has chosen one.

    The line of the view's only choice is the name of the game that it opens.
    """

    room: Room
    view: View
    language: str | None

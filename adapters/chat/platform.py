"""Chat platforms as the command line starts them: a name, settings, and how to connect.

`adapters.registry` lists the platforms. For a platform NAME there are the flag ``--NAME`` of
`spyring run`, the sentence ``option-NAME`` and the service NAME. `spyring web` serves those that
send requests by HTTP, and has the flags of the others.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from pydantic_settings import BaseSettings

if TYPE_CHECKING:
    from adapters.chat.commands import CommandTables
    from adapters.chat.completion import CompletionValues
    from adapters.chat.ports import ChatServicesPort, MessageTextsPort
    from bot.games import Games, MessageTasks

S = TypeVar("S", bound=BaseSettings)

RunService: TypeAlias = Callable[[], Awaitable[None]]
"""Runs a service until it is cancelled."""


@dataclass(frozen=True, slots=True)
class ChatApp:
    """The application as a platform uses it; `values` are completions known beforehand."""

    games: "Games"
    tasks: "MessageTasks"
    services: "ChatServicesPort"
    message_texts: "MessageTextsPort"
    tables: "CommandTables"
    values: "Mapping[str, CompletionValues]"


Connect: TypeAlias = Callable[[ChatApp], Mapping[str, RunService]]
"""Returns the services to supervise, by their names."""


@dataclass(frozen=True, slots=True)
class ChatPlatform(Generic[S]):
    """One chat platform; its `settings` read the environment, secrets as `SecretStr`."""

    name: str
    settings: type[S]
    prepare: Callable[[S], Connect]
    """Checks the settings; raises Refusal for wrong ones, and where a library is missing."""
    prepare_web: Callable[[S, str, int], Connect] | None = None
    """The same where the platform's requests come by HTTP, to a host and a port."""

"""Chat platforms for the command line: their names, their settings, and how to connect.

`adapters.registry` lists the platforms. A platform NAME has the flag ``--NAME`` of `spyring run`,
the sentence ``option-NAME`` and the service NAME. `spyring web` serves all platforms with a token
or another secret, over HTTP where a platform sends requests and its settings allow it.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Literal, TypeAlias, TypeVar

from pydantic import SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

from core.rules import IllegalAction
from core.view import Phrase

if TYPE_CHECKING:
    from adapters.chat.commands import CommandTables
    from adapters.chat.incoming import Incoming
    from adapters.chat.interactions import CompletionValues
    from bot.chat.services import ChatServices
    from bot.games import GameId, Games, GameView, MessageTasks


class ChatEnvironment(BaseSettings):
    """Settings of a platform, from the environment or a file `.env`."""

    model_config = SettingsConfigDict(
        env_file=".env",
        env_file_encoding="utf-8",
        extra="ignore",
        populate_by_name=True,
        str_strip_whitespace=True,
    )

    @property
    def is_set(self) -> bool:
        """Whether the environment has a token or another secret of the platform."""
        return any(isinstance(value, SecretStr) and value for _, value in self)


S = TypeVar("S", bound=ChatEnvironment)

RunService: TypeAlias = Callable[[], Awaitable[None]]
"""Runs a service until it is cancelled."""


@dataclass(frozen=True, slots=True)
class ChatApp:
    """The application, as passed to a platform; `values` are completions that never change."""

    games: "Games"
    tasks: "MessageTasks"
    services: "ChatServices"
    tables: "CommandTables"
    values: "Mapping[str, CompletionValues]"

    async def game_here(self, incoming: "Incoming") -> "GameId | None":
        """Return the game of a request's button, thread or room; raises StoreFault."""
        known = incoming.button.game_id if incoming.button else incoming.game_id
        return known or await self.games.current(incoming.caller.room)

    async def named(self, incoming: "Incoming", game_id: "GameId | None" = None) -> "GameId":
        """Return the given game, by default `game_here`; raises IllegalAction without either."""
        found = game_id or await self.game_here(incoming)
        if found is None:
            raise IllegalAction("no-game-here")
        return found

    async def look(self, incoming: "Incoming", game_id: "GameId | None" = None) -> "GameView":
        """Return a game as a person may see it, by default `game_here`; raises Refusal."""
        return await self.games.look(incoming.caller, await self.named(incoming, game_id))


Connect: TypeAlias = Callable[[ChatApp], Mapping[str, RunService]]
"""Returns the services to supervise, by name."""


Severity: TypeAlias = Literal["ok", "warning", "fault"]
"""The severity of a finding: `warning` works but needs attention, `fault` does not work."""

PlatformFinding: TypeAlias = tuple[Severity, Phrase]
"""A finding of a platform's own check, with its severity."""


@dataclass(frozen=True, slots=True)
class ChatPlatform(Generic[S]):
    """One chat platform; `settings` reads the environment, with secrets as `SecretStr`."""

    name: str
    settings: type[S]
    prepare: Callable[[S], Connect]
    """Checks the settings; raises Refusal for wrong ones or a missing library."""
    prepare_web: Callable[[S, str, int], Connect | None] | None = None
    """Does the same for HTTP requests to a host and a port; None without settings for them."""
    check: Callable[[S], Awaitable[Sequence[PlatformFinding]]] | None = None
    """Checks the settings with the platform, for `spyring doctor`; changes nothing there."""


@dataclass(frozen=True, slots=True)
class Limits:
    """A platform's limits.

    `label` counts characters of a button's label, `custom_id` those of its id, `row` the buttons in
    a row, `card_buttons` the cards that a board can show as buttons, `fields` the blanks of a form,
    `completions` the values offered for an option, `completion` the characters of one, and
    `reactions` the different reactions on a message. With `colours`, buttons have colours like the
    teams'; with `localised`, people type commands in their own language, otherwise in English.
    """

    label: int
    custom_id: int
    row: int
    card_buttons: int
    fields: int
    completions: int
    completion: int
    reactions: int
    colours: bool = True
    localised: bool = True

"""Chat platforms as the command line starts them: a name, settings, and how to connect.

`adapters.registry` lists the platforms. For a platform NAME there are the flag ``--NAME`` of
`spyring run`, the sentence ``option-NAME`` and the service NAME. `spyring web` serves those that
send requests by HTTP, and has the flags of the others.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Literal, TypeAlias, TypeVar

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
    """The settings of a platform in the environment, or in a file `.env`."""

    model_config = SettingsConfigDict(
        env_file=".env",
        env_file_encoding="utf-8",
        extra="ignore",
        populate_by_name=True,
        str_strip_whitespace=True,
    )


S = TypeVar("S", bound=BaseSettings)

RunService: TypeAlias = Callable[[], Awaitable[None]]
"""Runs a service until it is cancelled."""


@dataclass(frozen=True, slots=True)
class ChatApp:
    """The application as a platform uses it; `values` are completions known beforehand."""

    games: "Games"
    tasks: "MessageTasks"
    services: "ChatServices"
    tables: "CommandTables"
    values: "Mapping[str, CompletionValues]"

    async def game_here(self, incoming: "Incoming") -> "GameId | None":
        """Return the game of a request's button, or of its thread or room; raises StoreFault."""
        known = incoming.button.game_id if incoming.button else incoming.game_id
        return known or await self.games.current(incoming.caller.room)

    async def named(self, incoming: "Incoming", game_id: "GameId | None" = None) -> "GameId":
        """Return the game that is named, or else `game_here`; raises Refusal for none."""
        found = game_id or await self.game_here(incoming)
        if found is None:
            raise IllegalAction("no-game-here")
        return found

    async def look(self, incoming: "Incoming", game_id: "GameId | None" = None) -> "GameView":
        """Return a game as a person may see it, by default `game_here`; raises Refusal."""
        return await self.games.look(incoming.caller, await self.named(incoming, game_id))


Connect: TypeAlias = Callable[[ChatApp], Mapping[str, RunService]]
"""Returns the services to supervise, by their names."""


PlatformFinding: TypeAlias = tuple[Literal["ok", "warning", "fault"], Phrase]
"""What a platform's own check has found, and how severe it is."""


@dataclass(frozen=True, slots=True)
class ChatPlatform(Generic[S]):
    """One chat platform; its `settings` read the environment, secrets as `SecretStr`."""

    name: str
    settings: type[S]
    prepare: Callable[[S], Connect]
    """Checks the settings; raises Refusal for wrong ones, and where a library is missing."""
    prepare_web: Callable[[S, str, int], Connect] | None = None
    """The same where the platform's requests come by HTTP, to a host and a port."""
    check: Callable[[S], Awaitable[Sequence[PlatformFinding]]] | None = None
    """Asks the platform about its settings, for `spyring doctor`; changes nothing there."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that a platform takes of each part; a platform states its own once.

    `label` counts characters of a button's label, `custom_id` those of the id behind it, `row`
    buttons beside each other, `card_buttons` the cards of a board that are shown as buttons.
    `fields` counts blanks of a form, `completions` the values offered while an option is typed,
    `completion` characters of each, and `reactions` different reactions on a message. `colours`
    tells that buttons have the colours of teams, or nearly so, and `localised` that commands are
    typed in the language of who types them, and not in English.
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

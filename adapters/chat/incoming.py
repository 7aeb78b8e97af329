"""Requests as chat platforms send them, and what they ask for, in the application's nouns."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from types import MappingProxyType
from typing import Final, Self, TypeAlias

from adapters.chat.commands import CommandEntry
from adapters.chat.custom_id import (
    ButtonAction,
    ButtonId,
    OpeningId,
    RequestId,
    read_button_id,
    read_opening_id,
    read_request_id,
)
from bot.chat.request import Request, RoomRef, Value
from bot.games import Caller, Delivery, GameId, Submission, Threads
from core.rules import IllegalAction
from core.view import Phrase

ABOUT_GAME: Final = "about"
"""The first word of a further request that asks about a game: no request has this name."""

RequestTarget: TypeAlias = CommandEntry | OpeningId | RequestId | Submission | ButtonId
"""What a request asks for: a command, a new game, a further request, a question, or a press."""


class Address(Enum):
    """The way in which a text is written to the bot."""

    NAMED = "named"
    """It mentions the bot, or is a direct message."""
    REPLY = "reply"
    """It replies to a message of the bot without its name."""
    THREAD = "thread"
    """It stands in the thread of a game or of a board without the name of the bot."""


@dataclass(frozen=True, slots=True)
class Incoming:
    """One request of a person: a command, a press on a button, a form, or a text.

    A command has a `path` and its options by `given`, of which those that are picked are users,
    rooms and uploads. A press has the `custom_id` of the button or of the chosen option of a menu;
    a form that was filled in has `fields`, too. `room_name` and `parent_name` are the names of the
    caller's room and of the one around it; `manages` tells that the caller manages the guild.
    `obstacle` says why no game can be shown in the caller's room, where that is known. The
    `address` of a text says whether it names the bot: one that does not may be talk. `game_id` is
    the game in whose thread it was made, if any.
    """

    caller: Caller
    delivery: Delivery
    path: tuple[str, ...] = ()
    given: Mapping[str, Value] = field(default_factory=lambda: MappingProxyType({}))
    custom_id: str = ""
    fields: tuple[tuple[str, str], ...] | None = None
    room_name: str = ""
    parent_name: str = ""
    manages: bool = False
    obstacle: Phrase | None = None
    address: Address = Address.NAMED
    game_id: GameId | None = None

    @property
    def button(self) -> ButtonId | None:
        """The button of a game that was pressed, or whose form was filled in, if any."""
        return read_button_id(self.custom_id)

    async def located(self, threads: Threads) -> Self:
        """Return a request from a game's thread as one from the game's room; raises StoreFault."""
        caller = self.caller
        home = await threads.find_game_room(caller.room) if caller.parent_room else None
        if home is None:
            return self
        name = self.parent_name if home.room == caller.parent_room else self.room_name
        caller = replace(caller, room=home.room, parent_room=None)
        return replace(self, caller=caller, room_name=name, game_id=home.game_id)

    def check_can_show(self) -> None:
        """Raise IllegalAction where no game can be shown in the caller's room."""
        if self.obstacle:
            raise IllegalAction.of(self.obstacle)

    def check_asker(self, asker: str) -> None:
        """Raise IllegalAction for a press on a button that is another person's."""
        if asker not in ("", self.caller.user.id):
            raise IllegalAction("chat-not-yours")

    def request(self, path: tuple[str, ...], given: Mapping[str, Value] | None = None) -> Request:
        """Return the request besides games."""
        caller = self.caller
        place = RoomRef(caller.room, self.room_name or caller.room.place)
        return Request(caller, path, place, given or {}, self.manages, caller.is_direct)


@dataclass(frozen=True, slots=True)
class GameReference:
    """The game that a message is about, and the turn of the board that it replies to."""

    game_id: GameId
    turn: int | None = None


def target_of(incoming: Incoming, entries: Mapping[tuple[str, ...], CommandEntry]) -> RequestTarget:
    """Return the target of a request; `entries` are all commands by their paths.

    Raises IllegalAction for a button that is another person's, and for what is there no more.
    """
    if incoming.path:
        if entry := entries.get(incoming.path):
            return entry
        raise IllegalAction("chat-old-command")
    if request_id := read_request_id(incoming.custom_id):
        incoming.check_asker(request_id.asker)
        return _question(request_id.line) or request_id
    if opening := read_opening_id(incoming.custom_id):
        if any(one.ask is None and one.game == opening.game for one in entries.values()):
            return opening
    elif button := incoming.button:
        incoming.check_asker(button.asker)
        if (button.action is ButtonAction.FILL) is (incoming.fields is not None):
            return button
    raise IllegalAction("chat-old-press")


def _question(line: str) -> Submission | None:
    """Return the question of a further request's line; None for a request of another kind."""
    first, _, rest = line.partition(" ")
    game_id, _, asked = rest.partition(" ")
    return Submission(asked, game_id=GameId(game_id)) if first == ABOUT_GAME and asked else None

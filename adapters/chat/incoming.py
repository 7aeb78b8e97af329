"""Requests as chat platforms send them, the ids of their buttons, and their targets.

Any process can read the ids of buttons, menu options and forms. `s:game:turn:line` submits a line;
other actions have another first letter. `n:name` opens a game. The id of a card has the game's
version after the turn: `s:game:turn.version:line`; a button on a panel has the panel's name after
the letter: `s.panel:game:turn:line`; an answer to one person has the person there:
`s@asker:game:turn:line`. Ids hold no secrets: everyone in a channel can read them.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final, Self, TypeAlias

from adapters.chat.commands import CommandEntry
from bot.chat.request import Request, RoomRef, Value
from bot.games import Caller, Delivery, GameId, Games, Submission
from core.rules import IllegalAction
from core.view import Phrase

REQUEST_LETTER: Final = "a"
"""The first letter of an id that makes a request."""

OPENING_LETTER: Final = "n"
"""The first letter of an id that opens a new game."""

_BUTTON_ID: Final = re.compile(
    r"([somcvtx])(?:\.([^:@]+))?(?:@([^:]+))?:([^:]+):([0-9]{1,9})(?:\.([0-9]{1,9}))?:(.+)",
    re.DOTALL,
)
"""The parts of a ButtonId; databases store turns and versions of nine digits."""


class ButtonAction(Enum):
    """The action of a button, by the first letter of its id."""

    SUBMIT = "s"
    OPEN = "o"
    FILL = "m"
    MENU = "c"
    SHOW = "v"
    TAKE = "t"
    NOTHING = "x"


@dataclass(frozen=True, slots=True)
class ButtonId:
    """A button of one turn of one game.

    The action defines `line`: the line to SUBMIT, the verb of the form to OPEN or FILL, the number
    of a MENU, the subject or panel to SHOW to one person, the source of the card to TAKE, or the
    place of a card with NOTHING to do. `version` is that of the button's board, if it matters;
    `panel` names the button's panel. Only the `asker`, if given, may press the button.
    """

    action: ButtonAction
    game_id: GameId
    turn: int
    line: str
    version: int | None = None
    panel: str = ""
    asker: str = ""

    def __str__(self) -> str:
        turn = str(self.turn) if self.version is None else f"{self.turn}.{self.version}"
        letter = f"{self.action.value}.{self.panel}" if self.panel else self.action.value
        asked = f"@{self.asker}" if self.asker else ""
        return f"{letter}{asked}:{self.game_id}:{turn}:{self.line}"

    def fits(self, most: int) -> bool:
        """Return whether the id has at most `most` characters."""
        return len(str(self)) <= most


@dataclass(frozen=True, slots=True)
class RequestId:
    """A button that makes a further request; only the `asker` may press it.

    Its id is `a:asker:line`, where the line is the path of the request.
    """

    asker: str
    line: str

    def __str__(self) -> str:
        return f"{REQUEST_LETTER}:{self.asker}:{self.line}"


@dataclass(frozen=True, slots=True)
class OpeningId:
    """A button that opens a new game, like the command without options; its id is `n:name`."""

    game: str

    def __str__(self) -> str:
        return f"{OPENING_LETTER}:{self.game}"


def read_opening_id(custom_id: str) -> OpeningId | None:
    """Return the opening of an id, None for any other id."""
    letter, _, game = custom_id.partition(":")
    return OpeningId(game) if letter == OPENING_LETTER and game else None


def read_request_id(custom_id: str) -> RequestId | None:
    """Return the request of an id, None for any other id."""
    letter, _, rest = custom_id.partition(":")
    asker, _, line = rest.partition(":")
    return RequestId(asker, line) if letter == REQUEST_LETTER and asker and line else None


def read_button_id(custom_id: str) -> ButtonId | None:
    """Return the button of an id, None for any other id; people can forge ids."""
    found = _BUTTON_ID.fullmatch(custom_id)
    if found is None:
        return None
    letter, panel, asker, game, turn, version, line = found.groups("")
    shown = int(version) if version else None
    return ButtonId(ButtonAction(letter), GameId(game), int(turn), line, shown, panel, asker)


ABOUT_GAME: Final = "about"
"""The first word of a further request about a game; no request has this name."""

RequestTarget: TypeAlias = CommandEntry | OpeningId | RequestId | Submission | ButtonId
"""The target of a request: a command, a new game, a further request, a question, or a press."""


class Address(Enum):
    """The way in which a text addresses the bot."""

    NAMED = "named"
    """It mentions the bot, or is a direct message."""
    REPLY = "reply"
    """It replies to a message of the bot without mentioning it."""
    THREAD = "thread"
    """It is in the thread of a game or board and does not mention the bot."""


@dataclass(frozen=True, slots=True)
class Incoming:
    """One request of a person: a command, a button press, a form, or a text.

    A command has a `path`, and `given` options with resolved people, rooms and files. A press has
    the `custom_id` of the button or of the chosen option; a submitted form has `fields`, too.
    `room_name` and `parent_name` name the caller's room and the one around it. `manages` means that
    the caller manages the guild. After a press `from_menu`, the board's menu still shows the
    choice. The redraw loop does not draw the message of a press that `is_private`. `obstacle` says
    why the caller's room cannot show a game, if known. A text whose `address` does not mention the
    bot may be talk. `game_id` is the game whose thread the request comes from.
    """

    caller: Caller
    delivery: Delivery
    path: tuple[str, ...] = ()
    given: Mapping[str, Value] = field(default_factory=dict)
    custom_id: str = ""
    fields: tuple[tuple[str, str], ...] | None = None
    room_name: str = ""
    parent_name: str = ""
    manages: bool = False
    obstacle: Phrase | None = None
    address: Address = Address.NAMED
    game_id: GameId | None = None
    from_menu: bool = False
    is_private: bool = False

    @property
    def button(self) -> ButtonId | None:
        """The pressed button of a game, or the button of the submitted form, if any."""
        return read_button_id(self.custom_id)

    async def located(self, games: Games) -> Self:
        """Return a request from a game's thread as one from the game's room; raises StoreFault."""
        caller = self.caller
        home = await games.thread_at(caller.room) if caller.parent_room else None
        if home is None:
            return self
        name = self.parent_name if home.room == caller.parent_room else self.room_name
        caller = replace(caller, room=home.room, parent_room=None)
        return replace(self, caller=caller, room_name=name, game_id=home.game_id)

    def check_can_show(self) -> None:
        """Raise IllegalAction if the caller's room cannot show a game."""
        if self.obstacle:
            raise IllegalAction.of(self.obstacle)

    def check_asker(self, asker: str) -> None:
        """Raise IllegalAction for a press on another person's button."""
        if asker not in ("", self.caller.user.id):
            raise IllegalAction("chat-not-yours")

    def request(self, path: tuple[str, ...], given: Mapping[str, Value] | None = None) -> Request:
        """Return the request besides games."""
        caller = self.caller
        place = RoomRef(caller.room, self.room_name or caller.room.place)
        return Request(caller, path, place, given or {}, self.manages, caller.is_direct)


@dataclass(frozen=True, slots=True)
class GameReference:
    """The game of a message, and the turn of the board that the message replies to."""

    game_id: GameId
    turn: int | None = None


def target_of(incoming: Incoming, entries: Mapping[tuple[str, ...], CommandEntry]) -> RequestTarget:
    """Return the target of a request; `entries` are all commands by path.

    Raises IllegalAction for another person's button, and for outdated commands and buttons.
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
    """Return the question in a further request's line; None for any other request."""
    first, _, rest = line.partition(" ")
    game_id, _, asked = rest.partition(" ")
    return Submission(asked, game_id=GameId(game_id)) if first == ABOUT_GAME and asked else None

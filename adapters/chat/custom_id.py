"""Ids of buttons, menus' options and forms, written so that any process can read them.

`s:game:turn:line` submits a line; the others differ in the first letter. Nothing secret is in it:
everybody in a channel can read the ids of a message.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.games import GameId

REQUEST_LETTER: Final = "a"
"""The first letter of an id that makes a request."""


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

    `line` is the line that SUBMIT submits, the verb of the form that OPEN opens and FILL (a form)
    fills in, a MENU's number (it stands for the chosen option's value), the subject that SHOW shows
    to one person alone, the source from which TAKE takes a card (a person's reactions), or the
    place of a card with which NOTHING can be done.
    """

    action: ButtonAction
    game_id: GameId
    turn: int
    line: str

    def __str__(self) -> str:
        return f"{self.action.value}:{self.game_id}:{self.turn}:{self.line}"

    def fits(self, most: int) -> bool:
        """Return whether the id has at most so many characters."""
        return len(str(self)) <= most


@dataclass(frozen=True, slots=True)
class RequestId:
    """A button that makes a further request; only the `asker` may press it.

    Its id is `a:asker:line`, the line being the names of what is asked for.
    """

    asker: str
    line: str

    def __str__(self) -> str:
        return f"{REQUEST_LETTER}:{self.asker}:{self.line}"


def read_request_id(custom_id: str) -> RequestId | None:
    """Return the request of an id, or None where it makes none."""
    letter, _, rest = custom_id.partition(":")
    asker, _, line = rest.partition(":")
    return RequestId(asker, line) if letter == REQUEST_LETTER and asker and line else None


def read_button_id(custom_id: str) -> ButtonId | None:
    """Return the button of an id, or None where it is none of ours."""
    letter, _, rest = custom_id.partition(":")
    game, _, rest = rest.partition(":")
    turn, _, line = rest.partition(":")
    if letter not in {deed.value for deed in ButtonAction} or not (game and line):
        return None
    if not (turn.isascii() and turn.isdecimal()):
        return None
    return ButtonId(ButtonAction(letter), GameId(game), int(turn), line)

"""Ids of buttons, menus' options and forms, written so that any process can read them.

`s:game:turn:line` submits a line; the others differ in the first letter. `n:name` opens a
game. The id of a card has the game's version behind its turn: `s:game:turn.version:line`, that of
a button on a panel the panel's name behind its letter: `s.panel:game:turn:line`, and that of an
answer to one person the person behind it: `s@asker:game:turn:line`. Nothing secret is
in it: everybody in a channel can read the ids of a message.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.games import GameId

REQUEST_LETTER: Final = "a"
"""The first letter of an id that makes a request."""

OPENING_LETTER: Final = "n"
"""The first letter of an id that opens a new game."""


MOST_DIGITS: Final = 9
"""Digits of a turn or version: more than any game has, and as many as databases take."""


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
    fills in, a MENU's number (it stands for the chosen option's value), the subject or panel that
    SHOW shows to one person alone, the source from which TAKE takes a card (a person's reactions),
    or the place of a card with which NOTHING can be done. `version` is the game's on the board on
    which the button stands, where that matters; `panel` names the panel on which it stands.
    Only the `asker` may press it, where one is named.
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


@dataclass(frozen=True, slots=True)
class OpeningId:
    """A button that opens a new game, as its command does without options; its id is `n:name`."""

    game: str

    def __str__(self) -> str:
        return f"{OPENING_LETTER}:{self.game}"


def read_opening_id(custom_id: str) -> OpeningId | None:
    """Return the opening of an id, or None where it opens no game."""
    letter, _, game = custom_id.partition(":")
    return OpeningId(game) if letter == OPENING_LETTER and game else None


def read_request_id(custom_id: str) -> RequestId | None:
    """Return the request of an id, or None where it makes none."""
    letter, _, rest = custom_id.partition(":")
    asker, _, line = rest.partition(":")
    return RequestId(asker, line) if letter == REQUEST_LETTER and asker and line else None


def read_button_id(custom_id: str) -> ButtonId | None:
    """Return the button of an id, or None where it is none of ours."""
    first, _, rest = custom_id.partition(":")
    first, at, asker = first.partition("@")
    letter, mark, panel = first.partition(".")
    game, _, rest = rest.partition(":")
    moment, _, line = rest.partition(":")
    known = (
        letter in {deed.value for deed in ButtonAction}
        and (panel or not mark)
        and (asker or not at)
    )
    if not (known and game and line):
        return None
    turn, dot, version = moment.partition(".")
    if not (_is_number(turn) and (_is_number(version) or not dot)):
        return None
    shown = int(version) if dot else None
    return ButtonId(ButtonAction(letter), GameId(game), int(turn), line, shown, panel, asker)


def _is_number(text: str) -> bool:
    """Return whether a text is a number that a turn or version can be: anybody can forge an id."""
    return len(text) <= MOST_DIGITS and text.isascii() and text.isdecimal()

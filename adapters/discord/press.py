"""What a button, a menu's option or a modal stands for, written so that any process can read it.

`s:game:turn:line` submits a line; the others differ in the first letter. Nothing secret is in it:
everybody in a channel can read the ids of a message.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.games import GameId

LONGEST_ID: Final = 100
"""Characters of a custom_id, and of an option's value."""

CALL: Final = "a"
"""The first letter of an id that asks the counter for something."""


class Deed(Enum):
    """What pressing does, by the first letter of the id."""

    SUBMIT = "s"
    OPEN = "o"
    FILL = "m"
    MENU = "c"
    SHOW = "v"
    TAKE = "t"
    NOTHING = "x"


@dataclass(frozen=True, slots=True)
class Press:
    """Something to press, of one turn of one game.

    `line` is the line that SUBMIT submits, the verb of the form that OPEN opens and FILL (a modal)
    fills in, a MENU's number (what it stands for is the chosen option's value), what SHOW shows to
    one person alone, by what TAKE takes a card (a person's reactions), or the place of a card with
    which NOTHING can be done.
    """

    deed: Deed
    game_id: GameId
    turn: int
    line: str

    def __str__(self) -> str:
        return f"{self.deed.value}:{self.game_id}:{self.turn}:{self.line}"

    @property
    def fits(self) -> bool:
        """Whether the id is short enough."""
        return len(str(self)) <= LONGEST_ID


@dataclass(frozen=True, slots=True)
class Call:
    """Something to press that asks the counter for more; nobody but the `asker` may.

    Its id is `a:asker:line`, the line being the names of what is asked for.
    """

    asker: str
    line: str

    def __str__(self) -> str:
        return f"{CALL}:{self.asker}:{self.line}"


def read_call(custom_id: str) -> Call | None:
    """Return what an id asks the counter for, or None where it asks for nothing."""
    letter, _, rest = custom_id.partition(":")
    asker, _, line = rest.partition(":")
    return Call(asker, line) if letter == CALL and asker and line else None


def read(custom_id: str) -> Press | None:
    """Return what an id stands for, or None where it is none of ours."""
    letter, _, rest = custom_id.partition(":")
    game, _, rest = rest.partition(":")
    turn, _, line = rest.partition(":")
    if letter not in {deed.value for deed in Deed} or not (game and line):
        return None
    if not (turn.isascii() and turn.isdecimal()):
        return None
    return Press(Deed(letter), GameId(game), int(turn), line)

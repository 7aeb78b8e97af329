"""A chair as the table knows it, whichever game is played."""

from dataclasses import dataclass
from typing import Final

from bot.lobby.settings import GUESS_TIME
from core.rules import Seat

KEY: Final = "key"
"""What keyed chairs see, and all of them the same."""


@dataclass(frozen=True, slots=True)
class Chairing:
    """A chair as the table knows it: the game's seat, its team and what it does there."""

    seat: Seat
    team: str
    role: str
    keyed: bool
    """Whether who sits here is shown what the others may not know."""
    bot: str = ""
    """The bot that sits here where none is named; empty for the one of the table's settings."""
    for_bot: bool = False
    """Whether nobody but a bot sits here."""
    for_person: bool = False
    """Whether no bot sits here before the game begins: one may go on for a person who has left."""
    optional: bool = False
    """Whether the game is played with this chair empty; who plays may sit down at any time."""
    said: str = "chair"
    """The catalogue's key of the chair's name (`bot.lobby.wording`)."""
    board: str = ""
    """The board that chairs with its name see and no others; empty where all see the same one."""
    timed: str = GUESS_TIME
    """The setting that says how long who sits here has for a move."""

    @property
    def sort(self) -> tuple[str, str]:
        """What chairs that are alike have in common: team and role."""
        return self.team, self.role

    @property
    def sees(self) -> str:
        """The name of what who sits here is shown and others are not; empty if there is nothing."""
        return self.board or (KEY if self.keyed else "")

"""What the terminal needs of the application, as narrow as it is."""

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

from bot.games import Table
from core.rules import Seat
from core.view import Phrase

AnyTable: TypeAlias = Table[Any, Any, Any, Any]
"""A table of whatever game: the terminal never asks which."""


class Company(Protocol):
    """The bots at a table, moving one action at a time when they are asked to."""

    @property
    def humans(self) -> frozenset[Seat]:
        """The seats that people hold."""
        ...

    def act(self, *, waited: bool = False) -> Sequence[Any]:
        """Do at most one action that is due and return what happened; () where none is.

        `waited` says that the people were given the time to go first.
        """
        ...

    def go(self, seat: Seat) -> Sequence[Any]:
        """Let waiting bots go on, as the person in the seat wants; return what happened."""
        ...

    def consequence(self, seat: Seat, line: str | None = None) -> str | None:
        """Return the line of what bots make of a person's line at once, where they do.

        Without a line, of what comes of letting them go on. Only what cannot be taken back
        counts; None where there is nothing of that kind.
        """
        ...

    def advice(self) -> tuple[Phrase, ...]:
        """Return what waiting bots would do."""
        ...

    def recap(self) -> tuple[Phrase, ...]:
        """Return, after the game, what the bots meant."""
        ...

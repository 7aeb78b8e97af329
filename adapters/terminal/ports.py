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

    def advice(self) -> tuple[Phrase, ...]:
        """Return what waiting bots would do."""
        ...

    def recap(self) -> tuple[Phrase, ...]:
        """Return, after the game, what the bots meant."""
        ...

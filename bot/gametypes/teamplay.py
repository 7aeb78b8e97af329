"""The behaviour of a game's bots beside people.

Pure: the actions that bots intend are chosen elsewhere. In most games a bot acts when it is its
move; a game in which people and bots decide together has a `TeamPlay` of its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeAlias, TypeVar

from core.rules import Seat
from core.view import Phrase

A = TypeVar("A")
O = TypeVar("O")  # noqa: E741 - the observations' letter in core.rules too

Intentions: TypeAlias = Mapping[Seat, A | None]
"""The action that each bot that waits for people would take if it sat alone; None for no action."""

Moves: TypeAlias = tuple[tuple[Seat, A], ...]
"""Seats and their actions, one after the other."""


@dataclass(frozen=True, slots=True)
class TableView(Generic[O]):
    """A table as its bots see it; `bots` are their seats with what each may know.

    `people` are the seats in which people sit, `last` is the game's last event that counts.
    """

    public: O
    to_act: frozenset[Seat]
    people: frozenset[Seat]
    bots: Mapping[Seat, O] = field(repr=False)
    last: object = field(default=None, repr=False)

    @property
    def due(self) -> tuple[Seat, ...]:
        """The bots that the table waits for."""
        return tuple(sorted(self.to_act & self.bots.keys()))


class TeamPlay(Generic[A, O]):
    """Bots that act when it is their move and never wait: what most games need."""

    def bots_to_act(self, table: TableView[O], /) -> tuple[Seat, ...]:
        """Return the bots that have something to do or to say now."""
        return table.due

    def waits_politely(self, _table: TableView[O], /) -> bool:
        """Return whether a bot's next action takes the time that a person would take."""
        return True

    def waiting(self, _table: TableView[O], /) -> tuple[Seat, ...]:
        """Return the bots that wait for the people beside them."""
        return ()

    def observation_for(self, table: TableView[O], seat: Seat, /) -> O:
        """Return the observation that a bot is shown when it is asked for its intention."""
        return table.bots[seat]

    def step(self, _table: TableView[O], _seat: Seat, intention: A | None, /) -> A | None:
        """Return the action that a bot with this intention takes by itself now; None to wait."""
        return intention

    def plan(
        self, _table: TableView[O], _intentions: Intentions[A], _person: Seat | None, /
    ) -> Moves[A]:
        """Return the moves that follow if the waiting bots go on.

        A person in a seat tells them to, or (None) nobody does.
        """
        return ()

    def consequence(
        self, _table: TableView[O], _intentions: Intentions[A], _person: Seat, _action: A | None, /
    ) -> A | None:
        """Return the bots' irrevocable answer to a person's action; None without one.

        Without an action it is the one that follows if the person lets the bots go on.
        """
        return None

    def advice(
        self, _table: TableView[O], _intentions: Intentions[A], _reader: Seat | None, /
    ) -> tuple[Phrase, ...]:
        """Return sentences on the intentions of the bots that wait for people.

        They are for the reader in a seat, or (None) for all to know.
        """
        return ()

    def announcements(self, _table: TableView[O], /) -> tuple[Phrase, ...]:
        """Return sentences on the waiting bots' first action at the end of their patience, `WHEN`.

        They are for all to know, and follow from what all see: no bot is asked.
        """
        return ()

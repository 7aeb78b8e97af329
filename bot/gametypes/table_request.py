"""Tables that command lines ask for: the game, its options, and the people and bots at it."""

from argparse import Namespace
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self, TypeAlias

from bot.gametypes.game_type import AnyGame, AnyOptions
from bot.gametypes.seating import Seating, name_of, people_named
from bot.settings import Settings
from core.rules import Seat
from core.view import Phrase
from core.words.packs import Pack

Recorder: TypeAlias = Callable[[Any, bool], Phrase]
"""Records a game by its public observation, where it is over; returns what to say of it."""


@dataclass(frozen=True, slots=True)
class TableSetup:
    """A table to be set: the game, its options as values, and who sits in which chair.

    `people` and `bots` are names; `host` opens the table, and may only look on.
    """

    kind: str
    values: Mapping[str, object]
    pack: Pack
    host: str
    people: Mapping[Seat, str]
    bots: Mapping[Seat, str]


@dataclass(frozen=True)
class TableRequest:
    """A table that is asked for, checked but for what the games service refuses.

    A game with a remark, a vocabulary, a record or a typed secret overrides the methods concerned.
    """

    arguments: Namespace
    setup: TableSetup
    game_type: AnyGame

    @classmethod
    def of(
        cls,
        arguments: Namespace,
        settings: Settings,
        game_type: AnyGame,
        options: AnyOptions,
        seating: Seating,
        pack: Pack,
    ) -> Self:
        """Return the request of a table; raises Refusal for names that cannot be."""
        yours = name_of(arguments, settings)
        people = people_named(seating, yours)
        host = next(iter(people.values()), yours)
        values = game_type.values(options)
        setup = TableSetup(game_type.name, values, pack, host, people, seating.bots)
        return cls(arguments, setup, game_type)

    @property
    def remarks(self) -> tuple[Phrase, ...]:
        """The sentences to say when the game begins."""
        return ()

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """The words to which what is typed completes, in alphabetical order."""
        return ()

    @property
    def typed_secret(self) -> str | None:
        """The secret that every game is dealt from, where the command line has it."""
        return None

    def is_dealt_alike(self, values: Mapping[str, object], deals: Iterable[object]) -> bool:  # noqa: ARG002
        """Return whether a game of these option values and deals has the secret asked for."""
        return True

    def recorder(self, number: int) -> Recorder | None:  # noqa: ARG002
        """Return what records the game of this number, from 1; None where no record is asked for.

        Raises Refusal for a record that cannot be written.
        """
        return None

"""Tables that a command line requests: the game, its options, its people and bots."""

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
"""Writes the record of a game from its public observation; the flag says if the game is over."""


@dataclass(frozen=True, slots=True)
class TableSetup:
    """A table to set up: the game, its options as values, and the names in the chairs.

    `host` opens the table, as a player or a spectator.
    """

    kind: str
    values: Mapping[str, object]
    pack: Pack
    host: str
    people: Mapping[Seat, str]
    bots: Mapping[Seat, str]


@dataclass(frozen=True)
class TableRequest:
    """A requested table; the games service makes the last checks.

    A game with a remark, a vocabulary, a record or a typed secret overrides those methods.
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
        """Return the request of a table; raises Refusal for impossible names."""
        yours = name_of(arguments, settings)
        people = people_named(seating, yours)
        host = next(iter(people.values()), yours)
        values = game_type.values(options)
        setup = TableSetup(game_type.name, values, pack, host, people, seating.bots)
        return cls(arguments, setup, game_type)

    @property
    def remarks(self) -> tuple[Phrase, ...]:
        """The messages when the game begins."""
        return ()

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """The words for completion while you type, in alphabetical order."""
        return ()

    @property
    def typed_secret(self) -> str | None:
        """The secret of every deal, if the command line has one."""
        return None

    def is_dealt_alike(self, values: Mapping[str, object], deals: Iterable[object]) -> bool:  # noqa: ARG002
        """Return whether a game with these option values and deals has the requested secret."""
        return True

    def recorder(self, number: int) -> Recorder | None:  # noqa: ARG002
        """Return the recorder of the game of this number, from 1; None for no record.

        Raises Refusal if the record cannot be written.
        """
        return None

"""Thoughts of bots: stored with their moves, and told when a game is over."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from bot.codec import Body, read_value, write_value
from core.bot import BotChoice
from core.rules import Seat
from core.view import Note, Phrase

O = TypeVar("O")  # noqa: E741 - the observations' letter in core.rules too
T = TypeVar("T")

ThoughtsByTurn: TypeAlias = Mapping[tuple[int, Seat], T]
"""Thoughts of bots by turn and seat."""


CardNotes: TypeAlias = Mapping[str, tuple[Note, ...]]
"""Notes on cards by the cards' places (``B3``)."""


class Recap(ABC, Generic[T, O]):
    """Storage and telling of thoughts T of a game's bots, by observations O of its end."""

    thoughts_type: ClassVar[type]
    """The class of the thoughts; only `write` and `read` ask for it."""

    def kept(self, choice: BotChoice[object, T | None], /) -> bool:
        """Return whether to store the thoughts behind a choice; a seat's first of a turn are."""
        return choice.thoughts.value is not None

    def write(self, thoughts: T, /) -> Body:
        """Return thoughts as JSON; `read` reads them back."""
        body: Body = write_value(self.thoughts_type, thoughts)
        return body

    def read(self, body: Mapping[str, Any], /) -> T:
        """Return the thoughts that `write` wrote; raises CodecError for anything else."""
        thoughts: T = read_value(self.thoughts_type, body)
        return thoughts

    @abstractmethod
    def sentences(
        self, observation: O, thoughts_by_turn: ThoughtsByTurn[T], /
    ) -> tuple[Phrase, ...]:
        """Return the sentences that all are told of a game by the public observation of its end.

        There are none before. They are few: the rest is told on request.
        """

    def every_turn(
        self, observation: O, thoughts_by_turn: ThoughtsByTurn[T], /
    ) -> tuple[Phrase, ...]:
        """Return the sentences on every turn, for who asks: the same, unless there are more."""
        return self.sentences(observation, thoughts_by_turn)

    def discreet(self, thoughts: T, /) -> T:
        """Return thoughts without what a bot believed about people."""
        return thoughts

    def card_notes(self, _observation: O, _thoughts_by_turn: ThoughtsByTurn[T], /) -> CardNotes:
        """Return the notes on the final board's cards by their places; none before the end."""
        return {}

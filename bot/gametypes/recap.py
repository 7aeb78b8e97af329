"""Thoughts of bots: stored with their moves, and shown when a game is over."""

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
"""Notes on cards by place (``B3``)."""


class Recap(ABC, Generic[T, O]):
    """Stores and shows thoughts T of a game's bots; O are its observations."""

    thoughts_type: ClassVar[type]
    """The class of the thoughts, for `write` and `read`."""

    def kept(self, choice: BotChoice[object, T | None], /) -> bool:
        """Return whether to store the thoughts of a choice; it is the seat's first in a turn."""
        return choice.thoughts.value is not None

    def write(self, thoughts: T, /) -> Body:
        """Return thoughts as JSON for `read`."""
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
        """Return a few sentences on a finished game, for everyone; none before its end."""

    def every_turn(
        self, observation: O, thoughts_by_turn: ThoughtsByTurn[T], /
    ) -> tuple[Phrase, ...]:
        """Return the sentences on every turn, on request; by default those of `sentences`."""
        return self.sentences(observation, thoughts_by_turn)

    def discreet(self, thoughts: T, /) -> T:
        """Return thoughts without the bot's beliefs about people."""
        return thoughts

    def card_notes(self, _observation: O, _thoughts_by_turn: ThoughtsByTurn[T], /) -> CardNotes:
        """Return the notes on the cards of the final board; none before the end."""
        return {}

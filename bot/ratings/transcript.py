"""Transcripts of games of any type, and their rules of learning."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar, Generic, TypeVar

from bot.identity import GameId, GuildId, User
from bot.lobby.model import Status
from bot.ratings.facts import GameFacts
from core.agents.explanations import Evidence
from core.codenames.model import Role
from core.rules import Outcome, Seat

O = TypeVar("O")  # noqa: E741 - the observations' letter in core.rules too


@dataclass(frozen=True, slots=True)
class Step:
    """An event that counts, with its time, the state after it, and the sitters."""

    at: datetime
    event: Any = field(repr=False)
    state: Any = field(repr=False)
    sitters: Mapping[Seat, User]


@dataclass(frozen=True, slots=True)
class Transcript:
    """The course of a game, without moves that were taken back.

    `public` is the public observation. `guilds` are those of the rooms that people joined from.
    `thoughts` of bots and `evidence` about players are by turn and seat. `taken_back` has the turns
    with a move taken back, `forfeit` the seat whose side lost the game by a stop.
    """

    game_id: GameId
    public: Any
    outcome: Outcome | None
    status: Status
    steps: tuple[Step, ...]
    guilds: Mapping[User, GuildId]
    thoughts: Mapping[tuple[int, Seat], Any] = field(repr=False)
    taken_back: frozenset[int] = frozenset()
    evidence: Mapping[tuple[int, Seat], Evidence] = field(default_factory=dict, repr=False)
    forfeit: Seat | None = None


@dataclass(frozen=True, slots=True)
class Teammates:
    """The seats of the people to whom a bot adapts, and their role."""

    role: Role
    seats: tuple[Seat, ...]


class LearningRules(ABC, Generic[O]):
    """The rules of learning from a game with observations O."""

    learners: ClassVar[frozenset[str]]
    """The bots that adapt to their teammates."""

    @abstractmethod
    def teammates(self, public: O, seat: Seat, /) -> Teammates:
        """Return the teammates to whom a bot in a seat adapts."""

    @abstractmethod
    def progress(self, public: O, /) -> Hashable | None:
        """Return a value that changes when bots can learn more; None if they can learn nothing.

        It follows from the public observation of a started game.
        """

    def remembered_cards(self, _public: O, _bot: str, /) -> tuple[str, ...]:
        """Return the words of a board for which a bot looks up earlier clues."""
        return ()

    def evidence(
        self, _public: O, _known: Collection[int], /
    ) -> Mapping[tuple[int, Seat], Evidence]:
        """Return the evidence of finished turns, except known ones, by turn and seat.

        It follows from the public observation, and may take seconds: call it in a thread.
        """
        return {}

    def example(self, _public: O, _turn: int, _seat: Seat, /) -> tuple[str, str] | None:
        """Return a turn's clue with a guesser's first card, or the first found card for a giver."""
        return None

    @abstractmethod
    def facts(self, transcript: Transcript, /) -> GameFacts:
        """Return the facts of a game for learning."""

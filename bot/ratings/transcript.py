"""Transcripts of games of any kind, and the rules by which their turns teach."""

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
    """An event of the game that counts: when, the state after it, and who sat in the chairs."""

    at: datetime
    event: Any = field(repr=False)
    state: Any = field(repr=False)
    sitters: Mapping[Seat, User]


@dataclass(frozen=True, slots=True)
class Transcript:
    """The course of a game; moves that were taken back never happened.

    `public` is what all may know of it now, `guilds` is each person's by the room they came from,
    `forfeit` is the seat for whose side a stop gave the game up,
    `thoughts` are the bots' by turn and seat, `taken_back` the turns in which a move was, and
    `evidence` is what turns tell about who played from a seat.
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
    """The seats of the people to whom a bot adapts, and the role in which it knows them."""

    role: Role
    seats: tuple[Seat, ...]


class LearningRules(ABC, Generic[O]):
    """The lessons that a game with observations O teaches its bots and the ratings."""

    learners: ClassVar[frozenset[str]]
    """The bots that adapt to their teammates."""

    @abstractmethod
    def teammates(self, public: O, seat: Seat, /) -> Teammates:
        """Return the teammates to whom a bot in a seat adapts, by the public observation."""

    @abstractmethod
    def progress(self, public: O, /) -> Hashable | None:
        """Return a value that changes when there is more to learn; None for a game without lessons.

        It follows from the public observation of a game that has begun.
        """

    def remembered_cards(self, _public: O, _bot: str, /) -> tuple[str, ...]:
        """Return the words of a board for which a bot asks which clues went with them before."""
        return ()

    def evidence(
        self, _public: O, _known: Collection[int], /
    ) -> Mapping[tuple[int, Seat], Evidence]:
        """Return what finished turns but known ones tell about who played them from which seat.

        It follows from the public observation, and may take seconds: call it in a thread.
        """
        return {}

    def example(self, _public: O, _turn: int, _seat: Seat, /) -> tuple[str, str] | None:
        """Return a finished turn's clue and the first card that a seat took, or that was found."""
        return None

    @abstractmethod
    def facts(self, transcript: Transcript, /) -> GameFacts:
        """Return the facts of a game that learning goes by."""

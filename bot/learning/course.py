"""How a game went, whichever game it is, and what a game says of how its turns teach."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from bot.identity import GameId, GuildId, User
from bot.learning.facts import GameFacts
from bot.lobby.model import Status
from core.codenames.model import Role
from core.rules import Outcome, Seat


@dataclass(frozen=True, slots=True)
class Step:
    """An event of the game that counts: when, the state after it, and who sat in the chairs."""

    at: datetime
    event: Any = field(repr=False)
    state: Any = field(repr=False)
    sitters: Mapping[Seat, User]


@dataclass(frozen=True, slots=True)
class Course:
    """How a game went; what was taken back never happened.

    `public` is what all may know of it now, `guilds` is each person's by the room they came from,
    `thoughts` are the bots' by turn and seat, `taken_back` the turns in which a move was.
    """

    game_id: GameId
    public: Any
    outcome: Outcome | None
    status: Status
    steps: tuple[Step, ...]
    guilds: Mapping[User, GuildId]
    thoughts: Mapping[tuple[int, Seat], Any] = field(repr=False)
    taken_back: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Mates:
    """The seats of those to whom a bot adapts, and the role in which it knows them."""

    role: Role
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Lessons:
    """What turns of a game teach its bots, and how they are rated."""

    learners: frozenset[str]
    """The bots that adapt to their teammates."""
    mates: Callable[[Any, Seat], Mates]
    """Whom a bot in a seat adapts to, given what the public may know."""
    progress: Callable[[Any], Hashable | None]
    """How far a game that has begun has come, as far as learning can tell, by its public side.

    None for a game that does not count.
    """
    facts: Callable[[Course], GameFacts]
    """All of a game that learning looks at."""

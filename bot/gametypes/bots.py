"""The bots of a game: their seats, their requests, and how they play with people.

An engine chooses the bots' actions. In most games a bot acts when it is to move; a game in which
people and bots decide together has its own `TeamPlay`.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Generic, TypeAlias, TypeVar

from bot.gametypes.engine import BotLoader, MoveRequest
from bot.gametypes.recap import Recap
from core.bot import BotChoice
from core.rules import Seat
from core.view import Phrase
from core.words.packs import Pack

A = TypeVar("A")
O = TypeVar("O")  # noqa: E741 - the observations' letter in core.rules too
P = TypeVar("P")
R = TypeVar("R")

Moves: TypeAlias = tuple[tuple[Seat, A], ...]
"""Seats and their actions, in order."""


@dataclass(frozen=True, slots=True)
class TableView(Generic[O]):
    """A table as its bots see it; `bots` maps their seats to their observations.

    `people` are the seats of people, `last` is the game's last event that counts. `intentions` are
    the actions of waiting bots if no people sat with them, None for no action.
    """

    public: O
    to_act: frozenset[Seat]
    people: frozenset[Seat]
    bots: Mapping[Seat, O] = field(repr=False)
    last: object = field(default=None, repr=False)
    intentions: Mapping[Seat, Any] = field(default_factory=dict, repr=False)

    @property
    def due(self) -> tuple[Seat, ...]:
        """The seats of bots that are to move."""
        return tuple(sorted(self.to_act & self.bots.keys()))


AnyTable: TypeAlias = TableView[Any]
"""A table of any game."""


class TeamPlay(Generic[A, O]):
    """Bots that act when they are to move and never wait, as in most games."""

    def bots_to_act(self, table: TableView[O], /) -> tuple[Seat, ...]:
        """Return the bots that can act or speak now."""
        return table.due

    def waits_politely(self, _table: TableView[O], /) -> bool:
        """Return whether a bot's next action takes as long as a person's."""
        return True

    def waiting(self, _table: TableView[O], /) -> tuple[Seat, ...]:
        """Return the bots that wait for their human teammates."""
        return ()

    def observation_for(self, table: TableView[O], seat: Seat, /) -> O:
        """Return the observation from which a bot chooses its intention."""
        return table.bots[seat]

    def step(self, _table: TableView[O], _seat: Seat, intention: A | None, /) -> A | None:
        """Return the action that a bot with this intention takes now; None to wait."""
        return intention

    def plan(self, _table: TableView[O], _person: Seat | None, /) -> Moves[A]:
        """Return the moves of the waiting bots when they go on.

        The person in a seat asks for them; with None, the bots' patience is over.
        """
        return ()

    def consequence(self, _table: TableView[O], _person: Seat, _action: A | None, /) -> A | None:
        """Return the bots' irrevocable answer to a person's action, if any.

        Without an action it is their answer if the person lets the bots go on.
        """
        return None

    def advice(self, _table: TableView[O], _reader: Seat | None, /) -> tuple[Phrase, ...]:
        """Return sentences on the waiting bots' intentions, for a reader (None: the public)."""
        return ()

    def announcements(self, _table: TableView[O], /) -> tuple[Phrase, ...]:
        """Return public sentences on the bots' first action at the end of their patience, `WHEN`.

        They follow from public facts, without asking a bot.
        """
        return ()


WITHOUT_TEAM_PLAY: Final = TeamPlay[Any, Any]()
"""Each bot acts when it is to move."""


@dataclass(frozen=True, slots=True)
class BotRoster(ABC, Generic[P, R, O]):
    """The bots of one game with options P, rules R and observations O."""

    loader: BotLoader
    """Loads the bots; worker processes import it by its name."""
    offered: tuple[str, ...] = ()
    """The bots that people may choose, the default first."""

    team_play: ClassVar[TeamPlay[Any, Any]] = WITHOUT_TEAM_PLAY
    recap: ClassVar[Recap[Any, Any] | None] = None
    """None for a game that stores no thoughts of bots."""
    is_warmed: ClassVar[bool] = True
    """Whether workers load the bots when they start, and not for the first request."""

    @abstractmethod
    def fallback(self, request: MoveRequest, /) -> BotChoice[object, object]:
        """Return a legal move for a late bot, without using a model."""

    def for_seat(self, _options: P, _seat: Seat, /) -> tuple[str, ...]:
        """Return a chair's bots, the default first; empty if the chair allows every bot."""
        return ()

    def build_request(self, _rules: R, observation: O, /) -> object:
        """Return a bot's observation, with the parts of the rules that it lacks."""
        return observation

    def adviser(self, _action: object, /) -> str:
        """Return the bot that answers an action, such as a hint's request; empty for most."""
        return ""

    def draws_secretly(self, _observation: O, /) -> bool:
        """Return whether the bot's draws must be unpredictable, and so not reproducible."""
        return False

    def warnings(self, _rules: R, /) -> tuple[Phrase, ...]:
        """Return warnings for people who play with bots at a table with these rules."""
        return ()

    def unknown_words(self, _pack: Pack, /) -> tuple[Phrase, ...]:
        """Return sentences on words of a pack that no bot knows, for the person who adds it."""
        return ()

    def offered_for(self, options: P, seat: Seat) -> tuple[str, ...]:
        """Return the bots to offer for a chair; none to allow every name."""
        return self.for_seat(options, seat) or self.offered

    def resolve(self, options: P, seat: Seat, name: str) -> str:
        """Return the bot that plays in a seat for a bot of this name."""
        names = self.for_seat(options, seat)
        return names[0] if names and name not in names else name

"""The bots of a game, as the application seats and asks them, and their behaviour beside people.

The actions that bots intend are chosen elsewhere. In most games a bot acts when it is its
move; a game in which people and bots decide together has a `TeamPlay` of its own.
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


WITHOUT_TEAM_PLAY: Final = TeamPlay[Any, Any]()
"""Each bot acts when it is its move."""


@dataclass(frozen=True, slots=True)
class BotRoster(ABC, Generic[P, R, O]):
    """The bots of one game with options P, rules R and observations O."""

    loader: BotLoader
    """Loads the bots; importable by its name, for worker processes."""
    offered: tuple[str, ...] = ()
    """The bots that people are offered, the usual one first."""

    team_play: ClassVar[TeamPlay[Any, Any]] = WITHOUT_TEAM_PLAY
    recap: ClassVar[Recap[Any, Any] | None] = None
    """None where bots' thoughts are not kept."""

    @abstractmethod
    def fallback(self, request: MoveRequest, /) -> BotChoice[object, object]:
        """Return a lawful move for a bot that did not choose in time, found without any model."""

    def for_seat(self, _options: P, _seat: Seat, /) -> tuple[str, ...]:
        """Return the bots that a chair can have; the first also plays for any other name.

        None named stands for: a bot of any name.
        """
        return ()

    def build_request(self, _rules: R, observation: O, /) -> object:
        """Return a bot's observation, with what that lacks of the table's rules."""
        return observation

    def adviser(self, _action: object, /) -> str:
        """Return the bot that works out what a person's action asks for; empty for most actions."""
        return ""

    def draws_secretly(self, _observation: O, /) -> bool:
        """Return whether nobody may foresee the bot's draws, which differ each time then."""
        return False

    def warnings(self, _rules: R, /) -> tuple[Phrase, ...]:
        """Return warnings for people who play beside bots at a table of these rules."""
        return ()

    def unknown_words(self, _pack: Pack, /) -> tuple[Phrase, ...]:
        """Return which words of a pack no bot knows, for the person who adds it."""
        return ()

    def offered_for(self, options: P, seat: Seat) -> tuple[str, ...]:
        """Return the bots that a chair can have; none stands for: any name."""
        return self.for_seat(options, seat) or self.offered

    def resolve(self, options: P, seat: Seat, name: str) -> str:
        """Return the bot that plays in a seat in which one of this name was put."""
        names = self.for_seat(options, seat)
        return names[0] if names and name not in names else name

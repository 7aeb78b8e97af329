"""The bots of a game, as the application seats and asks them."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, TypeVar

from bot.gametypes.engine import BotLoader, MoveRequest
from bot.gametypes.recap import Recap
from bot.gametypes.teamplay import TeamPlay
from core.bot import BotChoice
from core.rules import Seat
from core.view import Phrase
from core.words.packs import Pack

O = TypeVar("O")  # noqa: E741 - the observations' letter in core.rules too
P = TypeVar("P")
R = TypeVar("R")

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

    def knows(self, _rules: R, _bot: str, _word: str, /) -> bool:
        """Return whether a bot at a table has a meaning for a word that people say to it."""
        return True

    def correction(self, _rules: R, _bot: str, _word: str, /) -> str:
        """Return the word that a bot takes a misspelled one for; empty where it takes none."""
        return ""

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

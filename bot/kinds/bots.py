"""What the application must know of a game's bots."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bot.council import ALONE, Council
from bot.recap import Recap
from bot.thinker import Casting, Task
from core.choice import Choice
from core.rules import Seat
from core.view import Phrase


def _any_name(_options: Any, _seat: Seat) -> tuple[str, ...]:  # noqa: ANN401 - the game's own
    return ()


def _never(_observation: Any) -> bool:  # noqa: ANN401 - the game's own
    return False


def _nothing(_rules: Any) -> tuple[Phrase, ...]:  # noqa: ANN401 - the game's own
    return ()


def _seen(_rules: Any, observation: Any) -> Any:  # noqa: ANN401 - the game's own
    return observation


@dataclass(frozen=True, slots=True)
class Bots:
    """The bots of one game: what loads them, where they sit and how they behave."""

    casting: Casting
    """Loads them; importable by its name, for worker processes."""
    fallback: Callable[[Task], Choice[Any, Any]]
    """Something lawful in place of a bot that did not choose in time, found without any model."""
    names: Callable[[Any, Seat], tuple[str, ...]] = _any_name
    """The bots that a chair can have, by the game's options; the first also stands for any other.

    None named stands for: a bot of any name.
    """
    known: tuple[str, ...] = ()
    """The bots that people are offered, the usual one first."""
    question: Callable[[Any, Any], Any] = _seen
    """What a bot is asked, given its table's rules and what it sees: more where that is lacking."""
    hidden: Callable[[Any], bool] = _never
    """Whether nobody may foresee what a bot that sees this draws: it draws anew each time then."""
    remarks: Callable[[Any], tuple[Phrase, ...]] = _nothing
    """What people should know who play beside bots at a table of these rules."""
    council: Council = ALONE
    recap: Recap | None = None
    """None where bots' thoughts are not kept."""

    def at(self, options: Any, seat: Seat) -> tuple[str, ...]:  # noqa: ANN401 - the game's own
        """Return the bots that a chair can have; none stands for: any name."""
        return self.names(options, seat) or self.known

    def playing(self, options: Any, seat: Seat, name: str) -> str:  # noqa: ANN401 - the game's own
        """Return the bot that plays in a seat in which one of this name was put."""
        names = self.names(options, seat)
        return names[0] if names and name not in names else name

"""What bots thought: kept with their moves, and told once a game is over."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from core.choice import Choice
from core.rules import Seat
from core.view import Note, Phrase

Minds: TypeAlias = Mapping[tuple[int, Seat], Any]
"""What the bot in a seat thought in a turn."""


Notes: TypeAlias = Mapping[str, tuple[Note, ...]]
"""What is noted on cards, by their places (``B3``)."""


def _nothing_noted(_public: Any, _minds: Minds) -> Notes:  # noqa: ANN401 - the game's own
    return {}


@dataclass(frozen=True, slots=True)
class Recap:
    """How a game's bots' thoughts are kept and told."""

    kept: Callable[[Choice[Any, Any]], bool]
    """Whether the thoughts behind a choice tell something; a seat's first of a turn are kept."""
    write: Callable[[Any], dict[str, Any]]
    """Thoughts as JSON; `read` reads them back."""
    read: Callable[[Mapping[str, Any]], Any]
    told: Callable[[Any, Minds], tuple[Phrase, ...]]
    """The sentences on a game, given what the public may know; none before its end."""
    noted: Callable[[Any, Minds], Notes] = _nothing_noted
    """What is noted on the cards of the final board by their places; nothing before its end."""

"""How the bots of a game behave beside people: what a game says of it, and what most games do.

Pure: what bots wish comes from elsewhere. In most games a bot acts when it is its move; a game in
which people and bots make up their minds together has a `Council` of its own.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from core.rules import Seat
from core.view import Phrase

Wishes: TypeAlias = Mapping[Seat, Any]
"""What each bot that waits for people would do if it sat alone; None for nothing."""

Plan: TypeAlias = tuple[tuple[Seat, Any], ...]
"""Who does what, one after the other."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A table as its bots see it; `bots` are their seats with what each may know.

    `people` are the seats in which people sit, `last` is the game's last event that counts.
    """

    public: Any
    to_act: frozenset[Seat]
    people: frozenset[Seat]
    bots: Mapping[Seat, Any] = field(repr=False)
    last: Any = field(default=None, repr=False)

    @property
    def due(self) -> tuple[Seat, ...]:
        """The bots that the table waits for."""
        return tuple(sorted(self.to_act & self.bots.keys()))


def _due(sight: Sight) -> tuple[Seat, ...]:
    return sight.due


def _nobody(_sight: Sight) -> tuple[Seat, ...]:
    return ()


def _seen(sight: Sight, seat: Seat) -> Any:  # noqa: ANN401 - the game's own
    return sight.bots[seat]


def _wished(_sight: Sight, _seat: Seat, wish: Any) -> Any:  # noqa: ANN401 - the game's own
    return wish


def _takes_time(_sight: Sight) -> bool:
    return True


def _no_plan(_sight: Sight, _wishes: Wishes, _person: Seat | None) -> Plan:
    return ()


def _no_consequence(_sight: Sight, _wishes: Wishes, _person: Seat, _action: Any) -> None:  # noqa: ANN401
    return None


def _nothing_foretold(_sight: Sight) -> tuple[Phrase, ...]:
    return ()


def _no_advice(_sight: Sight, _wishes: Wishes, _reader: Seat | None) -> tuple[Phrase, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Council:
    """What bots do beside people; by default each acts when it is its move, and none waits."""

    asked: Callable[[Sight], tuple[Seat, ...]] = _due
    """The bots that have something to do or to say now."""
    waiting: Callable[[Sight], tuple[Seat, ...]] = _nobody
    """The bots that wait for the people beside them."""
    question: Callable[[Sight, Seat], Any] = _seen
    """The observation that a bot is shown when it is asked what it would do."""
    step: Callable[[Sight, Seat, Any], Any] = _wished
    """What a bot with this wish does by itself now; None where it waits."""
    plan: Callable[[Sight, Wishes, Seat | None], Plan] = _no_plan
    """Who does what if the waiting bots go on, told to by the person in a seat or by nobody."""
    consequence: Callable[[Sight, Wishes, Seat, Any], Any] = _no_consequence
    """The move that cannot be undone with which bots answer a person's action, None where none do.

    Without an action it is the one that follows if the person lets the bots go on.
    """
    advice: Callable[[Sight, Wishes, Seat | None], tuple[Phrase, ...]] = _no_advice
    """What the bots that wait for people would do, if they were told to go on.

    It is for who sits in a seat, or (None) for all to know.
    """
    foretold: Callable[[Sight], tuple[Phrase, ...]] = _nothing_foretold
    """What the first of the bots that wait does when their patience ends, at the moment `WHEN`.

    It is for all to know, and follows from what all see: no bot is asked.
    """
    paced: Callable[[Sight], bool] = _takes_time
    """Whether what a bot does next takes the time that a person would take."""


ALONE: Final = Council()
"""Each bot acts when it is its move."""

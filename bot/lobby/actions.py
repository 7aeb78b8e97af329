"""Actions of a lobby: each is a wish with its line, and judges what it makes true.

`bot.lobby.members`, `bot.lobby.chairs` and `bot.lobby.progress` have them.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from typing import ClassVar, Final, TypeVar, dataclass_transform

from bot.lobby.context import ActionContext
from bot.lobby.events import LobbyEvent
from bot.lobby.model import LobbyChair
from core.rules import Seat


@dataclass(frozen=True, slots=True)
class ChairFilter:
    """Which chairs are meant: those that have this seat, team and role, where one is named."""

    seat: Seat | None = None
    team: str | None = None
    role: str | None = None

    def __str__(self) -> str:
        return " ".join(filter(None, (self.seat, self.team, self.role)))

    def fits(self, chair: LobbyChair) -> bool:
        """Return whether this chair is one of those that are meant."""
        return (
            self.seat in (None, chair.seat)
            and self.team in (None, chair.team)
            and self.role in (None, chair.role)
        )


ANY_CHAIR: Final = ChairFilter()


@dataclass(frozen=True, slots=True)
class LobbyAction(ABC):
    """A wish of somebody at a table."""

    verb: ClassVar[str]
    """The first word of its line."""

    @property
    def line(self) -> str:
        """The line of the action; `bot.lobby.notation.parse` reads it back."""
        words = (str(word) for word in (self.verb, *self._words()) if word is not None)
        return " ".join(filter(None, words))

    def decide(self, context: ActionContext) -> Sequence[LobbyEvent]:
        """Return the facts that the action makes true; raises IllegalAction."""
        return self._decide(context)

    def _words(self) -> Iterable[object]:
        return (getattr(self, one.name) for one in fields(self))

    @abstractmethod
    def _decide(self, context: ActionContext) -> Sequence[LobbyEvent]: ...


ActionType = TypeVar("ActionType", bound=LobbyAction)


@dataclass_transform(frozen_default=True)
def action(verb: str) -> Callable[[type[ActionType]], type[ActionType]]:
    """Return the decorator that makes an action of a class: frozen data with a verb."""

    def decorated(kind: type[ActionType]) -> type[ActionType]:
        made = dataclass(frozen=True, slots=True)(kind)
        made.verb = verb
        return made

    return decorated

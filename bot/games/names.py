"""What games' sentences call those who play: by name, where it is known who sits in a chair.

Games know only chairs, and say a `SeatPhrase` for each. A name stands alone where one chair has it;
the team follows where other teams have such a chair, and the chair where several have the name.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, TypeAlias, TypeVar

from bot.identity import User
from bot.lobby.model import Chairing, Lobby
from bot.lobby.wording import chair_phrase
from core.rules import Refusal, Seat
from core.view import Cell, Phrase, SeatPhrase, phrase

Names: TypeAlias = Mapping[User, str]
"""What people are called, as far as it is known."""


@dataclass(frozen=True, slots=True)
class Plate:
    """Who sits in a chair; `place` is the team or the chair, where that tells them from others."""

    who: Phrase
    place: Phrase | None = None

    @property
    def said(self) -> Phrase:
        """What is said instead of the chair."""
        if self.place is None:
            return self.who
        return phrase("sitter-at", who=self.who, place=self.place)


Plates: TypeAlias = Mapping[Seat, Plate]
"""Who sits where; chairs that are missing keep what the game calls them."""

Plating: TypeAlias = Callable[[Lobby, Names], Plates]
"""Gives the chairs of a table their plates."""

T = TypeVar("T")


def called(user: User, names: Names) -> Phrase | str:
    """Return what a table calls somebody; who was forgotten has no name any more."""
    return phrase("sitter-gone") if user.is_gone else names.get(user, user.id)


def nameplates(lobby: Lobby, names: Names) -> dict[Seat, Plate]:
    """Return the plates of those who sit at a table.

    Who was forgotten has none, nor has a bot that is called no more than its chair.
    """
    taken = ((chair, lobby.sitter(chair.seat)) for chair in lobby.chairs)
    named = [(chair, user) for chair, user in taken if user and _has_name(user, chair)]
    chairs = Counter(called(user, names) for _, user in named)
    return {
        chair.seat: _plate(lobby, chair, user, names, alone=chairs[called(user, names)] == 1)
        for chair, user in named
    }


def _has_name(user: User, chair: Chairing) -> bool:
    return not user.is_gone and not (user.is_bot and user.id == chair.role)


def _plate(lobby: Lobby, chair: Chairing, user: User, names: Names, *, alone: bool) -> Plate:
    key = "sitter-bot" if user.is_bot else "sitter-person"
    who = phrase(key, who=called(user, names))
    if not alone:
        return Plate(who, chair_phrase(lobby, chair))
    if any(one.role == chair.role and one.team != chair.team for one in lobby.chairs):
        return Plate(who, phrase("identity-word", name=chair.team))
    return Plate(who)


def named(said: T, plates: Plates) -> T:
    """Return a phrase, a view or a part of one in which plates stand for the chairs that have any.

    What holds no chair is returned as it is. Who points at a card is named without the team, which
    would read as what lies there.
    """
    found: T = _named(said, plates)
    return found


def _named(value: Any, plates: Plates) -> Any:  # noqa: ANN401 - whatever a view is made of
    if isinstance(value, SeatPhrase):
        plate = plates.get(Seat(value.seat))
        return plate.said if plate else value
    if isinstance(value, Cell) and value.marks:
        return replace(value, marks=tuple(_pointing(mark, plates) for mark in value.marks))
    if isinstance(value, tuple):
        return tuple(_named(item, plates) for item in value)
    if not is_dataclass(value) or isinstance(value, type):
        return value
    old = {field.name: getattr(value, field.name) for field in fields(value)}
    new = {name: _named(part, plates) for name, part in old.items()}
    return value if new == old else replace(value, **new)


def _pointing(mark: Phrase, plates: Plates) -> Phrase:
    plate = plates.get(Seat(mark.seat)) if isinstance(mark, SeatPhrase) else None
    return plate.who if plate else mark


def name_in(refusal: Refusal, plates: Plates) -> None:
    """Let a refusal speak of those who play by their names."""
    refusal.phrase = named(refusal.phrase, plates)

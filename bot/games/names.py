"""Display names, which replace the chairs in a game's sentences.

A game has only chairs, and writes a `SeatPhrase` for each. The team follows a name if other teams
have such a chair, and the chair follows it if several people have the name.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from operator import is_
from typing import Any, Final, TypeAlias, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.session import Recorded, Session
from bot.identity import User
from bot.lobby.model import Lobby
from bot.lobby.phrases import chair_phrase, chair_within
from bot.store import rooms
from core.rules import Refusal, Seat
from core.view import Cell, Face, Phrase, SeatPhrase, Tone, phrase

UserNames: TypeAlias = Mapping[User, str]
"""The known names of people."""


@dataclass(frozen=True, slots=True)
class DisplayName:
    """The name of a chair's player; `place` is the team or chair, if names are similar."""

    who: Phrase
    place: Phrase | None = None

    @property
    def phrase(self) -> Phrase:
        """The phrase that replaces the chair's."""
        if self.place is None:
            return self.who
        return phrase("sitter-at", who=self.who, place=self.place)


DisplayNames: TypeAlias = Mapping[Seat, DisplayName]
"""Display names by chair; other chairs keep the names that the game has for them."""

NameResolver: TypeAlias = Callable[[Lobby, UserNames], DisplayNames]
"""Returns the display names of a table."""

T = TypeVar("T")

_WITHOUT_NAMES: Final = frozenset({str, int, bool, type(None), Face, Tone})
"""Frequent types of a view's parts that contain no names."""


def user_name(user: User, names: UserNames) -> Phrase | str:
    """Return the name of a user; a forgotten person has none."""
    return phrase("sitter-gone") if user.is_gone else names.get(user, user.id)


def display_names(lobby: Lobby, names: UserNames) -> dict[Seat, DisplayName]:
    """Return the display names at a table, without forgotten people.

    A bot has the name of its chair, because both teams can have the same bot. A bot named
    after its role has no other name.
    """
    taken = ((chair, lobby.sitter(chair.seat)) for chair in lobby.chairs)
    named = {
        chair: user
        for chair, user in taken
        if user and not user.is_gone and not (user.is_bot and user.id == chair.role)
    }
    chairs = Counter(user_name(user, names) for user in named.values())
    plates = dict[Seat, DisplayName]()
    for chair, user in named.items():
        if user.is_bot:
            plates[chair.seat] = DisplayName(phrase("sitter-bot", who=chair_phrase(lobby, chair)))
            continue
        who, place = phrase("sitter-person", who=user_name(user, names)), None
        if chairs[user_name(user, names)] > 1:
            place = chair_phrase(lobby, chair)
        elif any(one.role == chair.role and one.team != chair.team for one in lobby.chairs):
            place = phrase("identity-word", name=chair.team)
        plates[chair.seat] = DisplayName(who, place)
    return plates


@dataclass(frozen=True, slots=True)
class TableNames:
    """The `known` names of people, and the display names of a table."""

    known: UserNames
    resolve: NameResolver = display_names

    def of(self, user: User) -> Phrase | str:
        """Return the name of a user."""
        return user_name(user, self.known)

    def at(self, lobby: Lobby) -> DisplayNames:
        """Return the display names at a table."""
        return self.resolve(lobby, self.known)

    def within(self, lobby: Lobby, user: User) -> Phrase | str:
        """Return the name of a person for use inside a sentence, without the team.

        A person without a display name has the name of their chair; a person without a chair has
        the known name.
        """
        chair = lobby.chair_of(user)
        if chair and (plate := self.at(lobby).get(chair.seat)):
            return plate.who
        if chair and not user.is_gone:
            return chair_within(lobby, chair)
        return self.of(user) if user.is_gone else phrase("sitter-person", who=self.of(user))

    def in_event(self, lobby: Lobby, user: User) -> Phrase | str:
        """Return the name of a user at the beginning of a lobby event's sentence."""
        chair = lobby.chair_of(user)
        if chair and not user.is_gone and chair.seat not in self.at(lobby):
            return chair_phrase(lobby, chair)
        return self.of(user) if user.is_bot else phrase("sitter-person", who=self.of(user))


def users_in(recorded: Iterable[Recorded]) -> frozenset[User]:
    """Return the users in the fields of events."""
    return frozenset(
        value
        for one in recorded
        for value in (getattr(one.event, field.name) for field in fields(one.event))
        if isinstance(value, User)
    )


async def names_at(
    conn: AsyncConnection, session: Session, recorded: Iterable[Recorded] = ()
) -> UserNames:
    """Return the names of users at a table and in its events."""
    return await known_names(conn, session.lobby.named_users | users_in(recorded))


async def known_names(conn: AsyncConnection, users: Collection[User]) -> dict[User, str]:
    """Return the stored names of users."""
    return {user: row.name for user, row in (await rooms.find_users(conn, users)).items()}


def with_names(said: T, display_names: DisplayNames) -> T:
    """Return a phrase, a view or part of a view, with display names instead of chairs.

    A value without chairs stays the same object. Marks on a card have names without teams, which
    would read as the card's colour.
    """
    found: T = _with_names(said, display_names)
    return found


def _with_names(value: Any, display_names: DisplayNames) -> Any:  # noqa: ANN401 - whatever a view is made of
    if isinstance(value, SeatPhrase):
        plate = display_names.get(Seat(value.seat))
        return plate.phrase if plate else value
    if isinstance(value, Cell):  # only its marks have names
        marks = tuple(_pointing(mark, display_names) for mark in value.marks)
        return replace(value, marks=marks) if marks else value
    if isinstance(value, tuple):
        items = tuple(
            item if type(item) in _WITHOUT_NAMES else _with_names(item, display_names)
            for item in value
        )
        return value if all(map(is_, items, value)) else items
    kind: type = type(value)
    changed = dict[str, Any]()
    for name in _field_names(kind):
        old = getattr(value, name)
        if type(old) not in _WITHOUT_NAMES:
            new = _with_names(old, display_names)
            if new is not old:
                changed[name] = new
    return replace(value, **changed) if changed else value


@cache
def _field_names(kind: type) -> tuple[str, ...]:
    """Return the field names of a dataclass; none for another class."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()


def _pointing(mark: Phrase, display_names: DisplayNames) -> Phrase:
    plate = display_names.get(Seat(mark.seat)) if isinstance(mark, SeatPhrase) else None
    return plate.who if plate else mark


def fill_names(refusal: Refusal, display_names: DisplayNames) -> None:
    """Put display names into a refusal."""
    refusal.phrase = with_names(refusal.phrase, display_names)

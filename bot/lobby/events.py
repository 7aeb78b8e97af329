"""Lobby events: facts about a table, each with its change to the lobby and its sentence.

An event holds only plain values, so that any codec can write it. `bot.lobby.game_events` contains
the events in the course of the game.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, ClassVar, TypeVar, dataclass_transform

from bot.identity import Room, User, bot_user
from bot.lobby.model import KEY_VIEW, Lobby, LobbySettings, Member, Status
from bot.lobby.phrases import INSTEAD, NameOf, is_named, of_game, seat_within, summary, team_words
from core.rules import Seat
from core.view import Phrase, phrase


@dataclass(frozen=True, slots=True)
class LobbyEvent:
    """A fact about a table."""

    sentence: ClassVar[tuple[str, ...]]
    """The key of its sentence, and the names of the sentence's values."""
    changes: ClassVar[Mapping[str, Any]]
    """The fields of the lobby that it always sets."""
    is_told: ClassVar[bool] = True
    """Whether players read its sentence; False if the game says it, or it concerns nobody."""

    def apply(self, lobby: Lobby) -> Lobby:
        """Return the lobby after the event; never raises for events that the rules decide."""
        return self._apply(lobby)

    def describe(self, lobby: Lobby, name_of: NameOf) -> Phrase:
        """Return the sentence on the event, with the lobby before or after it."""
        return self._say(self.sentence, lobby, name_of)

    def _apply(self, lobby: Lobby) -> Lobby:
        return replace(lobby, **self.changes) if self.changes else lobby

    def _say(self, sentence: tuple[str, ...], lobby: Lobby, name_of: NameOf) -> Phrase:
        key, *names = sentence
        return phrase(key, **{name: self._value(name, lobby, name_of) for name in names})

    def _value(self, name: str, lobby: Lobby, name_of: NameOf) -> object:
        """Return a field, or the acting person for `who`, as a value of the sentence."""
        value = getattr(self, name)
        match name:
            case "who" | "by":
                return name_of(value)
            case "seat" | "forfeit":
                return seat_within(lobby, value) if value else "none"
            case "team":
                return value or "any"
            case "teams":
                return team_words(value)
            case "chairs":
                return len(value)
            case "settings":
                return summary(lobby, value)
            case _:
                return value


EventType = TypeVar("EventType", bound=LobbyEvent)


@dataclass_transform(frozen_default=True)
def event(*sentence: str, **changes: object) -> Callable[[type[EventType]], type[EventType]]:
    """Return the class decorator of events: it makes a frozen dataclass with a sentence.

    `changes` are the fields of the lobby that the event always sets.
    """

    def decorated(kind: type[EventType]) -> type[EventType]:
        made = dataclass(frozen=True, slots=True)(kind)
        made.sentence, made.changes = sentence, changes
        return made

    return decorated


@dataclass(frozen=True, slots=True)
class PersonEvent(LobbyEvent):
    """A fact about one person."""

    user: User
    who = property(attrgetter("user"), doc="The person.")


@dataclass(frozen=True, slots=True)
class ActorEvent(LobbyEvent):
    """An action of one person."""

    by: User
    who = property(attrgetter("by"), doc="The person.")


# People.


@event("table-event-joined", "who", "team")
class Joined(PersonEvent):
    """A person joined the table."""

    room: Room
    team: str | None = None

    def _apply(self, lobby: Lobby) -> Lobby:
        members = (*lobby.others(self.user), Member(self.user, self.room, team=self.team))
        return replace(lobby, members=members, host=lobby.host or self.user)


@event("table-event-left", "who")
class Left(PersonEvent):
    """A person left the table, or was removed `by` another; `seat` is empty now."""

    by: User
    seat: Seat | None = None

    def describe(self, lobby: Lobby, name_of: NameOf) -> Phrase:
        """Return the sentence, with the remover and the commands to fill the chair."""
        dropped = ("table-event-dropped", "who", "by")
        said = self._say(self.sentence if self.by == self.user else dropped, lobby, name_of)
        return _vacant(said, lobby, self.seat, self.user)

    def _apply(self, lobby: Lobby) -> Lobby:
        members, host = lobby.others(self.user), lobby.host
        if host == self.user:
            host = members[0].user if members else None
        return replace(lobby.without_request(self.user), members=members, host=host)


@event("table-event-wished", "who", "team")
class TeamRequested(PersonEvent):
    """A person without a chair asks to play in a team, or (None) in any."""

    STORED_TAG: ClassVar[str] = "team-wished"
    team: str | None

    def _apply(self, lobby: Lobby) -> Lobby:
        return lobby.with_member(self.user, seat=None, team=self.team, watching=False)


@event("table-event-seated", "who", "seat")
class Seated(PersonEvent):
    """A person took a chair, and replaced its person or bot."""

    seat: Seat

    def _apply(self, lobby: Lobby) -> Lobby:
        """Return the lobby with the person seated; a new chair tries direct messages again."""
        chair, member = lobby.chair(self.seat), lobby.member(self.user)
        return (
            lobby.without_request(self.user, self.seat)
            .vacated(self.seat)
            .with_member(
                self.user,
                seat=self.seat,
                team=chair.team if chair else None,
                watching=False,
                direct=(member.direct or None) if member else None,
            )
        )


@event("table-event-asks-chair", "who", "seat")
class ChairRequested(PersonEvent):
    """A person asks for a chair that sees a key; a player of its team has to agree."""

    seat: Seat

    def _apply(self, lobby: Lobby) -> Lobby:
        before = lobby.without_request(self.user)
        return replace(before, requests=(*before.requests, self))


@event("table-event-kept-out", "who", "by")
class ChairRefused(PersonEvent):
    """Another player refused a person's request for a chair."""

    by: User

    def _apply(self, lobby: Lobby) -> Lobby:
        return lobby.without_request(self.user)


@event("table-event-stood", "who", "seat")
class LeftChair(PersonEvent):
    """A person left their chair, which is empty now."""

    STORED_TAG: ClassVar[str] = "stood"
    seat: Seat

    def describe(self, lobby: Lobby, name_of: NameOf) -> Phrase:
        """Return the sentence, with the commands to fill the chair."""
        said = self._say(self.sentence, lobby, name_of)
        return _vacant(said, lobby, self.seat, self.user)

    def _apply(self, lobby: Lobby) -> Lobby:
        return lobby.with_member(self.user, seat=None)


@event("table-event-watched", "who")
class BecameSpectator(PersonEvent):
    """A person became a spectator."""

    STORED_TAG: ClassVar[str] = "watched"

    def _apply(self, lobby: Lobby) -> Lobby:
        alone = lobby.without_request(self.user)
        return alone.with_member(self.user, seat=None, team=None, watching=True)


@event("table-event-key-shown", "who")
class KeySeen(PersonEvent):
    """A person has seen a private view: the key, or the board of that name."""

    STORED_TAG: ClassVar[str] = "key-shown"
    is_told = False
    what: str = KEY_VIEW

    def _apply(self, lobby: Lobby) -> Lobby:
        return replace(lobby, shown=lobby.shown | {(self.user, self.what)})


@event("table-event-direct", "who", "reached")
class DirectFound(PersonEvent):
    """A direct message reached a person, or failed to."""

    reached: bool

    def describe(self, lobby: Lobby, name_of: NameOf) -> Phrase:
        """Return the sentence; after a failure, it says where else the person finds their view."""
        who, chair = name_of(self.user), lobby.chair_of(self.user)
        if self.reached or chair is None:
            return phrase("table-event-direct", who=who, reached="yes" if self.reached else "no")
        instead = of_game(lobby, INSTEAD, role=chair.role)
        return phrase("table-event-direct-instead", who=who, instead=instead)

    def _apply(self, lobby: Lobby) -> Lobby:
        return lobby.with_member(self.user, direct=self.reached)


@event("table-event-direct-retried", "who")
class DirectRetried(PersonEvent):
    """A person whom direct messages did not reach asks to try them again."""

    def _apply(self, lobby: Lobby) -> Lobby:
        return lobby.with_member(self.user, direct=None)


@event("table-event-host", "who")
class HostChanged(PersonEvent):
    """Another member became the host."""

    def _apply(self, lobby: Lobby) -> Lobby:
        return replace(lobby, host=self.user)


# Rooms, bots and settings.


@event("table-event-room")
class RoomAdded(LobbyEvent):
    """The game appears in another room."""

    room: Room

    def _apply(self, lobby: Lobby) -> Lobby:
        return replace(lobby, rooms=tuple(dict.fromkeys((*lobby.rooms, self.room))))


@event("table-event-room-removed")
class RoomRemoved(LobbyEvent):
    """The game has left a room that is not its home."""

    room: Room

    def _apply(self, lobby: Lobby) -> Lobby:
        return replace(lobby, rooms=tuple(one for one in lobby.rooms if one != self.room))


@event("table-event-bot-seated")
class BotSeated(LobbyEvent):
    """A bot took a chair."""

    seat: Seat
    name: str

    def describe(self, lobby: Lobby, name_of: NameOf) -> Phrase:
        """Return the sentence, which names a bot that a person chose."""
        who, named = name_of(bot_user(self.name)), is_named(self.name, lobby.chair(self.seat))
        seat = seat_within(lobby, self.seat)
        return phrase("table-event-bot-seated", who=who, named=named, seat=seat)

    def _apply(self, lobby: Lobby) -> Lobby:
        vacant = lobby.vacated(self.seat)
        return replace(vacant, bots=(*vacant.bots, (self.seat, self.name)))


@event("table-event-bot-removed", "seat")
class BotRemoved(LobbyEvent):
    """A bot left its chair."""

    seat: Seat

    def _apply(self, lobby: Lobby) -> Lobby:
        return replace(lobby, bots=tuple(bot for bot in lobby.bots if bot[0] != self.seat))


@event("table-event-settings", "settings")
class SettingsChanged(LobbyEvent):
    """The table's settings changed."""

    settings: LobbySettings

    def _apply(self, lobby: Lobby) -> Lobby:
        return replace(lobby, settings=self.settings)


def _vacant(said: Phrase, lobby: Lobby, seat: Seat | None, user: User) -> Phrase:
    """Return the sentence; in a running game, with the commands to fill an empty chair."""
    if seat is None or lobby.status is not Status.RUNNING:
        return said
    chair = lobby.chair(seat)
    if lobby.sitter(seat) not in (None, user) or (chair and chair.optional):
        return said
    return phrase("table-event-vacant", said=said, seat=seat_within(lobby, seat))

"""Lobby actions, and their context: the table, the actor, and facts about the game.

Each action has a line and decides its events. The actions are in `bot.lobby.members`,
`bot.lobby.chairs` and `bot.lobby.progress`.
"""

import hmac
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import timedelta
from functools import partial
from typing import Any, ClassVar, Final, TypeVar, dataclass_transform

from bot.identity import Room, User
from bot.lobby.events import HostChanged, Joined, LobbyEvent, RoomAdded
from bot.lobby.model import Lobby, LobbyChair, Member, Status
from bot.lobby.phrases import chair_within
from core.command import Command
from core.rules import Entropy, IllegalAction, InvalidNotation, Seat

T = TypeVar("T")

KEY_BYTES: Final = 16
"""Random bytes of a sort key: two are equal less often than 1 in 10^38."""
MOST_ROOMS: Final = 4
"""The most rooms that show one game."""


@dataclass(frozen=True, slots=True)
class Actor:
    """The person who acts, and the room; `manages` if the platform lets them manage it."""

    user: User
    room: Room
    manages: bool = False


@dataclass(frozen=True, slots=True)
class LastMove:
    """The last move, while people may take it back.

    `before` is the game's version before it, `turns` are the turns that it belongs to. If it
    `uncovers` something, only people can agree to cover it again.
    """

    before: int
    seat: Seat
    turns: tuple[int, ...]
    uncovers: bool = False


SALT_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class ForgottenViews:
    """Private views of forgotten people, so that they cannot rejoin to guess.

    A digest with the game's own salt replaces each person, so that nobody can test names on it.
    """

    salt: str = ""
    seen: tuple[tuple[str, str], ...] = ()

    def of(self, user: User) -> frozenset[str]:
        """Return the private views that a forgotten person had seen."""
        if not self.seen:
            return frozenset()
        digest = _digest(self.salt, user)
        return frozenset(what for whose, what in self.seen if hmac.compare_digest(whose, digest))

    def including(self, user: User, views: frozenset[str]) -> "ForgottenViews":
        """Return these views with one more person's views."""
        salt = self.salt or secrets.token_hex(SALT_BYTES)
        more = ((_digest(salt, user), what) for what in sorted(views))
        return ForgottenViews(salt, tuple(dict.fromkeys((*self.seen, *more))))


NONE_FORGOTTEN: Final = ForgottenViews()


def _digest(salt: str, user: User) -> str:
    return hmac.digest(bytes.fromhex(salt), str(user).encode(), "sha256").hex()


@dataclass(frozen=True, slots=True)
class GameContext:
    """Facts about the game at the table, before and after its start."""

    bots: tuple[str, ...] = ()
    """All bots; empty if every name may be a bot."""
    fitting: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
    """The bots that can play in each chair; a chair without an entry accepts any of `bots`."""
    out: frozenset[str] = frozenset()
    """Eliminated teams."""
    dealt: bool = True
    """Whether a running game has a key that people can see."""
    typed: bool = False
    """Whether a person in a keyed chair has to type the secret of the deal."""
    forgotten: ForgottenViews = NONE_FORGOTTEN
    """The private views of people whose names were deleted."""
    forfeits: Mapping[User, Seat] = field(default_factory=dict)
    """The people who would lose the game by stopping it now, each with a seat on their side."""
    last_move: LastMove | None = None
    """The move that may be taken back, if any."""
    host_wait: timedelta | None = None
    """The time until another member may take over from an idle host; None for never."""


@dataclass(frozen=True, slots=True)
class ActionContext:
    """The context of one action."""

    lobby: Lobby
    actor: Actor
    entropy: Entropy = field(repr=False)
    game: GameContext

    @property
    def user(self) -> User:
        """The person who acts."""
        return self.actor.user

    @property
    def member(self) -> Member | None:
        """The actor's membership, if any."""
        return self.lobby.member(self.user)

    @property
    def leads(self) -> bool:
        """Whether the actor has the rights of the host."""
        is_host = self.lobby.host in (None, self.user)
        return is_host or manages(self.lobby, self.actor)

    def check_leads(self) -> None:
        """Raise IllegalAction unless the actor is the host or a manager."""
        if not self.leads:
            raise IllegalAction("table-host-only")

    @property
    def may_begin(self) -> bool:
        """Whether the actor may take a chair without the host."""
        return self.leads or self.lobby.admits(self.user)

    def check_may_begin(self) -> None:
        """Raise IllegalAction for an actor who gets a chair only from the host."""
        if not self.may_begin:
            raise IllegalAction("table-join-host")

    def check_concerned(self) -> None:
        """Raise IllegalAction unless the actor is a member or a manager."""
        if self.member is None and not manages(self.lobby, self.actor):
            raise IllegalAction("table-not-member")

    def check_member(self) -> Member:
        """Return the actor as a member; raises IllegalAction."""
        if self.member is None:
            raise IllegalAction("table-not-member")
        return self.member

    def present(self, user: User) -> Member:
        """Return a user's membership; raises IllegalAction for a user without one."""
        member = self.lobby.member(user)
        if member is None:
            raise IllegalAction("table-who-absent")
        return member

    def check_before_start(self) -> None:
        """Raise IllegalAction once the game has begun."""
        if self.lobby.status is not Status.LOBBY:
            raise IllegalAction("table-running")

    def check_running(self) -> None:
        """Raise IllegalAction before the game has begun."""
        if self.lobby.status is not Status.RUNNING:
            raise IllegalAction("table-not-started")

    def check_bot(self, name: str, seat: Seat | None = None) -> None:
        """Raise IllegalAction for an unknown bot, or one that cannot play in a seat."""
        there = self.game.bots
        fitting = self.game.fitting.get(seat, there) if seat else there
        if not fitting or name in fitting:
            return
        if name not in there:
            raise IllegalAction("table-bot-unknown", name=name, known=fitting)
        raise IllegalAction("table-bot-unfit", name=name, seat=seat, known=fitting)

    def check_person_may_sit(self, chair: LobbyChair) -> None:
        """Raise IllegalAction for a chair that is only for bots."""
        if chair.for_bot:
            raise IllegalAction("table-chair-for-bot", seat=chair_within(self.lobby, chair))

    def check_bot_may_sit(self, chair: LobbyChair) -> None:
        """Raise IllegalAction, before the game begins, for a chair that needs a person."""
        if chair.for_person and self.lobby.status is Status.LOBBY:
            raise IllegalAction("table-chair-for-person", seat=chair_within(self.lobby, chair))

    def may_sit(self, user: User, chair: LobbyChair) -> bool:
        """Return whether a person, even a forgotten one, has seen no private view but a chair's."""
        before = self.game.forgotten.of(user) <= {chair.private_view}
        return before and self.lobby.may_know(user, chair)

    def check_bar(self, user: User, chair: LobbyChair) -> None:
        """Raise IllegalAction if a person has seen too much for a chair."""
        if not self.may_sit(user, chair):
            raise IllegalAction("table-barred")

    def chair(self, seat: Seat) -> LobbyChair:
        """Return the chair of a seat; raises IllegalAction for an unknown seat."""
        chair = self.lobby.chair(seat)
        if chair is None:
            raise IllegalAction("no-such-chair", seat=seat)
        return chair

    def bring(self) -> Sequence[LobbyEvent]:
        """Return the event that brings the table to the actor's room; none if it is there."""
        if self.actor.room in self.lobby.rooms:
            return ()
        if len(self.lobby.rooms) >= MOST_ROOMS:
            raise IllegalAction("table-rooms-many", most=MOST_ROOMS)
        return (RoomAdded(self.actor.room),)

    def enter(self, team: str | None = None) -> Sequence[LobbyEvent]:
        """Return the events that make the actor a member, none for a member."""
        if self.member:
            return ()
        events: list[LobbyEvent] = [*self.bring(), Joined(self.user, self.actor.room, team)]
        if self.lobby.host is None:
            events.append(HostChanged(self.user))
        return events

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Return the items in random order."""
        return sorted(items, key=lambda _: self.entropy.bytes(KEY_BYTES))


def manages(lobby: Lobby, actor: Actor) -> bool:
    """Return whether an actor manages a table: they manage its home room, and act from there.

    Managers of its other rooms can only remove it from their room.
    """
    return actor.manages and actor.room == lobby.home


@dataclass(frozen=True, slots=True)
class ChairFilter:
    """Selects the chairs of a seat, a team or a role; a field of None selects all."""

    seat: Seat | None = None
    team: str | None = None
    role: str | None = None

    def __str__(self) -> str:
        return " ".join(filter(None, (self.seat, self.team, self.role)))

    def fits(self, chair: LobbyChair) -> bool:
        """Return whether the filter selects a chair."""
        return (
            self.seat in (None, chair.seat)
            and self.team in (None, chair.team)
            and self.role in (None, chair.role)
        )


ANY_CHAIR: Final = ChairFilter()


@dataclass(frozen=True, slots=True)
class LobbyAction(ABC):
    """An action of a person at a table."""

    command: ClassVar[Command]
    """The verb of its line, with its options."""
    read: ClassVar[Callable[[str, Lobby], "LobbyAction"]]
    """Parses the words after the verb; raises InvalidNotation."""

    @property
    def line(self) -> str:
        """The action in notation; `bot.lobby.notation.parse` reads it."""
        words = (str(word) for word in (self.command.name, *self._words()) if word is not None)
        return " ".join(filter(None, words))

    def decide(self, context: ActionContext) -> Sequence[LobbyEvent]:
        """Return the events of the action; raises IllegalAction."""
        return self._decide(context)

    def _words(self) -> Iterable[object]:
        return (getattr(self, one.name) for one in fields(self))

    @abstractmethod
    def _decide(self, context: ActionContext) -> Sequence[LobbyEvent]: ...


ActionType = TypeVar("ActionType", bound=LobbyAction)


def _read_bare(kind: type[LobbyAction], rest: str, _lobby: Lobby) -> LobbyAction:
    """Return an action without options."""
    if rest:
        raise InvalidNotation("line-too-long", verb=kind.command.name, rest=rest)
    return kind()


@dataclass_transform(frozen_default=True)
def action(
    command: Command, read: Callable[[Any, str, Lobby], LobbyAction] = _read_bare
) -> Callable[[type[ActionType]], type[ActionType]]:
    """Return the class decorator of actions: it makes a frozen dataclass with a command.

    `read` parses the words after the verb, given the class and the table.
    """

    def decorated(kind: type[ActionType]) -> type[ActionType]:
        made = dataclass(frozen=True, slots=True)(kind)
        made.command, made.read = command, staticmethod(partial(read, made))
        return made

    return decorated

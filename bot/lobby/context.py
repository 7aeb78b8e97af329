"""Actions of a lobby, and the context of one: the table, the actor, and the facts of its game.

Each action is a wish with its line, and judges what it makes true. `bot.lobby.members`,
`bot.lobby.chairs` and `bot.lobby.progress` have them.
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

KEY_BYTES = 16
"""Random bytes by which a person is sorted: two are alike less often than 1 in 10^38."""


MOST_ROOMS: Final = 4
"""Rooms in which one game is shown."""


@dataclass(frozen=True, slots=True)
class Actor:
    """The person who acts, and the room; `manages` tells that the platform lets them manage it."""

    user: User
    room: Room
    manages: bool = False


@dataclass(frozen=True, slots=True)
class LastMove:
    """The last move, as long as it may be taken back.

    `before` is the game's version before it, `seat` who moved, `turns` the turns it belongs to.
    What it `uncovers` cannot be unseen, so that only people agree to cover it again.
    """

    before: int
    seat: Seat
    turns: tuple[int, ...]
    uncovers: bool = False


SALT_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class ForgottenViews:
    """Views of people whose names were deleted: who has seen a key does not come back to guess.

    A person is kept as a digest by a salt of the game's own, without which nobody can try out
    names, with the name of what they had been shown.
    """

    salt: str = ""
    seen: tuple[tuple[str, str], ...] = ()

    def of(self, user: User) -> frozenset[str]:
        """Return the names of what a person had been shown before they were forgotten."""
        if not self.seen:
            return frozenset()
        digest = _digest(self.salt, user)
        return frozenset(what for whose, what in self.seen if hmac.compare_digest(whose, digest))

    def including(self, user: User, views: frozenset[str]) -> "ForgottenViews":
        """Return these and those of a person who is forgotten now."""
        salt = self.salt or secrets.token_hex(SALT_BYTES)
        more = ((_digest(salt, user), what) for what in sorted(views))
        return ForgottenViews(salt, tuple(dict.fromkeys((*self.seen, *more))))


NONE_FORGOTTEN: Final = ForgottenViews()


def _digest(salt: str, user: User) -> str:
    return hmac.digest(bytes.fromhex(salt), str(user).encode(), "sha256").hex()


@dataclass(frozen=True, slots=True)
class GameContext:
    """The facts of the game that is being played, or is about to be."""

    bots: tuple[str, ...] = ()
    """The bots that there are; none named stands for: any name may be one."""
    fitting: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
    """The bots that can play in each chair; one that is not named here can have any of `bots`."""
    out: frozenset[str] = frozenset()
    """Teams that are out of the game."""
    dealt: bool = True
    """Whether a game that runs has a key that could have been seen."""
    typed: bool = False
    """Whether the game waits for a person in a keyed chair to type what it is dealt from."""
    forgotten: ForgottenViews = NONE_FORGOTTEN
    """What people had been shown in this game whose names were deleted since."""
    forfeits: Mapping[User, Seat] = field(default_factory=dict)
    """Who would give the game up by stopping it now, and for the side of which seat."""
    host_wait: timedelta | None = None
    """How long the host may still do nothing until another member may be it; None for ever."""


@dataclass(frozen=True, slots=True)
class ActionContext:
    """One action to be judged."""

    lobby: Lobby
    actor: Actor
    entropy: Entropy = field(repr=False)
    last_move: LastMove | None
    game: GameContext

    @property
    def user(self) -> User:
        """The person who acts."""
        return self.actor.user

    @property
    def member(self) -> Member | None:
        """The member who asks, if it is one."""
        return self.lobby.member(self.user)

    @property
    def leads(self) -> bool:
        """Whether the one who asks may do what hosts do."""
        is_host = self.lobby.host in (None, self.user)
        return is_host or manages(self.lobby, self.actor)

    def check_leads(self) -> None:
        """Raise IllegalAction for one who is neither host nor manager."""
        if not self.leads:
            raise IllegalAction("table-host-only")

    @property
    def may_begin(self) -> bool:
        """Whether the one who asks may take a chair without being given it."""
        return self.leads or self.lobby.admits(self.user)

    def check_may_begin(self) -> None:
        """Raise IllegalAction for one whom only the host can give a chair."""
        if not self.may_begin:
            raise IllegalAction("table-join-host")

    def check_concerned(self) -> None:
        """Raise IllegalAction for a stranger who does not manage."""
        if self.member is None and not manages(self.lobby, self.actor):
            raise IllegalAction("table-not-member")

    def check_member(self) -> Member:
        """Return the member who asks; raises IllegalAction."""
        if self.member is None:
            raise IllegalAction("table-not-member")
        return self.member

    def present(self, user: User) -> Member:
        """Return a member who is named; raises IllegalAction for one who is not there."""
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
        """Raise IllegalAction for a bot that there is not, or that cannot play in a seat."""
        there = self.game.bots
        fitting = self.game.fitting.get(seat, there) if seat else there
        if not fitting or name in fitting:
            return
        if name not in there:
            raise IllegalAction("table-bot-unknown", name=name, known=fitting)
        raise IllegalAction("table-bot-unfit", name=name, seat=seat, known=fitting)

    def check_person_may_sit(self, chair: LobbyChair) -> None:
        """Raise IllegalAction for a chair in which only a bot sits."""
        if chair.for_bot:
            raise IllegalAction("table-chair-for-bot", seat=chair_within(self.lobby, chair))

    def check_bot_may_sit(self, chair: LobbyChair) -> None:
        """Raise IllegalAction, before the game begins, for a chair that needs a person."""
        if chair.for_person and self.lobby.status is Status.LOBBY:
            raise IllegalAction("table-chair-for-person", seat=chair_within(self.lobby, chair))

    def may_sit(self, user: User, chair: LobbyChair) -> bool:
        """Return whether a person knows nothing but what a chair sees, also from before."""
        before = self.game.forgotten.of(user) <= {chair.private_view}
        return before and self.lobby.may_know(user, chair)

    def check_bar(self, user: User, chair: LobbyChair) -> None:
        """Raise IllegalAction where a person knows too much for a chair."""
        if not self.may_sit(user, chair):
            raise IllegalAction("table-barred")

    def chair(self, seat: Seat) -> LobbyChair:
        """Return a seat's chair; raises IllegalAction for one that the table has not."""
        chair = self.lobby.chair(seat)
        if chair is None:
            raise IllegalAction("no-such-chair", seat=seat)
        return chair

    def bring(self) -> Sequence[LobbyEvent]:
        """Return what brings the table to the room of the one who asks: nothing, if it is there."""
        if self.actor.room in self.lobby.rooms:
            return ()
        if len(self.lobby.rooms) >= MOST_ROOMS:
            raise IllegalAction("table-rooms-many", most=MOST_ROOMS)
        return (RoomAdded(self.actor.room),)

    def enter(self, team: str | None = None) -> Sequence[LobbyEvent]:
        """Return what makes a member of the one who asks: nothing, if it is one."""
        if self.member:
            return ()
        events: list[LobbyEvent] = [*self.bring(), Joined(self.user, self.actor.room, team)]
        if self.lobby.host is None:
            events.append(HostChanged(self.user))
        return events

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Return the items in an order of chance."""
        return sorted(items, key=lambda _: self.entropy.bytes(KEY_BYTES))


def manages(lobby: Lobby, actor: Actor) -> bool:
    """Return whether somebody manages a table: who manages its home, and asks from there.

    The managers of a further room only take the table out of it.
    """
    return actor.manages and actor.room == lobby.home


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

    command: ClassVar[Command]
    """The command: the verb of its line, and what may stand behind it."""
    read: ClassVar[Callable[[str, Lobby], "LobbyAction"]]
    """Returns the action that the words behind the verb stand for; raises InvalidNotation."""

    @property
    def line(self) -> str:
        """The line of the action; `bot.lobby.notation.parse` reads it back."""
        words = (str(word) for word in (self.command.name, *self._words()) if word is not None)
        return " ".join(filter(None, words))

    def decide(self, context: ActionContext) -> Sequence[LobbyEvent]:
        """Return the facts that the action makes true; raises IllegalAction."""
        return self._decide(context)

    def _words(self) -> Iterable[object]:
        return (getattr(self, one.name) for one in fields(self))

    @abstractmethod
    def _decide(self, context: ActionContext) -> Sequence[LobbyEvent]: ...


ActionType = TypeVar("ActionType", bound=LobbyAction)


def _read_bare(kind: type[LobbyAction], rest: str, _lobby: Lobby) -> LobbyAction:
    """Return an action whose line is its verb."""
    if rest:
        raise InvalidNotation("line-too-long", verb=kind.command.name, rest=rest)
    return kind()


@dataclass_transform(frozen_default=True)
def action(
    command: Command, read: Callable[[Any, str, Lobby], LobbyAction] = _read_bare
) -> Callable[[type[ActionType]], type[ActionType]]:
    """Return the decorator that makes an action of a class: frozen data with a command.

    `read` makes one of the class, the words behind the verb, and the table.
    """

    def decorated(kind: type[ActionType]) -> type[ActionType]:
        made = dataclass(frozen=True, slots=True)(kind)
        made.command, made.read = command, staticmethod(partial(read, made))
        return made

    return decorated

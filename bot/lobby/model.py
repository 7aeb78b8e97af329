"""The nouns of a table: chairs, members, the lobby they make up, and the events that add up to it.

An event holds only plain values, so that any codec can write it. A person's name is no part of
it: names change, and may have to be forgotten.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from bot.identity import Room, User, bot_user
from bot.lobby.chairing import KEY, Chairing
from bot.lobby.direct import DirectEvent
from bot.lobby.renaming import NamesReplaced
from bot.lobby.settings import Clocking, Stopping, TableSettings
from bot.lobby.stopping import StopEvent
from core.rules import Seat

__all__ = ["KEY", "Chairing", "Clocking", "Stopping", "TableSettings"]


class Status(Enum):
    """How far a table has come."""

    LOBBY = "lobby"
    RUNNING = "running"
    OVER = "over"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Member:
    """A person at the table, from the room through which they came.

    `team` is that of the chair, or the one wished for. Who is `watching` has neither, and is given
    no chair at the start.
    """

    user: User
    room: Room
    seat: Seat | None = None
    team: str | None = None
    watching: bool = False
    direct: bool | None = None
    """Whether direct messages reach the person; None until it has been tried in this chair."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A wish to take back all moves after version `to`; `teams` are those that have to agree yet.

    `turns` are the turns that the moves belong to.
    """

    by: User
    to: int
    turns: tuple[int, ...]
    teams: tuple[str, ...]


DEFAULT: Final = TableSettings()


@dataclass(frozen=True, slots=True)
class Lobby:
    """Everything that is so around a game; the default is no table yet."""

    kind: str = ""
    """The game's name."""
    status: Status = Status.LOBBY
    chairs: tuple[Chairing, ...] = ()
    settings: TableSettings = DEFAULT
    host: User | None = None
    members: tuple[Member, ...] = ()
    """In the order in which they came."""
    bots: tuple[tuple[Seat, str], ...] = ()
    rooms: tuple[Room, ...] = ()
    shown: frozenset[tuple[User, str]] = frozenset()
    """Who has been shown what in this game: they may sit only where the same is seen."""
    proposal: Proposal | None = None
    paused: bool = False
    stopped_by: User | None = None
    """Who stopped the game before its end."""
    followed: bool = False
    """Whether a rematch has been opened."""
    at_once: bool = False
    """Whether games that need nobody else begin at this table when it is opened."""

    @property
    def is_closed(self) -> bool:
        """Whether the game has ended or was stopped."""
        return self.status in (Status.OVER, Status.STOPPED)

    @property
    def named(self) -> frozenset[User]:
        """Everybody whom the table names: its members, and who has done what still stands there."""
        by = (self.stopped_by, self.proposal.by if self.proposal else None)
        return frozenset((*(member.user for member in self.members), *filter(None, by)))

    @property
    def teams(self) -> tuple[str, ...]:
        """The teams, in the order of their chairs."""
        return tuple(dict.fromkeys(chair.team for chair in self.chairs))

    @property
    def people(self) -> tuple[Member, ...]:
        """The members who sit in a chair."""
        return tuple(member for member in self.members if member.seat is not None)

    @property
    def is_alone(self) -> bool:
        """Whether exactly one person plays; all others are bots."""
        return len(self.people) == 1

    @property
    def sitters(self) -> dict[Seat, User]:
        """Who sits in each chair that is not empty; bots are users too."""
        seats = {seat: bot_user(name) for seat, name in self.bots}
        return seats | {member.seat: member.user for member in self.members if member.seat}

    @property
    def empty(self) -> tuple[Chairing, ...]:
        """The chairs that nobody sits in."""
        sitters = self.sitters
        return tuple(chair for chair in self.chairs if chair.seat not in sitters)

    @property
    def lacking(self) -> tuple[Chairing, ...]:
        """The empty chairs without which the game is not played."""
        return tuple(chair for chair in self.empty if not chair.optional)

    def bot_for(self, chair: Chairing) -> str:
        """Return the bot that sits down in a chair where none is named."""
        return chair.bot or self.settings.bot

    def member(self, user: User) -> Member | None:
        """Return the member that a user is, if any."""
        return next((member for member in self.members if member.user == user), None)

    def sitter(self, seat: Seat) -> User | None:
        """Return who sits in a chair."""
        return self.sitters.get(seat)

    def bot(self, seat: Seat) -> str | None:
        """Return the name of the bot in a chair."""
        return dict(self.bots).get(seat)

    def seat_of(self, user: User) -> Seat | None:
        """Return the seat that a person has."""
        member = self.member(user)
        return member.seat if member else None

    def chair(self, seat: Seat) -> Chairing | None:
        """Return the chair of a seat."""
        return next((chair for chair in self.chairs if chair.seat == seat), None)

    def chair_of(self, user: User) -> Chairing | None:
        """Return the chair that a person sits in."""
        seat = self.seat_of(user)
        return self.chair(seat) if seat else None

    @property
    def privy(self) -> tuple[Member, ...]:
        """The members in chairs that see what others may not know."""
        seats = {chair.seat for chair in self.chairs if chair.sees}
        return tuple(member for member in self.people if member.seat in seats)

    @property
    def barred(self) -> frozenset[User]:
        """Who has been shown something: they may not sit just anywhere."""
        return frozenset(user for user, _ in self.shown)

    def may_know(self, user: User, chair: Chairing) -> bool:
        """Return whether a person has been shown nothing but what a chair sees."""
        return all(what == chair.sees for who, what in self.shown if who == user)

    def number(self, chair: Chairing) -> int:
        """Return a chair's number among those of its team and role, from 1."""
        return self.alike(chair).index(chair) + 1

    def alike(self, chair: Chairing) -> tuple[Chairing, ...]:
        """Return the chairs of a chair's team and role, this one among them."""
        return tuple(one for one in self.chairs if one.sort == chair.sort)

    def of(self, team: str) -> tuple[Chairing, ...]:
        """Return the chairs of a team."""
        return tuple(chair for chair in self.chairs if chair.team == team)


# Events: facts.


@dataclass(frozen=True, slots=True)
class Opened:
    """A table was opened; the host is its first member."""

    kind: str
    chairs: tuple[Chairing, ...]
    settings: TableSettings
    host: User
    room: Room
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class RoomAdded:
    """The game is shown in a further room."""

    room: Room


@dataclass(frozen=True, slots=True)
class Joined:
    """A person came to the table."""

    user: User
    room: Room
    team: str | None = None


@dataclass(frozen=True, slots=True)
class Left:
    """A person left the table, or was asked to by another; `seat` is empty now."""

    user: User
    by: User
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class TeamWished:
    """A person would play in a team, or (None) in any, without having a chair in it yet."""

    user: User
    team: str | None


@dataclass(frozen=True, slots=True)
class Seated:
    """A person sat down; whoever sat there, or a bot, is no longer there."""

    user: User
    seat: Seat


@dataclass(frozen=True, slots=True)
class Stood:
    """A person stood up; the chair is empty now."""

    user: User
    seat: Seat


@dataclass(frozen=True, slots=True)
class Watched:
    """A person only watches from now on."""

    user: User


@dataclass(frozen=True, slots=True)
class BotSeated:
    """A bot was put into a chair."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class BotRemoved:
    """A bot was taken out of a chair."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HostChanged:
    """Another member is the host."""

    user: User


@dataclass(frozen=True, slots=True)
class SettingsChanged:
    """The table was set otherwise."""

    settings: TableSettings


@dataclass(frozen=True, slots=True)
class OptionsChanged:
    """The game's options are others, and these are its chairs; the options are the game's."""

    chairs: tuple[Chairing, ...]


@dataclass(frozen=True, slots=True)
class Started:
    """The game begins."""

    by: User


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game has come to its end."""


@dataclass(frozen=True, slots=True)
class Rematched:
    """A next game was opened for those at this table."""

    by: User


@dataclass(frozen=True, slots=True)
class KeyShown:
    """A person has been shown what only some chairs may know: a key, or the board of a name."""

    user: User
    what: str = KEY


@dataclass(frozen=True, slots=True)
class TakeBackProposed:
    """Somebody would take back all moves after version `to`; `teams` have to agree."""

    by: User
    to: int
    turns: tuple[int, ...]
    teams: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TakeBackAgreed:
    """A team agrees to the take-back that was proposed."""

    by: User
    team: str


@dataclass(frozen=True, slots=True)
class TakeBackRefused:
    """The moves stand."""

    by: User


@dataclass(frozen=True, slots=True)
class TakeBackLapsed:
    """The game went on before all had agreed to a take-back."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """All moves after version `to` are taken back; they belong to `turns`."""

    to: int
    turns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TimeUp:
    """A turn's time is up, and the table is told."""

    turn: int


PersonEvent: TypeAlias = Joined | Left | TeamWished | Seated | Stood | Watched | KeyShown
"""What happens to one person."""

SettingEvent: TypeAlias = RoomAdded | BotSeated | BotRemoved | HostChanged | SettingsChanged
"""How the table is set."""

CourseEvent: TypeAlias = Opened | OptionsChanged | Started | GameOver | Rematched | NamesReplaced
"""How the game takes its course."""

TakeBackEvent: TypeAlias = (
    TakeBackProposed | TakeBackAgreed | TakeBackRefused | TakeBackLapsed | TakenBack | TimeUp
)
"""What concerns the moves of the present turn."""

TableEvent: TypeAlias = (
    PersonEvent | DirectEvent | SettingEvent | CourseEvent | StopEvent | TakeBackEvent
)

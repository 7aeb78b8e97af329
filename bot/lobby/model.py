"""The nouns of a table: chairs, members, the lobby they make up, and the events that add up to it.

An event holds only plain values, so that any codec can write it. A person's name is no part of
it: names change, and may have to be forgotten.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from bot.identity import Room, User, bot_user
from bot.lobby.settings import Clocking, Stopping, TableSettings
from core.rules import Seat

__all__ = ["Clocking", "Stopping", "TableSettings"]


class Status(Enum):
    """How far a table has come."""

    LOBBY = "lobby"
    RUNNING = "running"
    OVER = "over"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Chairing:
    """A chair as the table knows it: the game's seat, its team and what it does there."""

    seat: Seat
    team: str
    role: str
    keyed: bool
    """Whether who sits here is shown what the others may not know."""


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
    barred: frozenset[User] = frozenset()
    """Who has been shown a key in this game: they may sit in no other chair than a keyed one."""
    proposal: Proposal | None = None
    paused: bool = False
    followed: bool = False
    """Whether a rematch has been opened."""

    @property
    def is_closed(self) -> bool:
        """Whether the game has ended or was stopped."""
        return self.status in (Status.OVER, Status.STOPPED)

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

    def number(self, chair: Chairing) -> int:
        """Return a chair's number among those of its team and role, from 1."""
        alike = [one for one in self.chairs if (one.team, one.role) == (chair.team, chair.role)]
        return alike.index(chair) + 1


# Events: facts.


@dataclass(frozen=True, slots=True)
class Opened:
    """A table was opened; the host is its first member."""

    kind: str
    chairs: tuple[Chairing, ...]
    settings: TableSettings
    host: User
    room: Room


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
class Stopped:
    """The game was stopped before its end."""

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
    """A person has been shown what only keyed chairs may know."""

    user: User


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
class ClockPaused:
    """The clock stands still."""

    by: User


@dataclass(frozen=True, slots=True)
class ClockResumed:
    """The clock goes on."""

    by: User


@dataclass(frozen=True, slots=True)
class TimeUp:
    """A turn's time is up, and the table is told."""

    turn: int


PersonEvent: TypeAlias = Joined | Left | TeamWished | Seated | Stood | Watched | KeyShown
"""What happens to one person."""

SettingEvent: TypeAlias = RoomAdded | BotSeated | BotRemoved | HostChanged | SettingsChanged
"""How the table is set."""

CourseEvent: TypeAlias = (
    Opened | OptionsChanged | Started | Stopped | GameOver | Rematched | ClockPaused | ClockResumed
)
"""How the game takes its course."""

TakeBackEvent: TypeAlias = (
    TakeBackProposed | TakeBackAgreed | TakeBackRefused | TakeBackLapsed | TakenBack | TimeUp
)
"""What concerns the moves of the present turn."""

TableEvent: TypeAlias = PersonEvent | SettingEvent | CourseEvent | TakeBackEvent

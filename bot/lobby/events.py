"""Lobby events: every change of a table's members, chairs, settings and progress."""

from dataclasses import dataclass
from typing import TypeAlias

from bot.identity import Room, User
from bot.lobby.model import KEY_VIEW, LobbyChair
from bot.lobby.settings import LobbySettings
from core.rules import Seat


@dataclass(frozen=True, slots=True)
class Stopped:
    """The game was stopped before its end, which may have given it up for the side of a seat."""

    by: User
    forfeit: Seat | None = None


@dataclass(frozen=True, slots=True)
class LobbyClosed:
    """The table was closed before its game began: for long nobody did anything there."""


@dataclass(frozen=True, slots=True)
class Reopened:
    """A game that was stopped goes on, from now on in these rooms; `begun` if it had begun."""

    by: User
    rooms: tuple[Room, ...]
    begun: bool


@dataclass(frozen=True, slots=True)
class ClockPaused:
    """The clock stands still."""

    by: User


@dataclass(frozen=True, slots=True)
class ClockResumed:
    """The clock goes on."""

    by: User


@dataclass(frozen=True, slots=True)
class GiveUpAsked:
    """A person would give the game up for a team: all people of it are asked, and they again."""

    by: User
    team: str


@dataclass(frozen=True, slots=True)
class GiveUpAgreed:
    """A person agrees that the team gives the game up."""

    by: User
    team: str


@dataclass(frozen=True, slots=True)
class GiveUpLapsed:
    """A team is asked no more whether it gives the game up: it has, or the turn has ended."""

    team: str


GiveUpEvent: TypeAlias = GiveUpAsked | GiveUpAgreed | GiveUpLapsed
"""How a team comes to give the game up."""


StopEvent: TypeAlias = Stopped | LobbyClosed | Reopened | ClockPaused | ClockResumed | GiveUpEvent
"""What stops, and what goes on."""


@dataclass(frozen=True, slots=True)
class NamesReplaced:
    """Names in the events before this one were replaced: who has added them up, does so anew."""


@dataclass(frozen=True, slots=True)
class DirectFound:
    """It was found out whether direct messages reach a person."""

    user: User
    reached: bool


@dataclass(frozen=True, slots=True)
class DirectRetried:
    """A person whom they did not reach asks to be sent direct messages again."""

    user: User


DirectEvent: TypeAlias = DirectFound | DirectRetried
"""How direct messages are found to reach people."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A table was opened; the host is its first member."""

    kind: str
    chairs: tuple[LobbyChair, ...]
    settings: LobbySettings
    host: User
    room: Room
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class RoomAdded:
    """The game is shown in a further room."""

    room: Room


@dataclass(frozen=True, slots=True)
class RoomRemoved:
    """The game is no longer shown in a room that is not its home."""

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
class ChairRequested:
    """A person asks for a chair that sees a key, which the others of its team have to agree to."""

    user: User
    seat: Seat


@dataclass(frozen=True, slots=True)
class ChairRefused:
    """A person is kept out of the chair that they asked for."""

    user: User
    by: User


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

    settings: LobbySettings


@dataclass(frozen=True, slots=True)
class OptionsChanged:
    """The game's options are others, and these are its chairs; the options are the game's."""

    chairs: tuple[LobbyChair, ...]


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
    what: str = KEY_VIEW


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


ChairEvent: TypeAlias = ChairRequested | ChairRefused
"""How a chair is asked for."""


PersonEvent: TypeAlias = (
    Joined | Left | TeamWished | Seated | Stood | Watched | KeyShown | ChairEvent
)
"""What happens to one person."""


SettingEvent: TypeAlias = (
    RoomAdded | RoomRemoved | BotSeated | BotRemoved | HostChanged | SettingsChanged
)
"""How the table is set."""


ProgressEvent: TypeAlias = Opened | OptionsChanged | Started | GameOver | Rematched | NamesReplaced
"""How the game takes its course."""


TakeBackEvent: TypeAlias = (
    TakeBackProposed | TakeBackAgreed | TakeBackRefused | TakeBackLapsed | TakenBack | TimeUp
)
"""What concerns the moves of the present turn."""


LobbyEvent: TypeAlias = (
    PersonEvent | DirectEvent | SettingEvent | ProgressEvent | StopEvent | TakeBackEvent
)

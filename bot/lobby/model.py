"""The nouns of a table: chairs, members, and the lobby they make up.

A person's name is no part of it: names change, and may have to be forgotten.
"""

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

from bot.identity import GONE, Room, User, bot_user
from bot.lobby.settings import GUESS_TIME, ClockMode, JoinPolicy, LobbySettings, StopPolicy
from core.rules import Seat
from core.view import Phrase, phrase

if TYPE_CHECKING:
    from bot.lobby.events import ChairRequested
    from bot.lobby.game_events import TakeBackProposed

KEY_VIEW: Final = "key"
"""What keyed chairs see, and all of them the same."""


@dataclass(frozen=True, slots=True)
class LobbyChair:
    """A chair as the table knows it: the game's seat, its team and what it does there."""

    seat: Seat
    team: str
    role: str
    sees_key: bool = field(metadata={"stored": "keyed"})
    """Whether who sits here is shown what the others may not know."""
    bot: str = ""
    """The bot that sits here where none is named; empty for the one of the table's settings."""
    for_bot: bool = False
    """Whether nobody but a bot sits here."""
    for_person: bool = False
    """Whether no bot sits here before the game begins: one may go on for a person who has left."""
    optional: bool = False
    """Whether the game is played with this chair empty; who plays may sit down at any time."""
    name_key: str = field(default="chair", metadata={"stored": "said"})
    """The catalogue's key of the chair's name (`bot.lobby.phrases`)."""
    board: str = ""
    """The board that chairs with its name see and no others; empty where all see the same one."""
    time_setting: str = field(default=GUESS_TIME, metadata={"stored": "timed"})
    """The setting that says how long who sits here has for a move."""

    @property
    def group(self) -> tuple[str, str]:
        """The key by which like chairs are grouped: team and role."""
        return self.team, self.role

    @property
    def private_view(self) -> str:
        """The name of what who sits here is shown and others are not; empty if there is nothing."""
        return self.board or (KEY_VIEW if self.sees_key else "")


__all__ = ["KEY_VIEW", "ClockMode", "LobbyChair", "LobbySettings", "StopPolicy"]


class Status(Enum):
    """The status of a table."""

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


DEFAULT: Final = LobbySettings()


@dataclass(frozen=True, slots=True)
class Lobby:
    """Everything that is so around a game; the default is no table yet."""

    kind: str = ""
    """The game's name."""
    status: Status = Status.LOBBY
    chairs: tuple[LobbyChair, ...] = ()
    settings: LobbySettings = DEFAULT
    host: User | None = None
    members: tuple[Member, ...] = ()
    """In the order in which they came."""
    bots: tuple[tuple[Seat, str], ...] = ()
    rooms: tuple[Room, ...] = ()
    shown: frozenset[tuple[User, str]] = frozenset()
    """Who has been shown what in this game: they may sit only where the same is seen."""
    proposal: "TakeBackProposed | None" = None
    """A take-back, with the teams that have to agree to it yet."""
    requests: "tuple[ChairRequested, ...]" = ()
    """Who asks for which chair that sees a key, in a game under way."""
    giving_up: tuple[tuple[str, tuple[User, ...]], ...] = ()
    """Teams whose people are asked whether they give the game up, and who has agreed."""
    paused: bool = False
    stopped_by: User | None = None
    """Who stopped the game before its end; None where the table was closed because nobody came."""
    forfeit: Seat | None = None
    """The seat for whose side the stop gave the game up."""
    followed: bool = False
    """Whether a rematch has been opened."""
    at_once: bool = False
    """Whether games that need nobody else begin at this table when it is opened."""

    @property
    def home(self) -> Room | None:
        """The room in which the table was opened, or the oldest of those that are left."""
        return next((room for room in self.rooms if room.platform != GONE), None)

    @property
    def game(self) -> Phrase:
        """The name of the game that people read."""
        return phrase("game-name", game=self.kind)

    @property
    def is_closed(self) -> bool:
        """Whether the game has ended or was stopped."""
        return self.status in (Status.OVER, Status.STOPPED)

    @property
    def named_users(self) -> frozenset[User]:
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
    def sitters(self) -> dict[Seat, User]:
        """The user in each chair that is not empty; bots are users too."""
        seats = {seat: bot_user(name) for seat, name in self.bots}
        return seats | {member.seat: member.user for member in self.members if member.seat}

    @property
    def empty(self) -> tuple[LobbyChair, ...]:
        """The chairs that nobody sits in."""
        sitters = self.sitters
        return tuple(chair for chair in self.chairs if chair.seat not in sitters)

    @property
    def required_empty(self) -> tuple[LobbyChair, ...]:
        """The empty chairs without which the game is not played."""
        return tuple(chair for chair in self.empty if not chair.optional)

    def bot_for(self, chair: LobbyChair) -> str:
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

    def chair(self, seat: Seat) -> LobbyChair | None:
        """Return the chair of a seat."""
        return next((chair for chair in self.chairs if chair.seat == seat), None)

    def chair_of(self, user: User) -> LobbyChair | None:
        """Return the chair that a person sits in."""
        seat = self.seat_of(user)
        return self.chair(seat) if seat else None

    @property
    def with_private_view(self) -> tuple[Member, ...]:
        """The members in chairs that see what others may not know."""
        seats = {chair.seat for chair in self.chairs if chair.private_view}
        return tuple(member for member in self.people if member.seat in seats)

    def may_know(self, user: User, chair: LobbyChair) -> bool:
        """Return whether a person has been shown nothing but what a chair sees."""
        return all(what == chair.private_view for who, what in self.shown if who == user)

    def has_player(self, user: User) -> bool:
        """Return whether a person plays or would play: the host, or a member who does not watch."""
        member = self.member(user)
        return user == self.host or (member is not None and not member.watching)

    def admits(self, user: User) -> bool:
        """Return whether a person may take a chair: anybody, or who plays at a closed table."""
        return self.has_player(user) or self.settings.join is JoinPolicy.ANYONE

    def request(self, seat: Seat | None = None) -> "ChairRequested | None":
        """Return what is asked for: the chair of a seat, or else the first."""
        return next((one for one in self.requests if seat in (None, one.seat)), None)

    def yet_to_give_up(self, team: str) -> tuple[User, ...]:
        """Return the people of a team who have not agreed that it gives the game up."""
        agreed = dict(self.giving_up).get(team, ())
        players = (one.user for one in self.people if one.team == team)
        return tuple(user for user in players if user not in agreed)

    def number(self, chair: LobbyChair) -> int:
        """Return a chair's number among those of its team and role, from 1."""
        return [one for one in self.chairs if one.group == chair.group].index(chair) + 1

    def chairs_of(self, team: str) -> tuple[LobbyChair, ...]:
        """Return the chairs of a team."""
        return tuple(chair for chair in self.chairs if chair.team == team)

    def others(self, user: User) -> tuple[Member, ...]:
        """Return the members but for a user."""
        return tuple(member for member in self.members if member.user != user)

    def with_member(self, user: User, **changes: Any) -> "Lobby":  # noqa: ANN401 - any field
        """Return the lobby with fields of a member changed."""
        members = (replace(one, **changes) if one.user == user else one for one in self.members)
        return replace(self, members=tuple(members))

    def vacated(self, seat: Seat) -> "Lobby":
        """Return the lobby with nobody in a chair."""
        members = (replace(one, seat=None) if one.seat == seat else one for one in self.members)
        bots = tuple(bot for bot in self.bots if bot[0] != seat)
        return replace(self, members=tuple(members), bots=bots)

    def without_request(self, user: User, seat: Seat | None = None) -> "Lobby":
        """Return the lobby without what a user asks for, and without what is asked for one seat."""
        rest = (one for one in self.requests if one.user != user and one.seat != seat)
        return replace(self, requests=tuple(rest))

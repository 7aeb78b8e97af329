"""The data of a table: chairs, members, and the lobby that contains them.

The database stores people's names elsewhere: names change, and people may delete them.
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
"""The name of the private view with the key."""


@dataclass(frozen=True, slots=True)
class LobbyChair:
    """A chair at the table: the game's seat, its team and its role."""

    seat: Seat
    team: str
    role: str
    sees_key: bool = field(metadata={"stored": "keyed"})
    """Whether this chair sees the key, which is secret to others."""
    bot: str = ""
    """The default bot of this chair; empty for the bot of the table's settings."""
    for_bot: bool = False
    """Whether only a bot may sit here."""
    for_person: bool = False
    """Whether the game starts only with a person here; a bot may replace one who has left."""
    optional: bool = False
    """Whether the game needs nobody in this chair; people may take it at any time."""
    name_key: str = field(default="chair", metadata={"stored": "said"})
    """The catalogue key of the chair's name (`bot.lobby.phrases`)."""
    board: str = ""
    """The board that only chairs with this value see; empty if all chairs see the same one."""
    time_setting: str = field(default=GUESS_TIME, metadata={"stored": "timed"})
    """The setting of this chair's time for a move."""

    @property
    def group(self) -> tuple[str, str]:
        """Team and role: chairs that share both form a group."""
        return self.team, self.role

    @property
    def private_view(self) -> str:
        """The name of this chair's private view; empty if it has none."""
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
    """A person at the table, with the room that they came from.

    `team` is the chair's, or the requested one. A `watching` member has no team, and gets no chair
    at the start.
    """

    user: User
    room: Room
    seat: Seat | None = None
    team: str | None = None
    watching: bool = False
    direct: bool | None = None
    """Whether direct messages reach the person; None until one was sent in this chair."""


DEFAULT: Final = LobbySettings()


@dataclass(frozen=True, slots=True)
class Lobby:
    """The state of a table; the default is the state before it opens."""

    kind: str = ""
    """The game's name."""
    status: Status = Status.LOBBY
    chairs: tuple[LobbyChair, ...] = ()
    settings: LobbySettings = DEFAULT
    host: User | None = None
    members: tuple[Member, ...] = ()
    """In order of arrival."""
    bots: tuple[tuple[Seat, str], ...] = ()
    rooms: tuple[Room, ...] = ()
    shown: frozenset[tuple[User, str]] = frozenset()
    """Private views that people have seen in this game: their chairs must have the same view."""
    proposal: "TakeBackProposed | None" = None
    """A proposed take-back, with the teams that still have to agree."""
    requests: "tuple[ChairRequested, ...]" = ()
    """Pending requests for chairs that see a key, in a running game."""
    giving_up: tuple[tuple[str, tuple[User, ...]], ...] = ()
    """Teams that vote on resigning, with the people who have agreed."""
    paused: bool = False
    stopped_by: User | None = None
    """The person who stopped the game; None if the clock closed an idle table."""
    forfeit: Seat | None = None
    """The seat whose side lost the game by the stop."""
    followed: bool = False
    """Whether a rematch has been opened."""
    at_once: bool = False
    """Whether a game that needs no other people begins as soon as its table opens."""

    @property
    def home(self) -> Room | None:
        """The room in which the table was opened, or the oldest room that is left."""
        return next((room for room in self.rooms if room.platform != GONE), None)

    @property
    def game(self) -> Phrase:
        """The display name of the game."""
        return phrase("game-name", game=self.kind)

    @property
    def is_closed(self) -> bool:
        """Whether the game has ended or was stopped."""
        return self.status in (Status.OVER, Status.STOPPED)

    @property
    def named_users(self) -> frozenset[User]:
        """The users whom the table shows: members, and authors of a stop or proposal."""
        by = (self.stopped_by, self.proposal.by if self.proposal else None)
        return frozenset((*(member.user for member in self.members), *filter(None, by)))

    @property
    def teams(self) -> tuple[str, ...]:
        """The teams, in the order of their chairs."""
        return tuple(dict.fromkeys(chair.team for chair in self.chairs))

    @property
    def people(self) -> tuple[Member, ...]:
        """The members in a chair."""
        return tuple(member for member in self.members if member.seat is not None)

    @property
    def sitters(self) -> dict[Seat, User]:
        """The user in each occupied chair; bots are users too."""
        seats = {seat: bot_user(name) for seat, name in self.bots}
        return seats | {member.seat: member.user for member in self.members if member.seat}

    @property
    def empty(self) -> tuple[LobbyChair, ...]:
        """The empty chairs."""
        sitters = self.sitters
        return tuple(chair for chair in self.chairs if chair.seat not in sitters)

    @property
    def required_empty(self) -> tuple[LobbyChair, ...]:
        """The empty chairs that the game needs."""
        return tuple(chair for chair in self.empty if not chair.optional)

    def bot_for(self, chair: LobbyChair) -> str:
        """Return the default bot for a chair."""
        return chair.bot or self.settings.bot

    def member(self, user: User) -> Member | None:
        """Return the membership of a user, if any."""
        return next((member for member in self.members if member.user == user), None)

    def sitter(self, seat: Seat) -> User | None:
        """Return the user in a chair."""
        return self.sitters.get(seat)

    def bot(self, seat: Seat) -> str | None:
        """Return the name of the bot in a chair."""
        return dict(self.bots).get(seat)

    def seat_of(self, user: User) -> Seat | None:
        """Return a person's seat."""
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
        """The members in chairs with a private view."""
        seats = {chair.seat for chair in self.chairs if chair.private_view}
        return tuple(member for member in self.people if member.seat in seats)

    def may_know(self, user: User, chair: LobbyChair) -> bool:
        """Return whether a person has seen no private view but a chair's own."""
        return all(what == chair.private_view for who, what in self.shown if who == user)

    def has_player(self, user: User) -> bool:
        """Return whether a person is the host, or a member who does not watch."""
        member = self.member(user)
        return user == self.host or (member is not None and not member.watching)

    def admits(self, user: User) -> bool:
        """Return whether a person may take a chair; closed tables allow only players."""
        return self.has_player(user) or self.settings.join is JoinPolicy.ANYONE

    def request(self, seat: Seat | None = None) -> "ChairRequested | None":
        """Return the request for a seat, or (None) the first one."""
        return next((one for one in self.requests if seat in (None, one.seat)), None)

    def yet_to_give_up(self, team: str) -> tuple[User, ...]:
        """Return the people of a team who have not agreed to resign."""
        agreed = dict(self.giving_up).get(team, ())
        players = (one.user for one in self.people if one.team == team)
        return tuple(user for user in players if user not in agreed)

    def number(self, chair: LobbyChair) -> int:
        """Return a chair's number among the chairs of its team and role, from 1."""
        return [one for one in self.chairs if one.group == chair.group].index(chair) + 1

    def chairs_of(self, team: str) -> tuple[LobbyChair, ...]:
        """Return the chairs of a team."""
        return tuple(chair for chair in self.chairs if chair.team == team)

    def others(self, user: User) -> tuple[Member, ...]:
        """Return all members except a user."""
        return tuple(member for member in self.members if member.user != user)

    def with_member(self, user: User, **changes: Any) -> "Lobby":  # noqa: ANN401 - any field
        """Return the lobby with changed fields of a member."""
        members = (replace(one, **changes) if one.user == user else one for one in self.members)
        return replace(self, members=tuple(members))

    def vacated(self, seat: Seat) -> "Lobby":
        """Return the lobby with a chair emptied."""
        members = (replace(one, seat=None) if one.seat == seat else one for one in self.members)
        bots = tuple(bot for bot in self.bots if bot[0] != seat)
        return replace(self, members=tuple(members), bots=bots)

    def without_request(self, user: User, seat: Seat | None = None) -> "Lobby":
        """Return the lobby without the requests of a user, and those for a seat."""
        rest = (one for one in self.requests if one.user != user and one.seat != seat)
        return replace(self, requests=tuple(rest))

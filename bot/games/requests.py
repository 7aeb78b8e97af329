"""Requests to the service and their results: callers, deliveries, receipts and views."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final, Literal, NamedTuple, TypeAlias
from unicodedata import category

from bot.identity import GameId, GuildId, Room, User
from bot.lobby.context import Actor
from bot.lobby.model import DEFAULT, Lobby, LobbySettings, Status
from core.rules import IllegalAction, InvalidNotation, Seat
from core.view import Phrase, View

LONGEST_LINE: Final = 4000
"""The most characters of a person's line."""

_UNPRINTABLE: Final = frozenset({"Cc", "Cs", "Co", "Cn"})
"""Unicode's categories of controls, lone surrogates, private and unassigned characters."""


def utc_now() -> datetime:
    """Return the current time."""
    return datetime.now(UTC)


def check_line(line: str) -> None:
    """Raise InvalidNotation for a line that is too long or has control characters."""
    if len(line) > LONGEST_LINE:
        raise InvalidNotation("line-longest", most=LONGEST_LINE)
    if any(character != "\t" and category(character) in ("Cc", "Cs") for character in line):
        raise InvalidNotation("line-characters")


def printable(text: str) -> str:
    """Return a text on one line, without unprintable characters.

    >>> printable(" Anna " + chr(0) + "  of Oz ")
    'Anna of Oz'
    """
    shown = (one for one in text if one.isspace() or category(one) not in _UNPRINTABLE)
    return " ".join("".join(shown).split())


@dataclass(frozen=True, slots=True)
class Caller:
    """The person who makes a request, with their room, guild and name.

    `manages`: the platform lets them manage the room. `parent_room` is the room around it, such as
    a thread's channel. `is_direct`: the room is a private conversation, so the request acts in the
    game's own room.
    """

    user: User
    room: Room
    guild: GuildId
    name: str
    locale: str | None = None
    manages: bool = False
    parent_room: Room | None = None
    is_direct: bool = False

    @property
    def actor(self) -> Actor:
        """The caller as an actor at a table."""
        return Actor(self.user, self.room, manages=self.manages)


class GameGone(IllegalAction):
    """A refusal of a game id that is unknown or was deleted."""

    def __init__(self) -> None:
        super().__init__("game-gone")


def check_visible(caller: Caller, lobby: Lobby) -> None:
    """Raise GameGone for a caller who cannot see a table's game, as if it did not exist.

    A caller sees the games of their room, and games that they joined from there; in a direct
    conversation, all games that they joined.
    """
    member = lobby.member(caller.user)
    is_own = member is not None and (caller.is_direct or member.room == caller.room)
    if not (is_own or caller.room in lobby.rooms):
        raise GameGone()


class OtherGame(IllegalAction):
    """A refusal because of another game, to which the answer can link."""

    def __init__(self, key: str, game_id: GameId, **params: object) -> None:
        super().__init__(key, **params)
        self.game_id = game_id


class Delivery(NamedTuple):
    """A platform's id of one press, command or message, the same for each retry."""

    source: str
    id: str


@dataclass(frozen=True, slots=True)
class Press:
    """A press on a board; a first press may only show the coming move to the others.

    `seen` is the game's version on that board, None if unknown. A press that `only_shows` never
    counts as a second one.
    """

    seen: int | None = None
    only_shows: bool = False


@dataclass(frozen=True, slots=True)
class Submission:
    """A person's line, with its target and its source.

    `turn` is the intended turn, None for the present one. Without a `game_id`, the line is for the
    game in the caller's room. `press` is set for a choice on a board. A line that `is_casual` may
    be talk: it stops no game until its author confirms.
    """

    line: str
    turn: int | None = None
    game_id: GameId | None = None
    delivery: Delivery | None = None
    press: Press | None = None
    is_casual: bool = False


@dataclass(frozen=True, slots=True)
class Update:
    """An event as its reader may see it: its sentence, and a game event's line."""

    version: int
    line: str | None
    phrase: Phrase


@dataclass(frozen=True, slots=True)
class Receipt:
    """The result of a request: the game, its version afterwards, and the caller's updates.

    `game` is the name of the game's type. `repeated`: an earlier request had the same delivery, so
    this one changed nothing. `only_shows`: the game has only shown the caller's coming move.
    """

    game_id: GameId
    version: int
    updates: tuple[Update, ...] = ()
    repeated: bool = False
    game: str = ""
    only_shows: bool = False


@dataclass(frozen=True, slots=True)
class SeatedUser:
    """The user in a chair, and their name."""

    seat: Seat
    user: User
    name: str


@dataclass(frozen=True, slots=True)
class Countdown:
    """A public sentence on a deadline; `at` is the moment that replaces `WHEN` in it."""

    phrase: Phrase
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class GameView:
    """A game as one person, or the public, may see it at a version.

    `seat` is the person's, and the table waits for the users in `due`. The public view offers the
    actions of people who are due, because they use its buttons, too. `game` is the name of the
    game's type, `host` is the host's name, `bots` lists the bots for each chair (none if it allows
    any name), and people can join `teams`. `apart`: the person, or anyone if the view is public,
    has their own board. `keyed`: only some chairs see the key. `deal` is the sentence with the hash
    of the deal, which `view` leaves out; `recorded`: the finished game has a record of it.
    `questions` are the verbs of questions about a finished game, `verbs` those of the reader's
    chair, or of any chair, in a running game. Only a view for drawing has `countdowns`, and the
    `languages` of its reader, room and guild.
    """

    game_id: GameId
    version: int
    turn: int
    status: Status
    view: View
    seat: Seat | None
    due: tuple[User, ...]
    sitters: tuple[SeatedUser, ...] = ()
    settings: LobbySettings = DEFAULT
    game: str = ""
    bots: tuple[tuple[Seat, tuple[str, ...]], ...] = ()
    apart: bool = False
    keyed: bool = False
    host: str = ""
    deal: Phrase | None = None
    recorded: bool = False
    questions: tuple[str, ...] = ()
    countdowns: tuple[Countdown, ...] = field(default=(), compare=False)
    languages: tuple[str | None, ...] = field(default=(), compare=False)
    teams: tuple[str, ...] = ()
    verbs: frozenset[str] = frozenset()


RequestKind: TypeAlias = Literal["open", "line", "bot", "clock", "direct", "reaction"]
"""The source of a request: a person's table or line, a bot, the clock, or a platform's report."""

RequestObserver: TypeAlias = Callable[[RequestKind, Receipt | BaseException, float], None]
"""Observes a request, its receipt or exception, and its seconds; must not raise or block."""

"""Requests to the service and its answers: callers, deliveries, receipts and views."""

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
"""Characters of a line that a person may send."""

_UNPRINTABLE: Final = frozenset({"Cc", "Cs", "Co", "Cn"})
"""Unicode's categories of controls, lone surrogates, private and unassigned characters."""


def utc_now() -> datetime:
    """Return the present moment."""
    return datetime.now(UTC)


def check_line(line: str) -> None:
    """Raise InvalidNotation for a line that is too long, or has characters that nobody types."""
    if len(line) > LONGEST_LINE:
        raise InvalidNotation("line-longest", most=LONGEST_LINE)
    if any(character != "\t" and category(character) in ("Cc", "Cs") for character in line):
        raise InvalidNotation("line-characters")


def printable(text: str) -> str:
    """Return a text on one line, without what cannot be shown.

    >>> printable(" Anna " + chr(0) + "  of Oz ")
    'Anna of Oz'
    """
    shown = (
        " " if character.isspace() else character
        for character in text
        if character.isspace() or category(character) not in _UNPRINTABLE
    )
    return " ".join("".join(shown).split())


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody who asks for something: who, from which room, and how they are called there.

    `manages` tells that the platform lets them manage the room, `within` which room is around it.
    A `direct` room is a conversation with them alone: what they say there of a game they say in the
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
        """The caller as one who acts at a table."""
        return Actor(self.user, self.room, manages=self.manages)


class GameGone(IllegalAction):
    """A refusal because there is no such game: it never was, or has been deleted."""

    def __init__(self) -> None:
        super().__init__("game-gone")


def check_visible(caller: Caller, lobby: Lobby) -> None:
    """Raise GameGone for a caller who cannot see a table's game, as if there were none.

    A room sees the games that are shown there, or whose members came from there. A person who asks
    directly sees the games of which they are a member.
    """
    member = lobby.member(caller.user)
    is_own = member is not None and (caller.is_direct or member.room == caller.room)
    if not (is_own or caller.room in lobby.rooms):
        raise GameGone()


class OtherGame(IllegalAction):
    """A refusal for another game's sake, to which who is refused may be led."""

    def __init__(self, key: str, game_id: GameId, **params: object) -> None:
        super().__init__(key, **params)
        self.game_id = game_id


class Delivery(NamedTuple):
    """A platform's own name for one press, command or message, the same each time it comes."""

    source: str
    id: str


@dataclass(frozen=True, slots=True)
class Press:
    """A person's choice on a board, of which the first may only show the others what is to come.

    `seen` is the game's version on that board, None where that is not known. One that `only_shows`
    never does what a second press would do.
    """

    seen: int | None = None
    only_shows: bool = False


@dataclass(frozen=True, slots=True)
class Submission:
    """A person's line, with what it is meant for and how it came.

    `turn` is the turn that it was meant for, None for the one that runs now; the game is the one in
    the caller's room unless said. `press` tells that the line was chosen on a board, where a first
    press may only show the others what a second one does. One that `is_casual` may be talk: it
    stops no game before its person is asked.
    """

    line: str
    turn: int | None = None
    game_id: GameId | None = None
    delivery: Delivery | None = None
    press: Press | None = None
    is_casual: bool = False


@dataclass(frozen=True, slots=True)
class Update:
    """Something that has happened, as its reader may know it: its sentence, a game event's line."""

    version: int
    line: str | None
    phrase: Phrase


@dataclass(frozen=True, slots=True)
class Receipt:
    """The result of a request: the game, its version afterwards, and what happened.

    `updates` are for the caller, `game` is the name of the game's type. `repeated` tells that this
    delivery had come before and that nothing was done again, `only_shows` that the game has only
    shown what the caller is about to do.
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
    """A sentence for all at a table; `at` is the moment that `WHEN` in it stands for."""

    phrase: Phrase
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class GameView:
    """A game as one person, or the public, may see it at a version.

    `seat` is the person's, `due` whom the table waits for: people and bots. The public's view
    offers what the people that the table waits for may do, for they press on it too. `settings` are
    the table's, `game` is the name of its kind, `host` what the table's host is called, and `bots`
    those that can play in each chair: none named stands for any name; `teams` can be joined.
    `apart` tells that the person, or (of the public's) that some people, are shown a board of their
    own, which answers tell of, and `keyed` that some chairs alone see the key. `deal` is the
    sentence with the hash of the deal, which `view` leaves out, and `recorded` tells that the game
    has ended and left a record of it. `questions` are the verbs of what can be asked about a game
    that is over, `verbs` those of the lines of the game under way that the reader's
    chair can use, or any chair. A view that is to be drawn has the `countdowns` that all are told,
    and the `languages` of its reader, the room and its guild.
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
"""Who asked: a person for a table or by a line, a bot, the clock, a sender, or a reaction."""

RequestObserver: TypeAlias = Callable[[RequestKind, Receipt | BaseException, float], None]
"""Takes note of a request, its receipt or the exception that it ended with, and its seconds.

It must neither raise nor take long.
"""

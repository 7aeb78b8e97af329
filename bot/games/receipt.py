"""Who asks at the door, and what the answer is."""

from dataclasses import dataclass

from bot.identity import GameId, GuildId, Room, User
from bot.lobby.model import Status
from bot.lobby.settings import Shade
from core.rules import Seat
from core.view import Phrase, View


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
    within: Room | None = None
    direct: bool = False


@dataclass(frozen=True, slots=True)
class Delivery:
    """A platform's own name for one press, command or message, the same each time it comes."""

    source: str
    id: str


@dataclass(frozen=True, slots=True)
class News:
    """Something that has happened, as its reader may know it: its sentence, a game event's line."""

    version: int
    line: str | None
    said: Phrase


@dataclass(frozen=True, slots=True)
class Receipt:
    """What became of a request: the game's version after it, and what happened.

    The news are for whoever asked. `repeated` tells that this delivery had come before and that
    nothing was done again.
    """

    game_id: GameId
    version: int
    news: tuple[News, ...] = ()
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits in a chair, and how they are called."""

    seat: Seat
    user: User
    name: str


@dataclass(frozen=True, slots=True)
class Look:
    """A game as one person, or the public, may see it at a version.

    `seat` is the person's, `due` whom the table waits for: people and bots. The public's view
    offers what the people that the table waits for may do, for they press on it too. `theme` is
    what pictures of it are meant to be looked at on, `thread` whether it is to have a place of its
    own, `game` the name of its kind, and `bots` those that can play in each chair: none named
    stands for any name. `apart` tells that the person, or (of the public's) that some people, are
    shown a board of their own, which answers tell of.
    """

    game_id: GameId
    version: int
    turn: int
    status: Status
    view: View
    seat: Seat | None
    due: tuple[User, ...]
    sitters: tuple[Sitter, ...] = ()
    theme: Shade = Shade.DARK
    thread: bool = False
    game: str = ""
    bots: tuple[tuple[Seat, tuple[str, ...]], ...] = ()
    apart: bool = False

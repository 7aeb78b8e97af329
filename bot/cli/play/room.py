"""A terminal's room, in the loop: which game is played there, and what has happened in it.

Everything goes through the door, as on any other platform. What follows an action, the newest
session, its news and the lessons in it, is fetched here, so that `bot.desk` can answer at once.
"""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np
import structlog

from bot.berth import Berth
from bot.games.door import Games, SystemEntropy
from bot.games.naming import Names, Plates, Plating, nameplates
from bot.games.receipt import Caller, News, Receipt
from bot.games.session import Session
from bot.identity import GameId, GuildId, Room, User
from bot.learner import Learner
from bot.lobby.model import Lobby, Started, Status
from bot.players import Players
from bot.seating import is_guest
from bot.store import games as stored
from bot.store import rooms
from bot.store.faults import Fault, StoreFault
from core.codenames.command import CODENAMES
from core.codenames.model import Dealt, Typed
from core.rules import Entropy, IllegalAction, Seat, Secret
from core.words.packs import Pack

PLATFORM: Final = "terminal"
ROOM: Final = Room(PLATFORM, "home")
"""The room of Codenames."""
GUILD: Final = GuildId("terminal:home")

SEEDED: Final = "seeded"
"""The room's setting that names the game which was dealt from a seed."""

SEED: Final = "seed"
"""The room's setting that holds that seed, and which game of its run this is, from 1."""

_LOG = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Setting:
    """A table to be set: the game, its options as values, and who sits in which chair.

    `people` and `bots` are names; `host` opens the table, and may only look on.
    """

    kind: str
    values: Mapping[str, object]
    pack: Pack
    host: str
    people: Mapping[Seat, str]
    bots: Mapping[Seat, str]


@dataclass(frozen=True, slots=True)
class Left:
    """A game that was left before its end; one that has not `begun` cannot be gone on with.

    It tells how its table was set: `values` are its options, `pack` is the digest of its words, and
    `run` the seed that dealt it, with its number among the games that this has dealt. `keyword`
    is the one that was typed.
    """

    game_id: GameId
    turn: int
    people: Mapping[Seat, str]
    begun: bool
    values: Mapping[str, object]
    bots: Mapping[Seat, str]
    pack: str
    run: tuple[int, int] | None = None
    keyword: Secret[str] | None = None

    @property
    def seed(self) -> int | None:
        """The seed that dealt it, None where the system did."""
        return self.run[0] if self.run else None


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of the game that is played; `seeded` tells that a seed dealt it.

    `news` are from the start of the game on, up to the version `told`; `own` are the same for
    people who see a board that others do not.
    """

    session: Session
    seeded: bool
    news: tuple[News, ...] = ()
    told: int = 0
    own: Mapping[Seat, tuple[News, ...]] = field(default_factory=dict)

    def since(self, version: int, seat: Seat | None = None) -> tuple[News, ...]:
        """Return the news after a version, as a seat (None: the public) may know them."""
        news = self.own.get(seat, self.news) if seat else self.news
        return tuple(one for one in news if one.version > version)


class Chance:
    """What deals: the system, or a seed from which all games of a run are dealt alike again."""

    def __init__(self, seed: int | None) -> None:
        self.seed = seed
        self._games = 0
        self._source: Entropy = SystemEntropy()

    @property
    def run(self) -> tuple[int, int] | None:
        """The seed, and how many games have begun with it."""
        return None if self.seed is None else (self.seed, self._games)

    def begin(self) -> None:
        """Let the next game begin."""
        if self.seed is not None:
            self._source = np.random.default_rng([self.seed, self._games])
        self._games += 1

    def go_on(self, run: tuple[int, int] | None) -> None:
        """Let a game go on that began in this run or another one, and the next ones follow it."""
        if run and run[0] == self.seed:
            self._games = run[1] - 1
        self.begin()

    def bytes(self, length: int, /) -> bytes:
        """Return `length` random bytes."""
        return self._source.bytes(length)

    def draws(self, _game_id: GameId) -> int:
        """Return the seed of what bots draw in the game that began last."""
        return (self.seed or 0) + max(0, self._games - 1)


class Parlour:
    """The room's games, one after the other."""

    def __init__(
        self,
        room: Room,
        games: Games,
        players: Players,
        learner: Learner,
        berth: Berth,
        chance: Chance,
    ) -> None:
        self.players = players
        self._room = room
        self._games = games
        self._learner = learner
        self._berth = berth
        self._chance = chance
        self._known: Known | None = None

    @property
    def known(self) -> Known:
        """What is known of the game that is played."""
        if self._known is None:
            raise LookupError("no game has been chosen")
        return self._known

    @property
    def plates(self) -> Plates:
        """What the game's sentences call those who sit at the table."""
        return self._games.plating(self.known.session.lobby, {})

    # Which game.

    async def left(self) -> Left | None:
        """Return the game in the room that has not come to its end; raises StoreFault."""
        game_id = await self._games.current(self._room)
        if game_id is None:
            return None
        session = await self._games.session(game_id)
        if session.lobby.is_closed:
            return None
        begun = session.lobby.status is Status.RUNNING
        async with self._games.store.reading() as conn:
            row = await stored.read_game(conn, game_id)
            room = await rooms.find_room(conn, self._room)
        return Left(
            game_id,
            session.turn if begun else 0,
            people_of(session),
            begun,
            values=session.kind.values(session.options),
            bots=dict(session.lobby.bots),
            pack=row.lists["pack"] if row else "",
            run=_run_of(game_id, room.settings if room else {}),
            keyword=_keyword_of(session),
        )

    async def go_on(self, left: Left) -> None:
        """Go on with a game that was left; raises StoreFault."""
        self._chance.go_on(left.run)
        await self.choose(left.game_id)

    async def stop(self, left: Left) -> None:
        """Stop a game that was left; raises StoreFault."""
        await self.say(next(iter(left.people.values()), PLATFORM), "stop", left.game_id)
        await self._learn(left.game_id)

    async def begin(self, setting: Setting) -> None:
        """Open a table, seat everybody and start; raises the Refusal of what cannot be."""
        self._chance.begin()
        opened = await self._games.open(
            caller(setting.host, self._room), setting.kind, setting.values, pack=setting.pack
        )
        game_id = opened.game_id
        if setting.host not in setting.people.values():
            await self.say(setting.host, "watch", game_id)
        for seat, name in setting.people.items():
            await self.say(name, f"chair {seat}", game_id)
        for seat, bot in setting.bots.items():
            await self.say(setting.host, f"bot {seat} {bot}", game_id)
        await self._start(setting.host, game_id)

    async def rematch(self) -> None:
        """Start the next game for the same people; raises IllegalAction and StoreFault."""
        self._chance.begin()
        session = self.known.session
        name = session.lobby.host.id if session.lobby.host else PLATFORM
        opened = await self.say(name, "rematch", session.game_id)
        await self._start(name, opened.game_id)

    async def choose(self, game_id: GameId) -> None:
        """Play a game that has begun; raises StoreFault."""
        session, log = await self._games.history(game_id)
        started = next(one.version for one in log if isinstance(one.event, Started))
        async with self._games.store.reading() as conn:
            room = await rooms.find_room(conn, self._room)
        seeded = room is not None and room.settings.get(SEEDED) == game_id
        # How the table was set is known to those who sit at it.
        await self._renew(Known(session, seeded, told=started))

    async def _start(self, host: str, game_id: GameId) -> None:
        if self._chance.seed is not None:
            await self._mark_seeded(game_id)
        await self.say(host, "start", game_id)
        await self.choose(game_id)

    async def _mark_seeded(self, game_id: GameId) -> None:
        """Remember that this board is not drawn fairly, for when the game is gone on with."""
        async with self._games.store.writing() as conn:
            room = await rooms.ensure_room(conn, self._room, GUILD)
            settings = {**room.settings, SEEDED: game_id, SEED: self._chance.run}
            await rooms.put_room_settings(conn, self._room, room.language, settings)

    # Doing.

    async def say(self, name: str, line: str, game_id: GameId, turn: int | None = None) -> Receipt:
        """Submit a person's line."""
        asking = caller(name, self._room)
        return await self._games.submit(asking, line, turn=turn, game_id=game_id)

    async def do(self, work: Callable[[], Awaitable[object]]) -> None:
        """Do some work on the game, and learn from it.

        Raises what the work raises, and Taken where another terminal plays in the room by now.
        """
        await self._berth.check()
        try:
            await work()
        except IllegalAction:
            # Somebody else may have gone on in the game.
            with suppress(StoreFault):
                await self._renew(self.known)
            raise
        await self._learn(self.known.session.game_id)
        try:
            await self._renew(self.known)
        except StoreFault as fault:
            # The work was done, but nobody can see it.
            raise StoreFault(Fault.UNSURE, fault.code) from None

    async def _renew(self, known: Known) -> None:
        game_id = known.session.game_id
        fresh = await self._games.news(game_id, known.told)
        session = await self._games.session(game_id)
        told = fresh[-1].version if fresh else known.told
        own = {
            seat: (*known.own.get(seat, ()), *await self._games.news(game_id, known.told, seat))
            for seat in people_of(session)
            if (chair := session.lobby.chair(seat)) and chair.board
        }
        news = (*known.news, *fresh)
        self._known = replace(known, session=session, news=news, told=told, own=own)

    async def _learn(self, game_id: GameId) -> None:
        """Learn what is new in the game; what fails is learnt with what comes next."""
        try:
            await self._learner.learn(game_id)
        except StoreFault as fault:
            _LOG.warning("not-learnt", game=game_id, fault=fault.fault.value, code=fault.code)


def plating_but(unnamed: frozenset[str]) -> Plating:
    """Return what gives plates to those who have said a name, and to the bots beside them.

    `unnamed` are the names of people who have not, besides guests. Where all are such, there is
    no plate.
    """

    def plating(lobby: Lobby, names: Names) -> Plates:
        strangers = {
            member.seat
            for member in lobby.people
            if member.user.id in unnamed or is_guest(member.user.id)
        }
        if len(strangers) == len(lobby.people):
            return {}
        plates = nameplates(lobby, names)
        return {seat: plate for seat, plate in plates.items() if seat not in strangers}

    return plating


def room_of(kind: str) -> Room:
    """Return the room of a game: each has one of its own, and so one that may be gone on with."""
    return ROOM if kind == CODENAMES.game else Room(PLATFORM, kind)


def _run_of(game_id: GameId, settings: Mapping[str, Any]) -> tuple[int, int] | None:
    """Return the seed that dealt a game and its number among those, if one did."""
    run = settings.get(SEED) if settings.get(SEEDED) == game_id else None
    return (run[0], run[1]) if run else None


def _keyword_of(session: Session) -> Secret[str] | None:
    """Return the keyword that a game was dealt from, if one was."""
    deals = (one.event for one in session.log if isinstance(one.event, Dealt))
    sources = (deal.layout.source for deal in deals)
    return next((source.keyword for source in sources if isinstance(source, Typed)), None)


def caller(name: str, room: Room) -> Caller:
    """Return somebody at the terminal as one who asks; it is theirs to manage."""
    return Caller(User(PLATFORM, name), room, GUILD, name, manages=True)


def people_of(session: Session) -> dict[Seat, str]:
    """Return the names of the people at the terminal, in the order of their chairs."""
    sitters = session.lobby.sitters
    seated = ((chair.seat, sitters.get(chair.seat)) for chair in session.lobby.chairs)
    return {seat: user.id for seat, user in seated if user and user.platform == PLATFORM}

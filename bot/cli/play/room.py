"""A terminal's room: the game that was left there, its people, and the lock of one process.

Two terminals on the same games would show each other's keys to the wrong people and answer each
other's questions.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

import numpy as np

from bot.games.lookups import SystemEntropy
from bot.games.names import DisplayNames, NameResolver, UserNames, display_names
from bot.games.requests import Caller
from bot.games.session import Session
from bot.gametypes.cli import GameCli
from bot.gametypes.seating import is_guest
from bot.identity import GameId, GuildId, Room, User
from bot.lobby.model import Lobby
from bot.store import leases
from bot.store.connection import Store
from bot.store.faults import StoreFault
from core.rules import Entropy, Refusal, Seat

TERMINAL: Final = "terminal"
HOME_ROOM: Final = Room(TERMINAL, "home")
"""The room of the game that is played where none is named."""
GUILD: Final = GuildId("terminal:home")

SEEDED: Final = "seeded"
"""The room's setting that names the game which was dealt from a seed."""

SEED: Final = "seed"
"""The room's setting that holds that seed, and which game of its run this is, from 1."""

LEASE_KIND: Final = "terminal"
"""The leases' kind of rooms of terminals."""

LOCK_TTL: Final = timedelta(seconds=6)
"""How long the room stays taken by a process that was killed."""

RENEWALS: Final = 3
"""How often the lease is renewed in the time that it would last."""

RETRY_SECONDS: Final = 0.2
"""How often a room that is taken is asked for again."""


@dataclass(frozen=True, slots=True)
class UnfinishedGame:
    """A game that was left before its end; one that has not `begun` cannot be gone on with.

    It tells how its table was set: `values` are its options, `pack` is the digest of its words, and
    `run` the seed that dealt it, with its number among the games that this has dealt. `deals` are
    its events that hold a deal.
    """

    game_id: GameId
    turn: int
    people: Mapping[Seat, str]
    begun: bool
    values: Mapping[str, object]
    bots: Mapping[Seat, str]
    pack: str
    run: tuple[int, int] | None = None
    deals: tuple[Any, ...] = field(default=(), repr=False)

    @property
    def seed(self) -> int | None:
        """The seed that dealt it, None where the system did."""
        return self.run[0] if self.run else None


class SeededEntropy:
    """The source of entropy: the system, or a seed by which the games of a run are dealt alike."""

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

    def resume(self, run: tuple[int, int] | None) -> None:
        """Let a game go on that began in this run or another one, and the next ones follow it."""
        if run and run[0] == self.seed:
            self._games = run[1] - 1
        self.begin()

    def bytes(self, length: int, /) -> bytes:
        """Return `length` random bytes."""
        return self._source.bytes(length)

    def bot_seed(self, _game_id: GameId) -> int:
        """Return the seed of what bots draw in the game that began last."""
        return (self.seed or 0) + max(0, self._games - 1)


def display_names_except(unnamed: frozenset[str]) -> NameResolver:
    """Return a resolver that names people who have said a name, and the bots beside them.

    `unnamed` are the names of people who have said none, besides guests. Where all are such, there
    are no display names.
    """

    def resolve_names(lobby: Lobby, names: UserNames) -> DisplayNames:
        strangers = {
            member.seat
            for member in lobby.people
            if member.user.id in unnamed or is_guest(member.user.id)
        }
        if len(strangers) == len(lobby.people):
            return {}
        known = display_names(lobby, names)
        return {seat: name for seat, name in known.items() if seat not in strangers}

    return resolve_names


def room_of(game: GameCli) -> Room:
    """Return the room of a game: each has one of its own, and so one game that may be resumed."""
    return Room(TERMINAL, game.room)


def caller(name: str, room: Room) -> Caller:
    """Return a person at the terminal as a caller, who may manage it."""
    return Caller(User(TERMINAL, name), room, GUILD, name, manages=True)


def people_of(session: Session) -> dict[Seat, str]:
    """Return the names of the people at the terminal, in the order of their chairs."""
    sitters = session.lobby.sitters
    seated = ((chair.seat, sitters.get(chair.seat)) for chair in session.lobby.chairs)
    return {seat: user.id for seat, user in seated if user and user.platform == TERMINAL}


class RoomLocked(Refusal):
    """Another terminal plays in this room."""


class RoomLock:
    """One process's place in a room; `now` tells the time."""

    def __init__(
        self, store: Store, room: Room, now: Callable[[], datetime], *, ttl: timedelta = LOCK_TTL
    ) -> None:
        self._store = store
        self._key = str(room)
        self._now = now
        self._ttl = ttl
        self._holder = leases.new_holder()
        self._until: datetime | None = None
        self._lapsed = False

    async def acquire(self) -> None:
        """Take the room, waiting as long as one who was killed may have held it.

        Raises RoomLocked where somebody still plays there, and StoreFault.
        """
        loop = asyncio.get_running_loop()
        patience = loop.time() + self._ttl.total_seconds() + RETRY_SECONDS
        while not await self._try_acquire():
            if loop.time() > patience:
                raise RoomLocked("desk-taken")
            await asyncio.sleep(RETRY_SECONDS)

    async def check(self) -> bool:
        """Return whether the room was nobody's since the last time: another may have played there.

        Raises RoomLocked where another process has taken it, as while this one was asleep, or where
        the clock was set back.
        """
        if not self._holds() and not await self._try_acquire():
            raise RoomLocked("desk-taken")
        lapsed, self._lapsed = self._lapsed, False
        return lapsed

    def _holds(self) -> bool:
        """Return whether the lease has not ended; one that was never taken does not end."""
        return self._until is None or timedelta() < self._until - self._now() <= self._ttl

    async def keep_renewing(self) -> None:
        """Renew the lease until cancelled."""
        while True:
            await asyncio.sleep(self._ttl.total_seconds() / RENEWALS)
            try:
                await self._try_acquire()
            except StoreFault:
                continue  # whoever plays is told by their next action

    async def release(self) -> None:
        """Give the room up; raises StoreFault."""
        async with self._store.writing() as conn:
            await leases.release(conn, LEASE_KIND, self._key, self._holder)

    async def _try_acquire(self) -> bool:
        now = self._now()
        async with self._store.writing() as conn:
            claimed = await leases.claim(conn, LEASE_KIND, self._key, self._holder, self._ttl, now)
        if claimed:
            self._lapsed |= not self._holds()
            self._until = now + self._ttl
        return claimed

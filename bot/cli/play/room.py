"""A terminal's room: its unfinished game, its people, and a lock for one process.

Without the lock, two terminals could show each other's keys to the wrong people and answer each
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
from bot.store.leases import Holder
from core.rules import Entropy, Refusal, Seat

TERMINAL: Final = "terminal"
HOME_ROOM: Final = Room(TERMINAL, "home")
"""The room of the default game."""
GUILD: Final = GuildId("terminal:home")

SEEDED: Final = "seeded"
"""The room's setting with the name of the game that a seed dealt."""

SEED: Final = "seed"
"""The room's setting with that seed and the game's number in its run, from 1."""

LEASE_KIND: Final = "terminal"
"""The lease kind of terminals' rooms."""

LOCK_TTL: Final = timedelta(seconds=6)
"""Time until the lock of a killed process expires."""

RENEWALS: Final = 3
"""Renewals of the lease within its duration."""

RETRY_SECONDS: Final = 0.2
"""Pause before another attempt to lock the room."""


@dataclass(frozen=True, slots=True)
class UnfinishedGame:
    """An unfinished game; people can resume it only if it has `begun`.

    `values` are the table's options, and `pack` is the digest of its words. `run` is the seed that
    dealt it, with the game's number in the seed's run. `deals` are its events that contain a deal.
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
        """The seed that dealt it, None for the system's entropy."""
        return self.run[0] if self.run else None


class SeededEntropy:
    """Entropy from the system, or from a seed that deals the same run of games each time."""

    def __init__(self, seed: int | None) -> None:
        self.seed = seed
        self._games = 0
        self._source: Entropy = SystemEntropy()

    @property
    def run(self) -> tuple[int, int] | None:
        """The seed and the number of games begun with it."""
        return None if self.seed is None else (self.seed, self._games)

    def begin(self) -> None:
        """Begin the next game."""
        if self.seed is not None:
            self._source = np.random.default_rng([self.seed, self._games])
        self._games += 1

    def resume(self, run: tuple[int, int] | None) -> None:
        """Resume a game; games after it continue its run if the seed is the same."""
        if run and run[0] == self.seed:
            self._games = run[1] - 1
        self.begin()

    def bytes(self, length: int, /) -> bytes:
        """Return `length` random bytes."""
        return self._source.bytes(length)

    def bot_seed(self, _game_id: GameId) -> int:
        """Return the seed of bots' draws in the newest game."""
        return (self.seed or 0) + max(0, self._games - 1)


def display_names_except(unnamed: frozenset[str]) -> NameResolver:
    """Return a resolver of display names that skips guests and people called one of `unnamed`.

    If it would skip every person, bots get no display names either.
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
    """Return the room for a kind of game: each kind has its own, with one game to resume."""
    return Room(TERMINAL, game.room)


def caller(name: str, room: Room) -> Caller:
    """Return a person at the terminal as a caller with a manager's rights."""
    return Caller(User(TERMINAL, name), room, GUILD, name, manages=True)


def people_of(session: Session) -> dict[Seat, str]:
    """Return the names of the people at the terminal by seat, in chair order."""
    sitters = session.lobby.sitters
    seated = ((chair.seat, sitters.get(chair.seat)) for chair in session.lobby.chairs)
    return {seat: user.id for seat, user in seated if user and user.platform == TERMINAL}


class RoomLocked(Refusal):
    """Another terminal plays in this room."""


@dataclass(slots=True)
class RoomLock:
    """A process's exclusive lease on a room; `now` returns the time."""

    store: Store
    room: Room
    now: Callable[[], datetime]
    ttl: timedelta = LOCK_TTL
    _holder: Holder = field(default_factory=leases.new_holder, init=False)
    _until: datetime | None = field(default=None, init=False)
    _lapsed: bool = field(default=False, init=False)

    async def acquire(self) -> None:
        """Lock the room, waiting for the lock of a killed process to expire.

        Raises RoomLocked if another process still renews its lock, and StoreFault.
        """
        loop = asyncio.get_running_loop()
        patience = loop.time() + self.ttl.total_seconds() + RETRY_SECONDS
        while not await self._try_acquire():
            if loop.time() > patience:
                raise RoomLocked("desk-taken")
            await asyncio.sleep(RETRY_SECONDS)

    async def check(self) -> bool:
        """Renew an expired lock; return whether it expired since the last check.

        Another process may have played in between. Raises RoomLocked if another process holds the
        lock, for example after this machine slept or its clock was set back.
        """
        if not self._holds() and not await self._try_acquire():
            raise RoomLocked("desk-taken")
        lapsed, self._lapsed = self._lapsed, False
        return lapsed

    def _holds(self) -> bool:
        """Return whether the lease has not expired; True before it is first claimed."""
        return self._until is None or timedelta() < self._until - self.now() <= self.ttl

    async def keep_renewing(self) -> None:
        """Renew the lease until cancelled."""
        while True:
            await asyncio.sleep(self.ttl.total_seconds() / RENEWALS)
            try:
                await self._try_acquire()
            except StoreFault:
                continue  # the next action reports the fault

    async def release(self) -> None:
        """Unlock the room; raises StoreFault."""
        async with self.store.writing() as conn:
            await leases.release(conn, LEASE_KIND, str(self.room), self._holder)

    async def _try_acquire(self) -> bool:
        now, key = self.now(), str(self.room)
        async with self.store.writing() as conn:
            claimed = await leases.claim(conn, LEASE_KIND, key, self._holder, self.ttl, now)
        if claimed:
            self._lapsed |= not self._holds()
            self._until = now + self.ttl
        return claimed

"""What has to be drawn where, and what is: a screen's view of the database.

A drawing is claimed by a lease before anything is drawn, so that of several processes one draws.
That a message is about to be posted is written down before it is, so that whoever comes after a
crash looks for it.
"""

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.clerk import names_at
from bot.games.door import Games
from bot.games.naming import Names, Plating
from bot.games.receipt import Look
from bot.games.session import Session
from bot.games.telling import look_of, own_look_of
from bot.identity import GameId, Room, User
from bot.lobby.model import Lobby, Member, Status
from bot.notify import Subscription
from bot.store import games as stored
from bot.store import leases
from bot.store.games import GameRow
from bot.store.leases import PUBLIC, DrawingRow, Holder
from core.rules import IllegalAction

DRAW: Final = "draw"
"""The leases' kind of drawings."""

CLAIMED: Final = timedelta(seconds=30)
"""How long a process has for a drawing; longer than any screen waits for its platform."""

NONCE_LENGTH: Final = 24
"""Characters of a nonce: Discord takes 25."""


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """A place for one message: what all in a room see of a game, or what one person there sees."""

    game_id: GameId
    room: Room
    user: User | None = None

    @property
    def audience(self) -> str:
        """Who it is for, as the database writes it."""
        return PUBLIC if self.user is None else str(self.user)


@dataclass(frozen=True, slots=True)
class Drawing:
    """What is drawn in a spot and what is to be, claimed by who is about to draw.

    `handle` is the platform's name of the message, None where there is none that is known of;
    `version` is the game's that it shows. `sought` tells that one may have been posted under the
    nonce all the same, `wanted` that there is still somebody to see it, `untried` that it is not
    known yet whether messages reach this person. `lost` is the handle of one that is gone, in whose
    place another is posted.
    """

    spot: Spot
    look: Look
    handle: str | None
    version: int
    sought: bool
    wanted: bool
    untried: bool = False
    lost: str | None = None

    @property
    def is_late(self) -> bool:
        """Whether less is drawn than there is to see."""
        return self.handle is None or self.version < self.look.version

    @property
    def nonce(self) -> str:
        """The name of the message that is posted next, the same after a crash.

        Of messages that take the place of different ones, each has its own: platforms take one of
        the same name for one that they know, even where it was deleted.
        """
        spot, before = self.spot, self.handle or self.lost or ""
        text = f"{spot.game_id} {spot.room} {spot.audience} {self.version} {before}"
        return hashlib.sha256(text.encode()).hexdigest()[:NONCE_LENGTH]


class Drawings:
    """The drawings of all games; `holder` is the process that claims them, for `claimed`."""

    def __init__(self, games: Games, holder: Holder, *, claimed: timedelta = CLAIMED) -> None:
        self._games = games
        self._holder = holder
        self._claimed = claimed
        self._lost: dict[Spot, str] = {}

    def hear(self) -> AbstractContextManager[Subscription]:
        """Hear of all changes of games from now on."""
        return self._games.notifier.subscribe()

    async def unsettled(self) -> tuple[GameId, ...]:
        """Return the games in which something may have to be drawn; raises StoreFault."""
        async with self._games.store.reading() as conn:
            late = [row.game_id for row in await leases.behind(conn)]
            running = [row.game_id for row in await stored.unfinished(conn)]
        return tuple(dict.fromkeys((*late, *running)))

    async def behind(self, game_id: GameId, platform: str) -> tuple[Spot, ...]:
        """Return the spots of a game on a platform that show less than there is.

        Raises IllegalAction where there is no such game, and StoreFault.
        """
        async with self._games.store.reading() as conn:
            row, session = await self._session(conn, game_id)
            spots = _spots(session)
            drawn = {_spot(one): one for one in await leases.drawn(conn, game_id)}
        self._games.ledger.keep(row, session)
        return tuple(
            spot
            for spot in sorted({*spots, *drawn}, key=_key)
            if spot.room.platform == platform and _is_late(drawn.get(spot), session.version)
        )

    async def claim(self, spot: Spot) -> Drawing | None:
        """Return what is to be drawn in a spot, or None where another process is drawing there.

        That it begins is written down only where somebody still wants it.
        Raises IllegalAction where there is no such game, and StoreFault.
        """
        now = self._games.now()
        async with self._games.store.writing() as conn:
            row, session = await self._session(conn, spot.game_id)
            if not await leases.claim(conn, DRAW, _key(spot), self._holder, self._claimed, now):
                return None
            found = {_spot(one): one for one in await leases.drawn(conn, spot.game_id)}.get(spot)
            begun = found or DrawingRow(spot.game_id, spot.room, spot.audience, None, 0)
            wanted = spot in _spots(session)
            if found is None and wanted:
                await leases.put_drawing(conn, begun)
            look = _look(session, spot, await names_at(conn, session), self._games.plating)
        self._games.ledger.keep(row, session)
        return Drawing(
            spot,
            look,
            begun.handle,
            begun.version,
            sought=found is not None and found.handle is None,
            wanted=wanted,
            untried=spot.user is not None and _reached(session, spot.user) is None,
            lost=self._lost.get(spot),
        )

    async def keep(self, drawing: Drawing, handle: str | None) -> bool:
        """Remember that the message of this handle shows the look, and end the claim.

        Without a handle there is no message, and nothing to be kept up.
        Return False where something newer had been drawn meanwhile, by a process that took this
        one for dead: the spot has to be drawn again. Raises StoreFault.
        """
        spot, version = drawing.spot, drawing.look.version
        if spot.user is not None and handle and drawing.untried:
            await self._games.direct_found(spot.game_id, spot.user, reached=True)
        row = DrawingRow(spot.game_id, spot.room, spot.audience, handle, version)
        async with self._games.store.writing() as conn:
            newest = await _kept(conn, spot, row)
            if newest and not (handle and drawing.wanted):
                await leases.drop_drawing(conn, spot.game_id, spot.room, spot.audience)
            await leases.release(conn, DRAW, _key(spot), self._holder)
        self._lost.pop(spot, None)
        return newest

    async def lose(self, drawing: Drawing) -> None:
        """Remember that the message is gone, so that another one is posted; raises StoreFault."""
        spot = drawing.spot
        row = DrawingRow(spot.game_id, spot.room, spot.audience, None, drawing.version)
        async with self._games.store.writing() as conn:
            await _kept(conn, spot, row)
        if drawing.handle is not None:
            self._lost[spot] = drawing.handle

    async def leave(self, spot: Spot) -> None:
        """End the claim without having drawn; raises StoreFault."""
        async with self._games.store.writing() as conn:
            await leases.release(conn, DRAW, _key(spot), self._holder)

    async def close_direct(self, game_id: GameId, user: User) -> None:
        """Let a game's table know that direct messages do not reach a person.

        They are sent no more in this game, until they take another chair or ask for it. Raises
        StoreFault.
        """
        await self._games.direct_found(game_id, user, reached=False)

    async def shown(self, platform: str, game_id: GameId | None = None) -> Mapping[Spot, str]:
        """Return the handles of what all in a platform's rooms see of running games, or of one.

        Raises StoreFault.
        """
        async with self._games.store.reading() as conn:
            rows = await leases.shown(conn, game_id)
        spots = {_spot(row): row.handle for row in rows if row.handle}
        return {spot: handle for spot, handle in spots.items() if spot.room.platform == platform}

    async def _session(self, conn: AsyncConnection, game_id: GameId) -> tuple[GameRow, Session]:
        row = await stored.read_game(conn, game_id)
        if row is None:
            raise IllegalAction("no-such-game", game=game_id)
        return row, await self._games.ledger.session(conn, row)


async def _kept(conn: AsyncConnection, spot: Spot, row: DrawingRow) -> bool:
    """Remember what is drawn; return False where something newer is.

    Nothing is remembered of a person who was forgotten while their message was drawn.
    """
    if spot.user is None:
        return await leases.put_drawing(conn, row)
    return await leases.change_drawing(conn, row)


def _spots(session: Session) -> frozenset[Spot]:
    """Return where a game is to be drawn: in its rooms, and for those who see more than others."""
    game_id = session.game_id
    private = (Spot(game_id, one.room, one.user) for one in _told(session.lobby))
    return frozenset((*(Spot(game_id, room) for room in session.lobby.rooms), *private))


def _told(lobby: Lobby) -> Iterator[Member]:
    """Yield whom messages of their own are sent: who sees, or before the start saw, a key or board.

    In the lobby they tell whether they arrive; who stands up there may sit down again.
    """
    begun = lobby.status is not Status.LOBBY
    for member in lobby.members:
        stays = member.direct and not begun
        if stays or (member in lobby.privy and member.direct is not False):
            yield member


def _look(session: Session, spot: Spot, names: Names, plating: Plating) -> Look:
    if spot.user is None:
        return look_of(session, None, names, plating)
    return own_look_of(session, spot.user, names, plating)


def _reached(session: Session, user: User) -> bool | None:
    member = session.lobby.member(user)
    return member.direct if member else False


def _is_late(row: DrawingRow | None, version: int) -> bool:
    return row is None or row.handle is None or row.version < version


def _spot(row: DrawingRow) -> Spot:
    user = None if row.audience == PUBLIC else User.parse(row.audience)
    return Spot(row.game_id, row.room, user)


def _key(spot: Spot) -> str:
    return f"{spot.game_id} {spot.room} {spot.audience}"

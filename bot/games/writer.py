"""What a request writes: the events that it gets, and the rows that follow from them.

Every function here works inside the caller's transaction and keeps nothing: what it did is in the
`Done` that it returns, to be kept when the transaction has been committed.
"""

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.daily import again, check_first, dated, keep_first, stopped_first
from bot.games.follow import entered, follow
from bot.games.guild import GuildSettings
from bot.games.ledger import Ledger
from bot.games.naming import Plating, name_in, nameplates
from bot.games.receipt import Caller, Delivery, Receipt
from bot.games.scoring import score
from bot.games.session import Recorded, Session
from bot.games.speech import printable
from bot.games.telling import news_of, users_in
from bot.games.wish import Granted, Ground, Said, opened
from bot.identity import GameId, GuildId, Room, User
from bot.kinds import Kind, find_kind
from bot.lobby.actions import Rematch
from bot.lobby.model import Opened, Status, TableEvent
from bot.lobby.rules import Actor, decide, fold, next_table
from bot.notify import Change, Notifier
from bot.store import games, rooms
from bot.store.games import DeliveryRow, GameRow
from bot.store.rooms import PackRow, RoomRow
from core.rules import Entropy, IllegalAction, Refusal
from core.words.packs import Pack, default_pack

Judge = Callable[[Session, Ground], Granted]

ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Characters of a game's name: none that is read as another."""

NAME_LENGTH: Final = 8

PACK: Final = "pack"
"""The value, besides a game's own, that names one of the guild's packs."""

WITHIN: Final = "within"
"""The setting of a room that names the room around it."""

LONGEST_NAME: Final = 100
"""Characters that are kept of what a person is called."""


@dataclass(frozen=True, slots=True)
class Done:
    """What a transaction is about to commit; no session where a delivery was repeated."""

    receipt: Receipt
    row: GameRow | None = None
    session: Session | None = None
    also: tuple[Change, ...] = ()
    """Changes of other games in the same transaction."""


@dataclass(frozen=True, slots=True)
class Clerk:
    """Writes what is wished for."""

    kinds: Mapping[str, Kind]
    ledger: Ledger
    notifier: Notifier
    entropy: Entropy
    now: Callable[[], datetime]
    plating: Plating = nameplates
    patience: timedelta | None = None

    async def change(
        self,
        conn: AsyncConnection,
        game_id: GameId,
        judge: Judge,
        delivery: Delivery,
        *,
        caller: Caller | None = None,
        cause: str | None = None,
    ) -> Done:
        """Judge a wish on a game's newest state and write what it gets."""
        row = await _locked(conn, game_id)
        if await games.count_delivery(conn, delivery.source, delivery.id):
            return Done(Receipt(game_id, row.version, repeated=True))
        session = await self.ledger.session(conn, row)
        if caller is not None:
            await _meet(conn, caller)
        ground = await self._ground(conn, row, session)
        try:
            granted = judge(session, ground)
        except Refusal as refusal:
            name_in(refusal, self.plating(session.lobby, await names_at(conn, session)))
            raise
        reader = caller.user if caller else None
        return await self._write(conn, row, session, granted, delivery, cause, reader)

    async def open(
        self,
        conn: AsyncConnection,
        caller: Caller,
        kind_name: str,
        values: Mapping[str, object],
        pack: Pack | None,
        delivery: Delivery,
        *,
        at_once: bool,
    ) -> Done:
        """Open a table in the caller's room, set as its guild sets new tables.

        The words are those of `pack`, else of the guild's pack that the value `pack` names.
        """
        kind = find_kind(self.kinds, kind_name)
        own = {name: of for name, of in values.items() if name != PACK}
        options = kind.options(dated(kind, own, self.now()))
        if stopped := await stopped_first(conn, caller.guild, kind, options):
            return await self._reopened(conn, caller, stopped, delivery)
        await _meet(conn, caller)
        # Two who open at once in one room wait for each other here.
        await rooms.ensure_room(conn, caller.room, caller.guild)
        if repeated := await games.count_delivery(conn, delivery.source, delivery.id):
            return Done(Receipt(repeated.game_id, repeated.version, repeated=True))
        await check_first(conn, caller, kind, options, self.now())
        settings = await settings_of(conn, caller.guild)
        words = pack or await _words(conn, settings, kind.pack(options), values.get(PACK))
        chairs = kind.chairs(options)
        table = Opened(kind.name, chairs, settings.table, caller.user, caller.room, at_once)
        done = await self._opened(conn, kind, options, words, caller, (table,), delivery)
        await keep_first(conn, caller.guild, kind, options, done.receipt, self.now())
        return done

    async def _reopened(
        self, conn: AsyncConnection, caller: Caller, game_id: GameId, delivery: Delivery
    ) -> Done:
        """Let the game of the day, which was stopped, go on; VersionConflict where it does."""
        row = await _locked(conn, game_id)
        if repeated := await games.count_delivery(conn, delivery.source, delivery.id):
            return Done(Receipt(repeated.game_id, repeated.version, repeated=True))
        session = await self.ledger.session(conn, row)
        await _meet(conn, caller)
        granted = await again(conn, caller, session)
        return await self._write(conn, row, session, granted, delivery, reader=caller.user)

    async def rematch(
        self, conn: AsyncConnection, caller: Caller, game_id: GameId, delivery: Delivery
    ) -> Done:
        """Open the next game for those at a table whose game has ended."""
        row = await _locked(conn, game_id)
        if repeated := await games.count_delivery(conn, delivery.source, delivery.id):
            return Done(Receipt(repeated.game_id, repeated.version, repeated=True))
        old = await self.ledger.session(conn, row)
        await _meet(conn, caller)
        actor = Actor(caller.user, caller.room, manages=caller.manages)
        events = decide(old.lobby, actor, Rematch(), entropy=self.entropy)
        said = tuple(Said(str(caller.user), event) for event in events)
        ended = await self._write(conn, row, old, Granted(old, said), Delivery("rematch", game_id))
        pack = await self.ledger.pack(conn, row.lists["pack"])
        opening = tuple(next_table(old.lobby, actor))
        options = old.kind.again(old.options)
        done = await self._opened(conn, old.kind, options, pack, caller, opening, delivery)
        return replace(done, also=(Change(game_id, ended.receipt.version),))

    async def addressed(
        self, conn: AsyncConnection, caller: Caller, line: str, game_id: GameId | None
    ) -> tuple[GameId, str]:
        """Return the game that a line is for, and the line without the game's name.

        It is the game said, the one that a line of joining names, or the one in the room. Raises
        IllegalAction where the room has none.
        """
        if game_id is not None:
            return game_id, line
        verb, *rest = line.split() or [""]
        if verb.casefold() == "join" and rest:
            named = await games.read_game(conn, GameId(rest[0].casefold()))
            if named is not None:
                return named.game_id, " ".join([verb, *rest[1:]])
        room = await rooms.find_room(conn, caller.room)
        if room is None or room.game_id is None:
            raise IllegalAction("no-game-here")
        return room.game_id, line

    async def in_the_room(self, conn: AsyncConnection, caller: Caller, game_id: GameId) -> Caller:
        """Return who asks directly as one who asks from the room in which they play, or the first.

        Raises IllegalAction where there is no such game.
        """
        if not caller.direct:
            return caller
        row = await games.read_game(conn, game_id)
        if row is None:
            raise IllegalAction("no-such-game", game=game_id)
        lobby = (await self.ledger.session(conn, row)).lobby
        member = lobby.member(caller.user)
        home = member.room if member else next(iter(lobby.rooms), caller.room)
        room = await rooms.find_room(conn, home)
        return replace(caller, room=home, guild=room.guild if room else caller.guild, direct=False)

    async def _opened(
        self,
        conn: AsyncConnection,
        kind: Kind,
        options: Any,  # noqa: ANN401 - the game's own
        pack: Pack,
        caller: Caller,
        events: Sequence[TableEvent],
        delivery: Delivery,
    ) -> Done:
        await _put_pack(conn, pack)
        row = self._new_row(kind, options, pack)
        while not await games.insert_game(conn, row):
            row = self._new_row(kind, options, pack)
        session = await self.ledger.session(conn, row)
        ground = await self._ground(conn, row, replace(session, lobby=fold(events)))
        granted = opened(session, Actor(caller.user, caller.room), events, ground)
        return await self._write(conn, row, session, granted, delivery)

    def _new_row(self, kind: Kind, options: Any, pack: Pack) -> GameRow:  # noqa: ANN401
        now = self.now()
        return GameRow(
            game_id=GameId("".join(secrets.choice(ALPHABET) for _ in range(NAME_LENGTH))),
            kind=kind.name,
            options=kind.write_options(options),
            settings={},
            lists={"pack": pack.digest, "skipped": []},
            commitment=None,
            status=Status.LOBBY.value,
            version=0,
            opened_at=now,
            changed_at=now,
        )

    async def _ground(self, conn: AsyncConnection, row: GameRow, session: Session) -> Ground:
        """Return what judging needs; words that were seen count only until the deal."""
        pack = await self.ledger.pack(conn, row.lists["pack"])
        if session.lobby.status is not Status.LOBBY:
            return Ground(self.entropy, pack)
        found = [await rooms.find_room(conn, room) for room in session.lobby.rooms]
        seen = (word for room in found if room for word in room.recent_words)
        return Ground(self.entropy, pack, tuple(seen))

    async def _write(
        self,
        conn: AsyncConnection,
        row: GameRow,
        before: Session,
        granted: Granted,
        delivery: Delivery,
        cause: str | None = None,
        reader: User | None = None,
    ) -> Done:
        """Append what a wish gets, with all that follows from it; the news are for the reader."""
        now = self.now()
        recorded = tuple(
            Recorded(version, said.seat, said.event, now, cause)
            for version, said in enumerate(granted.said, before.version + 1)
        )
        after = granted.session.after(recorded)
        row = _row_after(row, after, granted, now)
        if granted.pack is not None:
            await _put_pack(conn, granted.pack)
        for room in entered(before.lobby, after.lobby):
            await _check_free(conn, room, row.game_id)
            await _check_allowed(conn, room)
        if recorded:
            await games.append(conn, row, self.ledger.rows(after.kind, recorded))
            await follow(conn, before, after, now, self.patience)
            if Status.OVER is after.lobby.status is not before.lobby.status:
                await score(conn, after, await self.ledger.log(conn, row))
            await self.notifier.tell(conn, Change(row.game_id, after.version))
        came = DeliveryRow(delivery.source, delivery.id, row.game_id, after.version, now)
        await games.insert_delivery(conn, came)
        names = await names_at(conn, after, recorded)
        seat = after.lobby.seat_of(reader) if reader else None
        news = news_of(after, recorded, names, before=before.lobby, plating=self.plating, seat=seat)
        return Done(Receipt(row.game_id, after.version, news), row, after)


async def settings_of(conn: AsyncConnection, guild: GuildId) -> GuildSettings:
    """Return what a guild has set."""
    row = await rooms.find_guild(conn, guild)
    return GuildSettings.from_json(row.settings) if row else GuildSettings()


async def names_at(
    conn: AsyncConnection, session: Session, recorded: Iterable[Recorded] = ()
) -> Mapping[User, str]:
    """Return what the people of a table, and those whom its events name, are called."""
    users = session.lobby.named | users_in(recorded)
    return {user: row.name for user, row in (await rooms.find_users(conn, users)).items()}


def _row_after(row: GameRow, after: Session, granted: Granted, now: datetime) -> GameRow:
    lists = row.lists
    if granted.skipped is not None:
        lists = {**lists, "skipped": [*granted.skipped]}
    if granted.pack is not None:
        lists = {**lists, "pack": granted.pack.digest}
    return replace(
        row,
        options=after.kind.write_options(after.options),
        settings=after.lobby.settings.to_json(),
        lists=lists,
        commitment=after.kind.commitment(after.observe(None)),
        status=after.lobby.status.value,
        version=after.version,
        changed_at=now,
    )


async def _locked(conn: AsyncConnection, game_id: GameId) -> GameRow:
    row = await games.lock_game(conn, game_id)
    if row is None:
        raise IllegalAction("no-such-game", game=game_id)
    return row


async def _words(conn: AsyncConnection, settings: GuildSettings, own: Pack, named: object) -> Pack:
    """Return the pack that is named, or the guild's default; raises IllegalAction.

    A game with words of its `own` keeps them where none is named.
    """
    embedded = default_pack()
    if not named and own != embedded:
        return own
    found = settings.find(str(named or settings.pack))
    if found is None:
        return embedded
    row = await rooms.find_pack(conn, found.digest)
    if row is None:
        raise IllegalAction("guild-pack-gone", pack=found.name)
    return Pack(found.name, row.words)


async def _put_pack(conn: AsyncConnection, pack: Pack) -> None:
    await rooms.put_pack(conn, PackRow(pack.digest, pack.name, pack.words))


async def _meet(conn: AsyncConnection, caller: Caller) -> None:
    """Know the caller by the name that they have now, and the room they ask from.

    Nothing is written where all is known: who writes a row makes others wait for it.
    """
    name = printable(caller.name)[:LONGEST_NAME] or caller.user.id
    user = await rooms.find_user(conn, caller.user)
    if user is None or (user.name, user.locale) != (name, caller.locale or user.locale):
        await rooms.ensure_user(conn, caller.user, name, caller.locale)
    room = await rooms.find_room(conn, caller.room)
    if room is None or room.guild != caller.guild:
        room = await rooms.ensure_room(conn, caller.room, caller.guild)
    if caller.within not in (None, _around(room)):
        room = await rooms.ensure_room(conn, caller.room, caller.guild)
        settings = {**room.settings, WITHIN: str(caller.within)}
        await rooms.put_room_settings(conn, room.room, room.language, settings)


def _around(room: RoomRow) -> Room | None:
    """Return the room around a room, such as a thread's channel."""
    written = room.settings.get(WITHIN)
    return Room.parse(written) if written else None


async def _check_free(conn: AsyncConnection, room: Room, game_id: GameId) -> None:
    """Raise IllegalAction where another game is still under way in a room."""
    known = await rooms.find_room(conn, room)
    if known is None:
        return
    # Locked, so that two games do not move into one room at once.
    found = await rooms.ensure_room(conn, room, known.guild)
    if found.game_id in (None, game_id):
        return
    row = await games.read_game(conn, found.game_id)
    if row is not None and row.status in games.UNFINISHED:
        raise IllegalAction("room-busy", game=row.game_id)


async def _check_allowed(conn: AsyncConnection, room: Room) -> None:
    """Raise IllegalAction where the guild of a room has games in other rooms only."""
    known = await rooms.find_room(conn, room)
    settings = await settings_of(conn, known.guild) if known else GuildSettings()
    around = _around(known) if known else None
    if not settings.allows(room, *filter(None, [around])):
        raise IllegalAction("room-not-allowed", rooms=tuple(one.name for one in settings.places))

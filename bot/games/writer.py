"""Execute one request inside the caller's transaction: append its events and update derived rows.

Every function here works inside the caller's transaction and keeps nothing: what it did is in the
`Committed` that it returns, to be kept when the transaction has been committed.
"""

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.daily import check_first, dated, keep_first, reopen, stopped_first
from bot.games.decisions import Decision, DecisionContext, NewEvent, decide_opening
from bot.games.event_log import FORGOTTEN, EventLog, pack_work
from bot.games.guild_settings import GuildPack, GuildSettings
from bot.games.names import NameResolver, UserNames, display_names, fill_names
from bot.games.occupancy import check_reserved, claim_room
from bot.games.projections import rooms_entered, update_projections, update_scores
from bot.games.requests import Caller, Delivery, GameGone, Receipt, check_visible, printable
from bot.games.session import Recorded, Session
from bot.games.shares import ShareLimits, check_tables
from bot.games.views import updates_for, users_in
from bot.gametypes.game_type import AnyGame
from bot.gametypes.registry import find_game_type
from bot.identity import GameId, GuildId, Room, User
from bot.lobby.context import Actor
from bot.lobby.events import LobbyEvent
from bot.lobby.game_events import Opened, fold
from bot.lobby.model import Lobby, Status
from bot.lobby.progress import Rematch, next_table
from bot.lobby.rules import decide
from bot.store import games, rooms
from bot.store.games import CallerRoom, DeliveryRow, GameRow, RequestRows
from bot.store.notify import Change, Notifier
from bot.store.rooms import PackRow, RoomRow, UserRow
from bot.texts.choice import choose_language
from core.command import half_width
from core.rules import Entropy, IllegalAction, Refusal
from core.words.packs import (
    Pack,
    default_pack,
    embedded_pack_named,
    pack_for,
    todays_packs,
)

Decide = Callable[[Session, DecisionContext], Decision]

ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Characters of a game's name: none that is read as another."""

NAME_LENGTH: Final = 8

PACK_VALUE: Final = "pack"
"""The value, besides a game's own, that names one of the guild's packs."""

PARENT_ROOM: Final = "within"
"""The setting of a room that names the room around it."""

LONGEST_USER_NAME: Final = 100
"""Characters that are kept of what a person is called."""


def is_game_name(word: str) -> bool:
    """Return whether a word has the form of a game's name, which is the code of its table.

    >>> is_game_name("fxxznsvp"), is_game_name("red")
    (True, False)
    """
    return len(word) == NAME_LENGTH and {*word.casefold()} <= {*ALPHABET}


@dataclass(frozen=True, slots=True)
class Committed:
    """The result of a transaction that is about to commit; no session for a repeated delivery."""

    receipt: Receipt
    row: GameRow | None = None
    session: Session | None = None
    also: tuple[Change, ...] = ()
    """Changes of other games in the same transaction."""


@dataclass(frozen=True, slots=True)
class MeantGame:
    """The game that a line is for, and the line without the game's name.

    `by_code` tells that the line joins the game's table by its code, from whatever room.
    """

    game_id: GameId
    line: str
    by_code: bool = False


@dataclass(frozen=True, slots=True)
class RequestWriter:
    """Writes what is wished for."""

    game_types: Mapping[str, AnyGame]
    event_log: EventLog
    notifier: Notifier
    entropy: Entropy
    now: Callable[[], datetime]
    resolve_names: NameResolver = display_names
    patience: timedelta | None = None
    language: str = "en"
    """What is spoken where neither a room nor its guild has chosen a language."""
    shares: ShareLimits | None = None

    async def change(
        self,
        conn: AsyncConnection,
        game_id: GameId,
        decide: Decide,
        delivery: Delivery,
        *,
        caller: Caller | None = None,
        by_code: bool = False,
        cause: str | None = None,
    ) -> Committed:
        """Judge a wish on a game's newest state and write what it gets.

        Raises IllegalAction for a game that the caller cannot see and is not about to join
        `by_code`.
        """
        row = await _locked(conn, game_id)
        session = await self.event_log.session(conn, row)
        # In PostgreSQL only a statement that begins after the lock sees what was waited for.
        known = await _request_rows(conn, session.lobby, delivery, caller)
        if known.repeated:
            await games.count_delivery(conn, delivery.source, delivery.id)
            return Committed(Receipt(game_id, row.version, repeated=True, game=row.kind))
        names = {user: found.name for user, found in known.users.items()}
        if caller is not None:
            _check_reachable(caller, session, by_code=by_code)
            names[caller.user] = await _register_caller(
                conn, caller, known.users.get(caller.user), known.room
            )
        ground = await self._context(conn, row, session)
        try:
            granted = await _judged(decide, session, ground)
        except Refusal as refusal:
            fill_names(refusal, self.resolve_names(session.lobby, names))
            raise
        return await self._write(conn, row, session, granted, delivery, cause, caller, names)

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
    ) -> Committed:
        """Open a table in the caller's room, set as its guild sets new tables.

        Its words are those of `pack`; with None, the game's own.
        """
        kind, options = self._wanted(kind_name, values)
        if stopped := await stopped_first(conn, caller.guild, kind, options):
            return await self._reopened(conn, caller, stopped, delivery)
        await _meet(conn, caller)
        # Two who open at once in one room wait for each other here.
        await rooms.ensure_room(conn, caller.room, caller.guild)
        if repeated := await _repeated(conn, delivery, kind.name):
            return repeated
        await check_first(conn, caller, kind, options, self.now())
        settings = await settings_of(conn, caller.guild)
        words = pack or kind.pack(options)
        chairs = kind.chairs(options)
        table = Opened(kind.name, chairs, settings.table, caller.user, caller.room, at_once)
        done = await self._opened(conn, kind, options, words, caller, (table,), delivery)
        await keep_first(conn, caller.guild, kind, options, done.receipt, self.now())
        return done

    def _wanted(self, kind_name: str, values: Mapping[str, object]) -> tuple[AnyGame, Any]:
        """Return the game and the options that the `new` command's values ask for."""
        kind = find_game_type(self.game_types, kind_name)
        own = {name: of for name, of in values.items() if name != PACK_VALUE}
        return kind, kind.options(dated(kind, own, self.now()))

    async def packs(
        self, conn: AsyncConnection, caller: Caller, kind_name: str, values: Mapping[str, object]
    ) -> tuple[Pack, ...]:
        """Return the packs of a new table: those that the value `pack` names, or the guild's.

        None at all for a game with words of its own where none is named. Raises IllegalAction, and
        PackError for packs of too many words.
        """
        kind, options = self._wanted(kind_name, values)
        named = values.get(PACK_VALUE)
        if not named and kind.pack(options) != default_pack():
            return ()
        guild = await rooms.find_guild(conn, caller.guild)
        settings = GuildSettings.from_json(guild.settings) if guild else GuildSettings()
        room = await rooms.find_room(conn, caller.room)
        chosen = (room.language if room else None, guild.language if guild else None)
        language = choose_language(None, *chosen, self.language, todays_packs())
        found = settings.chosen(str(named or settings.pack))
        return tuple([await _read_pack(conn, own, name, language) for name, own in found])

    async def _reopened(
        self, conn: AsyncConnection, caller: Caller, game_id: GameId, delivery: Delivery
    ) -> Committed:
        """Let the game of the day, which was stopped, go on; VersionConflict where it does."""
        row = await _locked(conn, game_id)
        if repeated := await _repeated(conn, delivery, row.kind):
            return repeated
        session = await self.event_log.session(conn, row)
        await _meet(conn, caller)
        await check_tables(conn, caller, caller.user, self.shares)
        granted = await reopen(conn, caller, session)
        return await self._write(conn, row, session, granted, delivery, caller=caller)

    async def rematch(
        self, conn: AsyncConnection, caller: Caller, game_id: GameId, delivery: Delivery
    ) -> Committed:
        """Open the next game for those at a table whose game has ended."""
        row = await _locked(conn, game_id)
        if repeated := await _repeated(conn, delivery, row.kind):
            return repeated
        old = await self.event_log.session(conn, row)
        check_visible(caller, old.lobby)
        await _meet(conn, caller)
        actor = Actor(caller.user, caller.room, manages=caller.manages)
        events = decide(old.lobby, actor, Rematch(), entropy=self.entropy)
        said = tuple(NewEvent(str(caller.user), event) for event in events)
        ended = await self._write(conn, row, old, Decision(old, said), Delivery("rematch", game_id))
        pack = await self.event_log.pack(conn, row.lists["pack"])
        opening = tuple(next_table(old.lobby, actor))
        options = old.game_type.next_options(old.options)
        done = await self._opened(conn, old.game_type, options, pack, caller, opening, delivery)
        return replace(done, also=(Change(game_id, ended.receipt.version),))

    async def find_game(
        self, conn: AsyncConnection, caller: Caller, line: str, game_id: GameId | None
    ) -> MeantGame:
        """Return the game that is said, that a line of joining names, or that is in the room.

        Raises IllegalAction where there is none.
        """
        if game_id is not None:
            return MeantGame(game_id, line)
        verb, *rest = half_width(line).split() or [""]
        if verb.casefold() == "join" and rest:
            named = await games.read_game(conn, GameId(rest[0].casefold()))
            if named is not None:
                return MeantGame(named.game_id, " ".join([verb, *rest[1:]]), by_code=True)
            if is_game_name(rest[0]):
                raise IllegalAction("table-code-unknown", code=rest[0])
        found = await rooms.find_room_game(conn, caller.room)
        if found is None:
            raise IllegalAction("no-game-here")
        return MeantGame(found, line)

    async def from_home_room(
        self, conn: AsyncConnection, caller: Caller, game_id: GameId
    ) -> Caller:
        """Return a member who asks directly as one who asks from the room in which they play."""
        row = await games.read_game(conn, game_id) if caller.is_direct else None
        lobby = (await self.event_log.session(conn, row)).lobby if row else Lobby()
        member = lobby.member(caller.user)
        if member is None:
            return caller
        room = await rooms.find_room(conn, member.room)
        guild = room.guild if room else caller.guild
        manages = caller.manages and guild == caller.guild
        return replace(caller, room=member.room, guild=guild, manages=manages, is_direct=False)

    async def _opened(
        self,
        conn: AsyncConnection,
        game_type: AnyGame,
        options: Any,  # noqa: ANN401 - the game's own
        pack: Pack,
        caller: Caller,
        events: Sequence[LobbyEvent],
        delivery: Delivery,
    ) -> Committed:
        lobby = fold(events)
        await check_tables(conn, caller, lobby.host, self.shares)
        await _put_pack(conn, pack)
        row = self._new_row(game_type, options, pack)
        while not await games.insert_game(conn, row):
            row = self._new_row(game_type, options, pack)
        session = await self.event_log.session(conn, row)
        ground = await self._context(conn, row, replace(session, lobby=lobby))
        actor = Actor(caller.user, caller.room)
        granted = await _judged(
            lambda session, ground: decide_opening(session, actor, events, ground), session, ground
        )
        return await self._write(conn, row, session, granted, delivery, caller=caller)

    def _new_row(self, game_type: AnyGame, options: Any, pack: Pack) -> GameRow:  # noqa: ANN401
        now = self.now()
        return GameRow(
            game_id=GameId("".join(secrets.choice(ALPHABET) for _ in range(NAME_LENGTH))),
            kind=game_type.name,
            options=game_type.write_options(options),
            settings={},
            lists={"pack": pack.digest, "skipped": []},
            commitment=None,
            status=Status.LOBBY.value,
            version=0,
            opened_at=now,
            changed_at=now,
        )

    async def _context(
        self, conn: AsyncConnection, row: GameRow, session: Session
    ) -> DecisionContext:
        """Return what judging needs; words that were seen or barred count only until the deal."""
        pack = await self.event_log.pack(conn, row.lists["pack"])
        if session.lobby.status is not Status.LOBBY:
            return DecisionContext(self.entropy, pack, self.now(), self.patience)
        found = [await rooms.find_room(conn, room) for room in session.lobby.rooms]
        seen = (word for room in found if room for word in room.recent_words)
        guilds = {room.guild for room in found if room}
        barred = [word for one in guilds for word in (await settings_of(conn, one)).barred]
        return DecisionContext(
            self.entropy, pack, self.now(), self.patience, tuple(seen), tuple(barred)
        )

    async def _write(
        self,
        conn: AsyncConnection,
        row: GameRow,
        before: Session,
        decision: Decision,
        delivery: Delivery,
        cause: str | None = None,
        caller: Caller | None = None,
        known: UserNames | None = None,
    ) -> Committed:
        """Append a decision's events and update the rows that follow from them.

        The updates of the receipt are for the caller; `known` are names that were read before, of
        all at the table as it was.
        """
        now = self.now()
        recorded = tuple(
            Recorded(version, said.seat, said.event, now, cause)
            for version, said in enumerate(decision.new_events, before.version + 1)
        )
        after = decision.session.after(recorded)
        row = _row_after(row, after, decision, now)
        if decision.pack is not None:
            await _put_pack(conn, decision.pack)
        for room in rooms_entered(before.lobby, after.lobby):
            last = await claim_room(conn, room, row.game_id)
            if last and caller and self.patience is not None:
                before_it = await self.event_log.session(conn, last)
                await check_reserved(conn, room, before_it, caller, now)
            await _check_allowed(conn, room)
        if recorded:
            await games.append(conn, row, self.event_log.rows(after.game_type, recorded))
            await update_projections(conn, before, after, now, self.patience)
            if after.lobby.is_closed and not before.lobby.is_closed:
                await update_scores(conn, after, await self.event_log.events(conn, row))
            await self.notifier.notify(conn, Change(row.game_id, after.version))
        came = DeliveryRow(delivery.source, delivery.id, row.game_id, after.version, now)
        await games.insert_delivery(conn, came)
        names = await _names_after(conn, before, after, recorded, known)
        seat = after.lobby.seat_of(caller.user) if caller else None
        news = updates_for(
            after, recorded, names, before=before.lobby, resolve_names=self.resolve_names, seat=seat
        )
        receipt = Receipt(
            row.game_id, after.version, news, game=row.kind, only_shows=decision.only_shows
        )
        return Committed(receipt, row, after)


async def _judged(decide: Decide, session: Session, ground: DecisionContext) -> Decision:
    """Return a decision; one that may deal goes through a whole pack."""
    words = len(ground.pack.words) if session.awaits_deal else 0
    return await pack_work(words, lambda: decide(session, ground))


def _check_reachable(caller: Caller, session: Session, *, by_code: bool) -> None:
    """Raise IllegalAction for a game that a caller neither sees nor joins `by_code`.

    Of a code, it tells no more than whether there is an open table to join.
    """
    try:
        check_visible(caller, session.lobby)
    except GameGone:
        if not by_code:
            raise
        if session.lobby.is_closed:
            raise IllegalAction("table-code-unknown", code=session.game_id) from None


async def settings_of(conn: AsyncConnection, guild: GuildId) -> GuildSettings:
    """Return what a guild has set."""
    row = await rooms.find_guild(conn, guild)
    return GuildSettings.from_json(row.settings) if row else GuildSettings()


async def names_at(
    conn: AsyncConnection, session: Session, recorded: Iterable[Recorded] = ()
) -> Mapping[User, str]:
    """Return what the people of a table, and those whom its events name, are called."""
    users = session.lobby.named_users | users_in(recorded)
    return {user: row.name for user, row in (await rooms.find_users(conn, users)).items()}


def _row_after(row: GameRow, after: Session, decision: Decision, now: datetime) -> GameRow:
    lists = row.lists
    if decision.skipped is not None:
        lists = {**lists, "skipped": [*decision.skipped]}
    if decision.pack is not None:
        lists = {**lists, "pack": decision.pack.digest}
    if after.lobby.is_closed:
        lists = {name: of for name, of in lists.items() if name != FORGOTTEN}
    return replace(
        row,
        options=after.game_type.write_options(after.options),
        settings=after.lobby.settings.to_json(),
        lists=lists,
        commitment=after.game_type.commitment(after.observe(None)),
        status=after.lobby.status.value,
        version=after.version,
        changed_at=now,
    )


async def _locked(conn: AsyncConnection, game_id: GameId) -> GameRow:
    row = await games.lock_game(conn, game_id)
    if row is None:
        raise GameGone()
    return row


async def _repeated(conn: AsyncConnection, delivery: Delivery, game: str) -> Committed | None:
    """Return the answer to a delivery that has come before, None to a new one."""
    row = await games.count_delivery(conn, delivery.source, delivery.id)
    if row is None:
        return None
    return Committed(Receipt(row.game_id, row.version, repeated=True, game=game))


async def _read_pack(
    conn: AsyncConnection, found: GuildPack | None, name: str, language: str
) -> Pack:
    """Return the words of a guild's pack, None for the embedded one; raises IllegalAction."""
    if found is None:
        return embedded_pack_named(name) or pack_for(language)
    row = await rooms.find_pack(conn, found.digest)
    if row is None:
        raise IllegalAction("guild-pack-gone", pack=found.name)
    return Pack(found.name, row.words)


async def _put_pack(conn: AsyncConnection, pack: Pack) -> None:
    await rooms.put_pack(conn, PackRow(pack.digest, pack.name, pack.words))


async def _request_rows(
    conn: AsyncConnection, lobby: Lobby, delivery: Delivery, caller: Caller | None
) -> RequestRows:
    """Return what a request needs besides its game: it names those at the table, and the caller."""
    users = lobby.named_users | ({caller.user} if caller else frozenset())
    room = caller.room if caller else None
    return await games.request_rows(conn, delivery.source, delivery.id, room, users)


async def _names_after(
    conn: AsyncConnection,
    before: Session,
    after: Session,
    recorded: Iterable[Recorded],
    known: UserNames | None,
) -> UserNames:
    """Return the names of those at a table and in its new events; reads only those not known."""
    if known is None:
        return await names_at(conn, after, recorded)
    new = (after.lobby.named_users | users_in(recorded)) - before.lobby.named_users - known.keys()
    found = await rooms.find_users(conn, new)
    return {**known, **{user: row.name for user, row in found.items()}}


async def _meet(conn: AsyncConnection, caller: Caller) -> None:
    """Register a caller of whom nothing has been read, and who opens one table at a time."""
    user = await rooms.lock_user(conn, caller.user)
    await _register_caller(conn, caller, user, await rooms.find_room(conn, caller.room))


async def _register_caller(
    conn: AsyncConnection,
    caller: Caller,
    user: UserRow | None,
    room: RoomRow | CallerRoom | None,
) -> str:
    """Keep the caller's present name, which is returned, and the room that they ask from.

    Nothing is written where all is known: a row that is written makes others wait for it.
    """
    name = printable(caller.name)[:LONGEST_USER_NAME] or caller.user.id
    if user is None or (user.name, user.locale) != (name, caller.locale or user.locale):
        await rooms.ensure_user(conn, caller.user, name, caller.locale)
    if room is None or room.guild != caller.guild:
        room = await rooms.ensure_room(conn, caller.room, caller.guild)
    if caller.parent_room not in (None, _parent_room(room)):
        changed = await rooms.ensure_room(conn, caller.room, caller.guild)
        settings = {**changed.settings, PARENT_ROOM: str(caller.parent_room)}
        await rooms.put_room_settings(conn, changed.room, changed.language, settings)
    return name


def _parent_room(room: RoomRow | CallerRoom) -> Room | None:
    """Return the room around a room, such as a thread's channel."""
    written = room.settings.get(PARENT_ROOM)
    return Room.parse(written) if written else None


async def _check_allowed(conn: AsyncConnection, room: Room) -> None:
    """Raise IllegalAction where the guild of a room has games in other rooms only."""
    known = await rooms.find_room(conn, room)
    settings = await settings_of(conn, known.guild) if known else GuildSettings()
    around = _parent_room(known) if known else None
    if not settings.allows(room, *filter(None, [around])):
        raise IllegalAction("room-not-allowed", rooms=tuple(one.name for one in settings.places))

"""The writer of one request in the caller's transaction: appends events and updates projections.

It caches nothing itself: it returns a `Committed`, which the caller caches after the commit.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.codec import write_value
from bot.games.daily import check_first, day_of, first_of_day, reopen
from bot.games.decisions import Decision, DecisionContext, decide_opening, new_events
from bot.games.event_log import FORGOTTEN, pack_work
from bot.games.guild_settings import settings_of
from bot.games.lookups import GameLookups
from bot.games.names import TableNames, UserNames, fill_names, known_names, names_at, users_in
from bot.games.projections import rooms_entered, update_projections, update_scores
from bot.games.requests import Caller, Delivery, GameGone, Receipt, Submission, check_visible
from bot.games.room_reservation import check_followed, check_free, meet, register, taken_rooms
from bot.games.session import Recorded, Session
from bot.games.shares import check_host_share
from bot.games.table_packs import wanted_table
from bot.games.views import updates_for
from bot.gametypes.game_type import AnyGame, AnyOptions
from bot.identity import GameId
from bot.lobby.context import Actor
from bot.lobby.events import LobbyEvent
from bot.lobby.game_events import Opened, fold
from bot.lobby.model import Lobby, Status
from bot.lobby.progress import Rematch, next_table
from bot.lobby.rules import decide
from bot.lobby.settings import LobbySettings
from bot.store import games as stored
from bot.store import rooms
from bot.store.games import DeliveryRow, GameRow
from bot.store.notify import Change
from core.command import half_width
from core.rules import IllegalAction, Refusal
from core.words.packs import Pack

Decide = Callable[[Session, DecisionContext], Decision]

ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Characters of a game's id, without lookalikes."""

NAME_LENGTH: Final = 8


def is_game_name(word: str) -> bool:
    """Return whether a word has the form of a game's id, which is the code of its table.

    >>> is_game_name("fxxznsvp"), is_game_name("red")
    (True, False)
    """
    return len(word) == NAME_LENGTH and {*word.casefold()} <= {*ALPHABET}


@dataclass(frozen=True, slots=True)
class Committed:
    """The result of a transaction before its commit; no `session` for a repeated delivery."""

    receipt: Receipt
    row: GameRow | None = None
    session: Session | None = None
    names: UserNames | None = None
    """The names of the people at the table."""
    also: tuple[Change, ...] = ()
    """Changes of other games in the transaction."""


@dataclass(frozen=True, slots=True)
class RequestWriter:
    """Writes one request in its transaction."""

    games: GameLookups
    conn: AsyncConnection
    delivery: Delivery

    async def change(
        self,
        game_id: GameId,
        decide: Decide,
        *,
        caller: Caller | None = None,
        by_code: bool = False,
        cause: str | None = None,
    ) -> Committed:
        """Decide on a game's newest state and write the decision.

        Raises IllegalAction if the caller neither sees the game nor joins it `by_code`.
        """
        asking = (caller.room, caller.user) if caller else (None, None)
        found = await stored.lock_request(self.conn, game_id, self.delivery, *asking)
        if found is None:
            raise GameGone()
        row, session = found.game, await self._session(found.game)
        if found.repeated:
            await stored.count_delivery(self.conn, *self.delivery)
            return Committed(Receipt(game_id, row.version, repeated=True, game=row.kind))
        known = await self.games.kept_names(self.conn, session)
        if caller is not None:
            _check_reachable(caller, session, by_code=by_code)
            name = await register(self.conn, caller, found.user, found.room)
            known = {**known, caller.user: name}
        context = await self._context(row, session)
        try:
            granted = await _judged(decide, session, context)
        except Refusal as refusal:
            # On PostgreSQL, a transaction that this one waited for may have handled the delivery.
            if repeated := await self._repeated(row.kind):
                return repeated
            fill_names(refusal, self.games.resolve_names(session.lobby, known))
            raise
        return await self.write(row, session, granted, cause, caller, known)

    async def open(
        self,
        caller: Caller,
        kind_name: str,
        values: Mapping[str, object],
        pack: Pack | None,
        *,
        at_once: bool,
    ) -> Committed:
        """Open a table with the guild's settings, and with `pack` or else the game's own words."""
        settings = await settings_of(self.conn, caller.guild)
        kind, options = wanted_table(self.games, kind_name, values)
        options = kind.filtered(options, family=settings.family)
        day = day_of(caller.guild, kind, options)
        first = await first_of_day(self.conn, day) if day else None
        if first and first.status == Status.STOPPED.value:
            return await self._reopened(caller, first.game_id)
        await meet(self.conn, caller)
        # The lock of the room serializes concurrent openings.
        await rooms.ensure_room(self.conn, caller.room, caller.guild)
        if repeated := await self._repeated(kind.name):
            return repeated
        if day:
            await check_first(self.conn, day, kind.name, self.games.now())
        words = pack or kind.pack(options)
        chairs = kind.chairs(options)
        table = Opened(kind.name, chairs, settings.table, caller.user, caller.room, at_once)
        done = await self._opened(kind, options, words, caller, (table,))
        if day:
            await self._came(day, done.receipt.game_id, done.receipt.version)
        return done

    async def _reopened(self, caller: Caller, game_id: GameId) -> Committed:
        """Reopen the stopped game of the day; raises VersionConflict if it is open already."""
        row, session = await self._locked(game_id)
        if repeated := await self._repeated(row.kind):
            return repeated
        await meet(self.conn, caller)
        await check_host_share(self.conn, caller, caller.user, self.games.shares)
        granted = await reopen(self.conn, caller, session)
        return await self.write(row, session, granted, caller=caller)

    async def rematch(self, caller: Caller, game_id: GameId) -> Committed:
        """Open the next game for the people at a table whose game has ended."""
        row, old = await self._locked(game_id)
        if repeated := await self._repeated(row.kind):
            return repeated
        check_visible(caller, old.lobby)
        await meet(self.conn, caller)
        await check_followed(self.conn, old, caller.room)
        events = decide(old.lobby, caller.actor, Rematch(), self.games.entropy)
        said = new_events(caller.user, events)
        ending = replace(self, delivery=Delivery("rematch", secrets.token_hex(8)))
        ended = await ending.write(row, old, Decision(old, said))
        pack = await self.games.event_log.pack(self.conn, row.lists["pack"])
        elsewhere = await taken_rooms(self.games, self.conn, old, caller)
        opening = tuple(next_table(old.lobby, caller.actor, elsewhere))
        settings = await settings_of(self.conn, caller.guild)
        options = old.game_type.next_options(old.options)
        options = old.game_type.filtered(options, family=settings.family)
        done = await self._opened(old.game_type, options, pack, caller, opening)
        return replace(done, also=(Change(game_id, ended.receipt.version),))

    async def find_game(self, caller: Caller, submission: Submission) -> tuple[GameId, str, bool]:
        """Return the game of a submission, which names it or comes from its room.

        Also return the line without the game's id, and whether the line joins by that id, as it may
        from any room. Raises IllegalAction if no game fits.
        """
        line = submission.line
        if submission.game_id is not None:
            return submission.game_id, line, False
        verb, *rest = half_width(line).split() or [""]
        if verb.casefold() == "join" and rest:
            named = await stored.read_game(self.conn, GameId(rest[0].casefold()))
            if named is not None:
                return named.game_id, " ".join([verb, *rest[1:]]), True
            if is_game_name(rest[0]):
                raise IllegalAction("table-code-unknown", code=rest[0])
        found = await rooms.find_room_game(self.conn, caller.room)
        if found is None:
            raise IllegalAction("no-game-here")
        return found, line, False

    async def from_home_room(self, caller: Caller, game_id: GameId) -> Caller:
        """Return a member in a private conversation as a caller from the room where they play."""
        row = await stored.read_game(self.conn, game_id) if caller.is_direct else None
        lobby = (await self._session(row)).lobby if row else Lobby()
        member = lobby.member(caller.user)
        if member is None:
            return caller
        room = await rooms.find_room(self.conn, member.room)
        guild = room.guild if room else caller.guild
        manages = caller.manages and guild == caller.guild
        return replace(caller, room=member.room, guild=guild, manages=manages, is_direct=False)

    async def _opened(
        self,
        game_type: AnyGame,
        options: AnyOptions,
        pack: Pack,
        caller: Caller,
        events: Sequence[LobbyEvent],
    ) -> Committed:
        lobby = fold(events)
        await check_host_share(self.conn, caller, lobby.host, self.games.shares)
        await rooms.put_pack(self.conn, pack)
        row = self._new_row(game_type, options, pack)
        while not await stored.insert_game(self.conn, row):
            row = self._new_row(game_type, options, pack)
        session = await self._session(row)
        context = await self._context(row, replace(session, lobby=lobby))
        actor = Actor(caller.user, caller.room)
        granted = await _judged(
            lambda session, context: decide_opening(session, actor, events, context),
            session,
            context,
        )
        return await self.write(row, session, granted, caller=caller)

    def _new_row(self, game_type: AnyGame, options: AnyOptions, pack: Pack) -> GameRow:
        now = self.games.now()
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

    async def _locked(self, game_id: GameId) -> tuple[GameRow, Session]:
        row = await stored.lock_game(self.conn, game_id)
        if row is None:
            raise GameGone()
        return row, await self._session(row)

    async def _session(self, row: GameRow) -> Session:
        return await self.games.event_log.session(self.conn, row)

    async def _repeated(self, game: str) -> Committed | None:
        """Return the receipt of a repeated delivery, None for a new one."""
        row = await stored.count_delivery(self.conn, *self.delivery)
        if row is None:
            return None
        return Committed(Receipt(row.game_id, row.version, repeated=True, game=game))

    async def _context(self, row: GameRow, session: Session) -> DecisionContext:
        """Return the context of a decision, with recent and barred words before the deal."""
        games, conn = self.games, self.conn
        pack = await games.event_log.pack(conn, row.lists["pack"])
        context = DecisionContext(games.entropy, pack, games.now(), games.patience)
        if session.lobby.status is not Status.LOBBY:
            return context
        found = [await rooms.find_room(conn, room) for room in session.lobby.rooms]
        seen = tuple(word for room in found if room for word in room.recent_words)
        guilds = {room.guild for room in found if room}
        settings = [await settings_of(conn, one) for one in guilds]
        barred = tuple(word for one in settings for word in one.barred)
        family = any(one.family for one in settings)
        return replace(context, recent_words=seen, barred_words=barred, family=family)

    async def _came(self, delivery: Delivery, game_id: GameId, version: int) -> None:
        """Store a delivery and its result; raises VersionConflict if it came before."""
        came = DeliveryRow(*delivery, game_id, version, self.games.now())
        await stored.insert_delivery(self.conn, came)

    async def write(
        self,
        row: GameRow,
        before: Session,
        decision: Decision,
        cause: str | None = None,
        caller: Caller | None = None,
        known: UserNames | None = None,
    ) -> Committed:
        """Append a decision's events and update the projections; raises IllegalAction.

        The receipt's updates are for the caller; `known` are the names at the table before it.
        """
        conn, now = self.conn, self.games.now()
        recorded = tuple(
            Recorded(version, said.seat, said.event, now, cause)
            for version, said in enumerate(decision.new_events, before.version + 1)
        )
        after = decision.session.after(recorded)
        row = _row_after(row, after, decision, now)
        if decision.pack is not None:
            await rooms.put_pack(self.conn, decision.pack)
        for room in rooms_entered(before.lobby, after.lobby):
            await check_free(self.games, conn, room, row.game_id, caller)
        if recorded:
            event_log, notifier = self.games.event_log, self.games.notifier
            rows = tuple(event_log.row(after.game_type, one) for one in recorded)
            await stored.append(conn, row, rows)
            await update_projections(conn, before, after, now, self.games.patience)
            if after.lobby.is_closed and not before.lobby.is_closed:
                await update_scores(conn, after, await event_log.events(conn, row))
            await notifier.notify(conn, Change(row.game_id, after.version))
        await self._came(self.delivery, row.game_id, after.version)
        known = await self._names_after(before, after, recorded, known)
        names = TableNames(known, self.games.resolve_names)
        seat = after.lobby.seat_of(caller.user) if caller else None
        news = updates_for(after, recorded, names, before=before.lobby, seat=seat)
        receipt = Receipt(
            row.game_id, after.version, news, game=row.kind, only_shows=decision.only_shows
        )
        return Committed(receipt, row, after, known)

    async def _names_after(
        self, before: Session, after: Session, recorded: Sequence[Recorded], known: UserNames | None
    ) -> UserNames:
        """Return the names at a table and in its new events; read only the unknown ones."""
        if known is None:
            return await names_at(self.conn, after, recorded)
        named = after.lobby.named_users | users_in(recorded)
        new = named - before.lobby.named_users - known.keys()
        return {**known, **await known_names(self.conn, new)}


async def _judged(decide: Decide, session: Session, context: DecisionContext) -> Decision:
    """Return a decision, made in a thread if it may deal from a large pack."""
    words = len(context.pack.words) if session.awaits_deal else 0
    return await pack_work(words, lambda: decide(session, context))


def _check_reachable(caller: Caller, session: Session, *, by_code: bool) -> None:
    """Raise IllegalAction for a game that a caller neither sees nor joins `by_code`.

    A code reveals only whether its table is open.
    """
    try:
        check_visible(caller, session.lobby)
    except GameGone:
        if not by_code:
            raise
        if session.lobby.is_closed:
            raise IllegalAction("table-code-unknown", code=session.game_id) from None


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
        settings=write_value(LobbySettings, after.lobby.settings),
        lists=lists,
        commitment=after.game_type.commitment(after.observe(None)),
        status=after.lobby.status.value,
        version=after.version,
        changed_at=now,
    )

"""Posted messages: the tasks of a redraw loop, in the database.

A process claims a message's row before it draws, so that only one draws it. It writes the row
before it posts the message, so a claim without release marks an interrupted post or edit: after a
crash, the loop searches for the message.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.deadlines import bot_wait, countdowns, turn_limit
from bot.games.event_log import SESSIONS_KEPT
from bot.games.names import TableNames, with_names
from bot.games.requests import GameGone, GameView
from bot.games.service import Games
from bot.games.session import Session
from bot.games.views import private_view_for, view_for
from bot.identity import GameId, Room, User
from bot.lobby.model import Status
from bot.lobby.view import removed
from bot.store import games as stored
from bot.store import leases, messages
from bot.store.leases import PUBLIC, Holder
from bot.store.messages import MessageRow

CLAIMED: Final = timedelta(seconds=30)
"""The lease of a claim, longer than any screen waits for its platform."""

NONCE_LENGTH: Final = 24
"""Characters of a nonce; every platform accepts 25."""


@dataclass(frozen=True, slots=True)
class MessageTarget:
    """The place of one message: a game's public view in a room, or one person's private view."""

    game_id: GameId
    room: Room
    user: User | None = None

    def __str__(self) -> str:
        return f"{self.game_id} {self.room} {self.audience}"

    @property
    def audience(self) -> str:
        """The reader of the message, as stored."""
        return PUBLIC if self.user is None else str(self.user)


@dataclass(frozen=True, slots=True)
class MessageTask:
    """A claimed message, with its present and its wanted state.

    `handle` is the platform's id of the message, None if unknown; `version` is the game's version
    that it shows. `maybe_posted`: a message may exist under the nonce anyway. `needed`: the message
    still has a reader. `unconfirmed`: no message to this person has arrived or failed yet.
    `deleted_handle` is a deleted message that the next post replaces.
    """

    target: MessageTarget
    game_view: GameView
    handle: str | None
    version: int
    maybe_posted: bool
    needed: bool
    unconfirmed: bool = False
    deleted_handle: str | None = None

    @property
    def is_outdated(self) -> bool:
        """Whether the message is missing or shows an old version."""
        return self.handle is None or self.version < self.game_view.version

    @property
    def nonce(self) -> str:
        """The idempotency key of the next post, the same after a crash.

        Posts that replace different messages have different keys: platforms ignore a post with a
        known key, even if the first one was deleted.
        """
        text = f"{self.target} {self.version} {self.handle or self.deleted_handle or ''}"
        return hashlib.sha256(text.encode()).hexdigest()[:NONCE_LENGTH]


class MessageTasks:
    """The messages of all games; `holder` is the claiming process, `claimed` the lease.

    All methods raise StoreFault, and IllegalAction for an unknown game.
    """

    def __init__(self, games: Games, holder: Holder, *, claimed: timedelta = CLAIMED) -> None:
        self.games = games
        self._holder = holder
        self._claimed = claimed
        self._deleted: dict[MessageTarget, str] = {}
        self._shown: dict[GameId, dict[MessageTarget, MessageRow]] = {}
        """A cache of the rows of messages that this process has read or drawn."""

    async def unfinished(self) -> tuple[GameId, ...]:
        """Return the games with messages that may be outdated."""
        async with self.games.store.reading() as conn:
            late = [row.game_id for row in await messages.outdated_messages(conn)]
            running = [row.game_id for row in await stored.unfinished(conn)]
        return tuple(dict.fromkeys((*late, *running)))

    async def outdated(
        self, game_id: GameId, platform: str, version: int | None = None
    ) -> tuple[MessageTarget, ...]:
        """Return the outdated messages of a game on a platform.

        A known `version` of the game lets the cache answer.
        """
        session = await self.games.session(game_id, version)
        targets = {one for one in _targets(session) if one.room.platform == platform}
        drawn = self._shown.get(game_id)
        if version is None or drawn is None or not drawn.keys() <= targets:
            drawn = self._shown[game_id] = await self._posted(game_id, platform)
            while len(self._shown) > SESSIONS_KEPT:
                del self._shown[next(iter(self._shown))]
        return tuple(
            target
            for target in sorted({*targets, *drawn}, key=str)
            if target not in targets or _is_outdated(drawn.get(target), target, session)
        )

    async def _posted(self, game_id: GameId, platform: str) -> dict[MessageTarget, MessageRow]:
        """Return a game's messages on a platform, except forgotten people's private ones."""
        async with self.games.store.watching() as conn:
            rows = await messages.posted_messages(conn, game_id)
        posted = {_target(one): one for one in rows if one.room.platform == platform}
        return {to: one for to, one in posted.items() if not (to.user and to.user.is_gone)}

    async def claim(self, target: MessageTarget) -> MessageTask | None:
        """Return the task of a target, or None if another process is drawing it.

        A new message without a reader needs no claim.
        """
        now, new = self.games.now(), _row(target, None, 0)
        async with self.games.store.writing() as conn:
            task = await messages.read_task(conn, new, now)
            if task is None:
                raise GameGone()
            session = await self.games.event_log.session(conn, task.game)
            begun, wanted = task.message or new, target in _targets(session)
            if self._shown.get(target.game_id, {}).get(target, new) != begun:
                self._shown.pop(target.game_id, None)  # another process draws it, too
            is_new = task.message is None
            if wanted or not is_new:
                claim = (begun, self._holder, self._claimed, now)
                if not await messages.claim_message(conn, *claim, is_new=is_new):
                    return None
            game_view = await self._view(conn, session, target, task.languages)
        self.games.event_log.cache(task.game, session)
        member = session.lobby.member(target.user) if target.user else None
        return MessageTask(
            target,
            game_view,
            begun.handle,
            begun.version,
            maybe_posted=task.interrupted or (task.message is not None and begun.handle is None),
            needed=wanted,
            unconfirmed=member is not None and member.direct is None,
            deleted_handle=self._deleted.get(target),
        )

    async def mark_shown(self, task: MessageTask, handle: str | None) -> bool:
        """Store that the message of this handle shows the view, and end the claim.

        Without a `handle`, it stores no message. Return False if another process took over the
        claim and drew a newer version: then draw the message again.
        """
        target, version = task.target, task.game_view.version
        if target.user is not None and handle and task.unconfirmed:
            await self.games.direct_found(target.game_id, target.user, reached=True)
        row, is_kept = _row(target, handle, version), bool(handle and task.needed)
        newest = False
        if is_kept:  # a single statement needs no transaction
            async with self.games.store.writing_once() as conn:
                newest = await messages.show_message(conn, row, self._holder)
        if not newest:
            async with self.games.store.writing() as conn:
                if is_kept:
                    newest = await messages.put_message(conn, row, self._holder)
                else:
                    newest = await messages.drop_message(conn, row)
        self._deleted.pop(target, None)
        if not newest:
            self._shown.pop(target.game_id, None)
        elif is_kept:
            self._shown.get(target.game_id, {})[target] = row
        else:
            self._shown.get(target.game_id, {}).pop(target, None)
        return newest

    async def mark_deleted(self, task: MessageTask) -> None:
        """Store that the message was deleted, so that a new one is posted."""
        target = task.target
        async with self.games.store.writing() as conn:
            await messages.put_message(conn, _row(target, None, task.version))
        self._shown.pop(target.game_id, None)
        if task.handle is not None:
            self._deleted[target] = task.handle

    async def release(self, target: MessageTarget) -> None:
        """End the claim of an interrupted post or edit."""
        async with self.games.store.writing() as conn:
            now = self.games.now()
            await messages.interrupt_message(conn, _row(target, None, 0), self._holder, now)

    async def handles(
        self, platform: str, game_id: GameId | None = None
    ) -> Mapping[MessageTarget, str]:
        """Return the handles of public messages on a platform, of running games or of one game."""
        rows = await self.games.store.read(messages.public_messages, game_id)
        targets = {_target(row): row.handle for row in rows if row.handle}
        return {one: handle for one, handle in targets.items() if one.room.platform == platform}

    async def handle(self, game_id: GameId, room: Room) -> str | None:
        """Return the handle of a game's public message in a room, or else in another room."""
        found = await self.handles(room.platform, game_id)
        return found.get(MessageTarget(game_id, room)) or next(iter(found.values()), None)

    async def _view(
        self,
        conn: AsyncConnection,
        session: Session,
        target: MessageTarget,
        languages: tuple[str | None, ...],
    ) -> GameView:
        """Return the view of a message, with its languages and countdowns."""
        known = await self.games.kept_names(conn, session)
        names = TableNames(known, self.games.resolve_names)
        if target.user is not None:
            return replace(private_view_for(session, target.user, names), languages=languages)
        game_view = replace(view_for(session, None, names), languages=languages)
        if target.room not in session.lobby.rooms:
            game_view = replace(game_view, view=removed(session.lobby), due=())
        if not (turn_limit(session) or bot_wait(session)):
            return game_view
        rows = await leases.deadlines_of(conn, session.game_id)
        told = countdowns(session, rows, self.games.now())
        return replace(game_view, countdowns=with_names(told, names.at(session.lobby)))


def _row(target: MessageTarget, handle: str | None, version: int) -> MessageRow:
    return MessageRow(target.game_id, target.room, target.audience, handle, version)


def _targets(session: Session) -> frozenset[MessageTarget]:
    """Return the targets of a game: its rooms, and the people with a private view.

    In the lobby, private messages stay for people who leave their chair and may come back.
    Forgotten people get none.
    """
    lobby, game_id = session.lobby, session.game_id
    targets = {MessageTarget(game_id, room) for room in lobby.rooms}
    for one in lobby.members:
        stays = one.direct and lobby.status is Status.LOBBY
        sees = one in lobby.with_private_view and one.direct is not False
        if (stays or sees) and not one.user.is_gone:
            targets.add(MessageTarget(game_id, one.room, one.user))
    return frozenset(targets)


def _is_outdated(row: MessageRow | None, target: MessageTarget, session: Session) -> bool:
    if row is None or row.handle is None:
        return True
    if target.user is not None and _is_bystander(session, target.user, row.version):
        return False
    return row.version < session.version


def _is_bystander(session: Session, user: User, version: int) -> bool:
    """Return whether only others have acted since a version, and have to act now.

    Their private view can wait until they have to act, because chat platforms allow few edits.
    After a change of the table itself, such as a name or a chair, nobody is a bystander.
    """
    seat, since = session.lobby.seat_of(user), session.version - version
    moves = [one for one in session.log if one.version > version]
    is_table_as_it_was = session.lobby.status is Status.RUNNING and len(moves) == since
    acts = seat in session.to_act or seat in {one.seat for one in moves}
    return is_table_as_it_was and not session.is_over and not acts


def _target(row: MessageRow) -> MessageTarget:
    user = None if row.audience == PUBLIC else User.parse(row.audience)
    return MessageTarget(row.game_id, row.room, user)

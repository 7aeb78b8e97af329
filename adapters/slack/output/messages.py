"""Messages on Slack for the redraw loop: boards in channels, key cards in direct messages.

An edit notifies nobody. So if the table waits for people whom the message has not mentioned in this
turn, a new message mentions them, and the old one shrinks to a line. Otherwise this module edits
the message, if possible through the response URL of a press, which no rate limit counts. If a
workspace accepts no uploads, boards are text. After a lost answer to a post, this module searches
for the message first. In a channel that the bot may not read, it may post a second copy, in which
the game continues.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import ClassVar, Final

import structlog
from slack_sdk.errors import SlackApiError

from adapters.chat import message_view
from adapters.chat.message_view import NOBODY_MARKER, draft_of, moved, turn_marker
from adapters.chat.platform import ChatApp
from adapters.chat.screen import MessageDeleted, Unreachable
from adapters.slack.connection import api_errors
from adapters.slack.connection.workspaces import Workspaces
from adapters.slack.ids import DIRECT_PREFIX, SLACK, SlackHandle, own_id, team_of, thread_room_of
from adapters.slack.output.blocks import SlackBlock
from adapters.slack.output.files import Files
from adapters.slack.output.render import SlackMessage, message, short_message
from adapters.slack.output.sending import ResponseUrls, find_post, post_metadata
from bot.games import GameView, MessageTarget, MessageTask, Room, Status, ThreadRow, User
from core.recent import RecentDict
from core.view import Phrase, phrase

THREAD_ERRORS: Final = frozenset(
    {
        "cannot_reply_to_message",
        "message_not_found",
        "restricted_action_non_threadable_channel",
        "restricted_action_thread_locked",
        "thread_not_found",
    }
)
"""Errors for a thread that accepts no messages (page of chat.postMessage)."""

IN_THREAD: Final = phrase("slack-in-thread")

THREAD_LOST: Final = phrase("slack-thread-closed")

_LOG = structlog.get_logger()


@dataclass(slots=True)
class SlackPlatform:
    """Slack's messages for the redraw loop.

    It adds unreachable channels to `closed`; `drawn` is called with each drawn message.
    """

    name: ClassVar = SLACK
    chat: ChatApp
    workspaces: Workspaces
    pressed: ResponseUrls
    files: Files
    closed: set[Room]
    drawn: Callable[[MessageTarget, GameView, SlackHandle], None]
    _direct: dict[User, str] = field(default_factory=dict, init=False)
    _shown: RecentDict[MessageTarget, tuple[str, int | None]] = field(
        default_factory=RecentDict, init=False
    )

    def delay(self, target: MessageTarget) -> float:
        """Return the seconds that a post or an edit would wait; 0 if a press's URL can edit."""
        client, (ts, _) = self.workspaces.client(_team(target)), self._shown.get(target, ("", 0))
        if ts and self.pressed.can_edit(ts):
            return 0.0
        return max(client.delay(api_errors.POST), client.delay("chat.update") if ts else 0.0)

    def forget(self, target: MessageTarget) -> None:
        """Forget a message's content, so that the next edit sends it."""
        if target in self._shown:
            self._shown[target] = self._shown[target][0], None

    # adapters.chat.screen.Platform

    async def post(self, task: MessageTask) -> str:
        """Post a message; raises Unreachable."""
        with self._reaching(task.target):
            shown = await self._posted(task)
        self.drawn(task.target, task.game_view, shown)
        return str(shown)

    async def edit(self, task: MessageTask, handle: str) -> str:
        """Edit a message, or replace it by a new one; raises MessageDeleted and Unreachable."""
        with self._reaching(task.target):
            shown = await self._redrawn(task, SlackHandle.parse(handle))
        self.drawn(task.target, task.game_view, shown)
        return str(shown)

    @contextmanager
    def _reaching(self, target: MessageTarget) -> Iterator[None]:
        """Raise MessageDeleted or Unreachable for Slack's errors; log invalid tokens."""
        try:
            yield
        except SlackApiError as error:
            if api_errors.is_error(error, api_errors.GONE_ERRORS):
                raise MessageDeleted from error
            if api_errors.is_error(error, api_errors.CLOSED_ERRORS):
                if target.user is None:
                    self.closed.add(target.room)
                raise Unreachable from error
            if api_errors.is_error(error, api_errors.TOKEN_ERRORS):
                _LOG.error("token-refused", platform=SLACK, fault=api_errors.error_of(error))
            raise

    async def find(self, task: MessageTask) -> str | None:
        """Return the handle of the message with the nonce, else the task's; raises Unreachable."""
        target, old = task.target, SlackHandle.parse(task.handle) if task.handle else None
        with self._reaching(target):
            client, channel = self.workspaces.client(_team(target)), await self._channel(target)
            thread = await self._known_thread(target)
            found = await find_post(client, channel, task.nonce, old, thread)
        if found is None:
            return task.handle
        if old:
            await self._collapse(task, old)
        return str(found)

    # Posting and editing.

    async def _redrawn(self, task: MessageTask, old: SlackHandle) -> SlackHandle:
        """Edit the old message, or post a new one if it has to mention people; return it."""
        is_outlived = message_view.is_outlived(old.marker, task.game_view, self.name)
        if task.target.user or not is_outlived:
            try:
                return await self._edited(task, old)
            except SlackApiError as error:
                if not api_errors.is_error(error, api_errors.FROZEN_ERRORS):
                    raise
        new = await self._posted(task, old)
        await self._collapse(task, old)
        return new

    async def _posted(self, task: MessageTask, before: SlackHandle | None = None) -> SlackHandle:
        """Post and return a new message, in the game's thread if it has one."""
        thread = await self._due_thread(task, before)
        try:
            return await self._sent(task, thread)
        except SlackApiError as error:
            if not thread or not api_errors.is_error(error, THREAD_ERRORS):
                raise
        await self._save_thread(task.target, thread, is_unusable=True)
        return await self._sent(task, "", THREAD_LOST)

    async def _sent(self, task: MessageTask, thread: str, *remarks: Phrase) -> SlackHandle:
        team, channel = _team(task.target), await self._channel(task.target)
        shown = await self._content(task, *remarks)

        async def post(text: str, blocks: list[SlackBlock]) -> str:
            answer = await self.workspaces.client(team).chat_postMessage(
                channel=channel,
                thread_ts=thread or None,
                text=text,
                blocks=blocks,
                metadata=post_metadata(task.nonce),
                unfurl_links=False,
                unfurl_media=False,
            )
            return str(answer["ts"])

        digest = self._digest(team, shown)
        ts, files = await self.files.send(team, shown, post)
        self._shown[task.target] = ts, digest
        marker = turn_marker(task.game_view, self.name) or NOBODY_MARKER
        return SlackHandle(channel, ts, marker, files)

    async def _edited(self, task: MessageTask, old: SlackHandle) -> SlackHandle:
        target, remarks = task.target, message_view.lobby_remarks(task, old.marker)
        team, shown = _team(target), await self._content(task, *remarks)
        digest = self._digest(team, shown)
        if self._shown.get(target) == (old.ts, digest):
            return old
        _, files = await self.files.send(team, shown, partial(self._change, team, old), old.files)
        self._shown[target] = old.ts, digest
        self.files.delete(team, (one for one in old.files if one not in files))
        marker = message_view.kept_marker(old.marker, task.game_view, self.name)
        return replace(old, marker=marker, files=files)

    async def _change(
        self, team: str, handle: SlackHandle, text: str, blocks: list[SlackBlock]
    ) -> None:
        client = self.workspaces.client(team)
        if not await self.pressed.edit(handle.ts, text, blocks, client.session):
            await client.chat_update(channel=handle.channel, ts=handle.ts, text=text, blocks=blocks)

    async def _collapse(self, task: MessageTask, old: SlackHandle) -> None:
        """Shrink a replaced message to a line, if the bot can edit it."""
        target = task.target
        is_head = await self._known_thread(target) == old.ts
        team, said = _team(target), IN_THREAD if is_head else moved(old.marker)
        texts = await self.chat.services.texts_in(target.room, reader=target.user)
        below = message_view.lobby_remarks(task, old.marker)
        left = short_message(said, texts, *below)
        try:
            with suppress(MessageDeleted, Unreachable), self._reaching(target):
                await self._change(team, old, left.text, left.blocks())
        except SlackApiError as error:
            _LOG.info("board-not-shrunk", platform=SLACK, fault=api_errors.error_of(error))
        self.files.delete(team, old.files)

    # Threads.

    async def _known_thread(self, target: MessageTarget) -> str:
        """Return the timestamp of a game's thread, "" without one; raises StoreFault."""
        games = self.chat.games
        known = None if target.user else await games.thread(target.game_id, target.room)
        if known is None or known.thread is None or known.closed:
            return ""
        return known.thread.place.rpartition("/")[2]

    async def _due_thread(self, task: MessageTask, before: SlackHandle | None) -> str:
        """Return the thread of a game's next message; begin one if it is due.

        A new thread is below the message `before`. Raises StoreFault and SlackApiError.
        """
        target, game_view = task.target, task.game_view
        wanted = game_view.settings.thread and game_view.status is not Status.LOBBY
        if target.user or not wanted or own_id(target.room.place).startswith(DIRECT_PREFIX):
            return ""
        stored = await self.chat.games.thread(target.game_id, target.room)
        if stored or game_view.status is not Status.RUNNING:
            return await self._known_thread(target)
        thread = before.ts if before else await self._begun_thread(target)
        await self._save_thread(target, thread)
        return thread

    async def _begun_thread(self, target: MessageTarget) -> str:
        """Post the line in the channel that begins a thread; return the line's timestamp."""
        line = short_message(IN_THREAD, await self.chat.services.texts_in(target.room))
        answer = await self.workspaces.client(_team(target)).chat_postMessage(
            channel=own_id(target.room.place), text=line.text, blocks=line.blocks()
        )
        return str(answer["ts"])

    async def _save_thread(
        self, target: MessageTarget, thread: str, *, is_unusable: bool = False
    ) -> None:
        place = thread_room_of(target.room, thread)
        row = ThreadRow(target.game_id, target.room, place, is_unusable)
        await self.chat.games.save_thread(row)

    # Content.

    async def _content(self, task: MessageTask, *remarks: Phrase) -> SlackMessage:
        team, game_view = _team(task.target), task.game_view  # the bot mentions only its people
        near = (one for one in game_view.due if one.platform == SLACK and team_of(one.id) == team)
        shown, options = await draft_of(task, self.chat.services, remarks, tuple(near))
        written = partial(message, game_view, replace(options, pictures=False))
        return replace(message(shown, options), written=written)

    def _digest(self, team: str, shown: SlackMessage) -> int:
        """Return a hash of a message with its pictures."""
        pictures = shown.pictures if self.files.are_taken(team) else None
        return hash((str(shown.parts), pictures, shown.theme))

    async def _channel(self, target: MessageTarget) -> str:
        """Return a target's channel; for a person's view, the direct messages with them."""
        if target.user is None:
            return own_id(target.room.place)
        user = target.user
        if user not in self._direct:
            client = self.workspaces.client(team_of(user.id))
            opened = await client.conversations_open(users=own_id(user.id))
            self._direct[user] = str(opened["channel"]["id"])
        return self._direct[user]


def _team(target: MessageTarget) -> str:
    """Return a target's workspace; for a person's view, that of the person."""
    return team_of(target.user.id if target.user else target.room.place)

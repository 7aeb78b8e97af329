"""Messages on Slack for the redraw loop: boards in channels, key cards in direct messages.

An edit notifies nobody. So whenever the table waits for somebody whom the message has not called
in this turn, a new one is posted that mentions those who are to act, and the old one shrinks to a
line; until then the message is edited, by the answer to a press on it where that can be: no limit
counts those. Where a workspace takes no files, or has used up its uploads, boards are text. A post
whose answer was lost is looked for before another is posted; where the bot may not read the
channel, the message stands twice, and the game goes on in the second.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import ClassVar, Final

import structlog
from slack_sdk.errors import SlackApiError

from adapters.chat.calls import NOBODY_MARKER, UNKNOWN_MARKER, calls_all, turn_marker
from adapters.chat.message_view import RenderOptions, noted
from adapters.chat.pictures import PictureRenderer, is_drawable
from adapters.chat.platform import ChatApp
from adapters.chat.screen import MessageDeleted, Unreachable
from adapters.slack.connection.api_errors import (
    FROZEN_ERRORS,
    POST,
    data_of,
    error_of,
    is_error,
    reaching,
)
from adapters.slack.connection.pacing import PacedClient
from adapters.slack.connection.workspaces import Workspaces
from adapters.slack.ids import SLACK, own_id, team_of
from adapters.slack.output.files import Files
from adapters.slack.output.handle import SlackHandle
from adapters.slack.output.reaction_menus import ReactionMenus
from adapters.slack.output.render import SlackMessage, message, single_line
from adapters.slack.output.response_urls import ResponseUrls
from adapters.slack.output.threads import IN_THREAD, THREAD_ERRORS, THREAD_LOST, GameThreads
from adapters.slack.output.unconfirmed_posts import find_post, post_metadata
from bot.games import GameView, MessageTarget, Room, Status, User
from core.view import Phrase, phrase

MESSAGES_REMEMBERED: Final = 10_000
"""Messages of which it is known here what they show."""

_LOG = structlog.get_logger()


@dataclass(slots=True)
class SlackPlatform:
    """Slack as the redraw loop sees it; messages are edited through presses on them if possible.

    Channels that no message has reached are added to `closed`.
    """

    name: ClassVar = SLACK
    chat: ChatApp
    workspaces: Workspaces
    renderer: PictureRenderer
    pressed: ResponseUrls
    files: Files
    closed: set[Room]
    menus: ReactionMenus
    _threads: GameThreads = field(init=False)
    _direct: dict[User, str] = field(default_factory=dict, init=False)
    _seen: dict[str, int] = field(default_factory=dict, init=False)
    _shows: dict[MessageTarget, str] = field(default_factory=dict, init=False)
    _clients: dict[str, PacedClient] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self._threads = GameThreads(self.chat, self.workspaces)

    def delay(self, target: MessageTarget) -> float:
        """Return how long a post or an edit would wait; one through a press hardly waits."""
        client, ts = self._clients.get(_team(target)), self._shows.get(target)
        if client is None or (ts and self.pressed.can_edit(ts)):
            return 0.0
        return max(client.delay(POST), client.delay("chat.update") if ts else 0.0)

    # adapters.chat.screen.Platform

    async def post(self, target: MessageTarget, game_view: GameView, nonce: str) -> str:
        """Post a message; raises Unreachable."""
        with self._reaching(target):
            shown = await self._posted(target, game_view, nonce)
        self.menus.drawn(target, game_view, shown)
        return str(shown)

    async def edit(
        self, target: MessageTarget, handle: str, game_view: GameView, nonce: str
    ) -> str:
        """Change a message, or post a new one and shrink the old one.

        Raises MessageDeleted and Unreachable.
        """
        with self._reaching(target):
            shown = await self._redrawn(target, SlackHandle.parse(handle), game_view, nonce)
        self.menus.drawn(target, game_view, shown)
        return str(shown)

    @contextmanager
    def _reaching(self, target: MessageTarget) -> Iterator[None]:
        """Note channels that no message reaches; raises MessageDeleted and Unreachable."""
        try:
            with reaching():
                yield
        except Unreachable:
            if target.user is None:
                self.closed.add(target.room)
            raise

    async def find(self, target: MessageTarget, nonce: str, handle: str | None) -> str | None:
        """Return the handle of the message that was posted under a nonce, or the given one.

        Raises Unreachable.
        """
        old = SlackHandle.parse(handle) if handle else None
        with reaching():
            client, channel = await self._client(_team(target)), await self._channel(target)
            thread = await self._threads.known(target)
            found = await find_post(client, channel, nonce, old, thread)
        if found is None:
            return handle
        if old:
            await self._collapse(target, old)
        return str(found)

    # Posting and editing.

    async def _redrawn(
        self, target: MessageTarget, old: SlackHandle, game_view: GameView, nonce: str
    ) -> SlackHandle:
        """Return the message that shows a game: the old one, unless a new one has to call."""
        if target.user is not None or calls_all(old.marker, turn_marker(game_view, self.name)):
            try:
                return await self._edited(target, old, game_view)
            except SlackApiError as error:
                if not is_error(error, FROZEN_ERRORS):
                    raise
        new = await self._posted(target, game_view, nonce, old)
        await self._collapse(target, old)
        return new

    async def _posted(
        self,
        target: MessageTarget,
        game_view: GameView,
        nonce: str,
        before: SlackHandle | None = None,
    ) -> SlackHandle:
        """Return a new message, in a thread of its own where the game has one."""
        thread = await self._threads.due(target, game_view, before)
        try:
            return await self._sent(target, game_view, nonce, thread)
        except SlackApiError as error:
            if not thread or not is_error(error, THREAD_ERRORS):
                raise
        await self._threads.close(target, thread)
        return await self._sent(target, game_view, nonce, "", THREAD_LOST)

    async def _sent(
        self,
        target: MessageTarget,
        game_view: GameView,
        nonce: str,
        thread: str,
        *remarks: Phrase,
    ) -> SlackHandle:
        team = _team(target)
        client, channel = await self._client(team), await self._channel(target)
        pictured = self.files.are_taken(team, client)
        shown = await self._shown(target, game_view, *remarks, pictures=pictured)

        async def post(ids: Mapping[str, str]) -> str:
            message = await self._written(shown, ids, target, game_view, *remarks)
            answer = await client.chat_postMessage(
                channel=channel,
                thread_ts=thread or None,
                text=message.text,
                blocks=message.blocks(ids),
                metadata=post_metadata(nonce),
                unfurl_links=False,
                unfurl_media=False,
            )
            return str(data_of(answer)["ts"])

        drawn = await self.renderer.render(shown.pictures, shown.theme)
        ts, files = await self.files.show(team, drawn, post)
        marker = turn_marker(game_view, self.name) or NOBODY_MARKER
        self._remember(target, ts, shown)
        return SlackHandle(channel, ts, marker, files)

    async def _edited(
        self, target: MessageTarget, old: SlackHandle, game_view: GameView
    ) -> SlackHandle:
        team = _team(target)
        client = await self._client(team)
        pictured = self.files.are_taken(team, client)
        shown = await self._shown(target, game_view, pictures=pictured)
        if self._seen.get(old.ts) == _digest(shown):
            return old

        async def change(ids: Mapping[str, str]) -> None:
            message = await self._written(shown, ids, target, game_view)
            await self._change(team, old, message, ids)

        drawn = await self.renderer.render(shown.pictures, shown.theme)
        _, files = await self.files.show(team, drawn, change, old.files)
        self._remember(target, old.ts, shown)
        self.files.delete(team, (one for one in old.files if one not in files))
        return replace(old, marker=self._marker(old, game_view), files=files)

    def _marker(self, old: SlackHandle, game_view: GameView) -> str:
        """Return the marker of a message; one that was found again has called whom it shows now."""
        if old.marker != UNKNOWN_MARKER:
            return old.marker
        return turn_marker(game_view, self.name) or UNKNOWN_MARKER

    async def _change(
        self,
        team: str,
        handle: SlackHandle,
        shown: SlackMessage,
        files: Mapping[str, str] | None = None,
    ) -> None:
        client, text, blocks = await self._client(team), shown.text, shown.blocks(files)
        if not await self.pressed.edit(handle.ts, text, blocks, client.session):
            await client.chat_update(channel=handle.channel, ts=handle.ts, text=text, blocks=blocks)

    async def _collapse(self, target: MessageTarget, old: SlackHandle) -> None:
        """Leave a line of a message that another has replaced, as far as it can be changed."""
        status, _, rest = old.marker.partition(".")
        known = phrase("chat-moved-turn", turn=rest.partition(".")[0])
        said = known if status == Status.RUNNING.value else phrase("chat-moved")
        if await self._threads.known(target) == old.ts:
            said = IN_THREAD
        team = _team(target)
        left = single_line(said, await self.chat.message_texts.texts(target))
        try:
            with suppress(MessageDeleted, Unreachable), reaching():
                await self._change(team, old, left)
        except SlackApiError as error:
            _LOG.info("board-not-shrunk", platform=SLACK, fault=error_of(error))
        self._seen.pop(old.ts, None)
        self.files.delete(team, old.files)

    # Content.

    async def _written(
        self,
        shown: SlackMessage,
        files: Mapping[str, str],
        target: MessageTarget,
        game_view: GameView,
        *remarks: Phrase,
    ) -> SlackMessage:
        """Return a message whose pictures are these files, as text where there are none."""
        if files or not shown.pictures:
            return shown
        return await self._shown(target, game_view, *remarks, pictures=False)

    async def _shown(
        self, target: MessageTarget, game_view: GameView, *remarks: Phrase, pictures: bool = True
    ) -> SlackMessage:
        texts = self.chat.message_texts.texts_for(game_view.languages)
        drawable = pictures and is_drawable(game_view.view)
        if target.user is not None:
            options = RenderOptions(
                texts, shared=False, pictures=drawable, spelled=True, place=target.room.place
            )
            return message(game_view, options)
        if game_view.status is Status.OVER:
            remarks += await self.chat.message_texts.recap(game_view.game_id)
            notes = await self.chat.message_texts.card_notes(game_view.game_id)
            game_view = noted(game_view, notes, pictures=drawable)
        return message(
            game_view,
            RenderOptions(
                texts,
                _near(target, game_view.due),
                game_view.countdowns,
                remarks,
                pictures=drawable,
            ),
        )

    def _remember(self, target: MessageTarget, ts: str, shown: SlackMessage) -> None:
        if len(self._seen) >= MESSAGES_REMEMBERED:
            self._seen.clear()
            self._shows.clear()
        self._seen[ts] = _digest(shown)
        self._shows[target] = ts

    async def _client(self, team: str) -> PacedClient:
        client = self._clients[team] = await self.workspaces.client(team)
        return client

    async def _channel(self, target: MessageTarget) -> str:
        """Return the channel of a target; of one person, the conversation with them."""
        if target.user is None:
            return own_id(target.room.place)
        user = target.user
        if user not in self._direct:
            client = await self._client(team_of(user.id))
            opened = data_of(await client.conversations_open(users=own_id(user.id)))
            self._direct[user] = str(opened["channel"]["id"])
        return self._direct[user]


def _team(target: MessageTarget) -> str:
    """Return the workspace of a target: the person's where only they see it."""
    return team_of(target.user.id if target.user else target.room.place)


def _near(target: MessageTarget, users: Iterable[User]) -> tuple[User, ...]:
    """Return the people who can be mentioned at a target: those of its own workspace."""
    team = _team(target)
    return tuple(one for one in users if one.platform == SLACK and team_of(one.id) == team)


def _digest(shown: SlackMessage) -> int:
    """Return what tells two messages with their pictures apart, in this process."""
    return hash((str(shown.parts), shown.pictures, shown.theme))

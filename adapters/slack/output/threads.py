"""Games in threads of their own on Slack, which leave the channel free.

A thread hangs below a message of the channel: below the lobby, which says so once the game begins,
or below a line that is posted where there is no lobby.
"""

from dataclasses import dataclass
from typing import Final

from adapters.chat.platform import ChatApp
from adapters.slack.connection.workspaces import Workspaces
from adapters.slack.ids import DIRECT_PREFIX, own_id, team_of, thread_room_of
from adapters.slack.output.handle import SlackHandle
from adapters.slack.output.render import single_line
from bot.games import GameRoom, GameView, MessageTarget, Status, Thread
from core.view import phrase

THREAD_ERRORS: Final = frozenset(
    {
        "cannot_reply_to_message",
        "message_not_found",
        "restricted_action_non_threadable_channel",
        "restricted_action_thread_locked",
        "thread_not_found",
    }
)
"""Errors of a thread in which nothing can be posted (page of chat.postMessage)."""

IN_THREAD: Final = phrase("slack-in-thread")
THREAD_LOST: Final = phrase("slack-thread-closed")


@dataclass(frozen=True, slots=True)
class GameThreads:
    """Finds the threads of games, and begins them."""

    chat: ChatApp
    workspaces: Workspaces

    async def known(self, target: MessageTarget) -> str:
        """Return the timestamp of a game's thread, "" for a game in its channel.

        Raises StoreFault.
        """
        known = None if target.user else await self.chat.services.threads.thread(_game_room(target))
        if known is None or known.place is None or known.is_unusable:
            return ""
        return known.place.place.rpartition("/")[2]

    async def due(
        self, target: MessageTarget, game_view: GameView, before: SlackHandle | None
    ) -> str:
        """Return the thread of a game's next message, a new one where one is due.

        It hangs below the message `before` this one. Raises StoreFault and SlackApiError.
        """
        channel = own_id(target.room.place)
        wanted = game_view.settings.thread and game_view.status is not Status.LOBBY
        if target.user or not wanted or channel.startswith(DIRECT_PREFIX):
            return ""
        if await self.chat.services.threads.thread(_game_room(target)) is not None:
            return await self.known(target)
        if game_view.status is not Status.RUNNING:
            return ""
        thread = before.ts if before else await self._begun(target, channel)
        place = thread_room_of(target.room, thread)
        await self.chat.services.threads.save(Thread(_game_room(target), place))
        return thread

    async def close(self, target: MessageTarget, thread: str) -> None:
        """Remember that nothing can be posted in a game's thread; raises StoreFault."""
        place = thread_room_of(target.room, thread)
        await self.chat.services.threads.save(Thread(_game_room(target), place, is_unusable=True))

    async def _begun(self, target: MessageTarget, channel: str) -> str:
        """Return a line in the channel, below which a thread can hang."""
        line = single_line(IN_THREAD, await self.chat.message_texts.texts(target))
        answer = await self.workspaces.client(team_of(target.room.place)).chat_postMessage(
            channel=channel, text=line.text, blocks=line.blocks()
        )
        return str(answer["ts"])


def _game_room(target: MessageTarget) -> GameRoom:
    return GameRoom(target.game_id, target.room)

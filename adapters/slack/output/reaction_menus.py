"""Reactions to choose from under the boards of tables where somebody reacts.

Each of them is a call, of which Slack takes 50 in a minute and workspace: those of a board that
another has replaced are given up. Nothing depends on them: people can put them themselves.
"""

import asyncio
from typing import Final

import structlog
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.reaction_picks import ReactionBoard, reaction_board_of
from adapters.chat.screen import Platform
from adapters.slack.calls import CALL_ERRORS, data_of, error_of, is_error
from adapters.slack.ids import SLACK, team_of
from adapters.slack.limits import SLACK_EMOJI, SLACK_LIMITS
from adapters.slack.message_state import reactions_on
from adapters.slack.output.handle import SlackHandle
from adapters.slack.workspaces import Workspaces
from bot.games import GameView, MessageTarget, Status

MENU_SECONDS: Final = 120.0
"""Time-out of the reactions of one board, pauses included."""

REFUSED_ERRORS: Final = frozenset(
    {
        "missing_scope",
        "no_access",
        "not_reactable",
        "thread_locked",
        "too_many_emoji",
        "too_many_reactions",
    }
)
"""Errors of a message to which the bot cannot react (page of reactions.add)."""

_LOG = structlog.get_logger()


class ReactionMenus:
    """Stands in a platform's place when it draws, and puts reactions under its boards."""

    name: Final = SLACK

    def __init__(self, workspaces: Workspaces, platform: Platform) -> None:
        self._workspaces = workspaces
        self._platform = platform
        self._newest: dict[MessageTarget, str] = {}
        self._asked: asyncio.Queue[tuple[MessageTarget, SlackHandle, ReactionBoard]] = (
            asyncio.Queue()
        )

    # adapters.chat.screen.Platform

    async def post(self, target: MessageTarget, game_view: GameView, nonce: str) -> str:
        """Post a message; raises Unreachable."""
        return self._shown(target, game_view, await self._platform.post(target, game_view, nonce))

    async def edit(
        self, target: MessageTarget, handle: str, game_view: GameView, nonce: str
    ) -> str:
        """Change a message, or post a new one; raises MessageDeleted and Unreachable."""
        shown = await self._platform.edit(target, handle, game_view, nonce)
        return self._shown(target, game_view, shown)

    async def find(self, target: MessageTarget, nonce: str, handle: str | None) -> str | None:
        """Return the handle of a message that was posted, or the given one; raises Unreachable."""
        return await self._platform.find(target, nonce, handle)

    # Reactions to choose from.

    async def run(self) -> None:
        """Put reactions under boards until cancelled."""
        async with asyncio.TaskGroup() as group:
            while True:
                group.create_task(self._offer(*await self._asked.get()))

    def _shown(self, target: MessageTarget, game_view: GameView, handle: str) -> str:
        """Take up what a message shows; return its handle."""
        if target.user is not None:
            return handle
        shown, before = SlackHandle.parse(handle), self._newest.get(target)
        board = reaction_board_of(game_view, SLACK_LIMITS.reactions, SLACK_EMOJI)
        if game_view.status is not Status.RUNNING:
            self._newest.pop(target, None)
        elif board and board.is_offered and before != shown.ts:
            self._newest[target] = shown.ts
            self._asked.put_nowait((target, shown, board))
        elif before is not None and before != shown.ts:
            del self._newest[target]
        return handle

    async def _offer(self, target: MessageTarget, shown: SlackHandle, board: ReactionBoard) -> None:
        """Put the reactions that are not there yet, as long as the board is the newest."""
        try:
            async with asyncio.timeout(MENU_SECONDS):
                client = await self._workspaces.client(team_of(target.room.place))
                there = await _names_on(client, shown)
                for name in board.emoji:
                    if name not in there and self._newest.get(target) == shown.ts:
                        await _put(client, shown, name)
        except CALL_ERRORS as error:
            # Buttons do the same: where reactions are not permitted, none are needed.
            _LOG.info("reactions-not-offered", platform=SLACK, fault=error_of(error))
            if not is_error(error, REFUSED_ERRORS) and self._newest.get(target) == shown.ts:
                del self._newest[target]  # so they are put with the next drawing


async def _put(client: AsyncWebClient, shown: SlackHandle, name: str) -> None:
    try:
        await client.reactions_add(channel=shown.channel, timestamp=shown.ts, name=name)
    except SlackApiError as error:
        if error_of(error) != "already_reacted":
            raise


async def _names_on(client: AsyncWebClient, shown: SlackHandle) -> frozenset[str]:
    """Return the names of all reactions that are on a message."""
    answer = await client.reactions_get(channel=shown.channel, timestamp=shown.ts)
    return reactions_on(data_of(answer).get("message") or {})

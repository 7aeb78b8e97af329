"""Reactions to choose from under the boards of tables where somebody reacts.

Each of them is a call, of which Slack takes 50 in a minute and workspace: those of a board that
another has replaced are given up. Nothing depends on them: people can put them themselves.
"""

import asyncio
from dataclasses import dataclass, field
from typing import Final

import structlog
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.faults import CallFault
from adapters.chat.reaction_picks import ReactionBoard, reaction_board_of
from adapters.slack.connection.api_errors import CALL_ERRORS, error_of, fault_of
from adapters.slack.connection.payloads import reactions_on
from adapters.slack.connection.workspaces import Workspaces
from adapters.slack.ids import SLACK, team_of
from adapters.slack.limits import SLACK_EMOJI, SLACK_LIMITS
from adapters.slack.output.handle import SlackHandle
from bot.games import GameView, MessageTarget, Status

MENU_SECONDS: Final = 120.0
"""Time-out of the reactions of one board, pauses included."""

_LOG = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class ReactionMenus:
    """Puts reactions under boards that were drawn."""

    workspaces: Workspaces
    _newest: dict[MessageTarget, str] = field(default_factory=dict, init=False)
    _asked: asyncio.Queue[tuple[MessageTarget, SlackHandle, ReactionBoard]] = field(
        default_factory=asyncio.Queue, init=False
    )

    async def run(self) -> None:
        """Put reactions under boards until cancelled."""
        async with asyncio.TaskGroup() as group:
            while True:
                group.create_task(self._offer(*await self._asked.get()))

    def drawn(self, target: MessageTarget, game_view: GameView, shown: SlackHandle) -> None:
        """Take up what a message shows now."""
        if target.user is not None:
            return
        before = self._newest.get(target)
        board = reaction_board_of(game_view, SLACK_LIMITS.reactions, SLACK_EMOJI)
        if game_view.status is not Status.RUNNING:
            self._newest.pop(target, None)
        elif board and board.is_offered and before != shown.ts:
            self._newest[target] = shown.ts
            self._asked.put_nowait((target, shown, board))
        elif before is not None and before != shown.ts:
            del self._newest[target]

    async def _offer(self, target: MessageTarget, shown: SlackHandle, board: ReactionBoard) -> None:
        """Put the reactions that are not there yet, as long as the board is the newest."""
        try:
            async with asyncio.timeout(MENU_SECONDS):
                client = self.workspaces.client(team_of(target.room.place))
                answer = await client.reactions_get(channel=shown.channel, timestamp=shown.ts)
                there = reactions_on(answer.get("message") or {})
                for name in board.emoji:
                    if name not in there and self._newest.get(target) == shown.ts:
                        await _put(client, shown, name)
        except CALL_ERRORS as error:
            # Buttons do the same: where reactions are not permitted, none are needed.
            _LOG.info("reactions-not-offered", platform=SLACK, fault=error_of(error))
            if fault_of(error) is not CallFault.REFUSED and self._newest.get(target) == shown.ts:
                del self._newest[target]  # so they are put with the next drawing


async def _put(client: AsyncWebClient, shown: SlackHandle, name: str) -> None:
    try:
        await client.reactions_add(channel=shown.channel, timestamp=shown.ts, name=name)
    except SlackApiError as error:
        if error_of(error) != "already_reacted":
            raise

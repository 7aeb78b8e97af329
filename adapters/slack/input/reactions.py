"""Reactions to boards: a row and a column mark a card, a check mark guesses it.

Slack sends the event of a reaction to any of several processes. So a process reads a person's
reactions from the board at the first reaction and at each check mark. Only the person can remove a
reaction, so a check mark counts each time they add it.

At tables where people react, the bot adds reactions to choose from. Each is a call, and Slack
accepts 50 a minute per workspace, so the bot stops adding them to a replaced board. People can add
missing ones themselves.
"""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field, replace
from typing import Any, Final

import structlog
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat import reaction_picks
from adapters.chat.calls import CallFault
from adapters.chat.incoming import ButtonId
from adapters.chat.interactions import WORK_SECONDS
from adapters.chat.platform import ChatApp
from adapters.chat.reaction_picks import ReactionBoard, submit_pick, view_of_reacting
from adapters.slack.connection.api_errors import CALL_ERRORS, error_of, fault_of
from adapters.slack.connection.payloads import SLACKBOT, SlackContext, buttons_on, reactions_on
from adapters.slack.connection.workspaces import Workspaces
from adapters.slack.ids import SLACK, SlackHandle, room_of, team_of
from adapters.slack.limits import SLACK_EMOJI, SLACK_LIMITS
from adapters.slack.output.answers import Answers
from bot.games import Caller, Delivery, GameId, GameView, MessageTarget, Status, StoreFault
from core.recent import RecentDict
from core.rules import IllegalAction, Refusal

MENU_SECONDS: Final = 120.0
"""Timeout for the reactions of one board, pauses included."""

_LOG = structlog.get_logger()


@dataclass(slots=True)
class SeenMessage:
    """A message with reactions: a button of its game, its thread, and people's reactions."""

    button: ButtonId | None = None
    thread: str = ""
    is_read: bool = False
    sequences: dict[str, reaction_picks.ReactionSequence] = field(default_factory=dict)


@dataclass(slots=True)
class SlackReactions:
    """Handles people's reactions."""

    chat: ChatApp
    answers: Answers
    _messages: RecentDict[tuple[str, str], SeenMessage] = field(
        default_factory=RecentDict, init=False
    )

    async def handle(self, context: SlackContext) -> None:
        """Handle an added or removed reaction to a message of the bot; raises StoreFault."""
        item = context.payload.get("item") or {}
        author = context.told("item_user") or context.me
        if item.get("type") != "message" or author != context.me:
            return
        if context.user not in ("", context.me, SLACKBOT):
            is_added = context.told("type") == "reaction_added"
            await (self._added if is_added else self._removed)(context)

    async def _added(self, context: SlackContext) -> None:
        """Execute a reaction or show the refusal to the person; raises StoreFault."""
        emoji = context.told("reaction")
        try:
            await self._execute(context, emoji)
        except StoreFault:
            raise
        except Refusal as refusal:
            if emoji == SLACK_EMOJI.check:
                origin = self._origin(context)
                await self.answers.give(await self.answers.said(refusal.phrase, origin), origin)
            elif emoji not in SLACK_EMOJI:
                _LOG.info("reactions-not-offered", platform=SLACK, fault=refusal.phrase.key)
        except CALL_ERRORS as error:
            if emoji in SLACK_EMOJI:
                await self.answers.apologize(self._origin(context), error)

    async def _execute(self, context: SlackContext, emoji: str) -> None:
        """Execute a reaction; raises StoreFault, Refusal and the errors of calls."""
        seen = self._seen(context)
        is_known = seen.is_read and context.user in seen.sequences
        sequence = seen.sequences.setdefault(context.user, reaction_picks.ReactionSequence())
        async with asyncio.timeout(WORK_SECONDS), sequence.lock:
            if emoji == SLACK_EMOJI.check or not is_known:
                found = await self._read(context)
            else:
                found = frozenset(sequence.put)
            board = await self._board(context)
            if board is None or (await self.answers.people.person(context)).is_bot:
                return
            caller = await self.answers.people.caller(context)
            if emoji in SLACK_EMOJI:
                put = reaction_picks.ordered_reactions(sequence.put, found, emoji, board)
                sequence.put = [*put]
                await self._take(context, board, caller, put)
            else:  # the bot adds reactions to choose from now on
                await view_of_reacting(self.chat.games, board, caller)

    async def _removed(self, context: SlackContext) -> None:
        """Forget a removed reaction."""
        sequence = self._seen(context).sequences.get(context.user)
        if sequence is not None:
            async with sequence.lock:
                sequence.put = [one for one in sequence.put if one != context.told("reaction")]

    async def _read(self, context: SlackContext) -> frozenset[str]:
        """Return a person's reactions on a message; store its button and its thread."""
        answer = await context.client.reactions_get(
            channel=context.channel, timestamp=context.message, full=True
        )
        message = answer.get("message") or {}
        seen = self._seen(context)
        seen.is_read = True
        seen.button = next(iter(buttons_on(message)), None)
        seen.thread = str(message.get("thread_ts") or "")
        return reactions_on(message, context.user)

    def _seen(self, context: SlackContext) -> SeenMessage:
        return self._messages.setdefault((context.channel, context.message), SeenMessage())

    async def _board(self, context: SlackContext) -> ReactionBoard | None:
        """Return the cards to pick on a message; None unless it is a game's newest board."""
        button = self._seen(context).button
        if button is None or not await self._is_newest(context, button.game_id):
            return None
        try:
            game_view = await self.chat.games.view(button.game_id)
        except StoreFault:
            raise
        except Refusal:  # deleted with its workspace
            return None
        board = reaction_picks.reaction_board_of(game_view, SLACK_LIMITS.reactions, SLACK_EMOJI)
        return replace(board, turn=button.turn) if board else None

    async def _is_newest(self, context: SlackContext, game_id: GameId) -> bool:
        """Return whether a message is the newest public one of a game; raises StoreFault.

        A newly posted board may not be stored yet.
        """
        posted = await self.chat.tasks.handles(SLACK, game_id)
        handle = posted.get(MessageTarget(game_id, room_of(context.team, context.channel)))
        return SlackHandle.parse(handle).ts <= context.message if handle else not posted

    async def _take(
        self, context: SlackContext, board: ReactionBoard, caller: Caller, put: tuple[str, ...]
    ) -> None:
        """Mark or guess the card of the reactions if the person is due; raises Refusal."""
        games, takes = self.chat.games, context.told("reaction") == SLACK_EMOJI.check
        game_view, place = await view_of_reacting(games, board, caller), board.place(put)
        if caller.user not in game_view.due:
            return
        if place is not None:
            delivery = Delivery(SLACK, context.delivery)
            press = reaction_picks.button_id_of(game_view, board, place)
            await submit_pick(games, caller, press, delivery, takes=takes)
        elif takes:
            raise IllegalAction("slack-no-pick")

    def _origin(self, context: SlackContext) -> SlackContext:
        """Return the context in the message's thread, if any."""
        return replace(context, thread=self._seen(context).thread)


@dataclass(frozen=True, slots=True)
class ReactionMenus:
    """Adds reactions below drawn boards; `begin` starts work in the background."""

    workspaces: Workspaces
    begin: Callable[[Coroutine[Any, Any, None], str], None]
    _newest: dict[MessageTarget, str] = field(default_factory=dict, init=False)

    def drawn(self, target: MessageTarget, game_view: GameView, shown: SlackHandle) -> None:
        """Handle a drawn message."""
        if target.user is not None:
            return
        before = self._newest.get(target)
        board = reaction_picks.reaction_board_of(game_view, SLACK_LIMITS.reactions, SLACK_EMOJI)
        if game_view.status is not Status.RUNNING:
            self._newest.pop(target, None)
        elif board and board.is_offered and before != shown.ts:
            self._newest[target] = shown.ts
            self.begin(self._offer(target, shown, board), "reactions-not-offered")
        elif before is not None and before != shown.ts:
            del self._newest[target]

    async def _offer(self, target: MessageTarget, shown: SlackHandle, board: ReactionBoard) -> None:
        """Add the missing reactions while the board is the newest."""
        try:
            async with asyncio.timeout(MENU_SECONDS):
                client = self.workspaces.client(team_of(target.room.place))
                answer = await client.reactions_get(channel=shown.channel, timestamp=shown.ts)
                there = reactions_on(answer.get("message") or {})
                for name in board.emoji:
                    if name not in there and self._newest.get(target) == shown.ts:
                        await _put(client, shown, name)
        except CALL_ERRORS as error:
            # Without permission for reactions, buttons do the same.
            if fault_of(error) is not CallFault.REFUSED and self._newest.get(target) == shown.ts:
                del self._newest[target]  # to try again with the next drawing
            raise


async def _put(client: AsyncWebClient, shown: SlackHandle, name: str) -> None:
    try:
        await client.reactions_add(channel=shown.channel, timestamp=shown.ts, name=name)
    except SlackApiError as error:
        if error_of(error) != "already_reacted":
            raise

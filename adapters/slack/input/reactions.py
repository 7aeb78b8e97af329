"""Reactions to boards: a row and a column mark a card, a check mark takes it.

Slack tells of each reaction, and any of several processes may hear of it. So what a person has put
on a board is read there before a check mark counts, and at the first reaction that is heard of.
Nobody but the person can take a reaction away: a check mark counts when it is put, and again when
it is taken away and put once more.
"""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

import structlog

from adapters.chat.custom_id import ButtonId
from adapters.chat.interactions import WORK_SECONDS
from adapters.chat.platform import ChatApp
from adapters.chat.reaction_picks import ReactionBoard, ordered_reactions, reaction_board_of
from adapters.chat.reactions import (
    ReactionSequence,
    submit_pick,
    view_of_reacting,
)
from adapters.slack.connection.api_errors import CALL_ERRORS, data_of
from adapters.slack.connection.people import People
from adapters.slack.connection.workspaces import Workspaces
from adapters.slack.ids import SLACK, room_of
from adapters.slack.input.requests import caller_of
from adapters.slack.interaction_context import SlackPlace
from adapters.slack.limits import SLACK_EMOJI, SLACK_LIMITS
from adapters.slack.message_state import buttons_on, reactions_on
from adapters.slack.output.answers import Answers, Context
from adapters.slack.output.blocks import Line, blocks_of, escape
from adapters.slack.output.handle import SlackHandle
from adapters.slack.output.responses import SlackResponse
from bot.games import Caller, Delivery, GameId, StoreFault
from core.rules import Refusal
from core.view import Phrase, phrase

MOST_KEPT: Final = 10_000
"""Messages, and people on them, that one process remembers."""

K = TypeVar("K")
V = TypeVar("V")

_LOG = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class SlackReaction:
    """A person's reaction to a message, and Slack's id of the event that tells of it."""

    team: str
    channel: str
    ts: str
    user: str
    emoji: str
    event_id: str

    @property
    def message(self) -> tuple[str, str]:
        """The message."""
        return self.channel, self.ts

    @property
    def key(self) -> tuple[str, str, str]:
        """The message and the person."""
        return self.channel, self.ts, self.user


@dataclass(slots=True)
class SlackReactions:
    """Takes up reactions."""

    chat: ChatApp
    workspaces: Workspaces
    people: People
    answers: Answers
    _sequences: OrderedDict[tuple[str, str, str], ReactionSequence] = field(
        default_factory=OrderedDict, init=False
    )
    _messages: OrderedDict[tuple[str, str], tuple[ButtonId | None, str]] = field(
        default_factory=OrderedDict, init=False
    )

    async def added(self, reaction: SlackReaction) -> None:
        """Do what a reaction asks for; raises StoreFault."""
        try:
            await self._taken_up(reaction)
        except CALL_ERRORS as error:
            if reaction.emoji in SLACK_EMOJI:
                await self.answers.apologize(self._context(reaction), error)

    async def _taken_up(self, reaction: SlackReaction) -> None:
        """Do what a reaction asks for; raises StoreFault and the errors of calls."""
        is_known = reaction.key in self._sequences and reaction.message in self._messages
        sequence = _kept(self._sequences, reaction.key, ReactionSequence())
        async with asyncio.timeout(WORK_SECONDS), sequence.lock:
            if reaction.emoji == SLACK_EMOJI.check or not is_known:
                found = await self._read(reaction)
            else:
                found = frozenset(sequence.put)
            await self._heard(reaction, sequence, found)

    async def _heard(
        self, reaction: SlackReaction, sequence: ReactionSequence, found: frozenset[str]
    ) -> None:
        """Do what a reaction asks for, beside those that are `found` on the message."""
        board = await self._board(reaction)
        caller = await self._caller(reaction) if board else None
        if board is None or caller is None:
            return
        if reaction.emoji not in SLACK_EMOJI:
            await self._offer(board, caller)
            return
        put = ordered_reactions(sequence.put, found, reaction.emoji, board)
        sequence.put = [*put]
        await self._take(reaction, board, caller, put)

    async def removed(self, reaction: SlackReaction) -> None:
        """Forget a reaction that was taken away."""
        sequence = self._sequences.get(reaction.key)
        if sequence is not None:
            async with sequence.lock:
                sequence.put = [one for one in sequence.put if one != reaction.emoji]

    async def _read(self, reaction: SlackReaction) -> frozenset[str]:
        """Return what a person has put on a message now; note its button and its thread."""
        client = await self.workspaces.client(reaction.team)
        answer = await client.reactions_get(
            channel=reaction.channel, timestamp=reaction.ts, full=True
        )
        message = data_of(answer).get("message") or {}
        self._messages.pop(reaction.message, None)
        button = next(iter(buttons_on(message)), None)
        _kept(self._messages, reaction.message, (button, str(message.get("thread_ts") or "")))
        return reactions_on(message, reaction.user)

    async def _caller(self, reaction: SlackReaction) -> Caller | None:
        """Return the person who reacts, None for a bot."""
        place = SlackPlace(reaction.team, reaction.user, reaction.channel)
        person = await self.people.person(place.team, place.user, place.user)
        return None if person.is_bot else await caller_of(place, self.people, "")

    async def _board(self, reaction: SlackReaction) -> ReactionBoard | None:
        """Return what can be picked on a message; None for all but a game's newest board."""
        button, _ = self._messages.get(reaction.message, (None, ""))
        if button is None or not await self._is_newest(reaction, button.game_id):
            return None
        try:
            game_view = await self.chat.games.view(button.game_id)
        except StoreFault:
            raise
        except Refusal:  # the game is gone with its workspace
            return None
        board = reaction_board_of(game_view, SLACK_LIMITS.reactions, SLACK_EMOJI)
        return replace(board, turn=button.turn) if board else None

    async def _is_newest(self, reaction: SlackReaction, game_id: GameId) -> bool:
        """Return whether a message for all shows a game, and no newer one does; raises StoreFault.

        A board that was posted a moment ago may not be stored yet.
        """
        posted = await self.chat.tasks.handles(SLACK, game_id)
        room = room_of(reaction.team, reaction.channel)
        here = [SlackHandle.parse(one).ts for target, one in posted.items() if target.room == room]
        return max(here) <= reaction.ts if here else not posted

    async def _offer(self, board: ReactionBoard, caller: Caller) -> None:
        """Offer rows and columns on a board to which somebody reacts in another way."""
        try:
            await view_of_reacting(self.chat.games, board, caller)
        except StoreFault:
            raise
        except Refusal as refusal:
            _LOG.info("reactions-not-offered", platform=SLACK, fault=refusal.phrase.key)

    async def _take(
        self,
        reaction: SlackReaction,
        board: ReactionBoard,
        caller: Caller,
        put: tuple[str, ...],
    ) -> None:
        """Mark or take the card at which reactions point, if the person is to act."""
        takes = reaction.emoji == SLACK_EMOJI.check
        try:
            game_view = await view_of_reacting(self.chat.games, board, caller)
            place = board.place(put)
            if caller.user not in game_view.due:
                return
            if place is not None:
                delivery = Delivery(SLACK, reaction.event_id)
                await submit_pick(
                    self.chat.games, caller, board, place, game_view, delivery, takes=takes
                )
            elif takes:
                await self._tell(reaction, caller, phrase("slack-no-pick"))
        except StoreFault:
            raise
        except Refusal as refusal:
            if takes:
                await self._tell(reaction, caller, refusal.phrase)

    async def _tell(self, reaction: SlackReaction, caller: Caller, said: Phrase) -> None:
        """Tell the person alone why no card was taken."""
        text = self.chat.services.texts_for(caller.locale).say(said)
        answer = SlackResponse(escape(text), tuple(blocks_of([Line(text)])))
        await self.answers.tell(answer, self._context(reaction))

    def _context(self, reaction: SlackReaction) -> Context:
        """Return where the person reacts."""
        _, thread = self._messages.get(reaction.message, (None, ""))
        return Context(reaction.team, reaction.channel, reaction.user, thread=thread)


def _kept(known: OrderedDict[K, V], key: K, new: V) -> V:
    """Return what is known under a key, or keep what is new in place of the oldest."""
    found = known.setdefault(key, new)
    if len(known) > MOST_KEPT:
        known.popitem(last=False)
    return found

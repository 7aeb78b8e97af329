"""Texts to the bot: mentions in channels and threads, and direct messages."""

import re
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from adapters.chat.calls import Urgency, urgency
from adapters.chat.incoming import Address, GameReference, Incoming
from adapters.chat.text_messages import Mark, TextMessages
from adapters.slack.connection.api_errors import CALL_ERRORS
from adapters.slack.connection.payloads import SLACKBOT, SlackContext, buttons_on
from adapters.slack.ids import SLACK, thread_room_of
from adapters.slack.input.command_text import SlackNames
from adapters.slack.output.answers import Answers
from adapters.slack.output.render import SlackResponse
from bot.games import Caller, Delivery

DIRECT_MESSAGES_SEARCHED: Final = 30
"""The number of a conversation's messages to search for one of a game."""

TALK_MARK: Final = "grey_question"
"""Slack's name of the reaction to texts that the bot does not understand."""


@dataclass(slots=True)
class SlackMentions:
    """Answers messages to the bot."""

    texts: TextMessages[SlackResponse]
    answers: Answers

    async def handle(self, context: SlackContext) -> None:
        """Execute a person's message.

        A message without a mention of the bot counts only in the thread of a game or of one of the
        bot's messages, and only if the person can take its action now.
        """
        if context.told("subtype") or context.told("bot_id") or context.user in ("", SLACKBOT):
            return
        me = re.compile(rf"<@{re.escape(context.me)}(?:\|[^>]*)?>")
        written, is_direct = context.told("text"), context.told("channel_type") == "im"
        is_talk = context.told("type") == "message" and not is_direct
        if is_talk and (me.search(written) or not context.thread):
            return  # a mention is a separate event
        caller = await self.answers.people.caller(context)
        if context.thread and not is_direct:
            caller = await self._in_thread(caller, context)
        if is_talk and caller.parent_room is None and context.told("parent_user_id") != context.me:
            return
        address = Address.THREAD if is_talk else Address.NAMED
        incoming = Incoming(caller, Delivery(SLACK, context.delivery), address=address)
        text = SlackNames(context.team).plain(me.sub(" ", written))
        try:
            answer = await self.texts.answer(incoming, text, lambda: self._subject(context))
            if isinstance(answer, Mark):
                await self._mark(context)
            elif answer is not None:
                await self.answers.tell(answer, context)
        except CALL_ERRORS as error:
            await self.answers.apologize(context, error)

    async def _in_thread(self, caller: Caller, context: SlackContext) -> Caller:
        """Return a caller in a game's thread, else in the thread's channel; raises StoreFault."""
        room = thread_room_of(caller.room, context.thread)
        if await self.texts.chat.games.thread_at(room) is None:
            return caller
        return replace(caller, room=room, parent_room=caller.room)

    async def _subject(self, context: SlackContext) -> GameReference | None:
        """Return the game of a direct message, from the bot's newest message with buttons.

        None stands for the game of the room.
        """
        if not context.is_direct:
            return None
        answer = await context.client.conversations_history(
            channel=context.channel, limit=DIRECT_MESSAGES_SEARCHED
        )
        messages = answer.get("messages") or ()
        buttons = (one for message in messages for one in buttons_on(message))
        newest = next(buttons, None)
        return GameReference(newest.game_id) if newest else None

    async def _mark(self, context: SlackContext) -> None:
        """Add a reaction to a message; ignore errors of calls."""
        with suppress(*CALL_ERRORS), urgency(Urgency.MENU):
            await context.client.reactions_add(
                channel=context.channel, timestamp=context.told("ts"), name=TALK_MARK
            )

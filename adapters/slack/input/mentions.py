"""Texts written to this bot: mentions in channels and threads, and direct messages."""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final

from adapters.chat.budget import Urgency, urgency
from adapters.chat.incoming import Address, GameReference, Incoming
from adapters.chat.pictures import PictureRenderer
from adapters.chat.platform import ChatApp
from adapters.chat.rare_answers import Mark
from adapters.chat.text_messages import TextMessages
from adapters.slack.connection.api_errors import CALL_ERRORS, data_of
from adapters.slack.connection.people import SLACKBOT, People
from adapters.slack.connection.workspaces import Workspaces
from adapters.slack.ids import DIRECT_PREFIX, SLACK, thread_room_of
from adapters.slack.input.command_text import plain_words
from adapters.slack.input.requests import caller_of
from adapters.slack.interaction_context import SlackPlace
from adapters.slack.limits import SLACK_LIMITS
from adapters.slack.message_state import buttons_on
from adapters.slack.output.answers import Answers, Context
from adapters.slack.output.responses import SlackResponse, SlackResponses
from bot.games import Caller, Delivery

DIRECT_MESSAGES_SEARCHED: Final = 30
"""Messages of a conversation among which one of a game is looked for."""

MARK_NAMES: Final = MappingProxyType({Mark.TALK: "grey_question"})
"""Slack's names of the marks."""


@dataclass(slots=True)
class SlackMentions:
    """Answers messages to this bot."""

    chat: ChatApp
    workspaces: Workspaces
    people: People
    answers: Answers
    _texts: TextMessages[SlackResponse] = field(init=False)

    def __post_init__(self) -> None:
        self._texts = TextMessages(
            SLACK,
            self.chat,
            SlackResponses(PictureRenderer()),
            SLACK_LIMITS,
            CALL_ERRORS,
            opens_direct=True,
        )

    async def handle(self, event: Mapping[str, Any], team: str, event_id: str, me: str) -> None:
        """Execute a message of a person; `me` is this bot's id in the workspace.

        A message that does not name the bot counts in the thread of a game or below a message of
        the bot, where it says what the person can do now; all else is talk.
        """
        if event.get("subtype") or event.get("bot_id") or event.get("user") in (None, SLACKBOT):
            return
        thread, named = str(event.get("thread_ts") or ""), _named(me).search(str(event.get("text")))
        is_direct = event.get("channel_type") == "im"
        is_talk = event.get("type") == "message" and not is_direct
        if is_talk and (named or not thread):  # a mention comes as an event of its own
            return
        place = SlackPlace(team, str(event["user"]), str(event.get("channel") or ""))
        profile = event.get("user_profile") or {}  # of people of other workspaces
        caller = await caller_of(place, self.people, str(profile.get("display_name") or ""))
        if thread and not is_direct:
            caller = await self._in_thread(caller, place, thread)
        if is_talk and caller.parent_room is None and event.get("parent_user_id") != me:
            return
        address = Address.THREAD if is_talk else Address.NAMED
        incoming = Incoming(caller, Delivery(SLACK, event_id), address=address)
        context = Context(team, place.channel, place.user, thread=thread)
        try:
            answer = await self._texts.answer(
                incoming, _text(event, team, me), lambda: self._subject(place)
            )
            if isinstance(answer, Mark):
                await self._react(place, str(event.get("ts") or ""), answer)
            elif answer is not None:
                await self.answers.tell(answer, context)
        except CALL_ERRORS as error:
            await self.answers.apologize(context, error)

    async def _in_thread(self, caller: Caller, place: SlackPlace, thread: str) -> Caller:
        """Return a person in the thread of a game, or in the channel around any other thread.

        Raises StoreFault.
        """
        room = thread_room_of(place.team, place.channel, thread)
        if await self.chat.services.threads.find_game_room(room) is None:
            return caller
        return replace(caller, room=room, parent_room=caller.room)

    async def _subject(self, place: SlackPlace) -> GameReference | None:
        """Return the game of a direct message: that of our newest message with a game's buttons.

        None stands for the game of the room.
        """
        if not place.channel.startswith(DIRECT_PREFIX):
            return None
        client = await self.workspaces.client(place.team)
        answer = data_of(
            await client.conversations_history(
                channel=place.channel, limit=DIRECT_MESSAGES_SEARCHED
            )
        )
        buttons = (one for message in answer.get("messages") or () for one in buttons_on(message))
        newest = next(buttons, None)
        return GameReference(newest.game_id) if newest else None

    async def _react(self, place: SlackPlace, ts: str, mark: Mark) -> None:
        """Put a mark on a message, unless Slack does not take it."""
        name = MARK_NAMES[mark]
        with suppress(*CALL_ERRORS), urgency(Urgency.MENU):
            client = await self.workspaces.client(place.team)
            await client.reactions_add(channel=place.channel, timestamp=ts, name=name)


def _named(me: str) -> re.Pattern[str]:
    """Return the mentions of this bot."""
    return re.compile(rf"<@{re.escape(me)}(?:\|[^>]*)?>")


def _text(event: Mapping[str, Any], team: str, me: str) -> str:
    """Return the text of a message without this bot's name."""
    return plain_words(_named(me).sub(" ", str(event.get("text") or "")), team)

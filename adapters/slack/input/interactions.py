"""Slack's commands, presses and forms: their acknowledgement, execution and answers.

Slack waits three seconds for an acknowledgement, then shows an error. So this adapter acknowledges
after quick work, but during slow work. A sent form shows quick refusals.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from html import unescape
from math import inf
from time import monotonic
from typing import Any, Final, TypeAlias, TypeVar

from adapters.chat.commands import CommandAction, values_of
from adapters.chat.incoming import ButtonAction, Incoming, OpeningId, read_opening_id
from adapters.chat.interactions import ChatInteractions
from adapters.chat.responses import OpenedForm, Redrawn
from adapters.slack.connection.api_errors import CALL_ERRORS, CLOSED_ERRORS, is_error
from adapters.slack.connection.payloads import (
    ASK_SECONDS,
    SlackContext,
    chose_on_board,
    fields_of,
    pressed,
)
from adapters.slack.ids import SLACK, SlackHandle, room_of
from adapters.slack.input import command_text
from adapters.slack.output.answers import Answers
from adapters.slack.output.blocks import files_in, form_modal, start_modal
from adapters.slack.output.render import SlackResponse, short_message
from adapters.slack.output.sending import ResponseUrls
from bot.games import Delivery, GameId, Room, StoreFault
from core.recent import RecentDict
from core.rules import InvalidNotation
from core.view import Choice, phrase

ACKNOWLEDGE_SECONDS: Final = 2.0
"""Seconds of work after which slow work is acknowledged."""

MEMBER_SECONDS: Final = 60.0
"""Time for which Slack's answer that the bot is in a channel is cached for moves."""

Acknowledge: TypeAlias = Callable[..., Awaitable[Any]]
"""Acknowledges an interaction to Slack."""

T = TypeVar("T")


@dataclass(slots=True)
class SlackInteractions:
    """Answers interactions by `requests`.

    `pressed` edits boards with pressed buttons; `closed` are channels that the bot's messages did
    not reach.
    """

    requests: ChatInteractions[SlackResponse]
    answers: Answers
    pressed: ResponseUrls
    closed: set[Room]
    _joined: RecentDict[Room, float] = field(default_factory=RecentDict, init=False)

    async def _incoming(self, context: SlackContext) -> Incoming:
        """Return the request of a press, choice or form; requests of commands have no path yet."""
        caller, view = await self.answers.people.caller(context), context.body.get("view") or {}
        is_form = context.told("type") == "view_submission"
        return Incoming(
            caller,
            Delivery(SLACK, context.delivery),
            custom_id=str(view.get("callback_id") or "") if is_form else pressed(context),
            fields=tuple(fields_of(context)) if is_form else None,
            room_name=context.channel_name,
            manages=caller.manages,
            from_menu=chose_on_board(context),
        )

    # Commands.

    async def command(self, context: SlackContext, ack: Acknowledge) -> None:
        """Execute a slash command."""
        command, text = context.told("command"), context.told("text")
        path, rest = command_text.typed_command(command, text, self.requests.entries)
        work = self._command(context, path, rest)
        await _acknowledged(ack, work, is_long=self.requests.is_long(path))

    async def _command(self, context: SlackContext, path: tuple[str, ...], rest: str) -> None:
        bare = await self._incoming(context)
        if not path:
            usage = await self.requests.guarded(bare, lambda: self._usage(bare, context))
            await self.answers.give(usage, context)
            return
        try:
            given = values_of(
                self.requests.entries[path].command, rest, command_text.SlackNames(context.team)
            )
        except InvalidNotation as refusal:
            refused = partial(self.requests.refused, bare, refusal)
            await self.answers.give(await self.requests.guarded(bare, refused), context)
        else:
            await self._do(replace(bare, path=path, given=given), context)

    async def _usage(self, bare: Incoming, context: SlackContext) -> SlackResponse:
        """Return the usage of matching commands, with a button that starts their game."""
        entries, texts = self.requests.entries, self.requests.texts(bare)
        text = command_text.SlackNames(context.team).plain(context.told("text"))
        paths, unknown = command_text.commands_begun(context.told("command"), text, entries)
        said = [texts.say(phrase("slack-unknown" if unknown else "slack-usages", word=unknown))]
        said += [texts.say(one) for one in command_text.usages(paths, entries, texts)]
        opens = (path for path in paths if entries[path].action is CommandAction.OPEN)
        game = next(opens, None)
        if game is None:
            return self.requests.renderer.say("\n".join(said))
        label = texts.say(phrase("chat-start", game=phrase("game-name", game=game[0])))
        return self.requests.renderer.ask("\n".join(said), [Choice(label, f"n:{game[0]}")])

    async def _checked(self, incoming: Incoming, context: SlackContext) -> Incoming:
        """Return a request with the obstacle to showing a game in its channel, if any."""
        entry = self.requests.entries.get(incoming.path)
        action = entry.action if entry else None
        opens = action is CommandAction.OPEN or read_opening_id(incoming.custom_id) is not None
        room = incoming.caller.room
        is_closed = room in self.closed
        if context.is_direct or not (opens or action is CommandAction.SAY or is_closed):
            return incoming
        asked = self._joined.get(room, -inf)
        if not (opens or is_closed) and monotonic() - asked < MEMBER_SECONDS:
            return incoming
        if await self._is_member(context):
            self.closed.discard(room)
            return incoming
        return replace(incoming, obstacle=phrase("slack-invite"))

    async def _is_member(self, context: SlackContext) -> bool:
        """Return whether the bot is in a channel; True if Slack does not answer."""
        try:
            async with asyncio.timeout(ASK_SECONDS):
                answer = await context.client.conversations_info(channel=context.channel)
        except CALL_ERRORS as error:
            return not is_error(error, CLOSED_ERRORS)
        channel = answer.get("channel") or {}
        is_member = bool(channel.get("is_member") or channel.get("is_im"))
        if is_member:
            self._joined[room_of(context.team, context.channel)] = monotonic()
        return is_member

    async def _do(self, incoming: Incoming, context: SlackContext) -> None:
        result = await self.requests.answer(await self._checked(incoming, context))
        if isinstance(result, SlackResponse):
            await self.answers.give(result, context)
        elif context.view:  # a modal's button changed the board
            done = await self.answers.said(phrase("chat-done"), context)
            await self.answers.replace(done, context, context.view)

    # Presses.

    async def press(self, context: SlackContext, ack: Acknowledge) -> None:
        """Execute a press on a button or a choice in a menu."""
        is_long = self.requests.is_long((), pressed(context))
        await _acknowledged(ack, self._press(context), is_long=is_long)

    async def _press(self, context: SlackContext) -> None:
        incoming = await self._incoming(context)
        button = incoming.button
        if context.message and context.url:
            self.pressed.pressed(context.message, context.url)
        if button and button.action is ButtonAction.OPEN:
            opened = await self.requests.form(incoming, button)
            if isinstance(opened, OpenedForm):
                await self.answers.open(form_modal(opened, context.channel), context)
            else:
                await self.answers.give(opened, context)
            return
        await self._do(incoming, context)
        if button and context.message and not context.is_direct:
            with suppress(StoreFault):
                await self._shrink_copy(incoming, button.game_id, context)

    async def _shrink_copy(
        self, incoming: Incoming, game_id: GameId, context: SlackContext
    ) -> None:
        """Shrink the pressed board if a newer copy is below it; raises StoreFault."""
        handle = await self.requests.chat.tasks.handle(game_id, incoming.caller.room)
        newest = SlackHandle.parse(handle) if handle else None
        is_copy = newest and newest.channel == context.channel and newest.ts > context.message
        if is_copy:
            line = short_message(phrase("chat-moved"), self.requests.texts(incoming))
            session = context.client.session
            await self.pressed.edit(context.message, line.text, line.blocks(), session)

    # The shortcut that starts a game.

    async def shortcut(self, context: SlackContext, ack: Acknowledge) -> None:
        """Ask which game to start, and where."""
        await ack()
        person = await self.answers.people.person(context)
        games = [one.game for one in self.requests.chat.tables.games]
        texts = self.requests.chat.services.texts_for(person.locale)
        await self.answers.open(start_modal(games, texts), context)

    async def start(self, context: SlackContext, ack: Acknowledge) -> None:
        """Start the chosen game; show a quick refusal in the form."""
        filled = dict(fields_of(context))
        chosen = replace(context, channel=filled.get("channel", ""))
        work = self._refused(chosen, filled.get("game", ""))
        refused, is_told = await _acknowledged(ack, work, lambda one: _refusing("channel", one))
        if refused and not is_told:
            await self.answers.give(refused, replace(chosen, view="", trigger=""))

    async def _refused(self, context: SlackContext, game: str) -> SlackResponse | None:
        """Start a game in a channel; return the refusal, if any."""
        asked = await self._incoming(context)
        incoming = replace(asked, custom_id=str(OpeningId(game)), fields=None)
        games, room = self.requests.chat.games, incoming.caller.room
        before = await games.current(room)
        result = await self.requests.answer(await self._checked(incoming, context))
        opened = await games.current(room) != before
        return None if opened or isinstance(result, Redrawn) else result

    # Modals.

    async def closed_modal(self, context: SlackContext, ack: Acknowledge) -> None:
        """Delete the pictures of a closed modal, such as a key card."""
        await ack()
        shown = (context.body.get("view") or {}).get("blocks") or ()
        self.answers.files.delete(context.team, files_in(shown))

    async def submit(self, context: SlackContext, ack: Acknowledge) -> None:
        """Execute a sent form; show a quick refusal in the form."""
        incoming = await self._incoming(context)

        def in_form(result: SlackResponse | Redrawn[SlackResponse]) -> dict[str, Any]:
            """Return the acknowledgement that shows a refusal or a question in the form, if any."""
            if isinstance(result, Redrawn) or result.edits:
                return {}
            if result.is_question:
                return {"response_action": "update", "view": self.answers.modal_of(result, context)}
            return _refusing(next((name for name, _ in incoming.fields or ()), ""), result)

        result, is_told = await _acknowledged(ack, self.requests.answer(incoming), in_form)
        if isinstance(result, Redrawn):
            return
        if result.edits and context.parent:
            await self.answers.replace(result, context, context.parent)
        elif not (is_told or result.edits):
            await self.answers.give(result, replace(context, view="", trigger=""))


def _refusing(blank: str, refused: SlackResponse | None) -> dict[str, Any]:
    """Return the acknowledgement that shows a refusal below a blank of a form, if any."""
    told = {blank: unescape(refused.text)} if refused else {}
    return {"response_action": "errors", "errors": told} if told else {}


async def _acknowledged(
    ack: Acknowledge,
    work: Coroutine[Any, Any, T],
    told: Callable[[T], dict[str, Any]] = lambda _: {},
    *,
    is_long: bool = False,
) -> tuple[T, bool]:
    """Return the result of work, and whether the acknowledgement contained it, by `told`.

    The acknowledgement comes after the work, its failure, or a timeout; at once if it `is_long`.
    """
    task = asyncio.create_task(work)
    await asyncio.wait({task}, timeout=0 if is_long else ACKNOWLEDGE_SECONDS)
    is_told = task.done() and task.exception() is None
    await ack(**(told(task.result()) if is_told else {}))
    return await task, is_told

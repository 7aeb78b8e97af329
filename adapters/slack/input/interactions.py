"""Slack's commands, presses and forms: each is acknowledged, executed and answered.

Slack waits three seconds for an acknowledgement, and tells a person that nothing has happened where
none comes. So what is done soon is acknowledged once it is kept, and what takes longer before that;
what is refused in time is told in the form that was sent.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from html import unescape
from typing import Any, Final, TypeAlias

from adapters.chat.command_options import values_of
from adapters.chat.commands import CommandAction, CommandTables
from adapters.chat.completion import CompletionValues
from adapters.chat.custom_id import OpeningId, read_button_id, read_opening_id
from adapters.chat.incoming import Incoming
from adapters.chat.interactions import ChatInteractions
from adapters.chat.pictures import PictureRenderer
from adapters.chat.ports import ChatServicesPort
from adapters.chat.responses import Redrawn
from adapters.slack.connection.api_errors import CALL_ERRORS, CLOSED_ERRORS, data_of, is_error
from adapters.slack.connection.people import ASK_SECONDS, People
from adapters.slack.connection.workspaces import Workspaces
from adapters.slack.ids import SLACK
from adapters.slack.input.command_text import (
    SlackNames,
    commands_begun,
    typed_command,
    usages,
)
from adapters.slack.input.requests import caller_of, fields_of, incoming_of, is_opening, pressed
from adapters.slack.interaction_context import SlackPayload, SlackPlace, place_of
from adapters.slack.limits import SLACK_LIMITS
from adapters.slack.output.answers import Answers, Context
from adapters.slack.output.files import Files, files_in
from adapters.slack.output.handle import SlackHandle
from adapters.slack.output.modals import form_modal, start_modal
from adapters.slack.output.render import single_line
from adapters.slack.output.response_urls import ResponseUrls
from adapters.slack.output.responses import SlackResponse, SlackResponses
from bot.games import Delivery, Games, Room, StoreFault
from core.rules import InvalidNotation, Refusal
from core.view import Choice, phrase

ACKNOWLEDGE_SECONDS: Final = 2.0
"""Duration of the work after which an interaction is acknowledged before its end."""

Acknowledge: TypeAlias = Callable[..., Awaitable[Any]]
"""Tells Slack that an interaction has come."""


@dataclass(slots=True)
class SlackInteractions:
    """Answers interactions; `values` are completions that are known beforehand.

    `closed` are channels that no message of the bot has reached.
    """

    workspaces: Workspaces
    games: Games
    tables: CommandTables
    services: ChatServicesPort
    values: Mapping[str, CompletionValues]
    renderer: PictureRenderer
    people: People
    pressed: ResponseUrls
    files: Files
    closed: set[Room]
    _chat: ChatInteractions[SlackResponse] = field(init=False)
    _answers: Answers = field(init=False)

    def __post_init__(self) -> None:
        responses = SlackResponses(self.renderer)
        self._chat = ChatInteractions(
            SLACK, self.games, self.tables, self.services, self.values, responses, SLACK_LIMITS
        )
        self._answers = Answers(self.workspaces, self.people, self.services, self.files)

    # Commands.

    async def command(self, body: SlackPayload, ack: Acknowledge) -> None:
        """Execute a slash command."""
        command, text = str(body.get("command") or ""), str(body.get("text") or "")
        typed = typed_command(command, text, self._chat.entries)
        is_long = typed is not None and self._chat.is_long(typed.path)
        await _acknowledged(ack, self._command(body), is_long=is_long)

    async def _command(self, body: SlackPayload) -> None:
        place = place_of(body)
        caller = await caller_of(place, self.people, str(body.get("user_name") or ""))
        bare = Incoming(
            caller,
            Delivery(SLACK, str(body.get("trigger_id") or "")),
            room_name=place.name,
            manages=caller.manages,
        )
        context = Context.of(body, place)
        try:
            incoming = self._typed(bare, body, place)
        except InvalidNotation as refusal:
            await self._answers.give(await self._chat.refuse(bare, refusal), context)
            return
        if incoming is None:
            await self._answers.give(
                await self._chat.guarded(bare, self._usage(bare, body)), context
            )
            return
        await self._do(await self._checked(incoming, place), context)

    def _typed(self, bare: Incoming, body: SlackPayload, place: SlackPlace) -> Incoming | None:
        """Return the command that was typed, None where the text names none."""
        entries = self._chat.entries
        command, text = str(body.get("command") or ""), str(body.get("text") or "")
        typed = typed_command(command, text, entries)
        if typed is None:
            return None
        given = values_of(entries[typed.path].command, typed.rest, SlackNames(place.team))
        return replace(bare, path=typed.path, given=given)

    async def _usage(self, incoming: Incoming, body: SlackPayload) -> SlackResponse:
        """Return the commands that were meant, with a button that starts the game among them."""
        texts = self.services.texts_for(incoming.caller.locale)
        entries = self._chat.entries
        command = str(body.get("command") or "")
        paths = commands_begun(command, str(body.get("text") or ""), entries)
        said = [texts.say(phrase("slack-usages", command=command))]
        said += [texts.say(one) for one in usages(paths, entries, texts)]
        text = "\n".join(said)
        opens = (path for path in paths if entries[path].action is CommandAction.OPEN)
        game = next(opens, None)
        if game is None:
            return self._chat.renderer.say(text)
        label = texts.say(phrase("chat-start", game=phrase("game-name", game=game[0])))
        return self._chat.renderer.ask(text, [Choice(label, f"n:{game[0]}")])

    async def _checked(self, incoming: Incoming, place: SlackPlace) -> Incoming:
        """Return a request with the reason why no game can be shown where it comes from."""
        entry = self._chat.entry(incoming.path)
        opens = entry is not None and entry.action is CommandAction.OPEN
        opens = opens or read_opening_id(incoming.custom_id) is not None
        room = incoming.caller.room
        if incoming.caller.is_direct or not (opens or room in self.closed):
            return incoming
        if await self._is_member(place):
            self.closed.discard(room)
            return incoming
        return replace(incoming, obstacle=phrase("slack-invite"))

    async def _is_member(self, place: SlackPlace) -> bool:
        """Return whether this bot can post in a channel, as far as Slack answers."""
        try:
            client = await self.workspaces.client(place.team)
            async with asyncio.timeout(ASK_SECONDS):
                answer = data_of(await client.conversations_info(channel=place.channel))
        except CALL_ERRORS as error:
            return not is_error(error, CLOSED_ERRORS)
        channel = answer.get("channel") or {}
        return bool(channel.get("is_member") or channel.get("is_im"))

    async def _do(self, incoming: Incoming, context: Context) -> None:
        result = await self._chat.answer(incoming)
        if isinstance(result, SlackResponse):
            await self._answers.give(result, context)
        elif context.view:
            await self._answers.replace(self._done(incoming), context)

    def _done(self, incoming: Incoming) -> SlackResponse:
        """Return what a modal says whose button did something that the board shows."""
        texts = self.services.texts_for(incoming.caller.locale)
        return self._chat.renderer.say(texts.say(phrase("chat-done")))

    # Presses.

    async def press(self, body: SlackPayload, ack: Acknowledge) -> None:
        """Execute a press on a button, or the choice of a menu."""
        is_long = self._chat.is_long((), pressed(body))
        await _acknowledged(ack, self._press(body), is_long=is_long)

    async def _press(self, body: SlackPayload) -> None:
        incoming = await incoming_of(body, self.people)
        place = place_of(body)
        context = Context.of(body, place)
        if context.message and context.url:
            self.pressed.pressed(context.message, context.url)
        if is_opening(incoming.custom_id):
            await self._open(incoming, context)
        else:
            await self._do(await self._checked(incoming, place), context)
            with suppress(StoreFault):
                await self._shrink_copy(incoming, context)

    async def _shrink_copy(self, incoming: Incoming, context: Context) -> None:
        """Leave a line of a board in a channel that stands a second time further down.

        So it does where the answer to a post was lost. Raises StoreFault.
        """
        button = read_button_id(incoming.custom_id)
        if button is None or not context.message or incoming.caller.is_direct:
            return
        handle = await self.services.handle(button.game_id, incoming.caller.room)
        newest = SlackHandle.parse(handle) if handle else None
        if newest and newest.channel == context.channel and newest.ts > context.message:
            texts = self.services.texts_for(incoming.caller.locale)
            await self._answers.shrink(single_line(phrase("chat-moved"), texts), context)

    async def _open(self, incoming: Incoming, context: Context) -> None:
        """Open a form, or say why it cannot be opened."""
        button = read_button_id(incoming.custom_id)
        if button is None:
            return
        opened = await self._chat.form(incoming, button)
        if isinstance(opened, Refusal):
            await self._answers.give(await self._chat.refuse(incoming, opened), context)
        else:
            modal = form_modal(opened, context.channel)
            await self._answers.open(modal, context, opened.texts)

    # The shortcut that starts a game.

    async def shortcut(self, body: SlackPayload, ack: Acknowledge) -> None:
        """Ask which game to start, and where."""
        await ack()
        place = place_of(body)
        person = await self.people.person(place.team, place.user, place.user)
        games = [one.game for one in self.tables.games]
        texts = self.services.texts_for(person.locale)
        await self._answers.open(start_modal(games, texts), Context.of(body, place), texts)

    async def start(self, body: SlackPayload, ack: Acknowledge) -> None:
        """Start the game that was chosen; what is refused in time is told in the form."""
        filled = dict(fields_of(body.get("view") or {}))
        place = replace(place_of(body), channel=filled.get("channel", ""))
        work = asyncio.create_task(self._refused(body, place, filled.get("game", "")))
        await asyncio.wait({work}, timeout=ACKNOWLEDGE_SECONDS)
        if not work.done():
            await ack()
            if late := await work:
                await self._answers.give(late, Context(place.team, place.channel, place.user))
        elif refused := work.result():
            await ack(response_action="errors", errors={"channel": unescape(refused.text)})
        else:
            await ack()

    async def _refused(
        self, body: SlackPayload, place: SlackPlace, game: str
    ) -> SlackResponse | None:
        """Start a game at a place; return the sentence that tells why there is none."""
        caller = await caller_of(place, self.people, "")
        incoming = Incoming(
            caller,
            Delivery(SLACK, str(body.get("trigger_id") or "")),
            custom_id=str(OpeningId(game)),
            manages=caller.manages,
        )
        before = await self.games.current(caller.room)
        result = await self._chat.answer(await self._checked(incoming, place))
        opened = await self.games.current(caller.room) != before
        return None if opened or isinstance(result, Redrawn) else result

    # Modals.

    async def closed_modal(self, body: SlackPayload, ack: Acknowledge) -> None:
        """Delete the pictures of a modal that was closed, such as a key card."""
        await ack()
        view = body.get("view") or {}
        self.files.delete(place_of(body).team, files_in(view.get("blocks") or ()))

    async def submit(self, body: SlackPayload, ack: Acknowledge) -> None:
        """Execute a form that was sent; what is refused in time is told in the form."""
        incoming = await incoming_of(body, self.people)
        context = Context.of(body, place_of(body))
        work = asyncio.create_task(self._chat.answer(incoming))
        await asyncio.wait({work}, timeout=ACKNOWLEDGE_SECONDS)
        if not work.done():
            await ack()
            late = await work
            if isinstance(late, SlackResponse) and late.edits:
                await self._answers.renew(late, context)
            elif isinstance(late, SlackResponse):
                await self._answers.give(late, replace(context, view="", trigger=""))
            return
        result = work.result()
        if isinstance(result, Redrawn):
            await ack()
        elif result.edits:
            await ack()
            await self._answers.renew(result, context)
        elif result.is_question:
            await ack(response_action="update", view=self._answers.modal_of(result, context))
        else:
            first = next((name for name, _ in incoming.fields or ()), "")
            await ack(response_action="errors", errors={first: unescape(result.text)})


async def _acknowledged(
    ack: Acknowledge, work: Coroutine[Any, Any, None], *, is_long: bool
) -> None:
    """Do the work, and acknowledge it once it is done, or before that where it takes long."""
    if is_long:
        await ack()
        await work
        return
    task = asyncio.create_task(work)
    await asyncio.wait({task}, timeout=ACKNOWLEDGE_SECONDS)
    await ack()
    await task

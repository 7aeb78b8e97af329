"""Answers to interactions: private texts, modals, files and shared messages.

The bot shows a key card only in a modal, since ephemeral messages stay in the person's history.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

import structlog
from slack_sdk.errors import SlackApiError

from adapters.chat.calls import not_answered
from adapters.picture import MessageFile
from adapters.slack.connection.api_errors import CALL_ERRORS, error_of, is_error
from adapters.slack.connection.pacing import TooLate
from adapters.slack.connection.payloads import People, SlackContext
from adapters.slack.ids import DIRECT_PREFIX, SLACK
from adapters.slack.output.blocks import SlackBlock, blocks_of, channel_line, files_in, shown_modal
from adapters.slack.output.files import REFUSED_UPLOADS, WINDOW_TITLE, Files
from adapters.slack.output.render import SlackMessage, SlackResponse, text_response
from adapters.slack.output.sending import post_once, send
from bot.chat.services import ChatServices
from core.view import Phrase, phrase

_LOG = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Answers:
    """Sends answers; reports refused ones to the person and the log."""

    people: People
    services: ChatServices
    files: Files

    async def give(self, response: SlackResponse, context: SlackContext) -> None:
        """Send an answer to the place of its interaction."""
        try:
            if response.view is not None:
                await self._show(response, response.view, context)
            elif response.shared:
                await self._post(response, context, context.channel)
            elif context.view or context.is_home:
                otherwise = replace(response, file=None)
                await self.open(self.modal_of(response, context), context, otherwise)
            else:
                await self.tell(response, context)
            if response.file is not None:
                await self._send_file(response.file, context)
        except CALL_ERRORS as error:
            await self.apologize(context, error)

    async def apologize(self, context: SlackContext, error: BaseException) -> None:
        """Report a refused answer to a person, in any way that works."""
        _LOG.info("answer-not-taken", platform=SLACK, fault=error_of(error))
        try:
            await self.tell(await self.said(not_answered(SLACK), context), context)
        except CALL_ERRORS as failing:
            _LOG.warning("person-not-told", platform=SLACK, fault=error_of(failing))

    async def said(self, said: Phrase, context: SlackContext) -> SlackResponse:
        """Return a sentence in the language of a person."""
        person = await self.people.person(context)
        return text_response(self.services.texts_for(person.locale).say(said))

    async def open(
        self, modal: SlackBlock, context: SlackContext, otherwise: SlackResponse | None = None
    ) -> Mapping[str, Any]:
        """Open a modal, above the open one if any, and return Slack's view.

        If that fails, show the person `otherwise`, by default the reason, and return an empty view.
        """
        opening = context.client.views_push if context.view else context.client.views_open
        try:
            opened = await opening(trigger_id=context.trigger, view=modal)
            return opened.get("view") or {}
        except CALL_ERRORS as error:
            _LOG.info("modal-not-opened", platform=SLACK, fault=error_of(error))
            why = phrase("slack-not-opened")
            if isinstance(error, TooLate):  # a later try may succeed
                why = phrase("slack-modals-paused", seconds=ceil(error.seconds))
            answer = otherwise or await self.said(why, context)
            await self.give(answer, replace(context, view="", is_home=False))
            return {}

    async def replace(self, response: SlackResponse, context: SlackContext, view: str) -> None:
        """Replace a modal with an answer."""
        try:
            await self._update(self.modal_of(response, context), context, view)
        except CALL_ERRORS as error:
            await self.apologize(context, error)

    # Modals.

    async def _show(
        self, response: SlackResponse, shown: SlackMessage, context: SlackContext
    ) -> None:
        """Show a game or a panel in a modal: as text at once, with pictures when ready."""
        modal = self.modal_of(response, context)
        if response.edits and context.view:
            view = await self._update(modal, context, context.view)
        else:
            view = await self.open(modal, context)

        async def draw(_: str, blocks: list[SlackBlock]) -> None:
            """Add pictures to the modal unless it has changed."""
            if any(files_in(blocks)):
                drawn = self.modal_of(response, context, blocks)
                await self._update(drawn, context, str(view["id"]), str(view["hash"]))

        if view and shown.pictures:  # after an error such as not_found: the person closed it
            sending = self.files.send(context.team, shown, draw, title=WINDOW_TITLE)
            self.files.begin(sending, "modal-not-drawn")

    async def _update(
        self, modal: SlackBlock, context: SlackContext, view: str, found: str | None = None
    ) -> Mapping[str, Any]:
        """Update a modal if its hash is `found`; return it."""
        updated = await context.client.views_update(view_id=view, view=modal, hash=found)
        return updated.get("view") or {}

    def modal_of(
        self,
        response: SlackResponse,
        context: SlackContext,
        blocks: list[SlackBlock] | None = None,
    ) -> SlackBlock:
        """Return the modal of a view as text, of a view with these blocks, or of a text."""
        written = response.view.as_text().blocks() if response.view else [*response.blocks]
        title = response.title or "Spyring"
        return shown_modal(title, blocks or written, context.channel, response.texts)

    # Messages.

    async def tell(self, response: SlackResponse, context: SlackContext) -> None:
        """Show an answer to a person where they are, else directly; raises the errors of calls."""
        is_near = bool(context.url) and not context.thread
        if is_near and not await send(
            context.url, response.text, [*response.blocks], context.client.session
        ):
            return
        first, second = self._tell_here, self._tell_directly
        if context.is_direct:
            first, second = second, first
        try:
            await first(response, context)
        except CALL_ERRORS as error:
            _LOG.info("answer-told-elsewhere", platform=SLACK, fault=error_of(error))
            await second(response, context)

    async def _tell_here(self, response: SlackResponse, context: SlackContext) -> None:
        await context.client.chat_postEphemeral(
            channel=context.channel,
            user=context.user,
            text=response.text,
            blocks=[*response.blocks],
            thread_ts=context.thread or None,
        )

    async def _tell_directly(self, response: SlackResponse, context: SlackContext) -> None:
        is_here = context.channel.startswith(DIRECT_PREFIX)
        if is_here:
            await self._post(response, context, context.channel, context.thread)
        else:
            await self._post(_from_channel(context.channel, response), context, context.user)

    async def _post(
        self, response: SlackResponse, context: SlackContext, channel: str, thread: str = ""
    ) -> None:
        await post_once(
            context.client,
            channel,
            text=response.text,
            blocks=[*response.blocks],
            thread_ts=thread or None,
            unfurl_links=False,
        )

    async def _send_file(self, file: MessageFile, context: SlackContext) -> None:
        """Send a file by direct message, or a text if the workspace accepts no files."""
        opened = await context.client.conversations_open(users=context.user)
        try:
            await context.client.files_upload_v2(
                channel=str(opened["channel"]["id"]),
                filename=file.name,
                content=file.content,
                title=file.name,
            )
        except SlackApiError as error:
            if not is_error(error, REFUSED_UPLOADS):
                raise
            await self.tell(await self.said(phrase("slack-no-files"), context), context)


def _from_channel(channel: str, response: SlackResponse) -> SlackResponse:
    """Return an answer for another place, with a link to its channel."""
    if not channel:
        return response
    link = blocks_of([channel_line(channel)])
    blocks = (*link, *response.blocks) if response.blocks else ()
    return replace(response, text=f"<#{channel}> {response.text}", blocks=blocks)

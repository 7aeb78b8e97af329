"""Discord's interactions: commands, what people type, presses and forms, answered in time."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

import structlog
from discord import Interaction, InteractionType
from discord.app_commands import Choice as Completion

from adapters.chat.custom_id import ButtonAction, ButtonId, read_button_id
from adapters.chat.incoming import Incoming
from adapters.chat.interactions import OPEN_SECONDS, ChatInteractions
from adapters.chat.message_view import RenderOptions
from adapters.chat.pictures import MessageFile, PictureRenderer, is_drawable
from adapters.chat.platform import ChatApp
from adapters.chat.responses import OpenedForm, PostedMessage, ReactionPicks
from adapters.discord.calls import DISCORD_ERRORS
from adapters.discord.input.modals import modal
from adapters.discord.input.requests import incoming_of, typed
from adapters.discord.limits import LIMITS
from adapters.discord.message_state import Handle
from adapters.discord.output.layout import escape
from adapters.discord.output.page import page, question
from adapters.discord.output.presses import PressedMessages
from adapters.discord.output.render import message
from adapters.discord.output.response import (
    DISCORD,
    Response,
    give,
    open_form,
    respond,
)
from bot.chat.request import Reply
from bot.games import GameView, Room
from bot.texts import Texts
from core.view import Choice

ANSWERED: Final = (
    InteractionType.application_command,
    InteractionType.component,
    InteractionType.modal_submit,
)

_LOG = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class DiscordResponses:
    """Answers as messages of Discord; adapters.chat.interactions.ResponseRenderer."""

    pictures: PictureRenderer

    def say(self, text: str, link: Room | PostedMessage | None = None) -> Response:
        """Return a text, with a link to a room or a message after it."""
        return Response(" ".join(filter(None, (escape(text), _link(link)))))

    async def show(
        self, game_view: GameView, texts: Texts, panel: str = "", *, again: bool = False
    ) -> Response:
        """Return a game with its pictures, and the boards of it as text, too; or a panel of it."""
        drawable = is_drawable(game_view.view)
        options = RenderOptions(
            texts, shared=False, pictures=drawable, spelled=not panel, panel=panel
        )
        shown = message(game_view, options)
        drawn = await self.pictures.render(shown.pictures, shown.theme)
        return Response(layout=shown.layout, attachments=drawn, edits=again)

    def ask(self, text: str, choices: Sequence[Choice]) -> Response:
        """Return a text with buttons below it."""
        return Response(layout=question(text, choices))

    def page(self, reply: Reply, texts: Texts, asker: str) -> Response:
        """Return a view that is no game's, with its file."""
        file = reply.file
        layout = page(reply.view, texts, asker, file.name if file else None)
        files = (MessageFile(file.name, file.content),) if file else ()
        return Response(layout=layout, attachments=files, shared=reply.shared is not None)


def _link(link: Room | PostedMessage | None) -> str:
    if isinstance(link, PostedMessage):
        guild, shown = link.guild.partition(":")[2], Handle.parse(link.handle)
        return f"https://discord.com/channels/{guild}/{shown.channel}/{shown.message}"
    return f"<#{link.place}>" if link else ""


@dataclass(slots=True)
class Interactions:
    """Answers interactions.

    `renderer` draws the pictures of answers, `messages` are redrawn by the answers to presses,
    `picks` are the cards that a presser's reactions point at.
    """

    chat: ChatApp
    renderer: PictureRenderer
    messages: PressedMessages
    picks: Callable[[Interaction], ReactionPicks] | None = None
    _chat: ChatInteractions[Response] = field(init=False)

    def __post_init__(self) -> None:
        responses = DiscordResponses(self.renderer)
        self._chat = ChatInteractions(DISCORD, self.chat, responses, LIMITS)

    async def handle(self, interaction: Interaction) -> None:
        """Answer an interaction."""
        if interaction.type is InteractionType.autocomplete:
            await self._complete(interaction)
        elif interaction.type in ANSWERED:
            await self._answer(interaction, self._incoming(interaction))

    def _incoming(self, interaction: Interaction) -> Incoming:
        return incoming_of(interaction, self._chat.entries.get(typed(interaction)[0]))

    async def _answer(self, interaction: Interaction, incoming: Incoming) -> None:
        button = read_button_id(incoming.custom_id)
        if button and button.action is ButtonAction.OPEN and incoming.fields is None:
            await self._open(interaction, incoming, button)
        else:
            picks = self.picks(interaction) if self.picks else None
            is_long = self._chat.is_long(incoming.path, incoming.custom_id)
            work = self._chat.answer(incoming, picks)
            await respond(interaction, work, self.messages, is_long=is_long)

    async def _open(self, interaction: Interaction, incoming: Incoming, button: ButtonId) -> None:
        """Open a form, or say why it cannot be opened."""
        begun = asyncio.get_running_loop().time()
        opened = await self._chat.form(incoming, button)
        if isinstance(opened, OpenedForm):
            await open_form(interaction, modal(opened))
        else:
            await give(interaction, opened, begun)

    async def _complete(self, interaction: Interaction) -> None:
        """Offer values of an option; none where they are not known in time."""
        focused = typed(interaction)[2]
        offers = await self._chat.complete(self._incoming(interaction), focused) if focused else ()
        try:
            async with asyncio.timeout(OPEN_SECONDS / 2):
                choices = [Completion(name=shown, value=value) for shown, value in offers]
                await interaction.response.autocomplete(choices)
        except DISCORD_ERRORS:
            _LOG.debug("completion-not-taken", platform=DISCORD)

"""Answers to requests on Slack: texts, modals and pages."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from adapters.chat.message_view import RenderOptions
from adapters.chat.pictures import MessageFile, PictureRenderer, is_drawable
from adapters.chat.responses import PostedMessage
from adapters.slack.ids import own_id
from adapters.slack.output.blocks import Line, SlackBlock, blocks_of, channel_link, escape
from adapters.slack.output.handle import SlackHandle
from adapters.slack.output.page import page, question
from adapters.slack.output.render import SlackMessage, message
from bot.chat.request import Reply
from bot.games import GameView, Room
from bot.texts import Texts
from core.view import Choice, phrase


@dataclass(frozen=True, slots=True)
class SlackResponse:
    """An answer for one person alone, or for all in the channel where it is `shared`.

    One with `view` is a game or a panel, which a modal shows: as text first, and as `pictured` once
    Slack can show what was `drawn`. One that `edits` takes the place of the modal on which a button
    was pressed. `file` is sent to the person directly.
    """

    text: str = ""
    blocks: tuple[SlackBlock, ...] = field(default=(), repr=False)
    view: SlackMessage | None = field(default=None, repr=False)
    pictured: SlackMessage | None = field(default=None, repr=False)
    drawn: tuple[MessageFile, ...] = field(default=(), repr=False)
    texts: Texts | None = field(default=None, repr=False)
    title: str = ""
    file: MessageFile | None = field(default=None, repr=False)
    shared: bool = False
    edits: bool = False

    @property
    def is_question(self) -> bool:
        """Whether a text has a button below it."""
        return self.view is None and any(block["type"] == "actions" for block in self.blocks)


@dataclass(frozen=True, slots=True)
class SlackResponses:
    """Answers as Slack shows them; adapters.chat.responses.ResponseRenderer."""

    pictures: PictureRenderer

    def say(self, text: str, link: Room | PostedMessage | None = None) -> SlackResponse:
        """Return a text, with a link to a channel after it."""
        channel = _channel(link)
        line = Line("", elements=(channel_link(channel),)) if channel else None
        blocks = blocks_of([Line(text), *([line] if line else [])])
        return SlackResponse(escape(text), tuple(blocks))

    async def show(
        self, game_view: GameView, texts: Texts, panel: str = "", *, again: bool = False
    ) -> SlackResponse:
        """Return a game with its pictures, and the boards of it as text, too; or a panel of it."""
        written = RenderOptions(texts, shared=False, pictures=False, panel=panel)
        options = replace(written, pictures=is_drawable(game_view.view), spelled=not panel)
        shown, pictured = message(game_view, written), message(game_view, options)
        return SlackResponse(
            shown.text,
            view=shown,
            pictured=pictured,
            drawn=await self.pictures.render(pictured.pictures, pictured.theme),
            texts=texts,
            title=texts.say(game_view.view.title),
            edits=again,
        )

    def ask(self, text: str, choices: Sequence[Choice]) -> SlackResponse:
        """Return a text with buttons below it."""
        return SlackResponse(escape(text), tuple(question(text, choices)))

    def page(self, reply: Reply, texts: Texts, asker: str) -> SlackResponse:
        """Return a view that is no game's, with its file, and where the file is to be found."""
        file = MessageFile(reply.file.name, reply.file.content) if reply.file else None
        where = blocks_of([Line(texts.say(phrase("slack-file")))]) if file else ()
        return SlackResponse(
            escape(texts.say(reply.view.title)),
            (*page(reply.view, texts, asker), *where),
            texts=texts,
            file=file,
            shared=reply.shared is not None,
        )


def _channel(link: Room | PostedMessage | None) -> str:
    if isinstance(link, PostedMessage):
        return SlackHandle.parse(link.handle).channel
    return own_id(link.place) if link else ""

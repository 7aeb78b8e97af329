"""Answers to requests on Slack: texts, modals and pages."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from adapters.chat.buttons import reply_view
from adapters.chat.message_view import RenderOptions
from adapters.chat.pictures import MessageFile, is_drawable
from adapters.chat.responses import PostedMessage
from adapters.slack.ids import own_id
from adapters.slack.limits import MOST_ROWS, SLACK_LIMITS
from adapters.slack.output.blocks import (
    Line,
    Part,
    SlackBlock,
    actions,
    blocks_of,
    button,
    channel_link,
    escape,
    header,
)
from adapters.slack.output.handle import SlackHandle
from adapters.slack.output.render import SlackMessage, message, parts_of
from bot.chat.request import Reply
from bot.games import GameView, Room
from bot.texts import Texts
from core.fit import Capabilities, fit
from core.view import Choice, View, phrase

PAGE_CAPABILITIES: Final = Capabilities(
    buttons=MOST_ROWS * SLACK_LIMITS.row,
    row=SLACK_LIMITS.row,
    label=SLACK_LIMITS.label,
    rows=MOST_ROWS,
)


@dataclass(frozen=True, slots=True)
class SlackResponse:
    """An answer for one person alone, or for all in the channel where it is `shared`.

    One with `view` is a game or a panel, which a modal shows: as text first, and with its pictures
    once Slack can show them. One that `edits` takes the place of the modal on which a button
    was pressed. `file` is sent to the person directly.
    """

    text: str = ""
    blocks: tuple[SlackBlock, ...] = field(default=(), repr=False)
    view: SlackMessage | None = field(default=None, repr=False)
    texts: Texts | None = field(default=None, repr=False)
    title: str = ""
    file: MessageFile | None = field(default=None, repr=False)
    shared: bool = False
    edits: bool = False

    @property
    def is_question(self) -> bool:
        """Whether a text has a button below it."""
        return self.view is None and any(block["type"] == "actions" for block in self.blocks)


def text_response(text: str, *below: Part) -> SlackResponse:
    """Return a text, and what stands below it."""
    return SlackResponse(escape(text), tuple(blocks_of([Line(text), *below])))


class SlackResponses:
    """Answers as Slack shows them; adapters.chat.responses.ResponseRenderer."""

    def say(self, text: str, link: Room | PostedMessage | None = None) -> SlackResponse:
        """Return a text, with a link to a channel after it."""
        channel = _channel(link)
        return text_response(
            text, *([Line("", elements=(channel_link(channel),))] if channel else [])
        )

    async def show(
        self, game_view: GameView, texts: Texts, panel: str = "", *, again: bool = False
    ) -> SlackResponse:
        """Return a game with its pictures, and the boards of it as text, too; or a panel of it."""
        written = RenderOptions(texts, shared=False, pictures=False, panel=panel)
        options = replace(written, pictures=is_drawable(game_view.view), spelled=not panel)
        shown = replace(message(game_view, options), written=partial(message, game_view, written))
        title = texts.say(game_view.view.title)
        return SlackResponse(shown.text, view=shown, texts=texts, title=title, edits=again)

    def ask(self, text: str, choices: Sequence[Choice]) -> SlackResponse:
        """Return a text with buttons below it."""
        buttons = (button(str(one.label), one.line, one.tone) for one in choices)
        return text_response(text, actions(buttons))

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


def page(view: View, texts: Texts, asker: str) -> list[SlackBlock]:
    """Return a view as blocks; its choices make further requests of the asker."""
    fitted = fit(reply_view(view, texts, asker, SLACK_LIMITS), PAGE_CAPABILITIES)
    parts: list[Part] = [header(texts.say(fitted.title))]
    for block in fitted.blocks:
        parts += parts_of(block, texts)
    if fitted.footer:
        parts.append(Line(texts.say(fitted.footer), is_quiet=True))
    return blocks_of(parts)
